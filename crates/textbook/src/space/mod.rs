//! Sokoban as the textbook searches see it: in pushes and in single moves.
//!
//! Both spaces take any set of techniques. The order of expansion is fixed: boxes in ascending
//! order of their squares, directions in the order of [`sokoban::Dir::ALL`], unless a technique
//! says otherwise.

mod moves;
mod opening;
mod pushes;
mod rules;
mod state;

pub use moves::MoveSpace;
pub use pushes::{Cost, PushRun, PushSpace};
pub use state::BoxState;
