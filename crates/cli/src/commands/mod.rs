//! One file per command; this one dispatches.

mod agent;
mod bench;
mod check;
mod convert;
mod duplicates;
mod export;
mod generate;
mod hint;
mod improve;
mod info;
mod lab;
mod lab_tree;
mod label;
mod levels;
mod man;
mod mcp;
mod play;
mod rate;
mod serve;
mod solve;
mod tables;
mod why;

use puzzle::request::Inject;

use crate::args::Command;
use crate::completion;
pub(crate) use crate::deliver::print;
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
        Command::Rate(args) => rate::run(&args, library, terminal),
        Command::Improve(args) => improve::run(&args, library, terminal),
        Command::Bench(args) => bench::run(&args, library, terminal),
        Command::Label(args) => label::run(&args, library, terminal),
        Command::Lab { action } => lab::run(&action, library, terminal),
        Command::Play(args) => play::run(&args, library, terminal),
        Command::Serve(args) => serve::run(&args, library, terminal),
        Command::Agent(args) => agent::run(&args, library, terminal),
        Command::Mcp(args) => mcp::run(&args),
        Command::Worker { inject } => worker(inject.map(Inject::from)),
        Command::Confine { memory, words } => {
            let (message, code) = runner::external::confine(memory, &words);
            Err(Failure { code: code as u8, message })
        }
        Command::Complete { words } => {
            let words = words.into_iter().map(|it| it.to_string_lossy().into_owned());
            let words: Vec<String> = words.collect();
            print(completion::offers(&words, library).text().as_bytes())
        }
        Command::Completions { shell } => print(&completion::script(shell)),
        Command::Man { command, output } => man::run(&command, output.as_deref()),
    }
}

/// What a worker process does: levels from standard input until it is closed.
fn worker(fault: Option<Inject>) -> CommandResult {
    runner::serve(fault).map_err(|error| Failure::io("worker", &error))?;
    Ok(0)
}
