//! Tests that say a position is lost. None of them may ever be wrong.
//!
//! They are run in two places. [`Deadlocks::after_push`] looks at the box pushed last, in every
//! position generated, so it must be cheap. [`Deadlocks::when_expanded`] looks at the whole
//! position once, when a search is about to expand it, cheapest test first. Every engine runs the
//! same tests.

pub(crate) mod alone;
mod block;
mod closure;
mod corral_search;
pub(crate) mod diagonal;
mod few;
pub(crate) mod fixed;
pub(crate) mod fixed_matching;
mod freeze;
pub(crate) mod local;
mod lost_groups;
mod obstacles;
mod pattern_search;
mod pipeline;
mod recursive;
pub mod refutation;
pub(crate) mod retrograde;
mod verdicts;
pub mod wall_squares;
mod walls;

pub use block::Block;
pub(crate) use closure::Closure;
pub(crate) use corral_search::CorralSearch;
pub use fixed::Fixed;
pub(crate) use fixed_matching::FixedMatching;
pub use freeze::Freeze;
pub(crate) use local::{Ground, Local};
pub(crate) use lost_groups::LostGroups;
pub(crate) use obstacles::Obstacles;
pub use pattern_search::PatternSearch;
pub use pipeline::Deadlocks;
pub use recursive::Recursive;

use crate::kernel::{Map, Position, Regions};

/// Pairs of closed zones that share a box, in the order of the boxes.
pub(crate) fn touching_zones(
    map: &Map,
    position: &Position,
    regions: &Regions,
    outside: u16,
) -> Vec<(u16, u16)> {
    let mut pairs = Vec::new();
    for square in position.occupied().iter().filter(|&square| !map.is_wall(square)) {
        let zones = map.near(square).map(|near| regions.of(near));
        for (i, &a) in zones.iter().enumerate() {
            for &b in &zones[..i] {
                let closed = |zone| zone != Regions::NONE && zone != outside;
                let pair = (a.min(b), a.max(b));
                if a != b && closed(a) && closed(b) && !pairs.contains(&pair) {
                    pairs.push(pair);
                }
            }
        }
    }
    pairs
}
