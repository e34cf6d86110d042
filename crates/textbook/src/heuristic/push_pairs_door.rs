//! The board cut at one square, for the textbook searches.
//!
//! This is [`PairsDoor`]; see there. Admissible and consistent for pushes, and any dead end it sees
//! is real.

use ground::analysis::Analysis;
use ground::heuristic::PairsDoor;
use search::{Budget, Heuristic, Properties, Stop};

use crate::space::BoxState;

/// The heuristic on a board.
pub struct PushPairsDoor<'a>(PairsDoor<'a>);

impl<'a> PushPairsDoor<'a> {
    /// Computes the tables.
    ///
    /// # Errors
    ///
    /// The limit that was reached, or the cancellation.
    pub fn new(analysis: &'a Analysis, budget: &mut Budget) -> Result<PushPairsDoor<'a>, Stop> {
        Ok(PushPairsDoor(PairsDoor::new(analysis, budget)?))
    }
}

impl Heuristic<BoxState> for PushPairsDoor<'_> {
    fn estimate(&mut self, state: &BoxState) -> Option<u32> {
        self.0.estimate(state.boxes(), state.player())
    }

    fn properties(&self) -> Properties {
        Properties::ALL
    }
}
