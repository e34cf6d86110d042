//! The engines. Each owns its loop and its memory, and all can be stopped and resumed.

pub mod fess;
pub mod greedy;
pub mod optimal;

use search::{Budget, Outcome, Stats};
use sokoban::Push;

/// Expansions after which a search computes the tables that a short one does without.
const PREPARE_AT: u64 = 500;

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
