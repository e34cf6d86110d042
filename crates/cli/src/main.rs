//! The `banto` command: reads the command line, does the work, answers with an exit code.

mod archive;
mod args;
mod bundle;
mod commands;
mod completion;
mod deliver;
mod embedded;
mod examples;
mod failure;
mod interrupt;
mod known;
mod library;
mod loaded;
mod manual;
mod numbered;
mod position;
mod proof;
mod quantity;
mod settings;
mod solved;
mod sources;
mod standard_input;
mod terminal;
mod underline;

use std::process::ExitCode;

use clap::Parser;

use crate::args::Cli;
use crate::library::Library;
use crate::terminal::Terminal;

fn main() -> ExitCode {
    let cli = Cli::parse_from(args::with_switches(std::env::args_os()));
    let terminal = Terminal::new(cli.quiet);
    let library = Library::new(cli.levels.clone().filter(|folder| !folder.as_os_str().is_empty()));
    match commands::run(cli.command, &library, terminal) {
        Ok(code) => ExitCode::from(code),
        Err(failure) => {
            if !failure.message.is_empty() {
                terminal.say(format!("banto: {}", failure.message));
            }
            ExitCode::from(failure.code)
        }
    }
}
