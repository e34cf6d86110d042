//! The number of boxes off goal: each needs at least one push.
//!
//! Admissible and consistent for pushes, and so for moves: a push changes it by at most one.

use ground::analysis::Analysis;
use search::{Heuristic, Properties};

use crate::space::BoxState;

/// The heuristic on a board.
pub struct OffGoal<'a>(pub &'a Analysis);

impl Heuristic<BoxState> for OffGoal<'_> {
    fn estimate(&mut self, state: &BoxState) -> Option<u32> {
        Some(count(self.0, state))
    }

    fn properties(&self) -> Properties {
        Properties::ALL
    }
}

/// How many boxes are off goal.
pub(super) fn count(analysis: &Analysis, state: &BoxState) -> u32 {
    state.boxes().iter().filter(|&&square| !analysis.map.is_goal(square)).count() as u32
}
