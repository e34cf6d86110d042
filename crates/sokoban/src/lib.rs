//! Sokoban rules and formats.
//!
//! Text becomes a [`Level`] (any grid, with its title and notes; see [`format`](mod@format)); a
//! `Level` becomes a [`Board`], or a [`LevelError`] that names every reason with its line and
//! column. Everything that works on a `Board` may rely on the rules being met. This crate does no
//! searching.
//!
//! ```
//! use banto_sokoban::{Board, Level, Position};
//!
//! let level = Level::from_rows(&["#####", "#@$.#", "#####"]).unwrap();
//! let board = Board::new(&level).unwrap();
//! let mut position = Position::new(&board);
//! position.play("R").unwrap();
//! assert!(position.is_solved());
//! ```

#![warn(clippy::missing_errors_doc)]

mod board;
mod canonical;
mod dir;
pub mod draw;
pub mod format;
mod grid;
mod level;
mod moves;
mod position;
mod square;
mod state;
mod symmetry;
mod walk;

pub use board::{Board, Impossible};
pub use canonical::canonical_hash;
pub use dir::Dir;
pub use grid::{Grid, GridError, MAX_SIDE, Tile};
pub use level::{Fault, FaultKind, Level, LevelError, SavedGame};
pub use moves::{Move, Push, Solution};
pub use position::Position;
pub use square::{Square, SquareSet};
pub use state::{Blocked, BlockedReason, State};
pub use symmetry::Symmetry;
pub use text::Position as TextPosition;
pub use walk::Walker;

/// The program in the README runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
