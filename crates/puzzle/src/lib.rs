//! The door to both games: a level as text in, a verified report out.
//!
//! ```
//! use banto_puzzle::{Budget, Request, hint, read};
//!
//! fn main() -> Result<(), Box<dyn std::error::Error>> {
//!     let mut levels = read(b"#######\n#@ $. #\n# $  .#\n#######\n")?.entries;
//!     let puzzle = levels.remove(0).puzzle?;
//!     let report = puzzle.solve(&Request::default())?;
//!     println!("{}: {}", report.status.name(), report.solution.ok_or("no solution")?);
//!     let found = hint(&puzzle.after("rR")?, &mut Budget::unlimited())?;
//!     println!("then {}, {} pushes to go", found.next[0], found.to_go.pushes.ok_or("?")?);
//! #    assert_eq!(found.to_go.pushes, Some(3));
//!     Ok(())
//! }
//! ```
//!
//! [`read`] turns bytes into a [`Collection`] of either game, every level judged. [`Puzzle::solve`]
//! takes a [`Request`] and returns a [`Report`]; [`hint()`], [`why()`] and
//! [`facts()`] answer what a player asks, about any position ([`Puzzle::after`]). Every solution shown has
//! been replayed by the independent `checker` on the text of the level; one that does not replay is
//! never shown. `examples/` has a program for each.

pub mod advice;
mod answer;
mod build_info;
mod check;
mod collection;
pub mod edit;
pub mod engines;
pub mod facts;
pub mod fault;
pub mod generate;
pub mod grade;
pub mod graded_boards;
pub mod hint;
pub mod improve;
mod key;
pub mod known;
pub mod label;
pub mod legal;
mod level_data;
mod pasted;
pub mod plain;
mod position;
pub mod proof;
pub mod record;
mod record_table;
mod report;
pub mod request;
mod resolve;
mod run;
pub mod signature;
pub mod solutions;
mod solver_pool;
mod status;
pub mod to_order;
pub mod tree;
pub mod why;
pub mod write;

pub use {::search, ::text};

pub use advice::advice;
pub use answer::NoAnswer;
pub use check::{WrongMoves, check};
pub use collection::{Collection, Entry, Game, Puzzle, SokobanPuzzle, read};
pub use facts::facts;
pub use fault::Fault;
pub use grade::rate;
pub use hint::hint;
pub use improve::improve;
pub use legal::legal;
pub use report::{Counts, Report};
pub use request::{Request, RequestError};
pub use resolve::Resolved;
pub use run::run;
pub use search::{Budget, Cancel, Goal, Guarantee, Limits, Metric};
pub use status::Status;
pub use why::why;

/// The programs in the README run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
