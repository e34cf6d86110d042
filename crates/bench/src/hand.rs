//! Makes one run and writes its row.

use std::path::PathBuf;

use puzzle::{Cancel, Puzzle, Record, Report, Request, Status};
use runner::{WorkerCommand, Workers};
use serde_json::Value;

use crate::clock;
use crate::external;
use crate::key::Job;
use crate::plan::{Plan, PlannedLevel, Setup};

/// A row that was made.
#[derive(Clone, Debug)]
pub struct Made {
    /// The run.
    pub job: Job,
    /// Its key.
    pub key: String,
    /// The row: one line of JSON.
    pub row: String,
    /// How it ended.
    pub status: Status,
    /// Whether it ended a process and was made again.
    pub retried: bool,
    /// Whether the checker refused what an engine of ours called a solution.
    pub refused: bool,
}

/// Makes runs, one after another, in a process of its own that it keeps.
pub struct Hand {
    program: PathBuf,
    workers: Workers,
}

impl Hand {
    /// A hand whose worker is this program with `search` as its command.
    pub fn new(program: PathBuf) -> Hand {
        let workers = Workers::new(WorkerCommand::of(program.clone())).for_every_game();
        Hand { program, workers }
    }

    /// Makes one run; `None` when it was cancelled. A run that ends its process is made once more.
    pub fn run(&mut self, plan: &Plan, job: Job, cancel: &Cancel) -> Option<Made> {
        let (level, setup) = (&plan.levels[job.level], &plan.header.setups[job.setup]);
        let request = setup.request(&plan.header.limits, level.index);
        let request = Request { cancel: cancel.clone(), ..request };
        let Some(puzzle) = level.puzzle() else {
            let why = level.error.clone().unwrap_or_else(|| "the plan does not hold it".to_owned());
            return Some(made(plan, job, Report::invalid(level.game(), why, &request), 1));
        };
        let mut report = self.once(setup, level, &puzzle, &request);
        let mut attempts = 1;
        if report.status == Status::Crashed && !report.refused && !cancel.is_cancelled() {
            report = self.once(setup, level, &puzzle, &request);
            attempts = 2;
        }
        if report.status == Status::Interrupted || cancel.is_cancelled() {
            return None;
        }
        Some(made(plan, job, report, attempts))
    }

    fn once(
        &mut self,
        setup: &Setup,
        level: &PlannedLevel,
        puzzle: &Puzzle,
        request: &Request,
    ) -> Report {
        if !setup.external {
            return self.workers.run(puzzle, request);
        }
        let text = level.text.as_deref().unwrap_or_default();
        let report = external::run(&self.program, setup, puzzle, text, request);
        Report { level_hash: Some(puzzle.level_hash()), ..report }
    }
}

/// The row of a report.
fn made(plan: &Plan, job: Job, report: Report, attempts: u32) -> Made {
    let (level, setup) = (&plan.levels[job.level], &plan.header.setups[job.setup]);
    let key = plan.key(job);
    let record = Record::new(&level.collection, level.index, level.title.as_deref(), &report);
    let retried = attempts > 1;
    let attempts = if retried { format!("\"attempts\":{attempts},") } else { String::new() };
    let row = format!(
        "{{\"run\":\"{key}\",\"label\":{},\"host\":\"{}\",{attempts}{}",
        Value::from(setup.label.as_str()),
        clock::host(),
        &record.to_json()[1..]
    );
    let refused = report.refused && !setup.external;
    Made { job, key, row, status: report.status, retried, refused }
}
