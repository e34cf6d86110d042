//! `banto label`: the fewest pushes and the fewest moves of every level of whole sets.
//!
//! Levels are read file by file and labelled in blocks, by several worker processes; the rows are written in
//! the order of the levels. So the rows of an interrupted run are those of the first so many levels, and the
//! next run continues behind them.

mod check;
mod label_writer;
mod levels;
#[cfg(feature = "parquet")]
mod parquet;

use std::time::Duration;

use lab::{LabelRow, LabelSums};
use puzzle::{Cancel, Goal, Limits, Metric, Puzzle, Status};
use runner::{Deliver, LabelRequest, Labelled, WorkerCommand, Workers};

use self::label_writer::LabelWriter;
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
    let mut levels = Levels::find(args, library, terminal)?;
    if let Some(file) = &args.check {
        return check::run(file, levels, terminal);
    }
    if args.format == LabelFormat::Parquet && cfg!(not(feature = "parquet")) {
        let how = "build it with `cargo build --release --features parquet`";
        return Err(Failure::usage(format!("this program was built without Parquet; {how}")));
    }
    let cancel = Cancel::default();
    interrupt::watch(&cancel)?;
    // With a file to write, nothing is for a reader.
    if args.output.is_none() {
        interrupt::watch_reader(&cancel);
    }
    let mut writer = LabelWriter::open(args)?;
    levels.pass(&writer)?;
    let before = writer.sums.levels;
    let line = terminal.progress(0);
    let ended = label_all(args, &mut levels, &mut writer, &cancel, &line);
    line.finish();
    let done = ended?;
    if interrupt::reader_left() {
        return Err(Failure::reader_gone());
    }
    levels.found_any()?;
    let code = done.code.max(levels.code());
    let cpu = done.cpu + runner::process::cpu_time();
    terminal.note(summary(&writer.sums, writer.sums.levels - before, cpu));
    if cancel.is_cancelled() {
        writer.close()?;
        return Ok(Status::Interrupted.exit_code());
    }
    writer.finish(args)?;
    Ok(code)
}

/// Labels what is left.
fn label_all(
    args: &Label,
    levels: &mut Levels,
    writer: &mut LabelWriter,
    cancel: &Cancel,
    line: &ProgressLine,
) -> Result<Done, Failure> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = args.jobs.map_or(cores, usize::from);
    let limits = Limits {
        time: args.limits.time(),
        memory: Some(args.limits.memory / jobs as u64),
        nodes: args.limits.nodes,
    };
    let goals = args.goal.map_or(vec![Goal::Pushes, Goal::Moves], |goal| vec![goal]);
    let request = LabelRequest { goals: &goals, limits, cpu: args.limits.cpu, cancel };
    let worker = || {
        let mut workers = Workers::new(WorkerCommand::this_program());
        let request = &request;
        move |block: Result<Vec<Named>, Failure>| match block {
            // What was interrupted is labelled another time.
            Ok(block) => label(&mut workers, &block, request).map(Ok),
            Err(failure) => Some(Err(failure)),
        }
    };
    let mut done = Done { code: writer.code, cpu: Duration::ZERO };
    runner::work(jobs, levels, Deliver::InOrder(AHEAD), worker, |block| {
        let (rows, cpu) = block?;
        done.cpu += cpu;
        for row in rows {
            writer.add(&row)?;
            let missing = row.unsolved().map_or(0, Status::exit_code);
            done.code = if done.code == 0 { missing } else { done.code };
            line.done();
        }
        writer.write()
    })?;
    Ok(done)
}

/// What labelling came to.
struct Done {
    /// The exit code of the first level that has no label.
    code: u8,
    /// CPU time of the workers.
    cpu: Duration,
}

/// The rows of a block, and the CPU time they took; `None` when it was interrupted.
fn label(
    workers: &mut Workers,
    block: &[Named],
    request: &LabelRequest,
) -> Option<(Vec<LabelRow>, Duration)> {
    let puzzles: Vec<&Puzzle> =
        block.iter().filter_map(|level| level.entry.puzzle.as_ref().ok()).collect();
    let Labelled { labels, cpu } = workers.label(&puzzles, request)?;
    let mut labels = labels.into_iter();
    let rows = block.iter().map(|Named { name, entry }| {
        let invalid = || puzzle::label::Label::invalid(puzzle::Fault::sentence(entry.faults()));
        let found = match &entry.puzzle {
            Ok(_) => labels.next().unwrap_or_default(),
            Err(_) => request.goals.iter().map(|_| invalid()).collect(),
        };
        let (mut pushes, mut moves) = (None, None);
        for (goal, label) in request.goals.iter().zip(found) {
            *(if goal.first() == Metric::Pushes { &mut pushes } else { &mut moves }) = Some(label);
        }
        LabelRow::new(name.clone(), levels::hash(entry), pushes, moves)
    });
    Some((rows.collect(), cpu))
}

/// What was done, for a person.
fn summary(sums: &LabelSums, now: u64, cpu: Duration) -> String {
    let words: Vec<String> =
        sums.statuses.iter().map(|(status, count)| format!("{count} {status}")).collect();
    let levels = sums.levels;
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
