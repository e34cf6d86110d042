//! Shortens the solutions of a record file, for measuring the optimizer apart from the engines.
//!
//! `improve LEVELS RECORDS [--nodes N] [--time SECONDS] [--level N] [--every N] [--goal NAME]`
//! prints one line per level: number, pushes and moves before and after, nodes, seconds of
//! processor time.

#![allow(clippy::print_stdout, clippy::print_stderr)]

mod common;

use std::time::Duration;

use search::{Budget, Cancel, Limits, Metric};
use sokoban::{Board, Level, Push, Square, State, Walker};

use common::{cpu_seconds, levels};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let levels = levels(&arguments.next().expect("a level file"));
    let records = std::fs::read_to_string(arguments.next().expect("a record file")).expect("text");
    let (mut limits, mut only, mut goal) = (Limits::default(), None, Metric::Pushes);
    let mut every = 1;
    while let Some(name) = arguments.next() {
        let value = arguments.next().expect("a value");
        match name.as_str() {
            "--nodes" => limits.nodes = Some(value.parse().expect("a number")),
            "--time" => limits.time = Some(Duration::from_secs_f64(value.parse().expect("s"))),
            "--level" => only = Some(value.parse::<usize>().expect("a level number")),
            "--every" => every = value.parse::<usize>().expect("a number"),
            "--goal" => goal = value.parse().expect("a metric"),
            _ => panic!("unknown argument {name}"),
        }
    }
    let (mut sums, started) = ([0; 4], cpu_seconds());
    for line in records.lines() {
        let Some(moves) = field(line, "solution") else { continue };
        let number: usize = field(line, "index").and_then(|text| text.parse().ok()).expect("index");
        if only.is_some_and(|only| only != number) || !(number - 1).is_multiple_of(every) {
            continue;
        }
        let board =
            Board::new(&Level::from_rows(&levels[number - 1]).expect("grid")).expect("level");
        let pushes = pushes_of(&board, moves);
        let mut budget = Budget::new(limits, Cancel::default());
        let began = cpu_seconds();
        let better = banto_solver::improve(&board, &pushes, goal, &mut budget);
        let took = cpu_seconds() - began;
        let counts = [pushes.len(), length(&board, &pushes), better.len(), length(&board, &better)];
        sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        let [a, b, c, d] = counts;
        println!("{number}\t{a} {b}\t{c} {d}\t{}\t{took:.3}", budget.nodes());
    }
    let [a, b, c, d] = sums;
    eprintln!(
        "{a} pushes, {b} moves became {c} pushes, {d} moves in {:.1} s",
        cpu_seconds() - started
    );
}

/// The pushes of a solution in letters.
fn pushes_of(board: &Board, moves: &str) -> Vec<Push> {
    let mut state = board.start();
    let mut pushes = Vec::new();
    for letter in moves.chars() {
        let dir = sokoban::Dir::from_letter(letter).expect("a letter");
        let from: Square = board.neighbor(state.player, dir).expect("a square");
        if state.step(board, dir).expect("a move").push {
            pushes.push(Push { from, dir });
        }
    }
    pushes
}

/// The number of moves of a solution, which is played to its end.
fn length(board: &Board, pushes: &[Push]) -> usize {
    let walked = Walker::new(board).walk_pushes(board, &board.start(), pushes);
    let solution = walked.expect("the pushes can be played");
    let mut state: State = board.start();
    state.play(board, &solution.to_string()).expect("the moves can be played");
    assert!(board.is_solved(&state), "the solution solves");
    solution.moves.len()
}

/// The text of a field of a record.
fn field<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = line.split_once(&format!("\"{name}\":"))?;
    rest.trim_start_matches('"').split(['"', ',', '}']).next()
}
