//! The engines. All can be stopped and resumed.
//!
//! They differ in which position comes next and in what a step is. The positions they have met are
//! kept in a [`Store`](crate::kernel::Store), [`stepwise`] is their loop, [`pruning`] decides what
//! they leave out, and [`mover`] moves a box any distance. Only FESS has a tree and a loop of its
//! own.

pub(crate) mod anytime;
pub(crate) mod beam;
pub(crate) mod compact;
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

use crate::config::Engine;
use crate::portfolio::Found;

/// Boards with more squares than this are large: the expensive tests would cost more than the
/// search itself.
pub(crate) const LARGE: usize = 1_500;

/// A solution that may not be the shortest.
#[derive(Clone, Debug)]
pub struct Best {
    /// Its pushes.
    pub pushes: Vec<Push>,
    /// Its cost in what the search counts.
    pub cost: u32,
    /// The engine that found it.
    pub engine: Engine,
}

impl Best {
    /// What was found, given the proved bound.
    pub(crate) fn found(self, bound: Option<u64>) -> Found {
        let to_the_end = bound.is_some_and(|bound| bound >= u64::from(self.cost));
        Found { to_the_end, ..Found::by(self.engine, Outcome::Solved(self.pushes)) }
    }
}

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

    /// The best solution so far, of an engine that goes on after the first to prove that no other
    /// is shorter.
    fn best(&self) -> Option<Best> {
        None
    }
}
