//! `banto bench`: levels times configurations, in a folder that survives anything.

mod compare;
mod live;
mod places;
mod report;
mod run;
mod signature;

use runner::{Folder, FolderError, merge};

use crate::args::{Bench, BenchAction, BenchMerge};
use crate::failure::{CommandResult, Failure};
use crate::library::Library;
use crate::quantity::plural;
use crate::terminal::Terminal;

/// Does what is asked for.
pub(crate) fn run(args: &Bench, library: &Library, terminal: Terminal) -> CommandResult {
    match &args.action {
        _ if args.signature => signature::run(),
        None => run::run(&args.run, library, terminal),
        Some(BenchAction::Run(args)) => run::run(args, library, terminal),
        Some(BenchAction::Resume(args)) => run::resume(args, terminal),
        Some(BenchAction::Report(args)) => report::run(args, terminal),
        Some(BenchAction::Compare(args)) => compare::run(args, terminal),
        Some(BenchAction::Merge(args)) => join(args, terminal),
        Some(BenchAction::Chunk) => places::chunk(),
    }
}

/// Joins runs of one plan.
fn join(args: &BenchMerge, terminal: Terminal) -> CommandResult {
    let parts: Vec<Folder> = args.parts.iter().map(Folder::new).collect();
    let count = merge(&Folder::new(&args.output), &parts).map_err(failure)?;
    let rows = plural(count as u64, "row", "rows");
    terminal.note(format!("{count} {rows} in {}", args.output.display()));
    Ok(0)
}

/// What a folder that cannot be used comes to: a folder of something else is a wrong argument.
fn failure(error: FolderError) -> Failure {
    let code = match error {
        FolderError::NoPlan(_) | FolderError::Apart(..) => 2,
        FolderError::Plan(..) => 3,
        FolderError::Journal(_) | FolderError::Io(..) => 4,
    };
    Failure { code, message: error.to_string() }
}
