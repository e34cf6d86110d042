//! What the examples share: level files, options, the clock, the replay of an answer.
#![allow(dead_code, reason = "each example uses only some of it")]

use std::ops::RangeInclusive;

use banto_solver::TechniqueSet;
use sokoban::{Board, Push, Solution, Walker};

/// CPU time of the process: wall time says little on a busy machine.
#[cfg(unix)]
pub(crate) fn cpu_seconds() -> f64 {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// Elsewhere the time since the first call has to do.
#[cfg(not(unix))]
pub(crate) fn cpu_seconds() -> f64 {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    START.get_or_init(std::time::Instant::now).elapsed().as_secs_f64()
}

/// Boards separated by blank lines; lines that start with `;` are titles.
pub(crate) fn levels(file: &str) -> Vec<Vec<String>> {
    let text = std::fs::read_to_string(file).expect("a readable file");
    let mut levels = vec![Vec::new()];
    for line in text.lines() {
        if line.trim().is_empty() || line.starts_with(';') {
            levels.push(Vec::new());
        } else {
            levels.last_mut().unwrap().push(line.to_owned());
        }
    }
    levels.retain(|rows| !rows.is_empty());
    levels
}

/// The level numbers of `3` or `3-7`.
pub(crate) fn numbers(text: &str) -> RangeInclusive<usize> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let number = |text: &str| text.parse::<usize>().expect("a level number");
    number(first)..=number(last)
}

/// The set after a switch `+name` or `-name`; `None` for any other word.
pub(crate) fn switched(set: TechniqueSet, word: &str) -> Option<TechniqueSet> {
    word.parse().ok().map(|switch| set.after(switch))
}

/// The moves of an answer, if they can be played and solve the level.
pub(crate) fn replayed(board: &Board, pushes: &[Push]) -> Option<Solution> {
    let solution = Walker::new(board).walk_pushes(board, &board.start(), pushes)?;
    let mut state = board.start();
    state.play(board, &solution.to_string()).ok()?;
    board.is_solved(&state).then_some(solution)
}
