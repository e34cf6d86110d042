//! The common basis of all Sokoban engines.
//!
//! | module | what |
//! |---|---|
//! | [`kernel`] | squares, sets, positions, zones, one-box moves, storage of fixed size |
//! | [`analysis`] | the tables of a board, computed once |
//! | [`deadlock`] | tests that say a position is lost |
//! | [`heuristic`] | lower bounds |
//! | [`prune`] | PI-corral pruning |
//! | [`technique`] | the table of techniques: who reads each, what it needs, what it keeps |
//! | [`config`] | engine, goal, techniques and seed as one value |
//! | [`run`] | an engine at work: slices, the common loop, from a run to an answer |
//! | [`claim`] | what a search may claim |
//!
//! The engines are in `banto-solver` and `banto-textbook`. Nothing here knows them but by name.
//!
//! ```
//! use banto_ground::analysis::Analysis;
//! use banto_ground::deadlock::Deadlocks;
//! use banto_ground::technique::{Technique, TechniqueSet};
//! use search::Budget;
//! use sokoban::{Board, Level};
//!
//! // Two boxes side by side along a wall without a goal never move again.
//! let rows = ["#######", "# $$  #", "#@    #", "# ..  #", "#######"];
//! let board = Board::new(&Level::from_rows(&rows).unwrap()).unwrap();
//! let analysis = Analysis::new(&board, &mut Budget::unlimited()).unwrap();
//! let mut deadlocks = Deadlocks::new(&analysis, TechniqueSet::defaults());
//! let lost = deadlocks.when_expanded(&analysis, &analysis.start);
//! assert_eq!(lost, Some(Technique::Fixed));
//! ```

#![warn(clippy::missing_errors_doc)]

pub mod analysis;
pub mod claim;
pub mod config;
pub mod deadlock;
mod engine;
pub mod heuristic;
pub mod kernel;
pub mod prune;
pub mod run;
pub mod technique;

#[cfg(test)]
mod soundness;

/// The program in the README runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
