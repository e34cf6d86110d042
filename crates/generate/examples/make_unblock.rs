//! Makes puzzles by category and prints them as a table, easier ones first:
//! `make SEED CATEGORY:COUNT...`, for example `make 1 beginner:100 expert:100`.
//! The starter collection of the project was made with it.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "an example talks to people")]

use banto_generate::unblock::{Generator, Wanted, is_minimal};
use search::Budget;
use unblock::format::{Collection, Format, write};
use unblock::{Category, Engine};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let usage = "usage: make SEED CATEGORY:COUNT...";
    let seed: u64 = arguments.first().and_then(|text| text.parse().ok()).expect(usage);
    let command = format!(
        "cargo run --release -p banto-generate --example make_unblock -- {}",
        arguments.join(" ")
    );
    let mut collection = Collection {
        title: Some("Banto starter boards".to_owned()),
        comments: vec![
            format!("Made by: {command}"),
            "All pieces matter, and no position reachable from the start is harder.".to_owned(),
            "Moves and steps are optima: a move is one piece over any distance, a step one cell."
                .to_owned(),
            "The cluster is the number of positions that can be reached.".to_owned(),
        ],
        ..Collection::default()
    };
    for word in &arguments[1..] {
        let (name, count) = word.split_once(':').expect(usage);
        let category = Category::from_name(name).expect(usage);
        let count: usize = count.parse().expect(usage);
        let started = std::time::Instant::now();
        let mut generator = Generator::new(Wanted::of(category), seed).expect("a sound request");
        let mut budget = Budget::unlimited();
        let mut levels: Vec<_> = (0..count)
            .map(|_| generator.next_level(&mut budget).expect("there is no limit").level)
            .collect();
        levels.sort_by_key(|level| (level.known.moves, level.known.steps));
        let seconds = started.elapsed().as_secs_f64();
        let minimal = |board| is_minimal(&mut Engine::new(), board, &mut Budget::unlimited());
        let sound = levels.iter().filter(|level| minimal(&level.board) == Ok(Some(true))).count();
        eprintln!(
            "{category}: {count} in {seconds:.1} s, {sound} minimal, {} nodes",
            budget.nodes()
        );
        collection.entries.extend(levels.into_iter().map(Ok));
    }
    print!("{}", write(&collection, Format::Table).expect("made puzzles have letters"));
}
