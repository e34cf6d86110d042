//! The score of a position on its way along a packing order: lower is better.
//!
//! ```text
//! 48 · targets missing + approach to the next one + 16 · stranded boxes + 4 · zones + 4 · idle moves
//! ```
//!
//! Filled targets count most. Between two of them the approach says how much is in the way; zones
//! count because a board in pieces is hard to work on; and moves on the way that filled nothing
//! count, so that the search does not wander for ever without looking elsewhere.
//!
//! Soundness: guidance alone. Source: the score of Damgaard's YASS (32 per target, the distance to
//! the nearest one, pushes outside the plan), zones and stranded boxes from Shoham's FESS.
//! Cost: that of the [approach](super::approach).

use sokoban::Square;

use super::approach::Approach;
use super::phases::{Phases, Progress};
use crate::kernel::{Map, Position};
use crate::technique::{Technique, TechniqueSet};

/// What counts how much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// A target that is not filled.
    pub missing: u32,
    /// A push, with obstacles, on the way to the next target.
    pub approach: u32,
    /// A stranded box.
    pub stranded: u32,
    /// A zone of the board.
    pub zones: u32,
    /// A macro move that did not fill a target.
    pub idle: u32,
}

/// The weights of the first way, and of those that join it: one that does not mind idle moves,
/// one that keeps the board together.
pub const WAYS: [Weights; 3] = [
    Weights { missing: 48, approach: 1, stranded: 16, zones: 4, idle: 4 },
    Weights { missing: 48, approach: 1, stranded: 16, zones: 4, idle: 0 },
    Weights { missing: 48, approach: 1, stranded: 16, zones: 16, idle: 2 },
];

impl Weights {
    /// The weights with what is switched off counting nothing.
    pub fn of(self, techniques: TechniqueSet) -> Weights {
        let approach = if techniques.has(Technique::Approach) { self.approach } else { 0 };
        Weights { approach, ..self }
    }
}

/// Idle moves beyond this number count no more.
const MOST_IDLE: u16 = 500;

/// Scores positions along one order.
#[derive(Clone, Debug)]
pub struct Scorer {
    phases: Phases,
    weights: Weights,
    approach: Approach,
}

impl Scorer {
    /// A scorer for an order.
    pub fn new(map: &Map, phases: Phases, weights: Weights) -> Scorer {
        Scorer { phases, weights, approach: Approach::new(map) }
    }

    /// How far a position has come.
    pub fn progress(&self, position: &Position) -> Progress {
        self.phases.progress(position)
    }

    /// The score of a position that has come so far, with the player on `player`.
    pub fn score(
        &mut self,
        map: &Map,
        position: &Position,
        player: Square,
        progress: Progress,
        n_zones: u16,
        idle: u16,
    ) -> u32 {
        let weights = &self.weights;
        let approach = self
            .phases
            .get(progress.stage)
            .filter(|_| weights.approach > 0)
            .map_or(0, |phase| self.approach.cost(map, phase, position, player));
        weights.missing * progress.missing
            + weights.approach * u32::from(approach)
            + weights.stranded * progress.stranded
            + weights.zones * u32::from(n_zones)
            + weights.idle * u32::from(idle.min(MOST_IDLE))
    }
}
