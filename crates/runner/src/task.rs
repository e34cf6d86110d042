//! What a parent writes to its worker: one line of JSON for each order.

use std::sync::Arc;
use std::time::Duration;

use puzzle::fault::Refused;
use puzzle::plain::LevelData;
use puzzle::request::{Inject, Settings};
use puzzle::search::Observer;
use puzzle::{Cancel, Game, Goal, Limits, Metric, Puzzle, Request};
use serde::{Deserialize, Serialize};

/// One line from a parent to its worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// Solve a level; the answer ends with [`Message::Report`](crate::Message::Report).
    Solve(Box<Task>),
    /// Label levels; each label is a [`Message::Label`](crate::Message::Label), in the order of the task.
    Label(Box<LabelTask>),
    /// Shorten solutions of a level; the answer ends with [`Message::Improved`](crate::Message::Improved).
    Improve(Box<ImproveTask>),
    /// Stop the search under way. It still reports.
    Stop,
}

impl Order {
    /// The order as a line, with its end.
    pub fn line(&self) -> String {
        serde_json::to_string(self).expect("an order holds nothing JSON cannot say") + "\n"
    }
}

/// Levels to label one after another, each search within the same limits.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LabelTask {
    /// The levels.
    pub levels: Vec<LabelLevel>,
    /// Wall-clock time of a search.
    pub time: Option<Duration>,
    /// CPU time of a search.
    pub cpu: Option<Duration>,
    /// Bytes of a search.
    pub memory: Option<u64>,
    /// Nodes of a search.
    pub nodes: Option<u64>,
}

/// A level to label.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LabelLevel {
    /// The level.
    pub level: LevelData,
    /// What to count, a search each.
    pub goals: Vec<Goal>,
}

/// Solutions of one level to shorten.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ImproveTask {
    /// The level.
    pub level: LevelData,
    /// The solutions.
    pub solutions: Vec<String>,
    /// What should become fewer.
    pub goal: Metric,
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Memory.
    pub memory: Option<u64>,
    /// Steps of the optimizer.
    pub nodes: Option<u64>,
}

/// One level to solve, and how: a [`Request`] without what only the asking process can hold.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Task {
    level: LevelData,
    engine: String,
    #[serde(with = "puzzle::search::goal")]
    goal: Option<Goal>,
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
    low_priority: bool,
}

impl Task {
    /// What a request asks about a level.
    pub fn new(puzzle: &Puzzle, request: &Request) -> Task {
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
        Task {
            level: LevelData::new(puzzle),
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
            low_priority: false,
        }
    }

    /// The same task at low priority: everything else on the machine comes first.
    #[must_use]
    pub fn at_low_priority(self) -> Task {
        Task { low_priority: true, ..self }
    }

    /// Whether everything else on the machine comes first.
    pub fn is_low_priority(&self) -> bool {
        self.low_priority
    }

    /// The same with a fault, unless it has one of its own.
    #[must_use]
    pub(crate) fn injecting(self, fault: Option<Inject>) -> Task {
        Task { inject: self.inject.or(fault), ..self }
    }

    /// The CPU time it may take.
    pub fn cpu(&self) -> Option<Duration> {
        self.cpu
    }

    /// The game of its level.
    pub fn game(&self) -> Game {
        self.level.game()
    }

    /// The level and the request again.
    ///
    /// # Errors
    /// When it holds no valid level; a parent of the same version never writes such.
    pub fn open(
        self,
        cancel: Cancel,
        observer: Arc<dyn Observer>,
    ) -> Result<(Puzzle, Request), Refused> {
        let puzzle = self.level.judge()?;
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
