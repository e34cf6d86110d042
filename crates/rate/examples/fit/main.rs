//! Fits the grades to people's results and writes the table of coefficients. Called by `cargo xtask fit`.
//!
//! `fit FOLDER FILE` writes the table to a file and prints the bars; nothing of the data goes anywhere else.

mod choose;
mod data;
mod figures;
mod fit;
mod linear;
mod run;
mod table;

use std::path::Path;
use std::process::ExitCode;

#[expect(clippy::print_stdout, clippy::print_stderr, reason = "a chore talks to a person")]
fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [folder, file] = args.as_slice() else {
        eprintln!("usage: fit FOLDER FILE");
        return ExitCode::FAILURE;
    };
    let written = run::run(Path::new(folder)).and_then(|outcome| {
        println!("{}", outcome.report);
        std::fs::write(file, outcome.source).map_err(|error| format!("{file}: {error}"))
    });
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}
