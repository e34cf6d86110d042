//! Where a position is on its way along a packing order: its cell, and its score among the others
//! there. Lower is better.
//!
//! ```text
//! cell:   targets missing, then zones of the board
//! score:  approach to the next target + 16 · stranded boxes + 16 · idle moves
//! ```
//!
//! Filled targets count most, and a board in pieces is hard to work on. Within a cell the approach
//! says how much is in the way of the next target; and moves on the way that filled nothing count,
//! so that the search does not wander forever without looking elsewhere.
//!
//! Soundness: guidance only. Source: the score of Damgaard's YASS (targets, the distance to
//! the nearest one, pushes outside the plan); cells, zones and stranded boxes from Shoham's FESS.
//! Cost: that of the [approach](super::approach).

use ground::kernel::{Map, Position};
use ground::technique::{Technique, TechniqueSet};
use sokoban::Square;

use super::approach::Approach;
use super::phases::{Phases, Standing};

/// The number of distinct zone counts; larger ones count as the largest of these.
const ZONES: u32 = 16;

/// Pushes of approach that a stranded box is worth.
const STRANDED: u32 = 16;

/// Pushes of approach that an idle macro move is worth: one that fills no target.
const IDLE: u32 = 16;

/// Idle moves beyond this number no longer count.
const MOST_IDLE: u16 = 500;

/// Scores positions along one order.
#[derive(Clone, Debug)]
pub(crate) struct Scorer {
    phases: Phases,
    /// `None` when what is in the way does not count.
    approach: Option<Approach>,
}

impl Scorer {
    /// A scorer for an order.
    pub(crate) fn new(map: &Map, phases: Phases, techniques: TechniqueSet) -> Scorer {
        let approach = techniques.has(Technique::Approach).then(|| Approach::new(map));
        Scorer { phases, approach }
    }

    /// How far a position has come.
    pub(crate) fn standing(&self, position: &Position) -> Standing {
        self.phases.standing(position)
    }

    /// The cell of a position with this standing, on a board in this many zones.
    pub(crate) fn cell(standing: Standing, n_zones: u16) -> u32 {
        standing.missing * ZONES + u32::from(n_zones).min(ZONES - 1)
    }

    /// The score, within its cell, of a position with this standing and the player on `player`.
    pub(crate) fn score(
        &mut self,
        map: &Map,
        position: &Position,
        player: Square,
        standing: Standing,
        idle: u16,
    ) -> u32 {
        let phase = self.phases.get(standing.stage);
        let approach = self.approach.as_mut().zip(phase);
        let cost = approach.map_or(0, |(it, phase)| it.cost(map, phase, position, player));
        u32::from(cost) + STRANDED * standing.stranded + IDLE * u32::from(idle.min(MOST_IDLE))
    }
}
