//! Solving: the question, and the search that comes of it within the limits of whoever answers.

use std::sync::Arc;
use std::time::Duration;

use puzzle::record::Record;
use puzzle::{Limits, Puzzle, Report, Resolved, Status};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::level::LevelInput;
use crate::{Answer, Refusal, Setup};

/// What whoever answers allows a search: the usual limits, and the most that may be asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Time of a search when the question names none.
    pub time: Duration,
    /// The most it may name.
    pub max_time: Duration,
    /// The same for memory.
    pub memory: u64,
    /// The most it may name.
    pub max_memory: u64,
    /// The most threads it may name; it has one when it names none.
    pub max_threads: usize,
}

/// A level and how to solve it. What is left out is as on the command line.
#[derive(Debug, Deserialize)]
pub struct Question {
    level: LevelInput,
    #[serde(default)]
    collection: String,
    #[serde(default = "one")]
    index: usize,
    #[serde(flatten)]
    setup: Setup,
    time_ms: Option<u64>,
    memory: Option<u64>,
    nodes: Option<u64>,
    threads: Option<usize>,
    #[serde(default)]
    seed: u64,
}

fn one() -> usize {
    1
}

impl Question {
    /// The search: the level judged, the limits within what is allowed.
    pub fn search(self, bounds: &Bounds) -> Answer<Search> {
        let puzzle = self.level.judge()?;
        let within =
            |given: Option<u64>, usual: u64, most: u64| given.unwrap_or(usual).clamp(1, most);
        let [usual, most] = [bounds.time, bounds.max_time].map(|time| time.as_millis() as u64);
        let time = within(self.time_ms, usual, most);
        let request = puzzle::Request {
            limits: Limits {
                time: Some(Duration::from_millis(time)),
                memory: Some(within(self.memory, bounds.memory, bounds.max_memory)),
                nodes: self.nodes,
            },
            threads: self.threads.unwrap_or(1).clamp(1, bounds.max_threads),
            seed: self.seed,
            ..self.setup.request()
        };
        let resolved = request.resolve(puzzle.game()).map_err(Refusal::bad)?;
        let puzzle = Arc::new(puzzle);
        Ok(Search { collection: self.collection, index: self.index, puzzle, resolved })
    }
}

/// One level to solve, and how: judged, resolved, within the limits.
#[derive(Clone)]
pub struct Search {
    /// Where the level came from, for the record.
    pub collection: String,
    /// Its number there.
    pub index: usize,
    /// The level.
    pub puzzle: Arc<Puzzle>,
    /// How it is solved.
    pub resolved: Resolved,
}

impl Search {
    /// The record of a report on it.
    pub fn record(&self, report: &Report) -> Value {
        json!(Record::new(&self.collection, self.index, None, report))
    }

    /// The record of a search that ended without a report of its own.
    pub fn ended(&self, status: Status) -> Value {
        self.record(&Report::empty(status, &self.resolved))
    }
}
