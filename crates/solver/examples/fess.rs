//! Runs one strategy of FESS, or its restarts, on the levels of a file, one after another.
//!
//! `fess FILE [--time SECONDS] [--nodes N] [--memory MIB] [--level A-B] [--strategy VIEW,VARIANT]
//! [--restarts SEED] [--draw] [+technique] [-technique]` prints one line per level: number, status,
//! milliseconds of processor time for the tables of the board and for the search, expansions,
//! expansions per second with the tables and without, pushes, counters.

#![allow(clippy::print_stdout)]

mod common;

use std::ops::RangeInclusive;
use std::time::Duration;

use banto_solver::{Restarts, Run, Strategy, StrategyRun, TechniqueSet};
use ground::analysis::Analysis;
use search::{Budget, Cancel, Limits, Outcome, Stats, Stop};
use sokoban::{Board, Level, Push};

use common::{cpu_seconds, levels, numbers, replayed, switched};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let wanted = Wanted::read(&args);
    let mut sum = Sum::default();
    for (index, rows) in levels(&args[0]).iter().enumerate() {
        let number = index + 1;
        if !wanted.only.contains(&number) {
            continue;
        }
        sum.tried += 1;
        match Board::new(&Level::from_rows(rows).expect("a grid")) {
            Err(error) => println!("{number}\tinvalid\t{error}"),
            Ok(board) => match wanted.restarts {
                Some(seed) => restarts(number, &board, seed, &wanted),
                None => strategy(number, &board, &wanted, &mut sum),
            },
        }
    }
    let Sum { solved, tried, seconds, pushes } = sum;
    println!("solved {solved} of {tried}, {seconds:.1} s, {pushes} pushes");
}

/// The options.
struct Wanted {
    limits: Limits,
    memory: u64,
    /// The strategy to run; the first of `auto` unless another is named.
    strategy: Strategy,
    /// The seed, to run restarts instead.
    restarts: Option<u64>,
    techniques: TechniqueSet,
    only: RangeInclusive<usize>,
    draw: bool,
}

impl Wanted {
    fn read(args: &[String]) -> Wanted {
        let option = |name: &str| {
            args.iter().position(|arg| arg == name).and_then(|at| args.get(at + 1)).cloned()
        };
        let seconds: f64 = option("--time").map_or(10.0, |text| text.parse().expect("seconds"));
        let strategy = |text: String| {
            let (view, variant) = text.split_once(',').expect("view,variant");
            Strategy::new(view.parse().expect("a view"), variant.parse().expect("a variant"))
        };
        let switch = |set: TechniqueSet, arg: &String| switched(set, arg).unwrap_or(set);
        Wanted {
            limits: Limits {
                time: Some(Duration::from_secs_f64(seconds)),
                nodes: option("--nodes").map(|text| text.parse().expect("nodes")),
                memory: Some(2 << 30),
            },
            memory: option("--memory").map_or(2048, |text| text.parse().expect("MiB")) << 20,
            strategy: option("--strategy").map_or_else(|| Strategy::new(0, 0), strategy),
            restarts: option("--restarts").map(|text| text.parse().expect("a seed")),
            techniques: args.iter().fold(TechniqueSet::defaults(), switch),
            only: option("--level").map_or(1..=usize::MAX, |text| numbers(&text)),
            draw: args.iter().any(|arg| arg == "--draw"),
        }
    }
}

/// The totals of all levels.
#[derive(Default)]
struct Sum {
    solved: usize,
    tried: usize,
    seconds: f64,
    pushes: usize,
}

fn restarts(number: usize, board: &Board, seed: u64, wanted: &Wanted) {
    let begin = cpu_seconds();
    let mut budget = Budget::new(wanted.limits, Cancel::default());
    let mut engine = Restarts::new(board, wanted.techniques, seed, wanted.memory);
    let outcome = engine.run(&mut budget);
    let used = cpu_seconds() - begin;
    let word = if matches!(outcome, Some(Outcome::Solved(_))) { "solved" } else { "limit" };
    println!("{number}\t{word}\t{used:.3}\t{}\t{:?}", budget.nodes(), engine.stats().extra);
}

fn strategy(number: usize, board: &Board, wanted: &Wanted, sum: &mut Sum) {
    let begin = cpu_seconds();
    let mut budget = Budget::new(wanted.limits, Cancel::default());
    // Every engine begins with these tables; FESS makes those of its own board as well.
    let tables = Analysis::new(board, &mut budget);
    let (techniques, memory) = (wanted.techniques, wanted.memory);
    let engine = StrategyRun::new(board, wanted.strategy, techniques, memory, &mut budget);
    drop(tables);
    let (ready, mut stats) = (cpu_seconds(), Stats::default());
    let outcome = engine.ok().and_then(|mut fess| {
        let outcome = fess.run(&mut budget);
        stats = fess.stats();
        if wanted.draw {
            println!("{}", fess.draw());
        }
        outcome
    });
    let end = cpu_seconds();
    sum.seconds += end - begin;
    let (word, pushes) = judged(board, outcome, sum);
    let rate = |seconds: f64| stats.expanded as f64 / seconds;
    println!(
        "{number}\t{word}\t{:.1}\t{:.1}\t{}\t{:.0}\t{:.0}\t{pushes}\t{:?}",
        1e3 * (ready - begin),
        1e3 * (end - ready),
        stats.expanded,
        rate(end - begin),
        rate(end - ready),
        stats.extra
    );
}

/// The word for an outcome, and the number of pushes of a solution.
fn judged(
    board: &Board,
    outcome: Option<Outcome<Vec<Push>>>,
    sum: &mut Sum,
) -> (&'static str, usize) {
    match outcome {
        Some(Outcome::Solved(pushes)) => {
            let good = replayed(board, &pushes).is_some();
            sum.solved += usize::from(good);
            sum.pushes += pushes.len();
            (if good { "solved" } else { "WRONG" }, pushes.len())
        }
        Some(Outcome::GaveUp) => ("gave-up", 0),
        Some(Outcome::Stopped(Stop::Memory)) => ("memory", 0),
        _ => ("limit", 0),
    }
}
