//! Solves, or floods, every board of a file of lines `moves board cluster` and compares.
//!
//! ```text
//! cargo run --release -p banto-unblock --example rush -- solve FILE
//! cargo run --release -p banto-unblock --example rush -- steps FILE
//! cargo run --release -p banto-unblock --example rush -- optimum FILE
//! ```
//!
//! The file is read line by line, so Fogleman's complete database (115 MB) works too.
#![allow(clippy::print_stdout, reason = "an example talks to people")]

use std::io::{BufRead, BufReader};
use std::time::Duration;

use rustix::time::{ClockId, clock_gettime};
use search::{Budget, Outcome, Stats};
use unblock::{Cluster, Engine, Metric, format, steps};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [mode, path] = &arguments[..] else { panic!("usage: rush solve|steps|optimum|table FILE") };
    let file = std::fs::File::open(path).expect("the file opens");
    let mut engine = Engine::new();
    let (mut boards, mut wrong, mut states, mut length) = (0u64, 0u64, 0u64, 0u64);
    let mut stats = Stats::default();
    let started = cpu();
    for line in BufReader::new(file).lines() {
        let line = line.expect("the file reads");
        let Ok(collection) = format::read(line.as_bytes()) else { continue };
        for level in collection.levels() {
            boards += 1;
            let mut budget = Budget::unlimited();
            let found = match mode.as_str() {
                "solve" | "steps" => {
                    let metric = if mode == "solve" { Metric::Moves } else { Metric::Steps };
                    let outcome = engine.solve(&level.board, metric, &mut budget, &mut stats);
                    let Some(Outcome::Solved(moves)) = outcome else { panic!("{line}") };
                    match metric {
                        Metric::Moves => moves.len() as u32,
                        Metric::Steps => steps(&moves),
                    }
                }
                "any" => {
                    let outcome =
                        engine.solve_any(&level.board, Metric::Moves, &mut budget, &mut stats);
                    let Some(Outcome::Solved(moves)) = outcome else { panic!("{line}") };
                    moves.len() as u32
                }
                "table" => {
                    let cluster = Cluster::new_in(engine, &level.board, Metric::Moves, &mut budget);
                    let cluster = cluster.expect("there is no limit");
                    stats.tree = cluster.len() as u64;
                    let size = level.known.cluster.unwrap_or(stats.tree);
                    wrong += u64::from(size != stats.tree);
                    let found = cluster.distance(&level.board.start()).expect("it is solvable");
                    engine = cluster.into_engine();
                    found
                }
                // Every board of the database is the hardest position of its cluster.
                "hardest" => {
                    let found = engine.hardest(&level.board, Metric::Moves, &mut budget);
                    let (moves, state, _) = found.expect("no limit").expect("it is solvable");
                    wrong += u64::from(state != level.board.start());
                    moves
                }
                "optimum" => {
                    let outcome =
                        engine.optimum(&level.board, Metric::Moves, &mut budget, &mut stats);
                    let Some(Outcome::Solved(moves)) = outcome else { panic!("{line}") };
                    moves
                }
                "read" => level.known.moves.unwrap_or(0),
                _ => panic!("no such mode"),
            };
            states += stats.tree;
            length += u64::from(found);
            let known = if mode == "steps" { level.known.steps } else { level.known.moves };
            wrong += u64::from(known.is_some_and(|known| known != found));
        }
    }
    let seconds = (cpu() - started).as_secs_f64();
    println!("{boards} boards, {wrong} wrong, {length} moves or steps in all");
    println!("{states} states, {} expanded, {} successors", stats.expanded, stats.generated);
    println!(
        "{seconds:.3} s cpu, {:.0} boards/s, {:.2} M states/s",
        boards as f64 / seconds,
        states as f64 / seconds / 1e6
    );
}

fn cpu() -> Duration {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}
