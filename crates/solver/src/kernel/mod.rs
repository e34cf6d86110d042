//! What every engine is built on: squares, sets, positions, zones, one-box moves, and storage whose
//! size is fixed by the memory limit.
//!
//! The kernel knows the rules and nothing about being good at the game: no distances, no deadlocks,
//! no order of preference. Everything here works in both directions, [pushing and pulling](Mode),
//! and on boards of any size the rules allow.

mod arena;
mod bits;
mod box_moves;
mod bucket;
mod chunks;
mod map;
mod memory;
mod position;
mod random;
mod reach;
mod regions;
mod steps;
mod store;
mod symmetry;
mod table;
mod zones;

#[cfg(test)]
pub(crate) mod testing;

pub(crate) use arena::Packer;
use arena::StateArena;
pub(crate) use bits::Bits;
pub(crate) use box_moves::{BoxMove, BoxMoves, SideOrder};
pub(crate) use bucket::BucketQueue;
pub(crate) use chunks::Chunks;
pub(crate) use map::Map;
pub(crate) use map::Mode;
pub(crate) use map::mix;
pub use memory::Memory;
pub use position::Position;
pub(crate) use random::Random;
pub use reach::Reach;
pub use regions::Regions;
pub(crate) use steps::Steps;
pub(crate) use store::{Store, Unknown};
pub(crate) use symmetry::Symmetries;
pub(crate) use table::Table;
pub(crate) use zones::Zones;
