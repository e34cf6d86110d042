//! What every engine is built on: squares, sets, positions, zones, one-box moves, and storage whose
//! size is fixed by the memory limit.
//!
//! The kernel knows the rules but no strategy: no distances, no deadlocks, no move ordering.
//! Everything here works in both directions, [pushing and pulling](Mode), and on boards of any size
//! the rules allow.

mod arena;
mod bits;
mod box_moves;
mod bucket;
mod chunks;
mod map;
mod memory;
mod position;
mod reach;
mod regions;
mod steps;
mod store;
mod symmetry;
mod table;
mod twins;
mod zones;

pub use arena::Packer;
use arena::StateArena;
pub use bits::Bits;
pub use box_moves::{BoxMove, BoxMoves, SideOrder};
pub use bucket::BucketQueue;
pub use chunks::Chunks;
pub use map::Map;
pub use map::Mode;
pub use map::mix;
pub use memory::Memory;
pub use position::Position;
pub use reach::Reach;
pub use regions::Regions;
pub use steps::Steps;
pub use store::{Store, Unknown};
pub use symmetry::Symmetries;
pub use table::Table;
pub use twins::Twins;
pub use zones::Zones;
