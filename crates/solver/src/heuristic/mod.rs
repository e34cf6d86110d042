//! Lower bounds on the pushes still needed.

mod bound;
mod matching;

pub use bound::Bound;
pub use matching::Matching;
