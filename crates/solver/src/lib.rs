//! Sokoban engines and techniques.
