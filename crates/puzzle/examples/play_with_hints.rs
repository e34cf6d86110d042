//! Plays the first level of a file to its end, one hint after the other:
//! `cargo run --release -p banto-puzzle --example play_with_hints -- FILE`
#![allow(clippy::print_stdout, reason = "an example talks to people")]

use std::time::Duration;

use banto_puzzle::facts::draw;
use banto_puzzle::{Budget, Cancel, Game, Limits, check, hint, read, why};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::args().nth(1).ok_or("name a file of levels")?;
    let entry = read(&std::fs::read(file)?)?.entries.into_iter().next().ok_or("no level")?;
    let start = entry.puzzle?;
    let limits = Limits { time: Some(Duration::from_secs(10)), ..Limits::default() };
    let (mut position, mut played) = (start.clone(), String::new());
    loop {
        println!("{}", draw(&position));
        // The solution of the first hint would do. A player asks again after every step.
        let found = hint(&position, &mut Budget::new(limits, Cancel::default()))?;
        let Some(step) = found.next.first() else { break };
        println!("{step}");
        position = position.after(step)?;
        played += step;
        // Letters of Sokoban stand side by side, moves of Unblock are words.
        played += if start.game() == Game::Unblock { " " } else { "" };
    }
    match check(&start, &played) {
        Ok(counts) => println!("solved in {} moves", counts.moves.unwrap_or_default()),
        Err(_) => {
            let lost = why(&position, &mut Budget::new(limits, Cancel::default()))?;
            println!("lost: {}", lost.map_or("no reason is seen".to_owned(), |it| it.sentence));
        }
    }
    Ok(())
}
