//! Tests that say a position is lost. None of them may ever be wrong.
//!
//! They are asked in two places. [`Deadlocks::after_push`] looks at the box pushed last, on every
//! position generated, so it must be cheap. [`Deadlocks::when_expanded`] looks at the whole
//! position, once, when a search is about to expand it, cheapest test first. Every engine asks the
//! same tests; [`Stack`] is what they share, [`Deadlocks`] ties it to the tables of one board.

pub mod alone;
mod block;
mod closure;
mod corral;
pub mod diagonal;
mod few;
pub mod fixed;
pub mod fixed_matching;
mod freeze;
mod groups;
mod k_distance;
pub mod local;
mod patterns;
mod recursive;
pub mod refutation;
pub mod retrograde;
mod room;
mod stack;
mod verdicts;
mod wall_lines;
pub mod wall_squares;
mod walls;

pub use block::Block;
pub use closure::Closure;
pub use corral::CorralSearch;
pub use fixed::Fixed;
pub use fixed_matching::FixedMatching;
pub use freeze::Freeze;
pub use groups::Groups;
pub use k_distance::KDistance;
pub use local::{Ground, Local};
pub use patterns::Patterns;
pub use recursive::Recursive;
pub use room::RoomSearch;
pub use stack::Stack;
pub use wall_lines::WallLines;
pub use walls::{Walled, WalledCache};

use search::{Budget, Stop};
use sokoban::Square;

use crate::analysis::Analysis;
use crate::kernel::{Bits, Map, Memory, Position, Regions};
use crate::technique::{Technique, TechniqueSet};

/// The tests that are on, for one board.
#[derive(Clone, Debug)]
pub struct Deadlocks<'a> {
    analysis: &'a Analysis,
    stack: Stack,
}

impl<'a> Deadlocks<'a> {
    /// The deadlock tests of a set of techniques.
    pub fn new(analysis: &'a Analysis, techniques: TechniqueSet) -> Deadlocks<'a> {
        Deadlocks { analysis, stack: Stack::new(analysis, techniques) }
    }

    /// The same with caches that are taken from a memory: a sixteenth of it at most.
    pub fn within(
        analysis: &'a Analysis,
        techniques: TechniqueSet,
        memory: &mut Memory,
    ) -> Result<Deadlocks<'a>, Stop> {
        let stack = Stack::sized(analysis, techniques, memory.left() / 16);
        memory.take(stack.most_bytes())?;
        Ok(Deadlocks { analysis, stack })
    }

    /// Makes the tables that are due after so many expansions and that a shorter search does
    /// without. Nothing is called lost because of them before.
    #[inline]
    pub fn prepare(&mut self, expanded: u64, budget: &mut Budget) -> Result<(), Stop> {
        self.stack.prepare(self.analysis, expanded, budget)
    }

    /// The cheap tests: which of them shows the position to be lost because of the box now on
    /// `square`, which was moved last; the player stands on `player`, beside it.
    #[inline]
    pub fn after_push(
        &mut self,
        position: &Position,
        square: Square,
        player: Square,
    ) -> Option<Technique> {
        self.stack.after_push(self.analysis, position, square, player)
    }

    /// The expensive tests: which of them shows the position to be lost, if any. Afterwards, and
    /// until the next call, [`Deadlocks::walls`] and [`Deadlocks::regions`] are those of the
    /// position.
    pub fn when_expanded(&mut self, position: &Position) -> Option<Technique> {
        self.stack.when_expanded(self.analysis, position)
    }

    /// Looks hard at a position that has kept the search busy for long; see [`Stack::suspect`].
    pub fn suspect(&mut self, position: &Position) -> bool {
        self.stack.suspect(self.analysis, position)
    }

    /// The wall and the boxes of the position last expanded that will never move again.
    pub fn walls(&self) -> &Bits {
        self.stack.walls()
    }

    /// The zones of the position last expanded.
    pub fn regions(&self) -> &Regions {
        self.stack.regions()
    }

    /// The tests themselves: what they refused, what they keep in memory.
    pub fn stack(&self) -> &Stack {
        &self.stack
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
