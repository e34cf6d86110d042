//! The `banto` command: reads the command line, does the work, answers with an exit code.

mod archive;
mod args;
mod bundle;
mod claimed;
mod commands;
mod completion;
mod deliver;
mod embedded;
mod examples;
mod failure;
mod growing;
mod interrupt;
mod kept;
mod known;
mod layout;
mod library;
mod loaded;
mod manual;
mod numbered;
mod part;
mod position;
mod proof;
mod quantity;
mod query;
mod settings;
mod solved;
mod sources;
mod standard_input;
mod table;
mod tally;
mod target;
mod terminal;
mod underline;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches};
use puzzle::Status;

use crate::args::Cli;
use crate::library::Library;
use crate::terminal::Terminal;

/// Reads the command line.
fn parse(args: Vec<OsString>) -> Result<Cli, clap::Error> {
    let mut command = Cli::command().color(args::asked_color(&args));
    let matches = command.try_get_matches_from_mut(args)?;
    Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

fn main() -> ExitCode {
    let args: Vec<OsString> = args::with_switches(std::env::args_os()).collect();
    let cli = parse(args).unwrap_or_else(|error| error.exit());
    let terminal = Terminal::new(cli.quiet, cli.color);
    let library = Library::new(cli.levels.clone().filter(|folder| !folder.as_os_str().is_empty()));
    let result = commands::run(cli.command, &library, terminal);
    let code = result.as_ref().map_or_else(|failure| failure.code, |code| *code);
    if code == Status::Interrupted.exit_code() && interrupt::reader_left() {
        // The rest was not done because nobody reads it, which is not a failure.
        return ExitCode::SUCCESS;
    }
    if let Err(failure) = result
        && !failure.message.is_empty()
    {
        terminal.say(format!("banto: {}", failure.message));
    }
    ExitCode::from(code)
}
