//! Deadlock tests of published programs, which the engines of today do not need. None of them may
//! ever be wrong.

mod block;
mod recursive;
pub mod wall_squares;

pub use block::Block;
pub use recursive::Recursive;
