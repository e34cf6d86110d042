//! Measures the assignment of boxes to goals: repaired after one box has moved, as the searches do
//! it, against made from scratch.
//!
//! `assignment FILE [MOVES]` takes random moves of single boxes on every level of a file and prints
//! the boxes, both times a move in nanoseconds, and how many times faster the repair is; then the
//! same for all levels with fewer than 15 boxes, and with 15 or more. Both costs are compared at
//! every move.

#![allow(clippy::print_stdout)]

use std::time::{Duration, Instant};

use ground::analysis::Analysis;
use ground::heuristic::Matching;
use search::Budget;
use sokoban::{Board, Dir, Level, Square};

/// From how many boxes on a level counts as large.
const LARGE: usize = 15;

/// The times of all moves on some levels.
#[derive(Clone, Copy, Default)]
struct Times {
    repaired: Duration,
    made: Duration,
    moves: u32,
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().expect("a level file");
    let moves = arguments.next().map_or(2_000, |it| it.parse().expect("a number of moves"));
    let mut sums = [Times::default(); 2];
    for (number, board) in boards(&file) {
        let boxes = board.start().boxes.len();
        let Some(times) = measure(&board, moves) else { continue };
        println!("{number}\t{boxes} boxes\t{}", times.describe());
        sums[usize::from(boxes >= LARGE)].add(times);
    }
    println!("fewer than {LARGE} boxes\t{}", sums[0].describe());
    println!("{LARGE} boxes and more\t{}", sums[1].describe());
}

/// The boards of a file that can be read, with their numbers.
fn boards(file: &str) -> Vec<(usize, Board)> {
    let bytes = std::fs::read(file).expect("a readable file");
    let collection = sokoban::format::read(&bytes).expect("a level file");
    let board = |(number, level): (usize, &Level)| Some((number, Board::new(level).ok()?));
    collection.levels().filter_map(board).collect()
}

/// Moves boxes of a level one square at a time, at random; `None` if it has spare goals.
fn measure(board: &Board, moves: u32) -> Option<Times> {
    let analysis = Analysis::new(board, &mut Budget::unlimited()).expect("there is no limit");
    let (map, start, distances) = (&analysis.map, &analysis.start, &analysis.to_goals);
    let mut boxes: Vec<(Square, u8)> = analysis.sides(start.boxes(), start.player).collect();
    if distances.n_columns() != boxes.len() {
        return None;
    }
    let mut random = search::Random::seeded(7);
    let mut kept = Matching::new(distances, &boxes);
    let mut changed = kept.clone();
    let mut times = Times::default();
    while times.moves < moves {
        let row = random.below(boxes.len());
        let to = map.next(boxes[row].0, Dir::ALL[random.below(4)]);
        if map.is_wall(to) || !analysis.live.contains(to) {
            continue;
        }
        boxes[row] = (to, analysis.side(to, start.player) as u8);
        let begin = Instant::now();
        changed.copy_from(&kept);
        changed.move_box(distances, row, boxes[row].0, boxes[row].1);
        let repaired = changed.cost(distances);
        times.repaired += begin.elapsed();
        let begin = Instant::now();
        let made = Matching::new(distances, &boxes).cost(distances);
        times.made += begin.elapsed();
        assert_eq!(repaired, made);
        std::mem::swap(&mut kept, &mut changed);
        times.moves += 1;
    }
    Some(times)
}

impl Times {
    fn add(&mut self, other: Times) {
        self.repaired += other.repaired;
        self.made += other.made;
        self.moves += other.moves;
    }

    fn describe(&self) -> String {
        let each = |time: Duration| time.as_nanos() / u128::from(self.moves.max(1));
        let factor = self.made.as_secs_f64() / self.repaired.as_secs_f64().max(1e-9);
        let (repaired, made) = (each(self.repaired), each(self.made));
        format!("repaired {repaired} ns\tfrom scratch {made} ns\t{factor:.1} times")
    }
}
