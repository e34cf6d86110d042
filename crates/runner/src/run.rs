//! A run in this process, with what it costs the machine.

use puzzle::{Limits, Puzzle, Report, Resolved};

use crate::measure::Stopwatch;
use crate::{fault, process};

/// Solves one puzzle within the limits of the request, as [`puzzle::run`] does, and measures CPU time and
/// memory. They are those of the whole process, so only one run at a time can be measured in it.
pub fn run(puzzle: &Puzzle, resolved: &Resolved) -> Report {
    let watch = Stopwatch::start();
    fault::make(resolved.request().inject);
    let asked = resolved.limits();
    let mut report = match within_machine(asked) {
        limits if limits == asked => puzzle::run(puzzle, resolved),
        limits => puzzle::run(puzzle, &resolved.clone().with_memory(limits.memory)),
    };
    report.limits = asked;
    report.cpu = watch.cpu();
    report.peak_bytes = watch.grown().map(|grown| grown.max(report.stats.table_bytes));
    report
}

/// The limits of a search on this machine: more memory than it has is as good as all of it, and a table
/// reserved beyond that would end the process.
pub fn within_machine(limits: Limits) -> Limits {
    let machine = process::machine_bytes().unwrap_or(u64::MAX);
    Limits { memory: limits.memory.map(|memory| memory.min(machine)), ..limits }
}
