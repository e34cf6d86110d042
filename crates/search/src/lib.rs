//! Puzzle-agnostic search: state spaces, heuristics, textbook algorithms, budgets, counters.
//!
//! Nothing here knows Sokoban or Unblock Me. A game implements [`StateSpace`] and [`Heuristic`]; a
//! search takes them together with a [`Budget`] and returns an [`Outcome`] and its [`Stats`].
//! [`Algorithm`] chooses a search at run time.

mod algorithm;
mod best_first;
mod budget;
mod depth_first;
mod heuristic;
mod open;
mod outcome;
mod space;
mod stats;
mod store;

pub mod astar;
pub mod bfs;
pub mod dfs;
pub mod greedy;
pub mod idastar;
pub mod iddfs;
pub mod ucs;

pub use algorithm::{Algorithm, Options};
pub use budget::{Budget, Cancel, Limits, Observer, Progress, Stop};
pub use heuristic::{Heuristic, Properties, Zero};
pub use open::{Frontier, Ties};
pub use outcome::{Guarantee, Outcome};
pub use space::{StateSpace, Successor};
pub use stats::Stats;
