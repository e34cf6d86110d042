//! Heuristics for the textbook searches: lower bounds, and estimates that claim less.

mod assignment;
mod hn2;
mod hn2_matching;
mod manhattan;
mod off_goal;
mod push_conflicts;
mod push_matching;
mod push_pairs_door;

pub(crate) use hn2::Hn2;
pub use hn2_matching::Hn2Matching;
pub(crate) use manhattan::NearestFree;
pub use manhattan::{ManhattanMatching, Nearest};
pub use off_goal::OffGoal;
pub use push_conflicts::PushConflicts;
pub use push_matching::PushMatching;
pub use push_pairs_door::PushPairsDoor;
