//! What a worker answers: one line of JSON for each message.

use std::collections::BTreeSet;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use puzzle::label::Label;
use puzzle::search::{MemberStats, Progress, Stats};
use puzzle::{Counts, Guarantee, Report, Resolved, Status};
use serde::{Deserialize, Serialize};

/// One line from a worker to its parent.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Message {
    /// How far the search has come.
    Progress(ProgressLine),
    /// The end of it.
    Report(Box<ReportLine>),
    /// A label.
    Label(Box<LabelLine>),
    /// The shortest solution that came of several, or why there is none.
    Improved(Result<String, String>),
}

/// A label, and what it cost.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct LabelLine {
    /// The label.
    pub label: Label,
    /// CPU time of its search.
    pub cpu: Duration,
}

/// A [`Progress`] that owns its words.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgressLine {
    /// The engine at work.
    pub engine: String,
    /// Nodes expanded so far.
    pub expanded: u64,
    /// Depth or cost of the current layer.
    pub depth: u32,
    /// The engine's own measure of how far it has come.
    pub best: u32,
    /// The proved lower bound.
    pub bound: Option<u32>,
    /// The cost of the best solution so far.
    pub shortest: Option<u32>,
}

impl ProgressLine {
    /// The line of a progress.
    pub fn new(progress: &Progress) -> ProgressLine {
        let &Progress { engine, expanded, depth, best, bound, shortest } = progress;
        ProgressLine { engine: engine.to_owned(), expanded, depth, best, bound, shortest }
    }

    /// The progress as an observer takes it.
    pub fn progress(&self) -> Progress {
        let &ProgressLine { ref engine, expanded, depth, best, bound, shortest } = self;
        Progress { engine: intern(engine), expanded, depth, best, bound, shortest }
    }
}

/// A report, without what the request says already.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ReportLine {
    status: Status,
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
    members: Vec<MemberLine>,
    wall: Duration,
    cpu: Duration,
    peak_bytes: Option<u64>,
    error: Option<String>,
    refused: bool,
    /// Bytes the process holds now that the search is over.
    pub resident: Option<u64>,
}

/// What a member did: name, counters, why it left.
type MemberLine = (String, [u64; 4], Option<String>);

fn member_line(member: MemberStats) -> MemberLine {
    let MemberStats { name, expanded, generated, effort, table_bytes, left } = member;
    (name.to_owned(), [expanded, generated, effort, table_bytes], left.map(str::to_owned))
}

fn member((name, counters, left): MemberLine) -> MemberStats {
    let [expanded, generated, effort, table_bytes] = counters;
    let left = left.as_deref().map(intern);
    MemberStats { name: intern(&name), expanded, generated, effort, table_bytes, left }
}

impl ReportLine {
    /// The line of a report.
    pub fn new(report: Report, resident: Option<u64>) -> ReportLine {
        let owned = |list: &[(&str, u64)]| {
            list.iter().map(|&(name, count)| (name.to_owned(), count)).collect()
        };
        ReportLine {
            status: report.status,
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
            members: report.stats.members.into_iter().map(member_line).collect(),
            solution: report.solution,
            engine: report.engine,
            config: report.config,
            error: report.error,
            resident,
        }
    }

    /// The report on a request; `None` when it is not one that a worker of this version writes.
    pub fn report(self, resolved: &Resolved) -> Option<Report> {
        let guarantee = Guarantee::from_name(&self.guarantee)?;
        let intern = |list: Vec<(String, u64)>| {
            list.into_iter().map(|(name, count)| (intern(&name), count)).collect()
        };
        let mut stats = Stats { pruned: intern(self.pruned), ..stats(self.stats) };
        stats.extra = intern(self.extra);
        stats.bound = self.bound;
        stats.rounds = self.rounds;
        stats.members = self.members.into_iter().map(member).collect();
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
            ..Report::empty(self.status, resolved)
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
fn intern(name: &str) -> &'static str {
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
    use puzzle::plain::LevelData;
    use puzzle::{Game, Request, run};

    #[test]
    fn a_report_survives_the_pipe() {
        let rows = ["########", "#@ $ . #", "# $   .#", "########"].map(str::to_owned).to_vec();
        let puzzle = LevelData::Rows { rows }.judge().unwrap();
        for engine in ["auto", "astar", "optimal", "fess", "rolling-stone"] {
            let request = Request { engine: engine.to_owned(), ..Request::default() };
            let resolved = request.resolve(Game::Sokoban).unwrap();
            let report = run(&puzzle, &resolved);
            assert_eq!(report.stats.rounds.is_empty(), engine != "rolling-stone");
            assert_eq!(report.stats.members.is_empty(), !["auto", "fess"].contains(&engine));
            let line = serde_json::to_string(&ReportLine::new(report.clone(), None)).unwrap();
            let ending: ReportLine = serde_json::from_str(&line).unwrap();
            let again =
                Report { level_hash: report.level_hash, ..ending.report(&resolved).unwrap() };
            assert_eq!(format!("{again:?}"), format!("{report:?}"));
        }
    }
}
