//! Makes one run and its row.

use std::path::PathBuf;

use puzzle::record::Record;
use puzzle::{Cancel, Puzzle, Report, Request, Status};
use serde_json::Value;

use crate::command::WorkerCommand;
use crate::external;
use crate::host;
use crate::job::Job;
use crate::key::Key;
use crate::parent::Workers;
use crate::plan::Plan;
use crate::resolved::ResolvedPlan;

/// A run that was made.
#[derive(Clone, Debug)]
pub struct Row {
    /// The run.
    pub job: Job,
    /// Its key.
    pub key: Key,
    /// The machine that made it.
    pub host: String,
    /// Its record as JSON.
    pub record: String,
    /// How it ended.
    pub status: Status,
    /// How often it was made: a run that ends its process is made twice.
    pub attempts: u32,
    /// Whether the checker refused what an engine of ours called a solution.
    pub refused: bool,
}

impl Row {
    /// The line of a run folder: the record, with what the folder adds to it.
    pub fn line(&self, plan: &Plan) -> String {
        let label = Value::from(plan.header.setups[self.job.setup].label.as_str());
        let Row { key, host, .. } = self;
        let attempts = match self.attempts {
            1 => String::new(),
            attempts => format!("\"attempts\":{attempts},"),
        };
        let record = &self.record[1..];
        format!("{{\"run\":\"{key}\",\"label\":{label},\"host\":\"{host}\",{attempts}{record}")
    }

    /// Reads a line that another machine has made of a run.
    pub(crate) fn read(line: &str, value: &Value, job: Job, key: Key) -> Option<Row> {
        let text = |name| value.get(name).and_then(Value::as_str).unwrap_or_default();
        let status = Status::ALL.into_iter().find(|it| it.name() == text("status"));
        let attempts = value.get("attempts").and_then(Value::as_u64).unwrap_or(1);
        // A quote in a label has a backslash before it, so this is where the record begins.
        let record = line.find(",\"collection\":").map(|at| format!("{{{}", &line[at + 1..]))?;
        Some(Row {
            job,
            key,
            host: text("host").to_owned(),
            record,
            status: status.unwrap_or(Status::Crashed),
            attempts: attempts as u32,
            refused: false,
        })
    }
}

/// Makes runs of a plan, one after another, in a process of its own that it keeps.
pub struct Runner<'a> {
    resolved: &'a ResolvedPlan<'a>,
    program: PathBuf,
    workers: Workers,
}

impl<'a> Runner<'a> {
    /// A runner whose worker is this program.
    pub fn new(resolved: &'a ResolvedPlan<'a>, program: PathBuf) -> Runner<'a> {
        let workers = Workers::new(WorkerCommand::of(program.clone())).for_every_game();
        Runner { resolved, program, workers }
    }

    /// Makes one run; `None` when it was cancelled. A run that ends its process is made once more.
    pub fn run(&mut self, job: Job, cancel: &Cancel) -> Option<Row> {
        let Plan { header, levels } = self.resolved.plan;
        let (level, setup) = (&levels[job.level], &header.setups[job.setup]);
        let request = setup.request(&header.limits, level.index);
        let request = Request { cancel: cancel.clone(), ..request };
        let Some(puzzle) = level.puzzle() else {
            let why = level.error.as_deref().unwrap_or("the plan does not hold it");
            return Some(self.row(job, self.invalid(job, &request, why), 1));
        };
        let mut report = self.once(job, &puzzle, &request);
        let mut attempts = 1;
        if report.status == Status::Crashed && !report.refused && !cancel.is_cancelled() {
            report = self.once(job, &puzzle, &request);
            attempts = 2;
        }
        if report.status == Status::Interrupted || cancel.is_cancelled() {
            return None;
        }
        Some(self.row(job, report, attempts))
    }

    fn once(&mut self, job: Job, puzzle: &Puzzle, request: &Request) -> Report {
        let plan = self.resolved.plan;
        match self.resolved.resolved(job) {
            Some(Ok(resolved)) => {
                let resolved = resolved.clone().cancelled_by(request.cancel.clone());
                self.workers.run(puzzle, &resolved.injecting(request.inject))
            }
            Some(Err(why)) => self.invalid(job, request, why),
            None => {
                let (level, setup) = (&plan.levels[job.level], &plan.header.setups[job.setup]);
                let text = level.text.as_deref().unwrap_or_default();
                let report = external::run(&self.program, setup, puzzle, text, request);
                Report { level_hash: Some(puzzle.level_hash()), ..report }
            }
        }
    }

    /// The report of a run that cannot be made.
    fn invalid(&self, job: Job, request: &Request, why: &str) -> Report {
        let game = self.resolved.plan.levels[job.level].game();
        let (engine, config) = (&request.engine, self.resolved.config(job));
        let report = Report::elsewhere(game, Status::Invalid, engine, config, request);
        Report { error: Some(why.to_owned()), ..report }
    }

    /// The row of a report.
    fn row(&self, job: Job, report: Report, attempts: u32) -> Row {
        let plan = self.resolved.plan;
        let (level, setup) = (&plan.levels[job.level], &plan.header.setups[job.setup]);
        let record = Record::new(&level.collection, level.index, level.title.as_deref(), &report);
        let refused = report.refused && !setup.external;
        Row {
            job,
            key: self.resolved.key(job),
            host: host::host().to_owned(),
            record: record.to_json(),
            status: report.status,
            attempts,
            refused,
        }
    }
}
