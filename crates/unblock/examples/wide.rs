//! Solves the boards of a file and reports time, memory and bound:
//! `wide FILE MEMORY_MIB [SECONDS]`.
#![allow(clippy::print_stdout, reason = "an example talks to people")]

use std::time::Duration;

use banto_unblock::{Answer, Metric, format, solve, steps};
use search::{Budget, Cancel, Limits, Outcome, Stats};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let bytes = std::fs::read(&arguments[0]).expect("the file reads");
    let memory: u64 = arguments[1].parse().expect("mebibytes");
    let seconds = arguments.get(2).map(|text| text.parse().expect("seconds"));
    let collection = format::read(&bytes).expect("the file is sound");
    for entry in &collection.entries {
        let level = entry.as_ref().expect("a board");
        let time = seconds.map(Duration::from_secs);
        let limits = Limits { time, memory: Some(memory << 20), nodes: None };
        let mut budget = Budget::new(limits, Cancel::default());
        let mut stats = Stats::default();
        let Answer { outcome, guarantee, .. } =
            solve(&level.board, Metric::Moves, &mut budget, &mut stats);
        let seconds = budget.elapsed().as_secs_f64();
        let title = level.title.as_deref().unwrap_or("");
        match outcome {
            Outcome::Solved(moves) => {
                let mut state = level.board.start();
                state.play_all(&level.board, &moves).expect("a solution replays");
                assert!(level.board.is_solved(&state));
                println!(
                    "{title}: {} moves, {} steps, {}",
                    moves.len(),
                    steps(&moves),
                    guarantee.name()
                );
                println!("  {}", level.board.show_moves(&moves));
            }
            other => println!("{title}: {other:?}"),
        }
        println!(
            "  {seconds:.1} s wall, {} expanded, {} generated, {} states, {} MiB, {:?}",
            stats.expanded,
            stats.generated,
            stats.tree,
            stats.table_bytes >> 20,
            stats.extra
        );
    }
}
