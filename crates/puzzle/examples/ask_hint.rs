//! Asks what to do next in the first level of a file after some moves, or why it is lost:
//! `cargo run --release -p banto-puzzle --example ask_hint -- FILE [MOVES]`
#![allow(clippy::print_stdout, reason = "an example talks to people")]

use std::time::Duration;

use banto_puzzle::{Budget, Cancel, Limits, hint, read, why};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let file = arguments.next().ok_or("name a file of levels")?;
    let mut levels = read(&std::fs::read(file)?)?.entries;
    let puzzle = levels.remove(0).puzzle?;
    // Any position is a puzzle of its own.
    let position = puzzle.after(&arguments.next().unwrap_or_default())?;
    let limits = Limits { time: Some(Duration::from_secs(10)), ..Limits::default() };
    let budget = || Budget::new(limits, Cancel::default());
    if let Some(lost) = why(&position, &mut budget())? {
        println!("lost: {}", lost.sentence);
        return Ok(());
    }
    let found = hint(&position, &mut budget())?;
    let left = found.to_go.moves.unwrap_or_default();
    match found.next.first() {
        Some(step) => println!("next: {step}, moves to go: {left}"),
        None => println!("{}", found.status.name()),
    }
    Ok(())
}
