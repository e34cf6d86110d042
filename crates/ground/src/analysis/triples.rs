//! Triples of boxes that lose the game by themselves although no two of them do.
//!
//! ```text
//! ######     The three boxes hold each other: any two of them could be brought out of the corner,
//! # $  #     one after the other, but not with the third one there.
//! #$$ @#
//! #    #
//! ```
//!
//! The tables of [pairs](super::pairs) extended by a box: for a square, the side of the player
//! beside it and a second square, the set of squares on which a third box loses. Triples that hold
//! a lost pair are left out, so few second squares matter at all, and a look-up goes only through
//! those that are occupied.
//!
//! Soundness: as for pairs. Large boards have no table.
//! Source: Kirov's sokoban-ai (sets of three boxes for pushes and pulls); the tables go back to
//! Rolling Stone (Junghanns and Schaeffer 1997).
//! Cost: O(squares⁴) once, about a microsecond for every triple of squares, so a search has to be
//! long before it is worthwhile; a look-up takes some ten nanoseconds.

use search::{Budget, Stop};
use sokoban::{Dir, Square};

use super::Pairs;
use super::together::Together;
use crate::kernel::{Bits, Map, Mode};

/// If a box may stand on more squares than this, there is no table.
const MOST_SQUARES: usize = 110;

/// The lost triples of one board in one direction.
#[derive(Clone, Debug)]
pub struct Triples {
    words: usize,
    /// For each square and side of the player, the squares of second boxes that lose with some
    /// third.
    seconds: Vec<u64>,
    /// For each of those rows, where its sets of third squares begin.
    first: Vec<u32>,
    /// For each square and side of the player, and each second square in ascending order, the
    /// squares on which a third box loses.
    thirds: Vec<u64>,
}

impl Triples {
    /// How many expansions a search should have behind it before the table is made, if it is made
    /// at all: the table then costs about as much as the search so far, or less. A position costs
    /// several times as much forwards as backwards.
    pub fn due(mode: Mode, ground: &Bits) -> Option<u64> {
        let n = ground.len() as u64;
        let triples = n * n * n / 6;
        let due = match mode {
            Mode::Push => triples / 10,
            Mode::Pull => triples / 3,
        };
        (n <= MOST_SQUARES as u64).then_some(due)
    }

    /// The table for boxes that stay on the squares of `ground` and come from `ends`, as for
    /// [`Pairs::new`]. Lost `pairs` are left out. `None` when the board is too large.
    ///
    /// # Errors
    ///
    /// The limit that was reached, or the cancellation.
    pub fn new(
        map: &Map,
        mode: Mode,
        ground: &Bits,
        ends: &[Square],
        pairs: &Pairs,
        budget: &mut Budget,
    ) -> Result<Option<Triples>, Stop> {
        if ground.len() > MOST_SQUARES {
            return Ok(None);
        }
        let mut play = Together::<3>::new(map, mode, ground);
        play.play(ends, budget)?;
        let words = (map.n_squares() + 1).div_ceil(64);
        let mut triples = Triples { words, seconds: vec![], first: vec![], thirds: vec![] };
        let squares: Vec<Square> = ground.iter().collect();
        let hopeless = hopeless(map, pairs, &squares);
        for a in map.squares().chain([map.wall()]) {
            budget.look()?;
            for side in Dir::ALL {
                triples.add_row(&play, pairs, &hopeless, &squares, a, side);
            }
        }
        Ok(Some(triples))
    }

    /// Whether the box on `square`, with the player on `side` of it, loses together with two
    /// others.
    #[inline]
    pub fn is_lost(&self, occupied: &Bits, square: Square, side: Dir) -> bool {
        self.partners(occupied, square, side).is_some()
    }

    /// The other two boxes of a lost triple.
    #[inline]
    pub fn partners(&self, occupied: &Bits, square: Square, side: Dir) -> Option<(Square, Square)> {
        let row = square.index() * 4 + side.index();
        let mut before = 0;
        let seconds = &self.seconds[row * self.words..][..self.words];
        for (i, (&seconds, &boxes)) in seconds.iter().zip(occupied.words()).enumerate() {
            let mut both = seconds & boxes;
            while both != 0 {
                let bit = both.trailing_zeros();
                both &= both - 1;
                let rank = before + (seconds & ((1 << bit) - 1)).count_ones() as usize;
                let thirds = self.first[row] as usize + rank * self.words;
                let thirds = self.thirds[thirds..][..self.words].iter().zip(occupied.words());
                if let Some((j, found)) =
                    thirds.map(|(thirds, boxes)| thirds & boxes).enumerate().find(|it| it.1 != 0)
                {
                    let second = Square((i * 64) as u16 + bit as u16);
                    let third = Square((j * 64) as u16 + found.trailing_zeros() as u16);
                    return Some((second, third));
                }
            }
            before += seconds.count_ones() as usize;
        }
        None
    }

    /// Bytes in use.
    pub fn bytes(&self) -> u64 {
        ((self.seconds.len() + self.thirds.len()) * 8 + self.first.len() * 4) as u64
    }

    /// Adds what loses with a box on `a` and the player on `side` of it.
    fn add_row(
        &mut self,
        play: &Together<'_, 3>,
        pairs: &Pairs,
        hopeless: &[Bits],
        squares: &[Square],
        a: Square,
        side: Dir,
    ) {
        let from = self.seconds.len();
        self.seconds.resize(from + self.words, 0);
        self.first.push(self.thirds.len() as u32);
        let can = |&&b: &&Square| b != a && !pairs.has(a, side, b);
        let candidates: Vec<Square> = squares.iter().filter(can).copied().collect();
        if !squares.contains(&a) {
            return;
        }
        for (i, &b) in candidates.iter().enumerate() {
            let at = self.thirds.len();
            self.thirds.resize(at + self.words, 0);
            let mut any = false;
            // Of the two other boxes, the second is always the lower one.
            for &c in candidates[i + 1..].iter().filter(|&&c| !hopeless[b.index()].contains(c)) {
                if play.met(a, &[b, c]) >> side.index() & 1 == 0 {
                    self.thirds[at + c.index() / 64] |= 1 << (c.index() % 64);
                    any = true;
                }
            }
            if any {
                self.seconds[from + b.index() / 64] |= 1 << (b.index() % 64);
            } else {
                self.thirds.truncate(at);
            }
        }
    }
}

/// For each square, the squares on which a second box loses wherever the player is.
fn hopeless(map: &Map, pairs: &Pairs, squares: &[Square]) -> Vec<Bits> {
    let mut sets = vec![map.no_squares(); map.n_squares() + 1];
    for &b in squares {
        squares.iter().filter(|&&c| pairs.always(b, c)).for_each(|&c| sets[b.index()].insert(c));
    }
    sets
}
