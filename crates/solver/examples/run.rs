//! Runs an engine over a level file and prints one line per level, for measuring.
//!
//! `run FILE [--engine NAME] [--goal NAME] [--nodes N] [--time SECONDS] [--cpu SECONDS]
//! [--memory BYTES] [--threads N] [--seed N] [--level A-B] [--every N] [--improve NODES]
//! [+technique] [-technique]`
//!
//! `--cpu` limits the processor time of a level, which other work on the machine does not shorten.

#![allow(clippy::print_stdout, clippy::print_stderr)]

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use search::{Budget, Cancel, Limits, Outcome, Stats};
use sokoban::{Board, Level, State, Walker};
use solver::{Config, Engine, Goal, Technique, solve};

use common::{cpu_seconds, levels};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().expect("a level file");
    let (mut config, mut limits) = (Config::default(), Limits::default());
    let (mut only, mut cpu) = (1..=usize::MAX, f64::INFINITY);
    let (mut quiet, mut every) = (false, 1);
    let mut improve_nodes = None;
    while let Some(name) = arguments.next() {
        if let Some(technique) = name.strip_prefix('+').and_then(Technique::from_name) {
            config.techniques = config.techniques.with(technique);
            continue;
        }
        if let Some(technique) = name.strip_prefix('-').and_then(Technique::from_name) {
            config.techniques = config.techniques.without(technique);
            continue;
        }
        if name == "--quiet" {
            quiet = true;
            continue;
        }
        let value = arguments.next().expect("a value");
        match name.as_str() {
            "--engine" => config.engine = Engine::from_name(&value).expect("an engine"),
            "--goal" => config.goal = Goal::from_name(&value).expect("a goal"),
            "--nodes" => limits.nodes = Some(value.parse().expect("a number")),
            "--memory" => limits.memory = Some(value.parse().expect("bytes")),
            "--time" => limits.time = Some(Duration::from_secs_f64(value.parse().expect("s"))),
            "--improve" => improve_nodes = Some(value.parse::<u64>().expect("nodes")),
            "--every" => every = value.parse::<usize>().expect("a number"),
            "--cpu" => cpu = value.parse().expect("seconds"),
            "--threads" => config.threads = value.parse().expect("a number"),
            "--seed" => config.seed = value.parse().expect("a number"),
            "--level" => {
                let (first, last) = value.split_once('-').unwrap_or((&value, &value));
                let number = |text: &str| text.parse::<usize>().expect("a level number");
                only = number(first)..=number(last);
            }
            _ => panic!("unknown argument {name}"),
        }
    }
    let (mut solved, mut total, mut total_pushes) = (0, 0, 0);
    let mut seconds = 0.0;
    for (i, rows) in levels(&file).iter().enumerate() {
        if !only.contains(&(i + 1)) || i % every != 0 {
            continue;
        }
        total += 1;
        let board = match Board::new(&Level::from_rows(rows).expect("a grid")) {
            Ok(board) => board,
            Err(error) => {
                println!("{}\tinvalid {error:?}", i + 1);
                continue;
            }
        };
        let mut stats = Stats::default();
        let (started, begun) = (cpu_seconds(), Instant::now());
        let cancel = Cancel::default();
        let watch = Watch::start(cancel.clone(), started + cpu);
        let mut budget = Budget::new(limits, cancel);
        let answer = solve(&board, &config, &mut budget, &mut stats);
        drop(watch);
        let (took, wall) = (cpu_seconds() - started, begun.elapsed().as_secs_f64());
        let (status, moves, pushes) = match &answer.outcome {
            Outcome::Solved(found) => {
                let pushes = &match improve_nodes {
                    None => found.clone(),
                    Some(nodes) => {
                        let limits = Limits { nodes: Some(nodes), ..limits };
                        let mut budget = Budget::new(limits, Cancel::default());
                        solver::improve(&board, found, config.goal, &mut budget)
                    }
                };
                let walked = Walker::new(&board).walk_pushes(&board, &board.start(), pushes);
                let solution = walked.expect("the pushes can be played");
                let mut state: State = board.start();
                state.play(&board, &solution.to_string()).expect("the moves can be played");
                assert!(board.is_solved(&state), "the solution solves");
                solved += 1;
                seconds += took;
                total_pushes += pushes.len();
                ("solved", solution.moves.len(), pushes.len())
            }
            Outcome::Unsolvable => ("unsolvable", 0, 0),
            Outcome::GaveUp => ("gave-up", 0, 0),
            Outcome::Stopped(_) => ("stopped", 0, 0),
        };
        if !quiet {
            println!(
                "{}\t{status}\t{pushes}\t{moves}\t{}\t{}\t{:.4}\t{}\t{wall:.4}",
                i + 1,
                stats.expanded,
                stats.generated,
                took,
                answer.engine.name()
            );
        }
    }
    eprintln!(
        "{file}: {config}: {solved}/{total} solved, {seconds:.2} s for the solved, {total_pushes} pushes"
    );
}

/// Cancels a search when the process has used up its processor time, until it is dropped.
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
