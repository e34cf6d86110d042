//! Runs on this machine: some at a time, each thread with a worker process of its own. One thread alone
//! writes.

use std::path::Path;

use puzzle::Cancel;

use crate::job::Job;
use crate::journal::JournalError;
use crate::plan::Plan;
use crate::pool::{Deliver, work};
use crate::resolved::ResolvedPlan;
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
    pub(crate) fn is_over(&self) -> bool {
        self.drain.is_cancelled() || self.stop.is_cancelled()
    }
}

/// Follows what happens.
pub trait Listener: Sync {
    /// A run is about to be made.
    fn begins(&self, _job: Job) {}
    /// A run is over and its row is written.
    fn done(&self, row: &Row);
}

/// Where rows are kept.
pub trait Sink {
    /// Adds the row of a run of a plan; whether it was not there yet.
    ///
    /// # Errors
    /// When the system refuses; everything is then as it was before.
    fn add(&mut self, plan: &Plan, row: &Row) -> Result<bool, JournalError>;
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
    /// Who follows it.
    pub listener: &'a dyn Listener,
}

/// Makes the runs and keeps their rows; returns how many.
///
/// # Errors
/// When a row cannot be written; what was written before stays.
pub fn execute(execution: &Execution, sink: &mut dyn Sink) -> Result<usize, JournalError> {
    let &Execution { plan, jobs, at_a_time, program, control, listener } = execution;
    let resolved = ResolvedPlan::new(plan);
    let todo = jobs.iter().take_while(|_| !control.is_over());
    let worker = || {
        let mut runner = Runner::new(&resolved, program.to_owned());
        move |&job: &Job| {
            listener.begins(job);
            runner.run(job, &control.stop)
        }
    };
    let mut count = 0;
    let keep = |row: Row| {
        // Nobody can see the rows that follow one that was lost: what runs is stopped.
        let new = sink.add(plan, &row).inspect_err(|_| control.stop.cancel())?;
        count += usize::from(new);
        listener.done(&row);
        Ok(())
    };
    work(at_a_time.clamp(1, jobs.len().max(1)), todo, Deliver::AsDone, worker, keep)?;
    Ok(count)
}
