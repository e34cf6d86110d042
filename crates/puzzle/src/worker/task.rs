//! One level to solve, and how, as a line of JSON.

use std::sync::Arc;
use std::time::Duration;

use search::Metric;
use search::{Cancel, Limits, Observer, Settings};
use serde::{Deserialize, Serialize};

use crate::{Fault, Game, Inject, Puzzle, Refused, Request, write_level};

/// A task.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Task {
    /// Whether the level is one of Unblock.
    unblock: bool,
    /// The rows of a Sokoban level, or the lines of an Unblock board.
    rows: Vec<String>,
    engine: String,
    #[serde(with = "search::goal")]
    goal: Option<Metric>,
    techniques: Vec<String>,
    lab: Settings,
    time: Option<Duration>,
    memory: Option<u64>,
    nodes: Option<u64>,
    cpu: Option<Duration>,
    threads: usize,
    seed: u64,
    improve: Option<Duration>,
    gap: u16,
    inject: Option<Inject>,
}

impl Task {
    /// What a request asks about a level; `None` for a board that no text can hold.
    pub(super) fn new(puzzle: &Puzzle, request: &Request) -> Option<Task> {
        // Named one by one, so that a new field cannot be forgotten here.
        let Request {
            engine,
            goal,
            techniques,
            lab,
            limits: Limits { time, memory, nodes },
            cpu,
            threads,
            seed,
            improve,
            gap,
            cancel: _,
            observer: _,
            inject,
        } = request.clone();
        let rows = match puzzle {
            Puzzle::Sokoban(puzzle) => puzzle.level().grid.rows().collect(),
            Puzzle::Unblock(_) => {
                write_level(puzzle, "line").ok()?.lines().map(str::to_owned).collect()
            }
        };
        Some(Task {
            unblock: puzzle.game() == Game::Unblock,
            rows,
            engine,
            goal,
            techniques,
            lab,
            time,
            memory,
            nodes,
            cpu,
            threads,
            seed,
            improve,
            gap,
            inject,
        })
    }

    /// The CPU time it may take.
    pub(super) fn cpu(&self) -> Option<Duration> {
        self.cpu
    }

    /// The game of its level.
    pub(super) fn game(&self) -> Game {
        if self.unblock { Game::Unblock } else { Game::Sokoban }
    }

    /// The level and the request again.
    pub(super) fn open(
        self,
        cancel: Cancel,
        observer: Arc<dyn Observer>,
    ) -> Result<(Puzzle, Request), Refused> {
        let puzzle = self.puzzle()?;
        let request = Request {
            engine: self.engine,
            goal: self.goal,
            techniques: self.techniques,
            lab: self.lab,
            limits: Limits { time: self.time, memory: self.memory, nodes: self.nodes },
            cpu: self.cpu,
            threads: self.threads,
            seed: self.seed,
            improve: self.improve,
            gap: self.gap,
            cancel,
            observer: Some(observer),
            inject: self.inject,
        };
        Ok((puzzle, request))
    }

    fn puzzle(&self) -> Result<Puzzle, Refused> {
        let refused = |fault| Refused { faults: vec![fault], level: None };
        if self.unblock {
            let mut read = crate::read(self.rows.join("\n").as_bytes()).map_err(refused)?;
            let entry = read.entries.pop();
            let nothing =
                || Fault { code: "no-level", line: 1, column: 1, text: "no board".into() };
            return entry.map_or_else(|| Err(refused(nothing())), |entry| entry.puzzle);
        }
        let level = sokoban::Level::from_rows(&self.rows);
        Puzzle::sokoban(level.map_err(|error| refused(Fault::from(&error)))?)
    }
}
