//! Puzzle-agnostic search: state spaces, budgets, counters, outcomes.
//!
//! Nothing here knows Sokoban or Unblock Me. A game implements [`StateSpace`]; a search takes it
//! together with a [`Budget`] and returns an [`Outcome`] and its [`Stats`].

mod budget;
mod outcome;
mod space;
mod stats;

pub mod bfs;

pub use budget::{Budget, Cancel, Limits, Observer, Progress, Stop};
pub use outcome::{Guarantee, Outcome};
pub use space::{StateSpace, Successor};
pub use stats::Stats;
