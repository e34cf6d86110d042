//! What somebody wants to know about a level, and what it may cost.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use search::{Cancel, Goal, Limits, Observer};
use serde::{Deserialize, Serialize};
pub use textbook::Settings;

use crate::Game;

/// A question about one level.
#[derive(Clone)]
pub struct Request {
    /// Name of the engine; [`engines`](crate::engines) lists them.
    pub engine: String,
    /// What the solution should be shortest in, for engines that can promise it; `None`: in nothing.
    pub goal: Option<Goal>,
    /// Techniques to switch on (`+name`) or off (`-name`).
    pub techniques: Vec<String>,
    /// Settings of the laboratory's engines.
    pub lab: Settings,
    /// What the search may use.
    pub limits: Limits,
    /// CPU time that the search may use, all its threads together; kept by a worker process
    /// (`banto-runner`) and nowhere else.
    pub cpu: Option<Duration>,
    /// Threads inside the search.
    pub threads: usize,
    /// Seed for whatever is random.
    pub seed: u64,
    /// Time for shortening a Sokoban solution; it comes out of what the time limit leaves. One that is
    /// proved shortest keeps its length and loses what it can of the other count.
    pub improve: Option<Duration>,
    /// How far from the proved bound a Sokoban solution may be for `auto` to stop there, in
    /// hundredths of a percent; 0 asks for a shortest one.
    pub gap: u16,
    /// Raised to stop the search.
    pub cancel: Cancel,
    /// Told how far the search has got.
    pub observer: Option<Arc<dyn Observer>>,
    /// A fault to make on purpose, so that tests can see it handled.
    pub inject: Option<Inject>,
}

/// Faults that tests can ask for; nothing else ever does. Those that end or block a process are made by the
/// worker process (`banto-runner`) and ignored elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Inject {
    /// The engine's solution loses its last move before the checker sees it.
    Spoil,
    /// The engine panics.
    Panic,
    /// The process of the search ends at once.
    Abort,
    /// The engine asks for more memory than there is.
    Allocate,
    /// The engine looks at nothing, not even the clock.
    Hang,
    /// The engine calls itself until its stack is used up.
    Overflow,
}

impl Default for Request {
    fn default() -> Request {
        Request {
            engine: "auto".to_owned(),
            goal: None,
            techniques: Vec::new(),
            lab: Settings::default(),
            limits: Limits::default(),
            cpu: None,
            threads: 1,
            seed: 0,
            improve: None,
            gap: 0,
            cancel: Cancel::default(),
            observer: None,
            inject: None,
        }
    }
}

/// `Request::new().engine("optimal").goal(Metric::Moves)` for those who like to chain.
impl Request {
    /// Any solution by `auto`, without limits.
    pub fn new() -> Request {
        Request::default()
    }

    /// The same by another engine; [`engines`](crate::engines) lists them.
    #[must_use]
    pub fn engine(self, name: impl Into<String>) -> Request {
        Request { engine: name.into(), ..self }
    }

    /// The same with the fewest of these, for engines that can promise it: a metric, or a [`Goal`].
    #[must_use]
    pub fn goal(self, goal: impl Into<Goal>) -> Request {
        Request { goal: Some(goal.into()), ..self }
    }

    /// The same with a technique switched on (`+name`) or off (`-name`).
    #[must_use]
    pub fn technique(mut self, switch: impl Into<String>) -> Request {
        self.techniques.push(switch.into());
        self
    }

    /// The same with a limit of time.
    #[must_use]
    pub fn time(mut self, time: Duration) -> Request {
        self.limits.time = Some(time);
        self
    }

    /// The same with a limit of memory, in bytes.
    #[must_use]
    pub fn memory(mut self, bytes: u64) -> Request {
        self.limits.memory = Some(bytes);
        self
    }

    /// The same with a limit of nodes.
    #[must_use]
    pub fn nodes(mut self, nodes: u64) -> Request {
        self.limits.nodes = Some(nodes);
        self
    }
}

/// A gap such as `2%` or `0.5%`, in hundredths of a percent; `None` if it is none.
pub fn gap(text: &str) -> Option<u16> {
    let percent: f64 = text.trim().strip_suffix('%')?.trim().parse().ok()?;
    (0.0..=100.0).contains(&percent).then_some((percent * 100.0).round() as u16)
}

/// The engine that chooses for itself, in both games.
pub(crate) const AUTO: &str = "auto";

/// The exact engine of Unblock.
pub(crate) const UNBLOCK: &str = "unblock";

/// A request that cannot be served. It prints as one sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RequestError {
    /// Nothing has the name; the sentence says which names are near.
    Unknown(String),
    /// The engine does not play the game.
    Game {
        /// The engine.
        engine: String,
        /// The game it does not play.
        game: Game,
    },
    /// The game or the engine has no such goal or gap.
    Goal(String),
    /// The game or the engine has no such technique.
    Technique(String),
    /// The engine does not take a space, a heuristic, or a number that was given.
    Setting(String),
    /// The search cannot be watched.
    Tree(String),
}

impl RequestError {
    pub(crate) fn technique(reason: impl fmt::Display) -> RequestError {
        RequestError::Technique(reason.to_string())
    }

    pub(crate) fn setting(reason: impl fmt::Display) -> RequestError {
        RequestError::Setting(reason.to_string())
    }
}

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RequestError::Game { engine, game } => {
                write!(f, "engine {engine:?} does not play {}", game.name())
            }
            RequestError::Unknown(sentence)
            | RequestError::Goal(sentence)
            | RequestError::Technique(sentence)
            | RequestError::Setting(sentence)
            | RequestError::Tree(sentence) => f.write_str(sentence),
        }
    }
}

impl std::error::Error for RequestError {}
