//! One task from the parent's side: what the worker has said, when to kill it, and the report in the end.
//!
//! Both parents, the blocking one and the asynchronous one, leave every decision to this file; they differ
//! only in how they wait.

use std::process::ExitStatus;
use std::time::Instant;

use puzzle::search::Progress;
use puzzle::{Puzzle, Report, Resolved, Status};

use crate::limits::{GRACE, death_sentence, status_of_death};
use crate::message::Message;

/// A task under way.
pub(crate) struct Exchange<'a> {
    puzzle: &'a Puzzle,
    resolved: &'a Resolved,
    began: Instant,
    /// When the worker was asked to stop.
    stopped: Option<Instant>,
    last: Progress,
}

/// How a task ended.
pub(crate) enum End {
    /// With a report, and with this many bytes still held.
    Report(Box<Report>, Option<u64>),
    /// Killed by the parent because of a limit.
    Killed(Status),
    /// By itself; the words say how.
    Died(Status, String),
}

impl<'a> Exchange<'a> {
    /// The exchange with a worker that has just been given the task.
    pub(crate) fn new(puzzle: &'a Puzzle, resolved: &'a Resolved) -> Exchange<'a> {
        let (began, last) = (Instant::now(), Progress::default());
        Exchange { puzzle, resolved, began, stopped: None, last }
    }

    /// Takes in a line and passes progress on; the end if this is the last line.
    pub(crate) fn hear(&mut self, line: &str) -> Option<End> {
        match serde_json::from_str(line) {
            Ok(Message::Progress(line)) => {
                self.last = line.progress();
                if let Some(observer) = &self.resolved.request().observer {
                    observer.progress(&self.last);
                }
                None
            }
            Ok(Message::Report(line)) => {
                let resident = line.resident;
                let report = line.report(self.resolved);
                let report = report.map(|report| End::Report(report.into(), resident));
                Some(report.unwrap_or_else(|| unreadable("its report makes no sense")))
            }
            Err(error) => Some(unreadable(&error.to_string())),
        }
    }

    /// Notes that the worker is asked to stop; false if it was asked before.
    pub(crate) fn stop(&mut self) -> bool {
        let first = self.stopped.is_none();
        self.stopped.get_or_insert_with(Instant::now);
        first
    }

    /// When the worker is to be killed, and the status of its task then.
    pub(crate) fn kill_at(&self) -> Option<(Instant, Status)> {
        let time = self.resolved.request().limits.time.map(|time| time.saturating_add(GRACE));
        // A limit beyond what the clock can count is none.
        let deadline = time.and_then(|time| self.began.checked_add(time));
        let late = deadline.map(|at| (at, Status::Time));
        let stopped = self.stopped.map(|asked| (asked + GRACE, Status::Interrupted));
        stopped.into_iter().chain(late).min_by_key(|it| it.0)
    }

    /// The report of the task.
    pub(crate) fn report(self, end: End) -> Report {
        let report = match end {
            End::Report(report, _) => *report,
            End::Killed(status) => {
                cut_short(Report::empty(status, self.resolved), self.began, &self.last)
            }
            End::Died(status, how) => {
                let error = (status == Status::Crashed).then(|| death_sentence(&how));
                let report = Report { error, ..Report::empty(status, self.resolved) };
                cut_short(report, self.began, &self.last)
            }
        };
        Report { level_hash: Some(self.puzzle.level_hash()), ..report }
    }
}

/// How a worker ended that says nothing more.
pub(crate) fn death(exit: std::io::Result<ExitStatus>, stderr: &[u8]) -> End {
    let (how, code) = match exit {
        Ok(status) => (status.to_string(), status.code()),
        Err(error) => (error.to_string(), None),
    };
    End::Died(status_of_death(code, stderr), how)
}

fn unreadable(why: &str) -> End {
    End::Died(Status::Crashed, why.to_owned())
}

/// What is known of a search that could not report: how long it took, and its last progress. Its
/// record says that the figures are not complete.
fn cut_short(mut report: Report, began: Instant, last: &Progress) -> Report {
    report.wall = began.elapsed();
    // A limit of processor time ends a process only when it is used up.
    report.cpu = report.cpu_limit.filter(|_| report.status == Status::Time).unwrap_or(report.cpu);
    report.stats.expanded = last.expanded;
    report.stats.bound = last.bound.map(u64::from);
    report.stats.extra.push(("cut_short", 1));
    report
}
