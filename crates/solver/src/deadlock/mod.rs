//! Tests that say a position is lost. None of them may ever be wrong.
//!
//! They are asked in two places. [`Deadlocks::after_push`] looks at the box pushed last, on every
//! position generated, so it must be cheap. [`Deadlocks::when_expanded`] looks at the whole
//! position, once, when a search is about to expand it, cheapest test first.

mod block;
mod corral;
pub mod fixed;
pub mod fixed_matching;
mod freeze;
mod recursive;
pub mod retrograde;
mod wall_lines;
pub mod wall_squares;
mod walls;

pub use block::Block;
pub use corral::CorralSearch;
pub use fixed::Fixed;
pub use fixed_matching::FixedMatching;
pub use freeze::Freeze;
pub use recursive::Recursive;
pub use wall_lines::WallLines;
pub use walls::{Walled, WalledCache};

use search::{Budget, Stop};
use sokoban::{Dir, Square};

use crate::analysis::{Analysis, Pairs};
use crate::engine::LARGE;
use crate::kernel::{Bits, Map, Mode, Position, Regions};
use crate::technique::{Technique, TechniqueSet};

/// The tests that are on, with their scratch space.
#[derive(Clone, Debug)]
pub struct Deadlocks<'a> {
    analysis: &'a Analysis,
    techniques: TechniqueSet,
    freeze: Freeze,
    pairs: Option<Pairs>,
    fixed: Fixed,
    fixed_matching: FixedMatching,
    corral: CorralSearch,
    regions: Regions,
    /// Walls without any fixed box.
    bare: Bits,
    found_fixed: bool,
}

impl<'a> Deadlocks<'a> {
    /// The deadlock tests of a set of techniques.
    pub fn new(analysis: &'a Analysis, techniques: TechniqueSet) -> Deadlocks<'a> {
        let map = &analysis.map;
        Deadlocks {
            analysis,
            techniques,
            freeze: Freeze::new(map),
            pairs: None,
            fixed: Fixed::new(analysis),
            fixed_matching: FixedMatching::default(),
            corral: CorralSearch::new(analysis),
            regions: Regions::new(map),
            bare: map.occupied([]),
            found_fixed: false,
        }
    }

    /// Computes the tables that a short search does without. Nothing is called lost because of
    /// them before this is called.
    pub fn prepare(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        if self.techniques.has(Technique::Pairs) && self.pairs.is_none() {
            self.pairs = self.analysis.pairs(Mode::Push, budget)?;
        }
        Ok(())
    }

    /// The cheap tests: whether the position is lost because of the box now on `square`, which was
    /// moved last; the player stands on `player`, beside it.
    #[inline]
    pub fn after_push(&mut self, position: &Position, square: Square, player: Square) -> bool {
        let Analysis { map, live, .. } = self.analysis;
        let paired = self.pairs.as_ref().is_some_and(|pairs| {
            let side = Dir::ALL.into_iter().find(|&dir| map.next(square, dir) == player);
            side.is_some_and(|side| pairs.is_lost(position.occupied(), square, side))
        });
        paired
            || (self.techniques.has(Technique::Freeze)
                && self.freeze.is_dead(map, live, position.occupied(), square))
    }

    /// The expensive tests: which of them shows the position to be lost, if any. Afterwards, and
    /// until the next call, [`Deadlocks::walls`] and [`Deadlocks::regions`] are those of the
    /// position.
    pub fn when_expanded(&mut self, position: &Position) -> Option<Technique> {
        let Analysis { map, .. } = self.analysis;
        // On large boards these tests would cost more than the search itself.
        let small = map.n_squares() <= LARGE;
        let on = |technique| small && self.techniques.has(technique);
        self.found_fixed = on(Technique::Fixed);
        if self.found_fixed {
            let Some(at) = self.fixed.find(self.analysis, position) else {
                return Some(Technique::Fixed);
            };
            let walled = self.fixed.walled(at);
            if on(Technique::Retrograde) && retrograde::is_dead(walled, position) {
                return Some(Technique::Retrograde);
            }
            if on(Technique::FixedMatching) && self.fixed_matching.is_dead(map, walled, position) {
                return Some(Technique::FixedMatching);
            }
        }
        self.regions.find(map, position.occupied());
        if on(Technique::CorralSearch)
            && self.regions.count() > 1
            && self.corral.is_dead(self.analysis, position, &self.regions)
        {
            return Some(Technique::CorralSearch);
        }
        None
    }

    /// The wall and the boxes of the position last expanded that will never move again.
    pub fn walls(&self) -> &Bits {
        if self.found_fixed { self.fixed.walls() } else { &self.bare }
    }

    /// The zones of the position last expanded.
    pub fn regions(&self) -> &Regions {
        &self.regions
    }
}

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
