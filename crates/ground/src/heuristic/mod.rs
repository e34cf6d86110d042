//! Lower bounds on the pushes or moves still needed.

mod bound;
mod conflicts;
mod heights;
mod matching;

pub use bound::After;
pub use bound::Bound;
pub use conflicts::{Conflicts, PairsDoor};
pub use heights::{Heights, Potential};
pub use matching::Matching;
pub use matching::StepMatching;
