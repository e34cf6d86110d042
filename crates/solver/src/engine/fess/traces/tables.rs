//! What is computed once per board: rooms, distances, hotspots.

#![cfg(test)]

use ground::analysis::FAR;
use ground::kernel::Bits;
use sokoban::Square;

use super::{Report, Trace, traces};
use crate::engine::fess::feature::{Hotspots, RoomGraph};

/// Names of rooms in the traces.
const ROOMS: &[u8] = b"0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

#[test]
#[ignore = "needs the traces of another program: cargo xtask traces FOLDER"]
fn preprocessing_agrees() {
    let mut report = Report::default();
    for trace in traces() {
        compare_sets(&mut report, &trace);
        compare_rooms(&mut report, &trace);
        compare_distances(&mut report, &trace);
        compare_hotspots(&mut report, &trace);
    }
    report.finish("preprocessing");
}

fn compare_sets(report: &mut Report, trace: &Trace) {
    let reduced = &trace.reduced;
    let list = |bits: &Bits| bits.iter().map(|it| trace.name_of(it)).collect::<Vec<_>>().join(" ");
    for (tag, squares) in [
        ("TUNNELPUSH", reduced.no_stop_pushed()),
        ("TUNNELPULL", reduced.no_stop_pulled()),
        ("HOLES", reduced.holes()),
    ] {
        report.compare(trace, tag, &list(squares), trace.one(tag));
    }
    let letter = |square| if reduced.is_dead(square) { "x" } else { "." }.to_owned();
    compare_grid(report, trace, "D", " ", letter);
}

fn compare_rooms(report: &mut Report, trace: &Trace) {
    let rooms = trace.reduced.rooms();
    let letter = |square| {
        let name = rooms.of(square).map_or('.', |room| char::from(ROOMS[room]));
        name.to_string()
    };
    compare_grid(report, trace, "R", " ", letter);
    let graph = RoomGraph::new(trace.reduced.map(), rooms);
    let edges: Vec<String> = graph.edges().iter().map(|(i, j)| format!("{i}-{j}")).collect();
    report.compare(trace, "ROOMEDGES", &edges.join(" "), trace.one("ROOMEDGES"));
}

fn compare_distances(report: &mut Report, trace: &Trace) {
    let reduced = &trace.reduced;
    compare_grid(report, trace, "FD", "- ", |square| match reduced.pulls_from_goals(square) {
        FAR => "* ".into(),
        distance => format!("{distance} "),
    });
    compare_grid(report, trace, "BD", "- ", |square| {
        format!("{} ", reduced.pushes_to_goals(square))
    });
}

fn compare_hotspots(report: &mut Report, trace: &Trace) {
    let reduced = &trace.reduced;
    let mut hotspots = Hotspots::new(reduced);
    let by: Vec<String> = reduced
        .map()
        .squares()
        .map(|q| (q, hotspots.row(reduced, q).len()))
        .filter(|&(_, count)| count > 0)
        .map(|(q, count)| format!("{}:{count}", trace.name_of(q)))
        .collect();
    report.compare(trace, "HOTBY", &by.join(" "), trace.one("HOTBY"));
}

/// Compares a grid with one entry per square, row by row; rows that the trace leaves empty are
/// skipped.
fn compare_grid(
    report: &mut Report,
    trace: &Trace,
    tag: &str,
    wall: &str,
    letter: impl Fn(Square) -> String,
) {
    let board = trace.reduced.board();
    let cell = |row, column| board.square_at(row, column).map_or(wall.to_owned(), &letter);
    for (row, theirs) in trace.all(tag).into_iter().enumerate().take(board.height()) {
        if tag.len() == 2 && theirs.is_empty() {
            continue;
        }
        let ours: String = (0..board.width()).map(|column| cell(row, column)).collect();
        let theirs = if tag.len() == 1 { theirs.replace('#', " ") } else { theirs.to_owned() };
        report.compare(trace, tag, &ours, &theirs);
    }
}
