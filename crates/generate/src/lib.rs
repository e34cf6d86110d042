//! Generators of levels: [`sokoban`] and [`unblock`]. The same seed and wishes make the same levels
//! on every machine.

#![warn(clippy::missing_errors_doc)]

pub mod sokoban;
pub mod unblock;

/// The program in the README runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
