//! The plain data of both games, for front ends that draw levels or put them together themselves.

pub use sokoban::{Level as SokobanLevel, SavedGame};
pub use unblock::{Axis, Board as UnblockBoard, Layout, Move as UnblockMove, Name, Piece, Side};
