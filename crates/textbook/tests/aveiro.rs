//! The Aveiro agent, node for node, on the levels of its server.
//!
//! `testdata/documents/aveiro.csv` holds moves, pushes, nodes expanded and nodes created for levels 0 to 154.
//! The figures are those of the authors' program, run level by level, and of our engine.

use std::collections::BTreeMap;
use std::path::Path;

use banto_textbook::{Config, Found, Settings};
use search::{Budget, Cancel, Limits, Outcome, Stats};
use sokoban::format;
use sokoban::{Board, Level};

/// Levels with more nodes than this are left to the nightly run.
const SHORT: u64 = 100_000;

/// Where a level without a solution in the table is given up.
const LIMIT: u64 = 1_500_000;

/// Moves and pushes of the solution, if there is one, then nodes expanded and created.
#[derive(Debug, PartialEq, Eq)]
struct Figures {
    solved: Option<(usize, usize)>,
    expanded: u64,
    created: u64,
}

/// The table: figures by the server's number of the level.
fn table() -> BTreeMap<u32, Figures> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/documents/aveiro.csv");
    let text = std::fs::read_to_string(path).expect("the table is there");
    let read = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        let number = |i: usize| cells[i].parse::<u64>().ok();
        let solved = number(1).zip(number(2)).map(|(a, b)| (a as usize, b as usize));
        let count = |i| number(i).expect("a count");
        (count(0) as u32, Figures { solved, expanded: count(3), created: count(4) })
    };
    let rows = text.lines().filter(|line| !line.starts_with(['#', 'l']));
    rows.map(read).collect()
}

/// The levels the server can serve, by number.
fn levels(folder: &Path) -> BTreeMap<u32, Level> {
    let bytes = std::fs::read(folder.join("sokoban/aveiro-iia.xsb")).expect("the collection");
    let collection = format::read(&bytes).expect("levels");
    let number = |level: &Level| {
        let title = level.title.as_deref()?;
        title.strip_prefix("levels/")?.split_once(".xsb")?.0.parse().ok()
    };
    collection.levels().filter_map(|(_, level)| Some((number(level)?, level.clone()))).collect()
}

/// Runs the agent; a solution must play and solve the level.
fn run(level: &Level) -> Figures {
    let board = Board::new(level).expect("a puzzle");
    let config = Config::read("aveiro", &Settings::default(), &[]).expect("a preset");
    let limits = Limits { nodes: Some(LIMIT), ..Limits::default() };
    let mut budget = Budget::new(limits, Cancel::default());
    let mut stats = Stats::default();
    let (outcome, _) =
        banto_textbook::solve(&board, &config.expect("valid"), &mut budget, &mut stats);
    let solved = match outcome {
        Outcome::Solved(Found { pushes, moves }) => {
            let moves = moves.expect("the agent chooses its own walks");
            let mut state = board.start();
            state.play(&board, &moves.to_string()).expect("the moves can be played");
            assert!(board.is_solved(&state) && moves.pushes() == pushes.len());
            Some((moves.moves.len(), pushes.len()))
        }
        _ => None,
    };
    Figures { solved, expanded: stats.expanded, created: stats.tree - 1 }
}

/// Runs all levels of the table that are chosen by their nodes and compares.
fn compare(chosen: impl Fn(u64) -> bool) {
    let Some(folder) = needs::levels() else { return };
    let (levels, table) = (levels(&folder), table());
    assert!(levels.keys().eq(table.keys()) && levels.keys().copied().eq(0..=154));
    let mut wrong = Vec::new();
    for (number, expected) in table.iter().filter(|(_, row)| chosen(row.expanded)) {
        let found = run(&levels[number]);
        if found != *expected {
            wrong.push(format!("{number}: {expected:?}, but found {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_short_level_counts_as_in_the_table() {
    compare(|expanded| expanded <= SHORT);
}

#[test]
#[ignore = "several million nodes; part of the nightly run"]
fn every_long_level_counts_as_in_the_table() {
    compare(|expanded| expanded > SHORT);
}
