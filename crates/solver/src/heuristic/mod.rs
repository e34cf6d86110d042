//! Lower bounds on the pushes still needed, and estimates that claim less.

mod assignment;
mod bound;
mod conflicts;
mod heights;
mod hn2;
mod hn2_matching;
mod manhattan;
mod matching;
mod off_goal;
mod push_conflicts;
mod push_matching;

#[cfg(test)]
pub(crate) mod testing;

pub(crate) use bound::After;
pub use bound::Bound;
pub(crate) use conflicts::Conflicts;
pub use heights::Heights;
pub(crate) use hn2::Hn2;
pub use hn2_matching::Hn2Matching;
pub(crate) use manhattan::NearestFree;
pub use manhattan::{ManhattanMatching, Nearest};
pub use matching::Matching;
pub(crate) use matching::StepMatching;
pub use off_goal::OffGoal;
pub use push_conflicts::PushConflicts;
pub use push_matching::PushMatching;
