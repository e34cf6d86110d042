//! The engines. All can be stopped and resumed.
//!
//! They differ in which position comes next and what a step is. What they have met lies in a
//! [`Store`](crate::kernel::Store), [`stepwise`] is their loop, [`pruning`] what they leave out, and
//! [`mover`] brings boxes any distance. FESS alone has a tree and a loop of its own.

pub(crate) mod beam;
pub(crate) mod fess;
pub(crate) mod imagined;
mod mover;
pub(crate) mod optimal;
pub(crate) mod phase;
mod pruning;
pub(crate) mod push_pull;
mod stepwise;
#[cfg(test)]
mod testing;

use search::{Budget, Outcome, Stats, Stop};
use sokoban::Push;

use crate::kernel::Map;

/// Boards with more squares than this are large: one node takes so long that the clock is looked
/// at for every child.
pub(crate) const LARGE: usize = 1_500;

/// Looks at the clock when the board is large; elsewhere counting nodes is enough.
fn look_on_large_boards(map: &Map, slice: &mut Budget) -> Result<(), Stop> {
    if map.n_squares() > LARGE { slice.look() } else { Ok(()) }
}

/// An engine at work on one board.
///
/// A slice of budget runs out, the engine keeps everything it has, and the next slice goes on where
/// the last one ended. Nothing restarts from zero.
pub trait Run {
    /// Works until the answer is known or the slice is used up; `None` means: call again. A memory
    /// that is full is an answer, a time or node limit of the slice is not.
    fn run(&mut self, slice: &mut Budget) -> Option<Outcome<Vec<Push>>>;

    /// What it has done so far, over all slices.
    fn stats(&self) -> Stats;
}
