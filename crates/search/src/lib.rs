//! Puzzle-agnostic search: state spaces, heuristics, textbook algorithms, budgets, counters.
//!
//! Nothing here knows Sokoban or Unblock Me. A game implements [`StateSpace`] and [`Heuristic`]; a
//! search takes them together with a [`Budget`] and returns an [`Outcome`] and its [`Stats`].
//! [`Algorithm`] chooses a search at run time.
//!
//! ```
//! use banto_search::{Algorithm, Budget, Options, Outcome, StateSpace, Stats, Successor, Zero};
//!
//! /// From 1 to 10 by doubling and adding one.
//! struct Numbers;
//!
//! impl StateSpace for Numbers {
//!     type State = u32;
//!     type Action = char;
//! #    fn initial(&self) -> u32 {
//! #        1
//! #    }
//! #    fn is_goal(&self, state: &u32) -> bool {
//! #        *state == 10
//! #    }
//!
//!     fn expand(&mut self, state: &u32, out: &mut Vec<Successor<u32, char>>) {
//!         out.push(Successor { action: '*', cost: 1, state: state * 2 });
//!         out.push(Successor { action: '+', cost: 1, state: state + 1 });
//!     }
//!     // `initial` says 1, `is_goal` asks for 10.
//! }
//!
//! let (mut budget, mut stats) = (Budget::unlimited(), Stats::default());
//! let options = Options::default();
//! let outcome = Algorithm::Astar.search(&mut Numbers, &mut Zero, &options, &mut budget, &mut stats);
//! let Outcome::Solved(actions) = outcome else { panic!("there is a way") };
//! assert_eq!(actions.len(), 4);
//! ```

#![warn(clippy::missing_errors_doc)]

mod algorithm;
mod astar;
mod attempts;
mod best_first;
mod budget;
mod clock;
mod depth_first;
mod dfs;
mod greedy;
mod heuristic;
mod idastar;
mod iddfs;
mod metric;
mod open;
mod outcome;
mod random;
mod space;
mod stats;
mod store;
mod ucs;

pub mod bfs;
pub mod goal;

pub use algorithm::{Algorithm, Options};
pub use attempts::{Attempts, Growth};
pub use budget::{Budget, Cancel, Limits, Observer, Progress, Stop};
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
pub use clock::set_host_clock;
pub use goal::{Goal, UnknownGoal};
pub use heuristic::{Heuristic, Properties, Zero};
pub use metric::{Metric, UnknownMetric};
pub use open::{Frontier, Known, Ties};
pub use outcome::{Guarantee, Outcome};
pub use random::{Random, SplitMix};
pub use space::{Expansion, StateSpace, Successor};
pub use stats::{MemberStats, Stats};

/// The program in the README runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
