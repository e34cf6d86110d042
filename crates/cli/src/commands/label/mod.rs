//! `banto label`: the fewest pushes and the fewest moves of every level of whole sets.
//!
//! Levels are read file by file and labelled in blocks, by several threads; the rows are written in the
//! order of the levels. So the rows of an interrupted run are those of the first so many levels, and the
//! next run goes on behind them.

mod check;
mod keeper;
mod levels;
#[cfg(feature = "parquet")]
mod parquet;

use std::time::Duration;

use lab::{LabelRow, LabelSums};
use puzzle::label::Labeller;
use puzzle::{Cancel, Entry, Limits, Metric, Status};
use runner::Deliver;

use self::keeper::Keeper;
use self::levels::{Levels, Named};
use crate::args::{Label, LabelFormat};
use crate::failure::{CommandResult, Failure};
use crate::interrupt;
use crate::library::Library;
use crate::quantity::plural;
use crate::terminal::{ProgressLine, Terminal};

/// Blocks that may wait for an earlier one that takes long, for each thread.
const AHEAD: usize = 64;

/// Labels, or checks labels.
pub(crate) fn run(args: &Label, library: &Library, terminal: Terminal) -> CommandResult {
    let levels = Levels::find(&args.files, library, terminal)?;
    if let Some(file) = &args.check {
        return check::run(file, levels, terminal);
    }
    if args.format == LabelFormat::Parquet && cfg!(not(feature = "parquet")) {
        let how = "build it with `cargo build --release --features parquet`";
        return Err(Failure::usage(format!("this program was built without Parquet; {how}")));
    }
    let cancel = Cancel::default();
    interrupt::watch(&cancel)?;
    interrupt::watch_reader(&cancel);
    let mut keeper = Keeper::open(args)?;
    let mut levels = levels.first(args.first);
    levels.pass(&keeper)?;
    let before = keeper.sums.levels;
    let line = terminal.progress(0);
    let ended = label_all(args, &mut levels, &mut keeper, &cancel, &line);
    line.finish();
    let code = ended?.max(levels.code());
    terminal.note(summary(&keeper.sums, keeper.sums.levels - before));
    if cancel.is_cancelled() {
        keeper.close()?;
        return Ok(Status::Interrupted.exit_code());
    }
    keeper.finish(args)?;
    Ok(code)
}

/// Labels what is left; returns the exit code of the first level that has no label.
fn label_all(
    args: &Label,
    levels: &mut Levels,
    keeper: &mut Keeper,
    cancel: &Cancel,
    line: &ProgressLine,
) -> CommandResult {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = args.jobs.map_or(cores, usize::from);
    let limits = Limits {
        time: Some(args.limits.time),
        memory: Some(args.limits.memory / jobs as u64),
        nodes: args.limits.nodes,
    };
    let worker = || {
        let mut labeller = Labeller::new(limits, cancel.clone());
        move |block: Result<Vec<Named>, Failure>| -> Option<Result<Vec<LabelRow>, Failure>> {
            let rows = block.map(|block| {
                block.iter().map(|level| label(&mut labeller, level, args.goal)).collect()
            });
            // What was interrupted is labelled another time.
            (!cancel.is_cancelled()).then_some(rows)
        }
    };
    let mut code = keeper.code;
    runner::work(jobs, levels, Deliver::InOrder(AHEAD), worker, |rows| {
        for row in rows? {
            keeper.add(&row)?;
            let missing = row.unsolved().map_or(0, Status::exit_code);
            code = if code == 0 { missing } else { code };
            line.done();
        }
        keeper.write()
    })?;
    Ok(code)
}

/// The row of one level.
fn label(labeller: &mut Labeller, level: &Named, goal: Option<Metric>) -> LabelRow {
    let Named { name, entry } = level;
    let mut one = |metric: Metric| {
        goal.is_none_or(|goal| goal == metric).then(|| ask(labeller, entry, metric))
    };
    let (pushes, moves) = (one(Metric::Pushes), one(Metric::Moves));
    LabelRow::new(name.clone(), levels::hash(entry), pushes, moves)
}

fn ask(labeller: &mut Labeller, entry: &Entry, metric: Metric) -> puzzle::label::Label {
    match &entry.puzzle {
        Ok(puzzle) => labeller.label(puzzle, metric),
        Err(_) => puzzle::label::Label::invalid(puzzle::Fault::sentence(entry.faults())),
    }
}

/// What was done, for a person.
fn summary(sums: &LabelSums, now: u64) -> String {
    let words: Vec<String> =
        sums.statuses.iter().map(|(status, count)| format!("{count} {status}")).collect();
    let (levels, cpu) = (sums.levels, runner::process::cpu_time());
    let known = match levels - now {
        0 => String::new(),
        known => format!(", {known} of them before"),
    };
    format!(
        "{levels} {}{known}; searches: {}\n\
         fewest pushes {}, fewest moves {}; expanded {} and {}\n\
         checksum {}\n\
         {} s of CPU now",
        plural(levels, "level", "levels"),
        words.join(", "),
        sums.pushes,
        sums.moves,
        sums.expanded.0,
        sums.expanded.1,
        sums.checksum(),
        seconds(cpu),
    )
}

fn seconds(time: Duration) -> String {
    format!("{:.1}", time.as_secs_f64())
}
