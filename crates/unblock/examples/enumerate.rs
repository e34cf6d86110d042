//! All minimal puzzles of a square board: `enumerate SIDE`; the hardest come last.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "an example talks to people")]

use banto_unblock::enumerate::enumerate;
use banto_unblock::format::{Collection, Format, write};
use search::Budget;

fn main() {
    let side = std::env::args().nth(1).and_then(|text| text.parse().ok());
    let side: usize = side.expect("usage: enumerate SIDE");
    let started = std::time::Instant::now();
    let mut levels = Vec::new();
    let counts = enumerate(side, &mut Budget::unlimited(), |level| levels.push(level));
    eprintln!("{:?} in {:.2} s", counts, started.elapsed().as_secs_f64());
    levels.sort_by_key(|level| (level.known.moves, level.known.cluster));
    let entries = levels.into_iter().map(Ok).collect();
    let collection = Collection { entries, ..Collection::default() };
    print!("{}", write(&collection, Format::Table).expect("these boards have letters"));
}
