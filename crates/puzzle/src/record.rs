//! The record: one JSON object per level, the same fields everywhere.

use std::time::Duration;

use search::Limits;
use serde::Serialize;

pub use crate::build_info::{REVISION, VERSION, machine};
use crate::engines::TECHNIQUES;
use crate::{Fault, Game, Report, Request, Status};

/// A report together with where its level came from, ready to be written as one line of JSON.
#[derive(Clone, Debug, Serialize)]
pub struct Record<'a> {
    collection: &'a str,
    index: usize,
    title: Option<&'a str>,
    game: &'static str,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pushes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<u64>,
    guarantee: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<u64>,
    engine: &'a str,
    config: &'a str,
    seconds: f64,
    cpu_seconds: f64,
    generated: u64,
    expanded: u64,
    peak_bytes: Option<u64>,
    threads: usize,
    seed: u64,
    limits: RecordLimits,
    #[serde(skip_serializing_if = "Option::is_none")]
    level_hash: Option<String>,
    version: &'static str,
    revision: &'static str,
    machine: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
    #[serde(skip_serializing_if = "<[Fault]>::is_empty")]
    faults: &'a [Fault],
    stats: serde_json::Map<String, serde_json::Value>,
}

impl<'a> Record<'a> {
    /// The record of a report.
    pub fn new(
        collection: &'a str,
        index: usize,
        title: Option<&'a str>,
        report: &'a Report,
    ) -> Record<'a> {
        Record {
            collection,
            index,
            title,
            game: report.game.name(),
            status: report.status.name(),
            solution: report.solution.as_deref(),
            moves: report.counts.moves,
            pushes: report.counts.pushes,
            steps: report.counts.steps,
            guarantee: report.guarantee.name(),
            bound: report.stats.bound,
            engine: &report.engine,
            config: &report.config,
            seconds: round(report.wall.as_secs_f64()),
            cpu_seconds: round(report.cpu.as_secs_f64()),
            generated: report.stats.generated,
            expanded: report.stats.expanded,
            peak_bytes: report.peak_bytes,
            threads: report.threads,
            seed: report.seed,
            limits: RecordLimits::of(report),
            level_hash: report.level_hash.map(|hash| format!("{hash:016x}")),
            version: VERSION,
            revision: REVISION,
            machine: machine(),
            error: report.error.as_deref(),
            faults: &report.faults,
            stats: counters(report),
        }
    }

    /// The record as one line of JSON, without the newline.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a record holds nothing JSON cannot say")
    }
}

/// Further counters of single engines. A counter that experiments tabulate must be here: a misspelt one
/// would read as zero.
const COUNTERS: [&str; 15] = [
    "path_cost",
    "created",
    "opening",
    "visited",
    "too_deep",
    "pairs_dropped",
    "retried",
    "beams",
    "cells",
    "attempts",
    "strategies",
    "threshold",
    "restarts",
    "pattern-nodes",
    "patterns",
];

/// The numbers a record can hold, by the names that lead to them, such as `stats.tree`.
pub fn figures() -> Vec<String> {
    let own =
        ["moves", "pushes", "steps", "bound", "seconds", "cpu_seconds", "generated", "expanded"];
    let own = own.into_iter().chain(["peak_bytes", "threads", "seed", "index"]).map(str::to_owned);
    let limits = ["seconds", "cpu_seconds", "bytes", "nodes"].map(|name| format!("limits.{name}"));
    let report = Report::elsewhere(Game::Sokoban, Status::Solved, "", "", &Request::default());
    let common = common(&report).map(|(name, _)| name);
    let techniques = TECHNIQUES.iter().map(|row| row.name);
    let stats = common.into_iter().chain(COUNTERS).chain(techniques.clone());
    let stats = stats.map(|name| format!("stats.{name}"));
    let pruned = techniques.map(|name| format!("stats.pruned.{name}"));
    own.chain(limits).chain(stats).chain(pruned).collect()
}

/// What the search was allowed to use; a limit that was not set is absent.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct RecordLimits {
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cpu_seconds: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
}

