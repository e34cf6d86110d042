//! What a worker says, a line of JSON each time.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use search::{Guarantee, Progress, Stats};
use serde::{Deserialize, Serialize};

use crate::{Counts, Game, Report, Request, Status};

/// One line.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Told {
    /// How far the search has come.
    Progress {
        engine: String,
        expanded: u64,
        depth: u32,
        best: u32,
        bound: Option<u32>,
        shortest: Option<u32>,
    },
    /// The end of it.
    Report(Box<Ending>),
}

impl Told {
    pub(super) fn progress(progress: &Progress) -> Told {
        let &Progress { engine, expanded, depth, best, bound, shortest } = progress;
        Told::Progress { engine: engine.to_owned(), expanded, depth, best, bound, shortest }
    }
}

/// A report, without what the request says already.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Ending {
    status: String,
    solution: Option<String>,
    counts: Counts,
    guarantee: String,
    engine: String,
    config: String,
    /// The counters in the order of [`counters`].
    stats: [u64; 11],
    bound: Option<u64>,
    pruned: Vec<(String, u64)>,
    extra: Vec<(String, u64)>,
    rounds: Vec<(u64, u64)>,
    wall: Duration,
    cpu: Duration,
    peak_bytes: Option<u64>,
    error: Option<String>,
    refused: bool,
    /// Bytes the process holds now that the search is over.
    pub(super) resident: Option<u64>,
}

impl Ending {
    pub(super) fn new(report: Report, resident: Option<u64>) -> Ending {
        let owned = |list: &[(&str, u64)]| {
            list.iter().map(|&(name, count)| (name.to_owned(), count)).collect()
        };
        Ending {
            status: report.status.name().to_owned(),
            counts: report.counts,
            guarantee: report.guarantee.name().to_owned(),
            stats: counters(&report.stats),
            bound: report.stats.bound,
            pruned: owned(&report.stats.pruned),
            extra: owned(&report.stats.extra),
            wall: report.wall,
            cpu: report.cpu,
            peak_bytes: report.peak_bytes,
            refused: report.refused,
            rounds: report.stats.rounds,
            solution: report.solution,
            engine: report.engine,
            config: report.config,
            error: report.error,
            resident,
        }
    }

    /// The report on a request; `None` when it is not one that a worker of this version writes.
    pub(super) fn report(self, game: Game, request: &Request) -> Option<Report> {
        let status = Status::ALL.into_iter().find(|status| status.name() == self.status)?;
        let guarantee = Guarantee::from_name(&self.guarantee)?;
        let lasting = |list: Vec<(String, u64)>| {
            list.into_iter().map(|(name, count)| (lasting(&name), count)).collect()
        };
        let mut stats = Stats { pruned: lasting(self.pruned), ..stats(self.stats) };
        stats.extra = lasting(self.extra);
        stats.bound = self.bound;
        stats.rounds = self.rounds;
        Some(Report {
            solution: self.solution,
            counts: self.counts,
            guarantee,
            engine: self.engine,
            config: self.config,
            stats,
            wall: self.wall,
            cpu: self.cpu,
            peak_bytes: self.peak_bytes,
            error: self.error,
            refused: self.refused,
            ..Report::empty(game, status, request)
        })
    }
}

/// The counters as a list.
fn counters(stats: &Stats) -> [u64; 11] {
    [
        stats.generated,
        stats.expanded,
        stats.duplicates_open,
        stats.duplicates_closed,
        stats.reopened,
        stats.dead_ends,
        stats.frontier,
        stats.tree,
        stats.iterations,
        stats.evaluations,
        stats.table_bytes,
    ]
}

/// The counters of a list.
fn stats(counters: [u64; 11]) -> Stats {
    let [
        generated,
        expanded,
        duplicates_open,
        duplicates_closed,
        reopened,
        dead_ends,
        frontier,
        tree,
        iterations,
        evaluations,
        table_bytes,
    ] = counters;
    Stats {
        generated,
        expanded,
        duplicates_open,
        duplicates_closed,
        reopened,
        dead_ends,
        frontier,
        tree,
        iterations,
        evaluations,
        table_bytes,
        ..Stats::default()
    }
}

/// A name that lives as long as the program. Counters and engines have a few dozen names in all, so
/// keeping each once costs nothing.
pub(super) fn lasting(name: &str) -> &'static str {
    static NAMES: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = names.get(name) {
        return known;
    }
    let new: &'static str = Box::leak(name.to_owned().into_boxed_str());
    names.insert(new);
    new
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Puzzle, run};

    #[test]
    fn a_report_survives_the_pipe() {
        let rows = ["########", "#@ $ . #", "# $   .#", "########"];
        let puzzle = Puzzle::sokoban(sokoban::Level::from_rows(&rows).unwrap()).unwrap();
        for engine in ["auto", "astar", "optimal", "fess", "rolling-stone"] {
            let request = Request { engine: engine.to_owned(), ..Request::default() };
            let report = run(&puzzle, &request);
            let read = |ending: Ending, request| ending.report(Game::Sokoban, request).unwrap();
            assert_eq!(report.stats.rounds.is_empty(), engine != "rolling-stone");
            let line = serde_json::to_string(&Ending::new(report.clone(), None)).unwrap();
            let ending: Ending = serde_json::from_str(&line).unwrap();
            let again = Report { level_hash: report.level_hash, ..read(ending, &request) };
            assert_eq!(format!("{again:?}"), format!("{report:?}"));
        }
    }
}
