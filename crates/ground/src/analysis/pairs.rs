//! Pairs of boxes that lose the game by themselves, wherever all others are.
//!
//! ```text
//! #######     Both boxes can only be pushed along the wall, and that line has one goal: together
//! # $ $.#     they are lost, though each of them alone could be finished.
//! # @   #
//! ```
//!
//! The game is played with only two boxes on the board ([`super::together`]): positions that are
//! never reached cannot be solved. The player counts: a pair may be lost with the player on one
//! side and not on the other. So a row of the table belongs to a square and the side of the player
//! beside it, and says on which squares a second box loses. After a push the player stands beside
//! the box pushed, so one row and the occupied squares decide. There is a table for pushes and one
//! for pulls.
//!
//! Soundness: a solution of the whole position also solves these two boxes, and taking the other
//! boxes away only helps. Source: Rolling Stone's deadlock tables (Junghanns and Schaeffer 1997),
//! here for whole boards as in Kirov's sokoban-ai. Cost: O(squares³) once, a few milliseconds for
//! 150 squares; a look-up takes nanoseconds.

use search::{Budget, Stop};
use sokoban::{Dir, Square};

use super::together::Together;
use crate::kernel::{Bits, Map, Mode};

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
    /// The table for boxes that stay on the squares of `ground` and come from `ends`: goals when
    /// the game is played in [`Mode::Push`], start squares in [`Mode::Pull`]. `None` when the board
    /// is too large.
    ///
    /// # Errors
    ///
    /// The limit that was reached, or the cancellation.
    pub fn new(
        map: &Map,
        mode: Mode,
        ground: &Bits,
        ends: &[Square],
        budget: &mut Budget,
    ) -> Result<Option<Pairs>, Stop> {
        if map.n_squares() > MOST_SQUARES {
            return Ok(None);
        }
        let mut play = Together::<2>::new(map, mode, ground);
        play.play(ends, budget)?;
        let words = (map.n_squares() + 1).div_ceil(64);
        let mut lost = vec![0; (map.n_squares() + 1) * 4 * words];
        for a in map.squares() {
            for b in map.squares().filter(|&b| b != a) {
                let met = play.met(a, &[b]);
                for side in (0..4).filter(|&side| met >> side & 1 == 0) {
                    lost[(a.index() * 4 + side) * words + b.index() / 64] |= 1 << (b.index() % 64);
                }
            }
        }
        Ok(Some(Pairs { words, lost }))
    }

    /// Whether the box on `square`, with the player on `side` of it, loses together with some other
    /// box.
    #[inline]
    pub fn is_lost(&self, occupied: &Bits, square: Square, side: Dir) -> bool {
        let row = self.row(square, side);
        row.iter().zip(occupied.words()).any(|(lost, boxes)| lost & boxes != 0)
    }

    /// The other box of a lost pair.
    pub fn partner(&self, occupied: &Bits, square: Square, side: Dir) -> Option<Square> {
        occupied.iter().find(|&other| self.has(square, side, other))
    }

    /// Whether two boxes lose, with the player on `side` of the first.
    #[inline]
    pub(super) fn has(&self, square: Square, side: Dir, other: Square) -> bool {
        self.row(square, side)[other.index() / 64] >> (other.index() % 64) & 1 != 0
    }

    /// Whether two boxes lose wherever the player is.
    pub(crate) fn always(&self, square: Square, other: Square) -> bool {
        Dir::ALL.into_iter().all(|side| self.has(square, side, other))
    }

    #[inline]
    fn row(&self, square: Square, side: Dir) -> &[u64] {
        &self.lost[(square.index() * 4 + side.index()) * self.words..][..self.words]
    }
}
