//! Runs an engine over a level file and prints one line per level, for measuring.
//!
//! `run FILE [--engine NAME] [--goal NAME] [--nodes N] [--time SECONDS] [--cpu SECONDS]
//! [--memory BYTES] [--threads N] [--seed N] [--level A-B] [--every N] [--improve NODES]
//! [--quiet] [--counters] [+technique] [-technique]`
//!
//! `--cpu` limits the processor time of a level, which other work on the machine does not shorten.

#![allow(clippy::print_stdout, clippy::print_stderr)]

mod common;

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use banto_solver::{Config, Engine, solve};
use search::{Budget, Cancel, Limits, Outcome, Stats, goal};
use sokoban::{Board, Level, Push};

use common::{cpu_seconds, levels, numbers, replayed, switched};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().expect("a level file");
    let wanted = Wanted::read(arguments);
    let mut sum = Sum::default();
    for (i, rows) in levels(&file).iter().enumerate() {
        if !wanted.only.contains(&(i + 1)) || i % wanted.every != 0 {
            continue;
        }
        sum.tried += 1;
        match Board::new(&Level::from_rows(rows).expect("a grid")) {
            Ok(board) => one(i + 1, &board, &wanted, &mut sum),
            Err(error) => println!("{}\tinvalid {error:?}", i + 1),
        }
    }
    let (Sum { solved, tried, seconds, pushes }, config) = (sum, wanted.config);
    eprintln!(
        "{file}: {config}: {solved}/{tried} solved, {seconds:.2} s for the solved, {pushes} pushes"
    );
}

/// The options.
struct Wanted {
    config: Config,
    limits: Limits,
    only: RangeInclusive<usize>,
    every: usize,
    /// Processor time for a level, in seconds.
    cpu: f64,
    /// Nodes for shortening a solution.
    improve: Option<u64>,
    quiet: bool,
    /// Prints the engine's own counters too.
    counters: bool,
}

impl Wanted {
    fn read(mut arguments: impl Iterator<Item = String>) -> Wanted {
        let mut wanted = Wanted {
            config: Config::default(),
            limits: Limits::default(),
            only: 1..=usize::MAX,
            every: 1,
            cpu: f64::INFINITY,
            improve: None,
            quiet: false,
            counters: false,
        };
        while let Some(name) = arguments.next() {
            if let Some(set) = switched(wanted.config.techniques, &name) {
                wanted.config.techniques = set;
            } else if name == "--quiet" {
                wanted.quiet = true;
            } else if name == "--counters" {
                wanted.counters = true;
            } else {
                wanted.option(&name, &arguments.next().expect("a value"));
            }
        }
        wanted
    }

    fn option(&mut self, name: &str, value: &str) {
        let number = || value.parse::<u64>().expect("a number");
        let seconds = || value.parse::<f64>().expect("seconds");
        match name {
            "--engine" => self.config.engine = Engine::from_name(value).expect("an engine"),
            "--goal" => self.config.goal = goal::from_name(value).expect("a goal"),
            "--threads" => self.config.threads = value.parse().expect("a number"),
            "--seed" => self.config.seed = number(),
            "--nodes" => self.limits.nodes = Some(number()),
            "--memory" => self.limits.memory = Some(number()),
            "--time" => self.limits.time = Some(Duration::from_secs_f64(seconds())),
            "--improve" => self.improve = Some(number()),
            "--every" => self.every = number() as usize,
            "--cpu" => self.cpu = seconds(),
            "--level" => self.only = numbers(value),
            _ => panic!("unknown argument {name}"),
        }
    }
}

/// The totals of all levels.
#[derive(Default)]
struct Sum {
    solved: usize,
    tried: usize,
    /// Processor time of the solved ones.
    seconds: f64,
    pushes: usize,
}

/// Solves a level and prints its line.
fn one(number: usize, board: &Board, wanted: &Wanted, sum: &mut Sum) {
    let mut stats = Stats::default();
    let (started, begun) = (cpu_seconds(), Instant::now());
    let cancel = Cancel::default();
    let watch = Watch::start(cancel.clone(), started + wanted.cpu);
    let answer = solve(board, &wanted.config, &mut Budget::new(wanted.limits, cancel), &mut stats);
    drop(watch);
    let (took, wall) = (cpu_seconds() - started, begun.elapsed().as_secs_f64());
    let (status, moves, pushes) = match answer.outcome {
        Outcome::Solved(found) => {
            let pushes = improved(board, found, wanted);
            let solution = replayed(board, &pushes).expect("the answer solves the level");
            sum.solved += 1;
            sum.seconds += took;
            sum.pushes += pushes.len();
            ("solved", solution.moves.len(), pushes.len())
        }
        Outcome::Unsolvable => ("unsolvable", 0, 0),
        Outcome::GaveUp => ("gave-up", 0, 0),
        Outcome::Stopped(_) => ("stopped", 0, 0),
    };
    if !wanted.quiet {
        println!(
            "{number}\t{status}\t{pushes}\t{moves}\t{}\t{}\t{took:.4}\t{}\t{wall:.4}\t{}",
            stats.expanded,
            stats.generated,
            answer.engine.name(),
            stats.bound.unwrap_or_default()
        );
    }
    if wanted.counters {
        let Stats { iterations, extra, bound, tree, reopened, .. } = stats;
        println!(
            "\t{iterations} iterations, {tree} kept, {reopened} reopened, bound {bound:?} {extra:?}"
        );
    }
}

/// The solution, shortened when that is wanted.
fn improved(board: &Board, found: Vec<Push>, wanted: &Wanted) -> Vec<Push> {
    let Some(nodes) = wanted.improve else { return found };
    let limits = Limits { nodes: Some(nodes), ..wanted.limits };
    let mut budget = Budget::new(limits, Cancel::default());
    banto_solver::improve(board, &found, wanted.config.minimised(), &mut budget)
}

/// Cancels a search when the process has used up its processor time, unless dropped before that.
struct Watch {
    over: Arc<AtomicBool>,
}

impl Watch {
    fn start(cancel: Cancel, end: f64) -> Watch {
        let over = Arc::new(AtomicBool::new(false));
        let seen = over.clone();
        std::thread::spawn(move || {
            while !seen.load(Ordering::Relaxed) && cpu_seconds() < end {
                std::thread::sleep(Duration::from_millis(5));
            }
            cancel.cancel();
        });
        Watch { over }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.over.store(true, Ordering::Relaxed);
    }
}
