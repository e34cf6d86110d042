//! The matching plus what boxes cost each other, for the textbook searches.
//!
//! This is [`Conflicts`] on top of [`super::PushMatching`]; see there. Admissible, and any
//! dead end it sees is real; not consistent, because another choice of groups may be worth several
//! pushes less.

use ground::analysis::Analysis;
use ground::heuristic::Conflicts;
use search::{Budget, Heuristic, Properties, Stop};

use super::PushMatching;
use crate::space::BoxState;

/// The heuristic on a board.
pub struct PushConflicts<'a> {
    matching: PushMatching<'a>,
    conflicts: Conflicts<'a>,
}

impl<'a> PushConflicts<'a> {
    /// Computes the tables.
    ///
    /// # Errors
    ///
    /// The limit that was reached, or the cancellation.
    pub fn new(analysis: &'a Analysis, budget: &mut Budget) -> Result<PushConflicts<'a>, Stop> {
        let conflicts = Conflicts::new(analysis, budget)?;
        Ok(PushConflicts { matching: PushMatching::new(analysis), conflicts })
    }
}

impl Heuristic<BoxState> for PushConflicts<'_> {
    fn estimate(&mut self, state: &BoxState) -> Option<u32> {
        let matching = self.matching.estimate(state)?;
        self.conflicts.raise(state.boxes(), state.player(), matching)
    }

    fn properties(&self) -> Properties {
        Properties { admissible: true, consistent: false, safe: true }
    }
}
