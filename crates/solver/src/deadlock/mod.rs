//! Tests that say a position is lost. None of them may ever be wrong.
//!
//! They are asked in two places: [`Deadlocks::after_push`] on every position generated, so it must
//! be cheap, and later the expensive ones when a position is expanded.

mod freeze;

pub use freeze::Freeze;

use sokoban::Square;

use crate::analysis::Analysis;
use crate::kernel::Position;
use crate::technique::{Technique, TechniqueSet};

/// The tests that are on, with their scratch space.
#[derive(Clone, Debug)]
pub struct Deadlocks<'a> {
    analysis: &'a Analysis,
    techniques: TechniqueSet,
    freeze: Freeze,
}

impl<'a> Deadlocks<'a> {
    /// The deadlock tests of a set of techniques.
    pub fn new(analysis: &'a Analysis, techniques: TechniqueSet) -> Deadlocks<'a> {
        Deadlocks { analysis, techniques, freeze: Freeze::new(&analysis.map) }
    }

    /// The cheap tests: whether the position is lost because of the box now on `square`, which was
    /// moved last. A nanosecond or a few hundred.
    #[inline]
    pub fn after_push(&mut self, position: &Position, square: Square) -> bool {
        self.techniques.has(Technique::Freeze)
            && self.freeze.is_dead(&self.analysis.map, &self.analysis.live, position, square)
    }
}
