//! One run of a plan.

use crate::plan::Plan;

/// One run: a level and a setup, by their places in the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Job {
    /// The level.
    pub level: usize,
    /// The setup.
    pub setup: usize,
}

impl Plan {
    /// All runs: every setup on the first level, then on the second.
    pub fn jobs(&self) -> impl Iterator<Item = Job> + use<> {
        let setups = self.header.setups.len();
        (0..self.levels.len())
            .flat_map(move |level| (0..setups).map(move |setup| Job { level, setup }))
    }
}
