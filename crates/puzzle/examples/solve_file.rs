//! Solves every level of a file, of either game, with ten seconds for each:
//! `cargo run --release -p banto-puzzle --example solve_file -- FILE`
#![allow(clippy::print_stdout, reason = "an example talks to people")]

use std::time::Duration;

use banto_puzzle::{Limits, Request, read};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::args().nth(1).ok_or("name a file of levels")?;
    let limits = Limits { time: Some(Duration::from_secs(10)), ..Limits::default() };
    let request = Request { limits, ..Request::default() };
    // A level that is not a puzzle stays among the entries with its faults; the others go on.
    for entry in read(&std::fs::read(file)?)?.entries {
        match entry.puzzle {
            Err(refused) => println!("{}: {refused}", entry.index),
            Ok(puzzle) => {
                let report = puzzle.solve(&request)?;
                let solution = report.solution.unwrap_or_default();
                println!("{}: {} {solution}", entry.index, report.status.name());
            }
        }
    }
    Ok(())
}