impl RecordLimits {
    fn of(report: &Report) -> RecordLimits {
        let Limits { time, memory, nodes } = report.limits;
        let seconds = |time: Option<Duration>| time.map(|time| round(time.as_secs_f64()));
        let (seconds, cpu_seconds) = (seconds(time), seconds(report.cpu_limit));
        RecordLimits { seconds, cpu_seconds, bytes: memory, nodes }
    }
}

/// Microseconds are as fine as the figures are worth.
fn round(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}

/// The counters beyond the common ones; a counter that stayed at zero is left out.
fn counters(report: &Report) -> serde_json::Map<String, serde_json::Value> {
    let stats = &report.stats;
    common(report)
        .into_iter()
        .chain(stats.extra.iter().copied())
        .filter(|(_, value)| *value > 0)
        .map(|(name, value)| (name.to_owned(), value.into()))
        .chain(pruned(stats))
        .chain(rounds(stats))
        .chain(members(stats))
        .collect()
}

/// The counters that every search may have.
fn common(report: &Report) -> [(&'static str, u64); 12] {
    let stats = &report.stats;
    [
        ("duplicates_open", stats.duplicates_open),
        ("duplicates_closed", stats.duplicates_closed),
        ("reopened", stats.reopened),
        ("dead_ends", stats.dead_ends),
        ("frontier", stats.frontier),
        ("tree", stats.tree),
        ("iterations", stats.iterations),
        ("evaluations", stats.evaluations),
        ("table_bytes", stats.table_bytes),
        ("box_lines", report.counts.box_lines.unwrap_or(0)),
        ("box_changes", report.counts.box_changes.unwrap_or(0)),
        ("pushing_sessions", report.counts.pushing_sessions.unwrap_or(0)),
    ]
}

/// What each technique kept from being generated, as one object.
fn pruned(stats: &search::Stats) -> Option<(String, serde_json::Value)> {
    let counts = stats.pruned.iter().map(|&(name, count)| (name.to_owned(), count.into()));
    let counts: serde_json::Map<_, _> = counts.collect();
    (!counts.is_empty()).then(|| ("pruned".to_owned(), counts.into()))
}

/// The log of the rounds, where a search keeps one: threshold and nodes of each.
fn rounds(stats: &search::Stats) -> Option<(String, serde_json::Value)> {
    let list = || stats.rounds.iter().map(|&(threshold, nodes)| [threshold, nodes]);
    (!stats.rounds.is_empty()).then(|| ("rounds".to_owned(), list().collect()))
}

/// What each member did, where several searches took turns.
fn members(stats: &search::Stats) -> Option<(String, serde_json::Value)> {
    let member = |it: &search::MemberStats| {
        let &search::MemberStats { name, expanded, generated, effort, table_bytes, left } = it;
        let mut object = serde_json::json!({
            "name": name, "expanded": expanded, "generated": generated, "effort": effort, "table_bytes": table_bytes,
        });
        if let Some(left) = left {
            object["left"] = left.into();
        }
        object
    };
    let list = || stats.members.iter().map(member).collect();
    (!stats.members.is_empty()).then(|| ("members".to_owned(), list()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_that_is_no_puzzle_tells_all_its_faults() {
        let collection = crate::read(b"######\n#@$$. \n######\n").unwrap();
        let faults = collection.entries[0].faults();
        let resolved = Request::default().resolve(Game::Sokoban).unwrap();
        let report = Report::faulty(faults, &resolved);
        let record = serde_json::to_value(Record::new("x", 1, None, &report)).unwrap();
        assert_eq!(record["status"], "invalid");
        assert_eq!(
            record["error"],
            "line 2, column 6: the player can walk out of the board here; \
             line 1, column 1: 2 boxes but 1 goal"
        );
        let count = serde_json::json!(
            { "code": "box-goal-count", "line": 1, "column": 1, "text": "2 boxes but 1 goal" }
        );
        assert_eq!((record["faults"].as_array().unwrap().len(), &record["faults"][1]), (2, &count));
    }
}
