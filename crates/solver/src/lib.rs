//! Sokoban engines and techniques.

pub mod kernel;
