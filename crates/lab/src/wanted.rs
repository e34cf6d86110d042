//! What of an experiment is wanted, where the user says something else than its file.

use std::ops::RangeInclusive;
use std::time::Duration;

use puzzle::{Limits, Request};

use runner::LineError;

use crate::Experiment;

/// Other limits and fewer levels than the experiment names; what is left out is as in its file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wanted {
    /// Time for each level.
    pub time: Option<Duration>,
    /// CPU time for each level.
    pub cpu: Option<Duration>,
    /// Bytes for each level.
    pub memory: Option<u64>,
    /// Nodes for each level.
    pub nodes: Option<u64>,
    /// Numbers of levels; all when empty.
    pub levels: Vec<RangeInclusive<usize>>,
}

impl Wanted {
    /// What each configuration asks for, in their order, with its limits.
    ///
    /// # Errors
    ///
    /// When a line cannot be read, or no engine can serve it.
    pub fn requests(&self, experiment: &Experiment) -> Result<Vec<Request>, LineError> {
        let (limits, cpu) = (self.limits(experiment), self.cpu);
        let requests = experiment.requests()?.into_iter();
        Ok(requests.map(|request| Request { limits, cpu, ..request }).collect())
    }

    /// The limits for each level.
    pub fn limits(&self, experiment: &Experiment) -> Limits {
        Limits {
            time: Some(self.time.unwrap_or(Duration::from_secs(experiment.seconds))),
            memory: Some(self.memory.unwrap_or(experiment.mebibytes << 20)),
            nodes: self.nodes.or(experiment.nodes),
        }
    }

    /// Whether a level is wanted.
    pub fn includes(&self, experiment: &Experiment, file: &str, index: usize) -> bool {
        let is_wanted =
            self.levels.is_empty() || self.levels.iter().any(|range| range.contains(&index));
        let mut suites = experiment.suites.iter().filter(|suite| suite.file == file);
        is_wanted
            && suites.any(|it| it.levels.as_ref().is_none_or(|levels| levels.contains(&index)))
    }
}
