//! How hard a level is for people.
//!
//! [`sokoban_grade`] and [`unblock_grade`] measure a level ([`features`] is the table of what is measured) and
//! put the figures into models that were fitted to what people did ([`table`], written by `cargo xtask fit`).
//! For Sokoban that is the share of plays that end solved; for Unblock the moves people need.
//!
//! ```
//! use banto_rate::{Band, sokoban_grade};
//! use search::Budget;
//! use sokoban::{Board, Level};
//!
//! let level = Level::from_rows(&["#######", "#@ $ .#", "#######"]).unwrap();
//! let board = Board::new(&level).unwrap();
//! let grade = sokoban_grade(&board, &mut Budget::unlimited()).unwrap().unwrap();
//! assert!(grade.expected.low <= grade.expected.value && grade.expected.value <= grade.expected.high);
//! assert_eq!(grade.band, Band::of_share(grade.expected.value));
//! ```

#![warn(clippy::missing_errors_doc)]

pub mod features;
mod grade;
pub mod model;
pub mod sokoban;
pub mod table;
pub mod unblock;
mod words;

pub use grade::{
    Band, Basis, Expected, Grade, Shared, share_at_a_glance, share_of_solution, share_within,
    sokoban_grade, unblock_grade,
};

/// A number spread over all bits (the last steps of splitmix64; Steele, Lea and Flood 2014), so that sums of such
/// numbers tell sets apart whatever their order.
fn spread(number: u64) -> u64 {
    let mut x = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

/// The program in the README runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
