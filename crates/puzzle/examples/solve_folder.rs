//! Solves every level of every file in a folder, of either game, and prints what was found:
//! `cargo run --release -p banto-puzzle --example solve_folder -- FOLDER`
#![allow(clippy::print_stdout, reason = "an example talks to people")]

use std::time::Duration;

use banto_puzzle::{Request, read, run};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).ok_or("name a folder of level files")?;
    let request = Request::new().time(Duration::from_secs(10));
    let files = std::fs::read_dir(folder)?.map(|file| Ok(file?.path()));
    let mut files = files.collect::<Result<Vec<_>, std::io::Error>>()?;
    files.sort();
    let (mut solved, mut levels) = (0, 0);
    for file in files.iter().filter(|file| file.is_file()) {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let collection = match read(&std::fs::read(file)?) {
            Ok(collection) => collection,
            Err(fault) => {
                println!("{name}: {fault}");
                continue;
            }
        };
        // What the request amounts to is found out once for all levels of the file.
        let resolved = request.resolve(collection.game)?;
        for entry in &collection.entries {
            levels += 1;
            match &entry.puzzle {
                Err(refused) => println!("{name}:{}: {refused}", entry.index),
                Ok(puzzle) => {
                    let report = run(puzzle, &resolved);
                    let moves = report.counts.moves.map(|n| format!(", {n} moves"));
                    let (status, moves) = (report.status.name(), moves.unwrap_or_default());
                    println!("{name}:{}: {status}{moves}", entry.index);
                    solved += usize::from(report.solution.is_some());
                }
            }
        }
    }
    println!("{solved} of {levels} solved");
    Ok(())
}
