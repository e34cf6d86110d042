//! Levels as hard for people as wanted, by the grade of [`rate`](crate::rate).

mod sokoban;
mod unblock;

pub use generate::sokoban::Style;

pub use self::sokoban::{TOLERANCE, ToOrder};
pub use self::unblock::{MOVES_TOLERANCE, UnblockToOrder};
