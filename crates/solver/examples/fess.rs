//! Runs the FESS engine on the levels of a file, one after the other.
//!
//! `fess FILE [--time SECONDS] [--nodes N] [--memory MIB] [--level A-B] [--strategy VIEW,VARIANT]
//! [--restarts SEED] [--draw] [+technique] [-technique]` prints one line a level: number, status,
//! seconds of processor time, expansions, pushes.

use search::{Budget, Cancel, Limits, Outcome};
use sokoban::{Board, Level, Walker};
use solver::engine::Run;
use solver::engine::fess::{Fess, Restarts, Strategy};
use solver::{Technique, TechniqueSet};
use std::time::Duration;

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
    let text = std::fs::read_to_string(&args[0]).expect("a level file");
    let mut grids: Vec<Vec<&str>> = vec![Vec::new()];
    for line in text.lines().filter(|line| !line.starts_with(';')) {
        if line.trim().is_empty() {
            grids.push(Vec::new());
        } else {
            grids.last_mut().expect("never empty").push(line);
        }
    }
    grids.retain(|rows| !rows.is_empty());
    let (mut solved, mut total, mut all_pushes, mut tried) = (0, 0.0, 0, 0);
    for (index, rows) in grids.iter().enumerate() {
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
        let mut expanded = 0;
        let mut extra = Vec::new();
        if let Some(seed) = option("--restarts") {
            let mut engine =
                Restarts::new(&board, techniques, seed.parse().expect("a seed"), memory);
            let outcome = engine.run(&mut budget);
            let used = cpu_seconds() - begin;
            let word = if matches!(outcome, Some(Outcome::Solved(_))) { "solved" } else { "limit" };
            println!("{number}\t{word}\t{used:.3}\t{}\t{:?}", budget.nodes(), engine.stats().extra);
            continue;
        }
        let engine = match alone {
            Some(strategy) => Fess::with(&board, &[strategy], techniques, memory, &mut budget),
            None => Fess::new(&board, techniques, memory, &mut budget),
        };
        let outcome = match engine {
            Ok(mut fess) => {
                let outcome = fess.run(&mut budget);
                expanded = fess.stats().expanded;
                extra = fess.stats().extra;
                if args.iter().any(|arg| arg == "--draw") {
                    println!("{}", fess.draw());
                }
                outcome
            }
            Err(_) => None,
        };
        let used = cpu_seconds() - begin;
        total += used;
        match outcome {
            Some(Outcome::Solved(pushes)) => {
                let solution = Walker::new(&board).walk_pushes(&board, &board.start(), &pushes);
                let mut state = board.start();
                let good = solution.is_some_and(|solution| {
                    state.play(&board, &solution.to_string()).is_ok() && board.is_solved(&state)
                });
                solved += usize::from(good);
                all_pushes += pushes.len();
                let word = if good { "solved" } else { "WRONG" };
                println!("{number}\t{word}\t{used:.3}\t{expanded}\t{}\t{extra:?}", pushes.len());
            }
            Some(Outcome::GaveUp) => println!("{number}\tgave-up\t{used:.3}\t{expanded}"),
            Some(other) => println!("{number}\t{other:?}\t{used:.3}\t{expanded}"),
            None => println!("{number}\tlimit\t{used:.3}\t{expanded}\t{extra:?}"),
        }
    }
    println!("solved {solved} of {tried}, {total:.1} s, {all_pushes} pushes");
}

/// Processor time of this process, where the system tells; 0 elsewhere.
fn cpu_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let nanoseconds = text.split_whitespace().next().and_then(|word| word.parse::<f64>().ok());
    nanoseconds.unwrap_or(0.0) / 1e9
}
