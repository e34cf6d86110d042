//! The stronger bound of a search that takes long.
//!
//! [`Conflicts`] needs tables of a tenth of a second to some seconds, which most levels do not take
//! as a whole. So the search begins with the matching and makes the tables when it has expanded
//! some thousands of nodes; the nodes that wait are then judged again. What was expanded before
//! stays: its costs were least under a consistent bound, and where this one, which is not
//! consistent, is too pessimistic about an order, nodes are reopened.

use search::{Budget, Stop};
use sokoban::Square;

use crate::analysis::Analysis;
use crate::heuristic::Conflicts;
use crate::kernel::{Memory, Position};
use crate::technique::{Technique, TechniqueSet};
use crate::textbook::space::BoxState;

/// Nodes expanded before the tables are made.
const PATIENCE: u64 = 30_000;

/// More than the tables take on any board.
const TABLE_BYTES: u64 = 256 << 20;

/// The bound, once it is there.
pub(super) struct Late<'a> {
    /// Nodes to expand first; `None` when the tables are made or not wanted.
    patience: Option<u64>,
    conflicts: Option<Conflicts<'a>>,
}

impl<'a> Late<'a> {
    /// Takes the memory of the tables where they are wanted and leave most of it to the nodes.
    pub(super) fn new(techniques: TechniqueSet, memory: &mut Memory) -> Late<'a> {
        let wanted = techniques.has(Technique::Conflicts) && memory.left() >= 4 * TABLE_BYTES;
        let patience = (wanted && memory.take(TABLE_BYTES).is_ok()).then_some(PATIENCE);
        Late { patience, conflicts: None }
    }

    /// Makes the tables after other than the usual number of nodes, whatever memory there is.
    #[cfg(test)]
    pub(super) fn after(patience: u64) -> Late<'a> {
        Late { patience: Some(patience), conflicts: None }
    }

    /// Makes the tables if it is time for them; whether it did.
    pub(super) fn prepare(
        &mut self,
        analysis: &'a Analysis,
        expanded: u64,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        if self.patience.is_none_or(|patience| expanded < patience) {
            return Ok(false);
        }
        self.conflicts = Some(Conflicts::new(analysis, budget)?);
        self.patience = None;
        Ok(true)
    }

    /// Whether the tables are there.
    pub(super) fn is_here(&self) -> bool {
        self.conflicts.is_some()
    }

    /// A bound at least as good as `h`; `None` when the position is lost.
    pub(super) fn raise(
        &mut self,
        h: u32,
        analysis: &Analysis,
        position: &Position,
        player: Square,
    ) -> Option<u32> {
        let Some(conflicts) = &mut self.conflicts else { return Some(h) };
        let state = BoxState::new(&analysis.map, position, player);
        search::Heuristic::estimate(conflicts, &state).map(|more| h.max(more))
    }
}
