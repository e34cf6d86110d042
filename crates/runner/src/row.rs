//! Makes one run and writes its row.

use std::path::PathBuf;

use puzzle::{Cancel, Puzzle, Record, Report, Request, Status};
use serde_json::Value;

use crate::command::WorkerCommand;
use crate::external;
use crate::host;
use crate::job::Job;
use crate::parent::Workers;
use crate::plan::{Plan, PlannedLevel, Setup};

/// A run that was made.
#[derive(Clone, Debug)]
pub struct Row {
    /// The run.
    pub job: Job,
    /// Its key.
    pub key: String,
    /// The row of a run folder: one line of JSON.
    pub line: String,
    /// How it ended.
    pub status: Status,
    /// Whether it ended a process and was made again.
    pub retried: bool,
    /// Whether the checker refused what an engine of ours called a solution.
    pub refused: bool,
}

/// Makes runs, one after another, in a process of its own that it keeps.
pub struct Runner {
    program: PathBuf,
    workers: Workers,
}

impl Runner {
    /// A runner whose worker is this program.
    pub fn new(program: PathBuf) -> Runner {
        let workers = Workers::new(WorkerCommand::of(program.clone())).for_every_game();
        Runner { program, workers }
    }

    /// Makes one run; `None` when it was cancelled. A run that ends its process is made once more.
    pub fn run(&mut self, plan: &Plan, job: Job, cancel: &Cancel) -> Option<Row> {
        let (level, setup) = (&plan.levels[job.level], &plan.header.setups[job.setup]);
        let request = setup.request(&plan.header.limits, level.index);
        let request = Request { cancel: cancel.clone(), ..request };
        let Some(puzzle) = level.puzzle() else {
            let why = level.error.clone().unwrap_or_else(|| "the plan does not hold it".to_owned());
            return Some(Row::new(plan, job, Report::invalid(level.game(), why, &request), 1));
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
        Some(Row::new(plan, job, report, attempts))
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

impl Row {
    /// The row of a report.
    fn new(plan: &Plan, job: Job, report: Report, attempts: u32) -> Row {
        let (level, setup) = (&plan.levels[job.level], &plan.header.setups[job.setup]);
        let key = plan.key(job);
        let record = Record::new(&level.collection, level.index, level.title.as_deref(), &report);
        let retried = attempts > 1;
        let attempts = if retried { format!("\"attempts\":{attempts},") } else { String::new() };
        let line = format!(
            "{{\"run\":\"{key}\",\"label\":{},\"host\":\"{}\",{attempts}{}",
            Value::from(setup.label.as_str()),
            host::host(),
            &record.to_json()[1..]
        );
        let refused = report.refused && !setup.external;
        Row { job, key, line, status: report.status, retried, refused }
    }
}
