//! Tests that say a position is lost. None of them may ever be wrong.
//!
//! They are run in two places. [`Deadlocks::after_push`] looks at the box pushed last, in every
//! position generated, so it must be cheap. [`Deadlocks::when_expanded`] looks at the whole
//! position once, when a search is about to expand it, cheapest test first. Every engine runs the
//! same tests.

mod closure;
mod corral_search;
pub mod diagonal;
pub mod fixed;
pub mod fixed_matching;
mod freeze;
pub mod local;
mod lost_groups;
mod obstacles;
mod pattern_search;
mod pipeline;
pub mod refutation;
pub mod retrograde;
pub mod subset_search;
mod subset_state;
mod verdicts;
mod walls;

pub use closure::Closure;
pub use corral_search::CorralSearch;
pub use fixed::Fixed;
pub use fixed_matching::FixedMatching;
pub use freeze::Freeze;
pub use local::{Ground, Local};
pub use lost_groups::LostGroups;
pub use obstacles::Obstacles;
pub use pattern_search::PatternSearch;
pub use pipeline::Deadlocks;

use crate::kernel::{Map, Position, Regions};

/// Pairs of closed zones that share a box, in the order of the boxes.
pub fn touching_zones(
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
