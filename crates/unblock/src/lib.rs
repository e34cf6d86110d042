//! Unblock Me / Rush Hour: rules, formats, engine.
//!
//! Text becomes a [`Level`] (see [`format`](mod@format)); a level holds a [`Board`], judged once,
//! and everything that works on a `Board` may rely on the rules being met. Two metrics exist and
//! are never mixed: [`Metric::Moves`] (one piece, any distance) and [`Metric::Steps`] (one piece,
//! one cell).
//!
//! ```
//! use search::{Budget, Outcome, Stats};
//! use banto_unblock::{Board, Metric, solve};
//!
//! let board = Board::from_rows(&["..B", "AAB", "...", "..."]).unwrap();
//! let answer = solve(&board, Metric::Moves, &mut Budget::unlimited(), &mut Stats::default());
//! let Outcome::Solved(moves) = answer.outcome else { panic!("two moves are enough") };
//! assert_eq!(board.show_moves(&moves), "B+2 A+1");
//! ```

#![warn(clippy::missing_errors_doc)]

mod board;
mod category;
mod cells;
mod certificate;
mod cluster;
mod layout;
mod level;
mod metric;
mod moves;
mod name;
mod rating;
mod solve;
mod space;
mod state;
mod symmetry;

pub mod engine;
pub mod enumerate;
pub mod format;
pub mod wide;

pub use board::Board;
pub use category::Category;
pub use cells::{CellSet, MAX_SIDE};
pub use certificate::Certificate;
pub use cluster::Cluster;
pub use engine::Engine;
pub use layout::{Axis, Piece, Side};
pub use layout::{Fault, FaultKind, Layout, LayoutError};
pub use level::{Known, Level};
pub use metric::METRICS;
pub use moves::{Move, MoveNotation, MoveTextError, MoveTextFault, slides, steps};
pub use name::Name;
pub use rating::Rating;
pub use search::Metric;
pub use solve::{Answer, Solver, solve};
pub use space::Space;
pub use state::{Blocked, State};
pub use text::Position;

/// The program in the README runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
