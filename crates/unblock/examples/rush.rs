//! Solves, or floods, every board of a file of lines `moves board cluster` and compares.
//!
//! ```text
//! cargo run --release -p banto-unblock --example rush -- solve FILE
//! cargo run --release -p banto-unblock --example rush -- steps FILE
//! cargo run --release -p banto-unblock --example rush -- optimum FILE
//! ```
//!
//! Other modes: `any` (any shortest solution), `table` (all positions with distances), `hardest`
//! (every board of the database is the hardest position of its cluster), `read` (reads the file and
//! does nothing else). The file is read line by line, so Fogleman's complete database (115 MB)
//! works too.
#![allow(clippy::print_stdout, reason = "an example talks to people")]

use std::io::{BufRead, BufReader};
use std::time::Duration;

use banto_unblock::{Cluster, Engine, Level, Metric, format, steps};
use search::{Budget, Outcome, Stats};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [mode, path] = &arguments[..] else { panic!("usage: rush MODE FILE") };
    let file = std::fs::File::open(path).expect("the file opens");
    let mut run = Run::default();
    let started = cpu();
    for line in BufReader::new(file).lines() {
        let line = line.expect("the file reads");
        let Ok(collection) = format::read(line.as_bytes()) else { continue };
        for level in collection.levels() {
            run.compare(mode, level);
        }
    }
    run.tell((cpu() - started).as_secs_f64());
}

/// The engine, and what was found so far.
#[derive(Default)]
struct Run {
    engine: Engine,
    stats: Stats,
    boards: u64,
    wrong: u64,
    states: u64,
    length: u64,
}

impl Run {
    /// Solves a board and compares the result with what is known of it.
    fn compare(&mut self, mode: &str, level: &Level) {
        let found = self.length(mode, level);
        self.boards += 1;
        self.states += self.stats.tree;
        self.length += u64::from(found);
        let known = if mode == "steps" { level.known.steps } else { level.known.moves };
        self.wrong += u64::from(known.is_some_and(|known| known != found));
    }

    /// The length of a shortest solution, in one of several ways.
    fn length(&mut self, mode: &str, level: &Level) -> u32 {
        let (board, stats, budget) = (&level.board, &mut self.stats, &mut Budget::unlimited());
        match mode {
            "solve" => solved(self.engine.solve(board, Metric::Moves, budget, stats)).len() as u32,
            "steps" => steps(&solved(self.engine.solve(board, Metric::Steps, budget, stats))),
            "any" => {
                solved(self.engine.solve_any(board, Metric::Moves, budget, stats)).len() as u32
            }
            "optimum" => solved(self.engine.optimum(board, Metric::Moves, budget, stats)),
            "table" => self.table(level),
            "hardest" => {
                let found = self.engine.hardest(board, Metric::Moves, budget);
                let (moves, state, _) = found.expect("no limit").expect("it is solvable");
                self.wrong += u64::from(state != board.start());
                moves
            }
            "read" => level.known.moves.unwrap_or(0),
            _ => panic!("no such mode"),
        }
    }

    /// The length from the table of all positions, whose size is compared too.
    fn table(&mut self, level: &Level) -> u32 {
        let (engine, board) = (std::mem::take(&mut self.engine), &level.board);
        let cluster = Cluster::new_in(engine, board, Metric::Moves, &mut Budget::unlimited());
        let cluster = cluster.expect("there is no limit");
        self.stats.tree = cluster.len() as u64;
        let size = level.known.cluster.unwrap_or(self.stats.tree);
        self.wrong += u64::from(size != self.stats.tree);
        let found = cluster.distance(&board.start()).expect("it is solvable");
        self.engine = cluster.into_engine();
        found
    }

    fn tell(&self, seconds: f64) {
        let Run { boards, wrong, states, length, stats, .. } = self;
        println!("{boards} boards, {wrong} wrong, {length} moves or steps in all");
        println!("{states} states, {} expanded, {} successors", stats.expanded, stats.generated);
        println!(
            "{seconds:.3} s cpu, {:.0} boards/s, {:.2} M states/s",
            *boards as f64 / seconds,
            *states as f64 / seconds / 1e6
        );
    }
}

fn solved<T>(outcome: Option<Outcome<T>>) -> T {
    let Some(Outcome::Solved(found)) = outcome else {
        panic!("every board of the file is solvable")
    };
    found
}

#[cfg(unix)]
fn cpu() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Elsewhere the time since the first call has to do.
#[cfg(not(unix))]
fn cpu() -> Duration {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}
