//! What a run on one level found out.

use std::time::Duration;

use search::{Goal, Guarantee, Limits, Metric, Stats};
use serde::{Deserialize, Serialize};

use crate::{Fault, Game, Request, Resolved, Status};

/// The measures of a solution, as the checker counted them. Which are present depends on the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Moves: steps of the player (Sokoban) or slides of any length (Unblock).
    pub moves: Option<u64>,
    /// Pushes (Sokoban).
    pub pushes: Option<u64>,
    /// Steps of one cell (Unblock).
    pub steps: Option<u64>,
    /// Runs of pushes of one box in one direction (Sokoban).
    pub box_lines: Option<u64>,
    /// How often the box being pushed changes (Sokoban).
    pub box_changes: Option<u64>,
    /// Runs of pushes without a walk between them (Sokoban).
    pub pushing_sessions: Option<u64>,
}

impl Counts {
    /// One of the measures.
    pub const fn of(&self, metric: Metric) -> Option<u64> {
        match metric {
            Metric::Moves => self.moves,
            Metric::Pushes => self.pushes,
            Metric::Steps => self.steps,
            Metric::BoxLines => self.box_lines,
            Metric::BoxChanges => self.box_changes,
        }
    }

    /// What makes one solution better than another when this is counted first: the count itself, what
    /// decides between equals, then the rest.
    pub fn cost(&self, metric: Metric) -> [Option<u64>; 4] {
        let second = Goal::from(metric).second();
        let third = if second == Metric::Moves { Metric::Pushes } else { Metric::Moves };
        [self.of(metric), self.of(second), self.of(third), self.box_changes]
    }
}

/// The result of one run.
#[derive(Clone, Debug)]
pub struct Report {
    /// The game.
    pub game: Game,
    /// How it ended.
    pub status: Status,
    /// The verified solution: LURD for Sokoban, `A+2 C-1 …` for Unblock.
    pub solution: Option<String>,
    /// Its measures.
    pub counts: Counts,
    /// What is known about its length.
    pub guarantee: Guarantee,
    /// The engine that found the answer, or the one that was asked for.
    pub engine: String,
    /// The whole configuration as options of `banto solve`, which repeat the run.
    pub config: String,
    /// What the search was allowed to use.
    pub limits: Limits,
    /// CPU time it was allowed to use.
    pub cpu_limit: Option<Duration>,
    /// The level as the search saw it ([`Puzzle::level_hash`](crate::Puzzle::level_hash)); `None` when
    /// it is not a puzzle.
    pub level_hash: Option<u64>,
    /// Counters of the search.
    pub stats: Stats,
    /// Wall-clock time.
    pub wall: Duration,
    /// CPU time of all threads.
    pub cpu: Duration,
    /// By how much the process grew at most during the run, or its tables if they are larger, because
    /// they may lie where an earlier run left memory; where the system tells.
    pub peak_bytes: Option<u64>,
    /// Threads the search was given.
    pub threads: usize,
    /// Seed the search was given.
    pub seed: u64,
    /// Why the level is invalid, or what went wrong.
    pub error: Option<String>,
    /// The faults of an invalid level, each with its place.
    pub faults: Vec<Fault>,
    /// Whether the checker refused what the engine called a solution: an internal error.
    pub refused: bool,
}

impl Report {
    /// A report that says how a run ended and nothing else yet.
    pub fn empty(status: Status, resolved: &Resolved) -> Report {
        let request = resolved.request();
        Report {
            config: resolved.config().to_owned(),
            limits: resolved.limits(),
            ..Report::elsewhere(resolved.game(), status, &request.engine, "", request)
        }
    }

    /// The report of a run by another program, which is called `engine` and was started by `config`.
    pub fn elsewhere(
        game: Game,
        status: Status,
        engine: &str,
        config: &str,
        request: &Request,
    ) -> Report {
        Report {
            game,
            status,
            solution: None,
            counts: Counts::default(),
            guarantee: Guarantee::None,
            engine: engine.to_owned(),
            config: config.to_owned(),
            limits: request.limits,
            cpu_limit: request.cpu,
            level_hash: None,
            stats: Stats::default(),
            wall: Duration::ZERO,
            cpu: Duration::ZERO,
            peak_bytes: None,
            threads: request.threads,
            seed: request.seed,
            error: None,
            faults: Vec::new(),
            refused: false,
        }
    }

    /// The report of a level that could not be run.
    pub fn invalid(error: String, resolved: &Resolved) -> Report {
        Report { error: Some(error), ..Report::empty(Status::Invalid, resolved) }
    }

    /// The report of a run that died.
    pub fn crashed(error: String, resolved: &Resolved) -> Report {
        Report { error: Some(error), ..Report::empty(Status::Crashed, resolved) }
    }

    /// The report of a level that is not a puzzle.
    pub fn faulty(faults: &[Fault], resolved: &Resolved) -> Report {
        Report { faults: faults.to_vec(), ..Report::invalid(Fault::sentence(faults), resolved) }
    }
}
