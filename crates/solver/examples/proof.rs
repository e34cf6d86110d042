//! What the engine `optimal` proves on the levels of a file, and when.
//!
//! `proof FILE GOAL SECONDS [LEVELS [GIBIBYTES [THREADS]]]` runs every level, or those listed (`8,12,16`), on
//! one thread for so many seconds of processor time, or on several for so many seconds of the clock, and prints a line each: the number, what is
//! proved of the solution with its pushes and moves, the proved bound, nodes, positions kept,
//! seconds, and each bound with the seconds after which it was proved. The goal is one of `pushes`,
//! `moves`, `pushes-moves` and `moves-pushes`. Memory: 2 GiB unless said otherwise.

#![allow(clippy::print_stdout)]

use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use banto_solver::{Config, Engine, solve};
use search::{Budget, Cancel, Goal, Limits, Observer, Outcome, Progress, Stats};
use sokoban::{Board, Level, Walker};

/// Writes down the bounds, and cancels when the time is over.
struct Watch {
    clock: fn() -> Duration,
    from: Duration,
    most: Duration,
    cancel: Cancel,
    seen: Mutex<(u32, String)>,
}

impl Observer for Watch {
    fn interval(&self) -> Duration {
        Duration::from_millis(20)
    }

    fn progress(&self, progress: &Progress) {
        let time = (self.clock)().saturating_sub(self.from);
        let mut seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(bound) = progress.bound.filter(|&bound| bound > seen.0) {
            seen.0 = bound;
            let _ = write!(seen.1, " {bound}@{:.1}", time.as_secs_f64());
        }
        if time > self.most {
            self.cancel.cancel();
        }
    }
}

/// The processor time of this thread.
#[cfg(unix)]
fn used() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

#[cfg(not(unix))]
fn used() -> Duration {
    elapsed()
}

/// The time since the first call.
fn elapsed() -> Duration {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed()
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, goal, seconds, rest @ ..] = &arguments[..] else {
        panic!("proof FILE GOAL SECONDS [LEVELS [GIBIBYTES [THREADS]]]");
    };
    let goal: Goal = goal.parse().expect("a goal");
    let most = Duration::from_secs_f64(seconds.parse().expect("seconds"));
    let levels = rest.first().map(|it| it.split(',').map(|it| it.parse().expect("a number")));
    let levels: Option<Vec<usize>> = levels.map(Iterator::collect);
    let memory = rest.get(1).map_or(2, |it| it.parse::<u64>().expect("gibibytes")) << 30;
    let threads = rest.get(2).map_or(1, |it| it.parse().expect("threads"));
    let bytes = std::fs::read(file).expect("a readable file");
    let collection = sokoban::format::read(&bytes).expect("a level file");
    for (number, level) in collection.levels() {
        if levels.as_ref().is_none_or(|levels| levels.contains(&number)) {
            println!("{number}\t{}", run(level, (goal, threads), most, memory));
        }
    }
}

/// Runs a level; the line without its number.
fn run(level: &Level, (goal, threads): (Goal, usize), most: Duration, memory: u64) -> String {
    let Ok(board) = Board::new(level) else { return "invalid".to_owned() };
    let engine = Engine::Optimal;
    let config = Config { engine, goal: Some(goal), threads, ..Config::default() };
    let clock = if threads > 1 { elapsed } else { used };
    let (cancel, seen) = (Cancel::default(), Mutex::default());
    let watch = Arc::new(Watch { clock, from: clock(), most, cancel: cancel.clone(), seen });
    let limits = Limits { memory: Some(memory), ..Limits::default() };
    let mut budget = Budget::new(limits, cancel).with_observer(watch.clone());
    let mut stats = Stats::default();
    let answer = solve(&board, &config, &mut budget, &mut stats);
    let time = clock().saturating_sub(watch.from).as_secs_f64();
    let end = match &answer.outcome {
        Outcome::Solved(pushes) => {
            let walk = Walker::new(&board).walk_pushes(&board, &board.start(), pushes);
            let moves = walk.expect("an engine's pushes can be walked").moves.len();
            format!("{} {}/{moves}", answer.guarantee.name(), pushes.len())
        }
        Outcome::Stopped(_) => "-".to_owned(),
        other => format!("{other:?}"),
    };
    let bound = stats.bound.map_or("-".to_owned(), |bound| bound.to_string());
    let Stats { expanded, tree, .. } = stats;
    let history = watch.seen.lock().unwrap_or_else(PoisonError::into_inner).1.clone();
    format!("{end}\t{bound}\t{expanded}\t{tree}\t{time:.2}\t{}", history.trim())
}
