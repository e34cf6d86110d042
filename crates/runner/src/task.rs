//! What a parent writes to its worker: one line of JSON for each order.

use std::sync::Arc;
use std::time::Duration;

use puzzle::fault::Refused;
use puzzle::request::{Inject, Settings};
use puzzle::search::Observer;
use puzzle::{Cancel, Game, Limits, Metric, Puzzle, Request};
use serde::{Deserialize, Serialize};

/// One line from a parent to its worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// Solve a level; the answer ends with [`Message::Report`](crate::Message::Report).
    Solve(Box<Task>),
    /// Stop the search under way. It still reports.
    Stop,
}

impl Order {
    /// The order as a line, with its end.
    pub fn line(&self) -> String {
        serde_json::to_string(self).expect("an order holds nothing JSON cannot say") + "\n"
    }
}

/// One level to solve, and how: a [`Request`] without what only the asking process can hold.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Task {
    game: Game,
    /// The level as [`Puzzle::rows`] writes it.
    rows: Vec<String>,
    engine: String,
    #[serde(with = "puzzle::search::goal")]
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
    pub fn new(puzzle: &Puzzle, request: &Request) -> Option<Task> {
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
        Some(Task {
            game: puzzle.game(),
            rows: puzzle.rows()?,
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
    pub fn cpu(&self) -> Option<Duration> {
        self.cpu
    }

    /// The game of its level.
    pub fn game(&self) -> Game {
        self.game
    }

    /// The level and the request again.
    ///
    /// # Errors
    /// When the rows are not a level; a parent of the same version never writes such.
    pub fn open(
        self,
        cancel: Cancel,
        observer: Arc<dyn Observer>,
    ) -> Result<(Puzzle, Request), Refused> {
        let puzzle = Puzzle::from_rows(self.game, &self.rows)?;
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
}
