//! Runs the FESS engine on the levels of a file, one after the other.
//!
//! `fess FILE [--time SECONDS] [--nodes N] [--memory MIB] [--level A-B] [--strategy VIEW,VARIANT]
//! [--restarts SEED] [--draw] [+technique] [-technique]` prints one line a level: number, status,
//! milliseconds of processor time for the tables of the board and for the search, expansions,
//! expansions a second with the tables and without, pushes, counters.

mod common;

use search::{Budget, Cancel, Limits, Outcome, Stats, Stop};
use sokoban::{Board, Level, Walker};
use solver::internals::{Analysis, Fess, Restarts, Run, Strategy};
use solver::{Technique, TechniqueSet};
use std::time::Duration;

use common::{cpu_seconds, levels};

#[allow(clippy::print_stdout)]
fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let option = |name: &str| {
        args.iter().position(|arg| arg == name).and_then(|at| args.get(at + 1)).cloned()
    };
    let seconds: f64 = option("--time").map_or(10.0, |text| text.parse().expect("seconds"));
    let memory = option("--memory").map_or(2048, |text| text.parse::<u64>().expect("MiB")) << 20;
    let nodes: Option<u64> = option("--nodes").map(|text| text.parse().expect("nodes"));
    // `--strategy VIEW,VARIANT` runs that one alone.
    let alone = option("--strategy").map(|text| {
        let (view, variant) = text.split_once(',').expect("view,variant");
        Strategy::new(view.parse().expect("a view"), variant.parse().expect("a variant"))
    });
    // `+name` and `-name` switch techniques.
    let switch = |set: TechniqueSet, arg: &String| {
        let named = |sign| arg.strip_prefix(sign).and_then(Technique::from_name);
        match (named('+'), named('-')) {
            (Some(technique), _) => set.with(technique),
            (_, Some(technique)) => set.without(technique),
            _ => set,
        }
    };
    let techniques = args.iter().fold(TechniqueSet::defaults(), switch);
    let range = option("--level").unwrap_or_default();
    let (first, last) = match range.split_once('-') {
        Some((a, b)) => (a.parse().expect("level"), b.parse().expect("level")),
        None if range.is_empty() => (1, usize::MAX),
        None => (range.parse().expect("level"), range.parse().expect("level")),
    };
    let (mut solved, mut total, mut all_pushes, mut tried) = (0, 0.0, 0, 0);
    for (index, rows) in levels(&args[0]).iter().enumerate() {
        let number = index + 1;
        if number < first || number > last {
            continue;
        }
        tried += 1;
        let level = Level::from_rows(rows).expect("a grid");
        let board = match Board::new(&level) {
            Ok(board) => board,
            Err(error) => {
                println!("{number}\tinvalid\t{error}");
                continue;
            }
        };
        let begin = cpu_seconds();
        let limits =
            Limits { time: Some(Duration::from_secs_f64(seconds)), nodes, memory: Some(2 << 30) };
        let mut budget = Budget::new(limits, Cancel::default());
        let mut stats = Stats::default();
        if let Some(seed) = option("--restarts") {
            let mut engine =
                Restarts::new(&board, techniques, seed.parse().expect("a seed"), memory);
            let outcome = engine.run(&mut budget);
            let used = cpu_seconds() - begin;
            let word = if matches!(outcome, Some(Outcome::Solved(_))) { "solved" } else { "limit" };
            println!("{number}\t{word}\t{used:.3}\t{}\t{:?}", budget.nodes(), engine.stats().extra);
            continue;
        }
        // Every engine begins with these tables; FESS makes those of its own board as well.
        let tables = Analysis::new(&board, &mut budget);
        let engine = match alone {
            Some(strategy) => Fess::with(&board, &[strategy], techniques, memory, &mut budget),
            None => Fess::new(&board, techniques, memory, &mut budget),
        };
        drop(tables);
        let ready = cpu_seconds();
        let outcome = engine.ok().and_then(|mut fess| {
            let outcome = fess.run(&mut budget);
            stats = fess.stats();
            if args.iter().any(|arg| arg == "--draw") {
                println!("{}", fess.draw());
            }
            outcome
        });
        let end = cpu_seconds();
        total += end - begin;
        let (word, pushes) = match outcome {
            Some(Outcome::Solved(pushes)) => {
                let solution = Walker::new(&board).walk_pushes(&board, &board.start(), &pushes);
                let mut state = board.start();
                let good = solution.is_some_and(|solution| {
                    state.play(&board, &solution.to_string()).is_ok() && board.is_solved(&state)
                });
                solved += usize::from(good);
                all_pushes += pushes.len();
                (if good { "solved" } else { "WRONG" }, pushes.len())
            }
            Some(Outcome::GaveUp) => ("gave-up", 0),
            Some(Outcome::Stopped(Stop::Memory)) => ("memory", 0),
            _ => ("limit", 0),
        };
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
    println!("solved {solved} of {tried}, {total:.1} s, {all_pushes} pushes");
}
