//! `banto mcp`: a referee and helper for language models.

use crate::args::Mcp;
use crate::failure::{CommandResult, Failure};

/// Answers on standard output until standard input ends.
pub(crate) fn run(args: &Mcp) -> CommandResult {
    let options = mcp::Options {
        time: args.time,
        memory: args.memory,
        worker: runner::WorkerCommand::this_program(),
    };
    let input = std::io::BufReader::new(std::io::stdin());
    mcp::serve(input, std::io::stdout(), options)
        .map_err(|error| Failure::io("standard input", &error))?;
    Ok(0)
}
