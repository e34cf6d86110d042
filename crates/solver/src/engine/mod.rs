//! The engines. All can be stopped and resumed.
//!
//! They differ in which position comes next and in what a step is. The positions they have met are
//! kept in a [`Store`](crate::kernel::Store), [`stepwise`] is their loop, [`pruning`] decides what
//! they leave out, and [`mover`] moves a box any distance. Only FESS has a tree and a loop of its
//! own.

pub(crate) mod beam;
pub(crate) mod fess;
pub(crate) mod imagined;
mod mover;
pub(crate) mod optimal;
pub(crate) mod phase;
mod pruning;
pub(crate) mod push_pull;
pub(crate) mod rolling_stone;
mod stepwise;
#[cfg(test)]
mod testing;

use search::{Budget, Outcome, Stats};
use sokoban::Push;

/// Boards with more squares than this are large: the expensive tests would cost more than the
/// search itself.
pub(crate) const LARGE: usize = 1_500;

/// An engine at work on one board.
///
/// When a slice of budget runs out, the engine keeps everything it has, and the next slice goes on
/// where the last one ended. Nothing restarts from zero.
pub trait Run {
    /// Works until the answer is known or the slice is used up; `None` means: call again. Full
    /// memory is an answer; the slice's time or node limit is not.
    fn run(&mut self, slice: &mut Budget) -> Option<Outcome<Vec<Push>>>;

    /// What the engine has done so far, over all slices.
    fn stats(&self) -> Stats;
}
