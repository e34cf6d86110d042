//! Deadlock tests of published programs, superseded in our own engines. All of them must be sound.

mod block;
mod recursive;
pub mod wall_squares;

pub use block::Block;
pub use recursive::Recursive;
