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
use std::path::PathBuf;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, FromArgMatches};
use puzzle::Status;

use crate::args::Cli;
use crate::failure::Failure;
use crate::library::Library;
use crate::terminal::Terminal;

/// Reads the command line.
fn parse(args: Vec<OsString>) -> Result<Cli, clap::Error> {
    let mut command = Cli::command().color(args::asked_color(&args));
    let matches = command.try_get_matches_from_mut(args).map_err(without_false_friend)?;
    Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

/// Takes out tips that lead astray: from `--level`, in a command that does not pick levels, to `--levels`, a folder;
/// from whatever looks like it to `--force`, which overwrites; from a number with a sign to the name of a file.
fn without_false_friend(mut error: clap::Error) -> clap::Error {
    let word = |kind| match error.get(kind) {
        Some(ContextValue::String(word)) => word.clone(),
        _ => String::new(),
    };
    let (argument, tip) = (word(ContextKind::InvalidArg), word(ContextKind::SuggestedArg));
    if argument == "--level" && tip == "--levels" || tip == "--force" {
        error.remove(ContextKind::SuggestedArg);
        // The usage is one with the argument that was suggested.
        error.remove(ContextKind::Usage);
    }
    let number = argument.strip_prefix('-');
    if number.is_some_and(|it| it.starts_with(|c: char| c.is_ascii_digit())) {
        error.remove(ContextKind::Suggested);
    }
    error
}

/// The folder of `--levels` or of the variable, which must exist.
fn level_folder(named: Option<&PathBuf>, terminal: Terminal) -> Result<Option<PathBuf>, Failure> {
    let Some(folder) = named.filter(|folder| !folder.as_os_str().is_empty()) else {
        return Ok(None);
    };
    if folder.is_dir() {
        return Ok(Some(folder.clone()));
    }
    let shown = failure::printable(&folder.display().to_string());
    if std::env::var_os("BANTO_LEVELS").is_some_and(|it| it == folder.as_os_str()) {
        terminal.note(format!("BANTO_LEVELS names {shown}, which is not a folder"));
        return Ok(None);
    }
    let meant = match quantity::levels(&folder.to_string_lossy()) {
        Ok(_) => format!("; --level {shown} picks levels"),
        Err(_) => String::new(),
    };
    Err(Failure::usage(format!("--levels {shown}: no such folder{meant}")))
}

fn main() -> ExitCode {
    let args: Vec<OsString> = args::with_switches(std::env::args_os()).collect();
    let cli = parse(args).unwrap_or_else(|error| error.exit());
    let terminal = Terminal::of_program(cli.quiet, cli.color);
    let result = level_folder(cli.levels.as_ref(), terminal)
        .and_then(|folder| commands::run(cli.command, &Library::new(folder), terminal));
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
