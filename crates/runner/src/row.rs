//! Makes one run and writes its row.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::path::PathBuf;

use puzzle::{Cancel, Game, Puzzle, Record, Report, Request, Resolved, Status};
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
    /// What the setups of the plan amount to in each game, by their numbers.
    resolved: HashMap<(usize, Game), Resolved>,
}

impl Runner {
    /// A runner whose worker is this program.
    pub fn new(program: PathBuf) -> Runner {
        let workers = Workers::new(WorkerCommand::of(program.clone())).for_every_game();
        Runner { program, workers, resolved: HashMap::new() }
    }

    /// Makes one run; `None` when it was cancelled. A run that ends its process is made once more.
    pub fn run(&mut self, plan: &Plan, job: Job, cancel: &Cancel) -> Option<Row> {
        let (level, setup) = (&plan.levels[job.level], &plan.header.setups[job.setup]);
        let request = setup.request(&plan.header.limits, level.index);
        let request = Request { cancel: cancel.clone(), ..request };
        let Some(puzzle) = level.puzzle() else {
            let why = level.error.clone().unwrap_or_else(|| "the plan does not hold it".to_owned());
            return Some(Row::new(plan, job, invalid(level, &request, setup, why), 1));
        };
        let mut report = self.once(plan, job, &puzzle, &request);
        let mut attempts = 1;
        if report.status == Status::Crashed && !report.refused && !cancel.is_cancelled() {
            report = self.once(plan, job, &puzzle, &request);
            attempts = 2;
        }
        if report.status == Status::Interrupted || cancel.is_cancelled() {
            return None;
        }
        Some(Row::new(plan, job, report, attempts))
    }

    fn once(&mut self, plan: &Plan, job: Job, puzzle: &Puzzle, request: &Request) -> Report {
        let (level, setup) = (&plan.levels[job.level], &plan.header.setups[job.setup]);
        if setup.external {
            let text = level.text.as_deref().unwrap_or_default();
            let report = external::run(&self.program, setup, puzzle, text, request);
            return Report { level_hash: Some(puzzle.level_hash()), ..report };
        }
        let resolved = match self.resolved.entry((job.setup, puzzle.game())) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(new) => match request.resolve(puzzle.game()) {
                Ok(resolved) => new.insert(resolved),
                Err(error) => return invalid(level, request, setup, error.to_string()),
            },
        };
        let resolved = resolved.clone().cancelled_by(request.cancel.clone());
        self.workers.run(puzzle, &resolved.injecting(request.inject))
    }
}

/// The report of a level that cannot be run.
fn invalid(level: &PlannedLevel, request: &Request, setup: &Setup, error: String) -> Report {
    let config = match request.resolve(level.game()) {
        Ok(resolved) if !setup.external => resolved.config().to_owned(),
        _ => format!("--engine {}", request.engine),
    };
    let status = Status::Invalid;
    let report = Report::elsewhere(level.game(), status, &request.engine, &config, request);
    Report { error: Some(error), ..report }
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
