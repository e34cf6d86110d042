//! Runs on this machine: some at a time, each thread with a worker process of its own. One thread alone
//! writes.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

use puzzle::Cancel;

use crate::folder::Writer;
use crate::job::Job;
use crate::journal::JournalError;
use crate::plan::Plan;
use crate::row::{Row, Runner};

/// How a run is stopped.
#[derive(Clone, Default)]
pub struct Control {
    /// Raised to begin nothing more: what runs is finished.
    pub drain: Cancel,
    /// Raised to stop what runs, too.
    pub stop: Cancel,
}

impl Control {
    fn is_over(&self) -> bool {
        self.drain.is_cancelled() || self.stop.is_cancelled()
    }
}

/// Is told what happens.
pub trait Listener: Sync {
    /// A run is about to be made.
    fn begins(&self, _job: Job) {}
    /// A run is over and its row is written.
    fn done(&self, row: &Row);
}

/// What is to be made, and how.
pub struct Execution<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// The runs, in their order.
    pub jobs: &'a [Job],
    /// How many at a time.
    pub at_a_time: usize,
    /// This program.
    pub program: &'a Path,
    /// How it is stopped.
    pub control: &'a Control,
    /// Who is told.
    pub listener: &'a dyn Listener,
}

/// Makes the runs and writes their rows; returns how many.
///
/// # Errors
/// When a row cannot be written; what was written before stays.
pub fn execute(execution: &Execution, writer: &mut Writer) -> Result<usize, JournalError> {
    let &Execution { plan, jobs, at_a_time, program, control, listener } = execution;
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let work = |sender: mpsc::Sender<Row>| {
        let mut runner = Runner::new(program.to_owned());
        while !control.is_over() {
            let Some(&job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) else { break };
            listener.begins(job);
            let Some(row) = runner.run(plan, job, &control.stop) else { break };
            if sender.send(row).is_err() {
                break;
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..at_a_time.clamp(1, jobs.len().max(1)) {
            let sender = sender.clone();
            scope.spawn(|| work(sender));
        }
        drop(sender);
        keep(&receiver, writer, control, listener)
    })
}

/// Writes what comes in; when that fails, nothing more is begun.
fn keep(
    rows: &mpsc::Receiver<Row>,
    writer: &mut Writer,
    control: &Control,
    listener: &dyn Listener,
) -> Result<usize, JournalError> {
    let mut count = 0;
    for row in rows {
        match writer.add(&row.key, &row.line) {
            Ok(new) => count += usize::from(new),
            Err(error) => {
                control.stop.cancel();
                return Err(error);
            }
        }
        listener.done(&row);
    }
    Ok(count)
}
