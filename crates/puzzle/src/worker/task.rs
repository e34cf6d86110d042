//! One level to solve, and how, as a line of JSON.

use std::sync::Arc;
use std::time::Duration;

use search::{Cancel, Limits, Observer, Settings};
use serde::{Deserialize, Serialize};

use crate::{Goal, Inject, Puzzle, Refused, Request, SokobanPuzzle};

/// A task.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Task {
    /// The rows of a Sokoban level.
    rows: Vec<String>,
    engine: String,
    goal: Goal,
    techniques: Vec<String>,
    lab: Settings,
    time: Option<Duration>,
    memory: Option<u64>,
    nodes: Option<u64>,
    threads: usize,
    seed: u64,
    improve: Option<Duration>,
    gap: u16,
    inject: Option<Inject>,
}

impl Task {
    /// What a request asks about a level.
    pub(super) fn new(puzzle: &SokobanPuzzle, request: &Request) -> Task {
        // Named one by one, so that a new field cannot be forgotten here.
        let Request {
            engine,
            goal,
            techniques,
            lab,
            limits: Limits { time, memory, nodes },
            threads,
            seed,
            improve,
            gap,
            cancel: _,
            observer: _,
            inject,
        } = request.clone();
        let rows = puzzle.level().grid.rows().collect();
        Task {
            rows,
            engine,
            goal,
            techniques,
            lab,
            time,
            memory,
            nodes,
            threads,
            seed,
            improve,
            gap,
            inject,
        }
    }

    /// The level and the request again.
    pub(super) fn open(
        self,
        cancel: Cancel,
        observer: Arc<dyn Observer>,
    ) -> Result<(Puzzle, Request), Refused> {
        let level = sokoban::Level::from_rows(&self.rows)
            .map_err(|error| Refused { faults: vec![crate::Fault::from(&error)], level: None })?;
        let request = Request {
            engine: self.engine,
            goal: self.goal,
            techniques: self.techniques,
            lab: self.lab,
            limits: Limits { time: self.time, memory: self.memory, nodes: self.nodes },
            threads: self.threads,
            seed: self.seed,
            improve: self.improve,
            gap: self.gap,
            cancel,
            observer: Some(observer),
            inject: self.inject,
        };
        Ok((Puzzle::sokoban(level)?, request))
    }
}
