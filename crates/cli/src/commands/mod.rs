//! One file per command; this one only sends them on their way.

mod bench;
mod check;
mod convert;
mod generate;
mod hint;
mod info;
mod lab;
mod levels;
mod serve;
mod solve;
mod why;

use std::io::Write;

use clap::CommandFactory;

use crate::args::{Cli, Command};
use crate::failure::{CommandResult, Failure};
use crate::library::Library;
use crate::terminal::Terminal;

/// Does what the command line asks for.
pub(crate) fn run(command: Command, library: &Library, terminal: Terminal) -> CommandResult {
    match command {
        Command::Solve(args) => solve::run(&args, library, terminal),
        Command::Check(args) => check::run(&args, library, terminal),
        Command::Info(args) => info::run(&args, library, terminal),
        Command::Convert(args) => convert::run(&args, library, terminal),
        Command::Levels(args) => levels::run(&args.action, library, terminal),
        Command::Generate(args) => generate::run(&args.game, terminal),
        Command::Hint(args) => hint::run(&args, library, terminal),
        Command::Why(args) => why::run(&args, library, terminal),
        Command::Bench(args) => bench::run(&args),
        Command::Lab { action } => lab::run(&action, library, terminal),
        Command::Serve(args) => serve::run(&args, library, terminal),
        Command::Worker => serve::worker(),
        Command::Search => solve::search(),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "banto", &mut script);
            print(&script)
        }
        Command::Man => manual(),
    }
}

/// The manual page of the program, then those of its commands.
fn manual() -> CommandResult {
    let told = |error| Failure::io("manual page", &error);
    let mut command = Cli::command();
    command.build();
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut page).map_err(told)?;
    for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
        clap_mangen::Man::new(sub.clone()).render(&mut page).map_err(told)?;
    }
    print(&page)
}

/// Data for standard output. A reader that has gone away (`| head`) is not a failure.
pub(crate) fn print(bytes: &[u8]) -> CommandResult {
    let mut out = std::io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Ok(()) => Ok(0),
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(0),
        Err(error) => Err(Failure::io("standard output", &error)),
    }
}
