//! Perft: the positions of fixed boards by their distance from the start.
//!
//! Two models without shared code must agree with each other and with the counts in `testdata`: the
//! one of this crate, and grids of characters. The page runs the same file in its rules test.

#![expect(clippy::print_stderr, reason = "a skipped test says so")]

mod common;

use std::collections::BTreeSet;
use std::fmt;

use banto_unblock::{Axis, Board, METRICS, Metric, Side, Space};
use common::naive;
use search::StateSpace;

/// Boards of our own and their counts.
const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/unblock.perft");

/// The counts of one board: for each metric the sizes of the layers and the first solved one.
#[derive(Debug, PartialEq, Eq)]
struct Perft {
    layers: Vec<(Metric, Vec<u64>, Option<usize>)>,
}

impl Perft {
    /// By the rules of this crate.
    fn of_crate(board: &Board) -> Perft {
        Perft { layers: METRICS.into_iter().map(|metric| flood(board, metric)).collect() }
    }

    /// By grids of characters.
    fn of_grids(board: &Board, rows: &str) -> Perft {
        let start = naive::grid(rows);
        let layers = METRICS.into_iter().map(|metric| {
            let found =
                naive::search(&start, metric == Metric::Steps, "", |grid| is_out(board, grid));
            (metric, found.layers, found.optimum)
        });
        Perft { layers: layers.collect() }
    }
}

impl fmt::Display for Perft {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (metric, layers, solved) in &self.layers {
            let counts: Vec<String> = layers.iter().map(u64::to_string).collect();
            writeln!(f, "{} U {}", metric.name(), counts.join(" "))?;
            let solved = solved.map_or_else(|| "never".to_owned(), |depth| depth.to_string());
            writeln!(f, "{} solved {solved}", metric.name())?;
        }
        Ok(())
    }
}

/// Breadth-first over the space of the crate.
fn flood(board: &Board, metric: Metric) -> (Metric, Vec<u64>, Option<usize>) {
    let mut space = Space::new(board, metric);
    let mut layer = vec![board.start()];
    let mut seen: BTreeSet<Vec<u8>> = layer.iter().map(|it| it.positions.to_vec()).collect();
    let (mut layers, mut solved) = (Vec::new(), None);
    while !layer.is_empty() {
        if solved.is_none() && layer.iter().any(|state| board.is_solved(state)) {
            solved = Some(layers.len());
        }
        layers.push(layer.len() as u64);
        let mut out = Vec::new();
        for state in &layer {
            space.expand(state, &mut out);
        }
        let states = out.into_iter().map(|successor| successor.state);
        layer = states.filter(|state| seen.insert(state.positions.to_vec())).collect();
    }
    (metric, layers, solved)
}

/// Whether red touches the edge of the exit.
fn is_out(board: &Board, grid: &naive::Grid) -> bool {
    let at = |r: usize, c: usize| grid[r][c] == 'A';
    let (height, width) = (grid.len(), grid[0].len());
    match board.exit() {
        Side::Left => (0..height).any(|r| at(r, 0)),
        Side::Right => (0..height).any(|r| at(r, width - 1)),
        Side::Top => (0..width).any(|c| at(0, c)),
        Side::Bottom => (0..width).any(|c| at(height - 1, c)),
    }
}

/// The boards of the file: the board, its rows, and the counts below it.
fn boards() -> Vec<(Board, String, String)> {
    let text = std::fs::read_to_string(FILE).unwrap();
    let mut boards = Vec::new();
    for block in text.split("\n\n") {
        let lines = || block.lines().filter(|line| !line.starts_with(';'));
        let is_row = |line: &&str| !line.contains(' ') && !line.contains('=');
        let join = |lines: Vec<&str>| lines.iter().map(|line| format!("{line}\n")).collect();
        let rows: String = join(lines().filter(is_row).collect());
        if rows.trim().is_empty() {
            continue;
        }
        let board: String = join(lines().filter(|line| !line.contains(' ')).collect());
        let collection = banto_unblock::format::read(board.as_bytes()).unwrap();
        let level = collection.entries.into_iter().next().unwrap().unwrap();
        boards.push((level.board, rows, join(lines().filter(|line| line.contains(' ')).collect())));
    }
    boards
}

#[test]
fn our_boards() {
    let boards = boards();
    let exits: BTreeSet<&str> = boards.iter().map(|(board, ..)| board.exit().name()).collect();
    assert_eq!(exits.len(), 4, "every side is tried");
    for (board, rows, expected) in boards {
        assert_eq!(board.red_piece().axis == Axis::Vertical, board.exit().axis() == Axis::Vertical);
        assert_eq!(Perft::of_crate(&board).to_string(), expected, "\n{rows}");
        assert_eq!(Perft::of_grids(&board, &rows).to_string(), expected, "\n{rows}");
    }
}

#[test]
#[ignore = "prints what belongs in testdata below each board"]
fn print_tables() {
    for (board, rows, _) in boards() {
        eprintln!("{rows}{}", Perft::of_grids(&board, &rows));
    }
}
