//! The parts of the engines that tests and examples look at one by one: the oracle's rooms, the
//! replay of known solutions, the measuring programs. Nothing here is a stable interface, and no
//! crate of the product may name it; `cargo xtask tidy` sees to that.

pub use crate::analysis::Analysis;
pub use crate::deadlock::{
    Block, Deadlocks, Fixed, Freeze, PatternSearch, Recursive, refutation, wall_squares,
};
pub use crate::engine::Run;
pub use crate::engine::fess::{Fess, Restarts, Strategy};
pub use crate::engine::rolling_stone::Examined;
pub use crate::heuristic::{
    Bound, Heights, Hn2Matching, ManhattanMatching, Matching, Nearest, OffGoal, PushConflicts,
    PushMatching,
};
pub use crate::kernel::{Memory, Position, Reach, Regions};
pub use crate::prune::{Corral, PiCorral};
pub use crate::textbook::space::BoxState;
