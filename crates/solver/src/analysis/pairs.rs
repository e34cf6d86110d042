//! Pairs of boxes that lose the game by themselves, wherever all others are.
//!
//! Played with only two boxes on the board, backwards from all pairs of goals: what is never met
//! cannot be finished. The player counts: a pair may be lost with him on one side and not on the
//! other. So a row of the table belongs to a square and the side of the player beside it, and says
//! on which squares a second box loses. After a push the player stands beside the box pushed,
//! hence one row and the occupied squares decide.
//!
//! The same table backwards (for pulls) comes from playing forwards from all pairs of start
//! squares, with the player anywhere.
//!
//! Source: Rolling Stone's deadlock tables (Junghanns and Schaeffer 1997), here for whole boards
//! as in Kirov's sokoban-ai. Cost: O(squares³) once, a few milliseconds for 150 squares; a look-up
//! takes nanoseconds.

use search::{Budget, Stop};
use sokoban::{Dir, Square};

use crate::kernel::{Bits, Map, Mode, Reach};

/// Boards with more squares than this get no table: it would take seconds and much memory.
const MOST_SQUARES: usize = 320;

/// The lost pairs of one board in one direction.
#[derive(Clone, Debug)]
pub struct Pairs {
    words: usize,
    /// For each square and side of the player, the squares on which a second box loses.
    lost: Vec<u64>,
}

impl Pairs {
    /// The table for boxes that stay on the squares of `ground` and come from `seeds`: goals when
    /// the game is played in [`Mode::Push`], start squares in [`Mode::Pull`]. `None` when the board
    /// is too large.
    pub fn new(
        map: &Map,
        mode: Mode,
        ground: &Bits,
        seeds: &[Square],
        budget: &mut Budget,
    ) -> Result<Option<Pairs>, Stop> {
        if map.n_squares() > MOST_SQUARES {
            return Ok(None);
        }
        let mut search = Search::new(map, mode);
        for (i, &a) in seeds.iter().enumerate() {
            for &b in &seeds[..i] {
                search.seed(a, b);
            }
        }
        while let Some((a, b, player)) = search.stack.pop() {
            budget.poll()?;
            search.expand(ground, a, b, player);
        }
        Ok(Some(search.table()))
    }

    /// Whether the box on `square`, with the player on `side` of it, loses together with some other
    /// box.
    #[inline]
    pub fn is_lost(&self, occupied: &Bits, square: Square, side: Dir) -> bool {
        let row = &self.lost[(square.index() * 4 + side.index()) * self.words..][..self.words];
        row.iter().zip(occupied.words()).any(|(lost, boxes)| lost & boxes != 0)
    }

    /// The other box of a lost pair.
    pub fn partner(&self, occupied: &Bits, square: Square, side: Dir) -> Option<Square> {
        let row = &self.lost[(square.index() * 4 + side.index()) * self.words..][..self.words];
        let lost = |&other: &Square| row[other.index() / 64] >> (other.index() % 64) & 1 != 0;
        occupied.iter().find(lost)
    }
}

/// The play with two boxes.
struct Search<'a> {
    map: &'a Map,
    mode: Mode,
    n: usize,
    /// For each ordered pair, the sides of the first box on which the player has been.
    met: Vec<u8>,
    stack: Vec<(Square, Square, Square)>,
    occupied: Bits,
    reach: Reach,
}

impl<'a> Search<'a> {
    fn new(map: &'a Map, mode: Mode) -> Search<'a> {
        let n = map.n_squares();
        Search {
            map,
            mode,
            n,
            met: vec![0; n * n],
            stack: Vec::new(),
            occupied: map.occupied([]),
            reach: Reach::new(map),
        }
    }

    /// A pair to start from, with the player beside either box, on every side.
    fn seed(&mut self, a: Square, b: Square) {
        for (first, second) in [(a, b), (b, a)] {
            for dir in Dir::ALL {
                let player = self.map.next(first, dir);
                if !self.map.is_wall(player) && player != second {
                    self.meet(first, second, player);
                }
            }
        }
    }

    /// Notes a pair with the player on a square beside the first box, and everywhere he can walk.
    fn meet(&mut self, a: Square, b: Square, player: Square) {
        let side = self.map.around(a).iter().position(|&side| side == player);
        let side = side.expect("the player stands beside the first box");
        if self.met[a.index() * self.n + b.index()] >> side & 1 != 0 {
            return;
        }
        self.occupied.insert(a);
        self.occupied.insert(b);
        self.reach.flood(self.map, &self.occupied, player);
        self.occupied.remove(a);
        self.occupied.remove(b);
        for (first, second) in [(a, b), (b, a)] {
            for dir in Dir::ALL {
                if self.reach.reached(self.map.next(first, dir)) {
                    self.met[first.index() * self.n + second.index()] |= 1 << dir.index();
                }
            }
        }
        self.stack.push((a, b, player));
    }

    /// Undoes all pushes (or, for the table of pulls, makes all pushes) from here.
    fn expand(&mut self, ground: &Bits, a: Square, b: Square, player: Square) {
        self.occupied.insert(a);
        self.occupied.insert(b);
        self.reach.flood(self.map, &self.occupied, player);
        self.occupied.remove(a);
        self.occupied.remove(b);
        let mut found = Vec::new();
        for (first, second) in [(a, b), (b, a)] {
            for dir in Dir::ALL {
                let to = self.map.next(first, dir);
                let (stands, ends) = match self.mode {
                    Mode::Push => (to, self.map.next(to, dir)),
                    Mode::Pull => (self.map.next(first, dir.opposite()), first),
                };
                let free = |square| square != second && !self.map.is_wall(square);
                if self.reach.reached(stands) && free(to) && free(ends) && ground.contains(to) {
                    found.push((to, second, ends));
                }
            }
        }
        for (first, second, player) in found {
            self.meet(first, second, player);
        }
    }

    fn table(self) -> Pairs {
        let words = (self.n + 1).div_ceil(64);
        let mut lost = vec![0; (self.n + 1) * 4 * words];
        for a in 0..self.n {
            for b in (0..self.n).filter(|&b| b != a) {
                for side in (0..4).filter(|&side| self.met[a * self.n + b] >> side & 1 == 0) {
                    lost[(a * 4 + side) * words + b / 64] |= 1 << (b % 64);
                }
            }
        }
        Pairs { words, lost }
    }
}
