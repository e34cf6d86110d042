//! Puzzle-agnostic search: state spaces, heuristics, textbook algorithms, budgets, counters.
//!
//! Nothing here knows Sokoban or Unblock Me. A game implements [`StateSpace`] and [`Heuristic`]; a
//! search takes them together with a [`Budget`] and returns an [`Outcome`] and its [`Stats`].
//! [`Algorithm`] chooses a search at run time.

mod algorithm;
mod astar;
mod best_first;
mod budget;
mod depth_first;
mod dfs;
mod greedy;
mod heuristic;
mod idastar;
mod iddfs;
mod open;
mod outcome;
mod settings;
mod space;
mod stats;
mod store;
mod ucs;

pub mod bfs;

pub use algorithm::{Algorithm, Options};
pub use budget::{Budget, Cancel, Limits, Observer, Progress, Stop};
pub use heuristic::{Heuristic, Properties, Zero};
pub use open::{Frontier, Ties};
pub use outcome::{Guarantee, Outcome};
pub use settings::{SettingError, Settings};
pub use space::{StateSpace, Successor};
pub use stats::Stats;
