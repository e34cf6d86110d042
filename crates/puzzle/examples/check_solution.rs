//! Replays moves on the first level of a file and counts them, or names the first wrong one:
//! `cargo run -p banto-puzzle --example check_solution -- FILE MOVES`
#![allow(clippy::print_stdout, reason = "an example talks to people")]

use banto_puzzle::{check, read};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, moves] = &arguments[..] else { return Err("name a file and the moves".into()) };
    let mut levels = read(&std::fs::read(file)?)?.entries;
    let puzzle = levels.remove(0).puzzle?;
    // The checker shares no code with the engines: it plays text on text.
    let counts = check(&puzzle, moves)?;
    println!("solved, moves: {}", counts.moves.unwrap_or_default());
    Ok(())
}
