//! One run of a plan, and the key under which its row is kept.

use serde_json::json;

use crate::host::fnv;
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

    /// The key of a run: everything that decides it, in 64 bits. Two runs of a plan have different keys, and
    /// the same run has the same key in whichever folder and on whichever machine it is made.
    pub fn key(&self, job: Job) -> String {
        let (level, setup) = (&self.levels[job.level], &self.header.setups[job.setup]);
        let limits = &self.header.limits;
        let decides = json!([
            level.collection,
            level.index,
            level.hash,
            setup.line,
            setup.external,
            setup.seed,
            limits,
            self.header.version,
        ]);
        format!("{:016x}", fnv(decides.to_string().bytes()))
    }
}
