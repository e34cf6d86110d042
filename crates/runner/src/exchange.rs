//! One order from the parent's side: what the worker has said, when to kill it, and the report in the end.
//!
//! Both parents, the blocking one and the asynchronous one, leave every decision to this file; they differ
//! only in how they wait.

use std::process::ExitStatus;
use std::time::{Duration, Instant};

use puzzle::search::Progress;
use puzzle::{Puzzle, Report, Resolved, Status};

use crate::limits::{GRACE, death_sentence, status_of_death};
use crate::message::Message;

/// A task under way.
pub(crate) struct Exchange<'a> {
    puzzle: &'a Puzzle,
    resolved: &'a Resolved,
    patience: Patience,
    last: Progress,
    found: Option<Report>,
    /// Bytes that the worker still holds.
    pub(crate) resident: Option<u64>,
    /// Processor time of the search, when the worker cannot tell any more.
    cpu: Option<Duration>,
}

/// What a parent and its worker talk about.
pub(crate) trait Talk {
    /// Takes in a line; the end if this is the last one.
    fn hear(&mut self, line: &str) -> Option<End>;
    /// How long the parent waits.
    fn patience(&mut self) -> &mut Patience;
    /// Takes in the processor time of a worker that is about to be killed.
    fn used(&mut self, _cpu: Duration) {}
}

/// How long a parent waits for a search before it kills the worker.
pub(crate) struct Patience {
    time: Option<Duration>,
    began: Instant,
    /// When the worker was asked to stop.
    stopped: Option<Instant>,
}

impl Patience {
    /// For a search that begins now and has so much time.
    pub(crate) fn new(time: Option<Duration>) -> Patience {
        Patience { time, began: Instant::now(), stopped: None }
    }

    /// The next search begins now.
    pub(crate) fn again(&mut self) {
        self.began = Instant::now();
    }

    /// Notes that the worker is asked to stop; false if it was asked before.
    pub(crate) fn stop(&mut self) -> bool {
        let first = self.stopped.is_none();
        self.stopped.get_or_insert_with(Instant::now);
        first
    }

    /// When the worker is to be killed, and the status of its search then.
    pub(crate) fn kill_at(&self) -> Option<(Instant, Status)> {
        let time = self.time.map(|time| time.saturating_add(GRACE));
        // A limit beyond what the clock can count is none.
        let deadline = time.and_then(|time| self.began.checked_add(time));
        let late = deadline.map(|at| (at, Status::Time));
        let stopped = self.stopped.map(|asked| (asked + GRACE, Status::Interrupted));
        stopped.into_iter().chain(late).min_by_key(|it| it.0)
    }
}

/// How a task ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// The worker has said everything.
    Done,
    /// Killed by the parent because of a limit.
    Killed(Status),
    /// By itself; the words say how.
    Died(Status, String),
}

impl<'a> Exchange<'a> {
    /// The exchange with a worker that has just been given the task.
    pub(crate) fn new(puzzle: &'a Puzzle, resolved: &'a Resolved) -> Exchange<'a> {
        let patience = Patience::new(resolved.limits().time);
        let last = Progress::default();
        Exchange { puzzle, resolved, patience, last, found: None, resident: None, cpu: None }
    }

    /// The report of the task.
    pub(crate) fn report(self, end: End) -> Report {
        let mut report = self.found.unwrap_or_else(|| {
            let (status, error) = end.fault();
            let report = Report { error, ..Report::empty(status, self.resolved) };
            let report = cut_short(report, self.patience.began, &self.last);
            Report { cpu: self.cpu.unwrap_or(report.cpu), ..report }
        });
        if report.status == Status::Crashed {
            // Its counters are lost with the engine; what was shown of them is not.
            report.stats.expanded = report.stats.expanded.max(self.last.expanded);
        }
        Report { level_hash: Some(self.puzzle.level_hash()), ..report }
    }
}

impl End {
    /// The status of a search that did not finish, and what to tell the user if it crashed.
    pub(crate) fn fault(self) -> (Status, Option<String>) {
        match self {
            End::Done => (Status::Crashed, None),
            End::Killed(status) => (status, None),
            End::Died(Status::Crashed, how) => (Status::Crashed, Some(death_sentence(&how))),
            End::Died(status, _) => (status, None),
        }
    }
}

impl Talk for Exchange<'_> {
    fn hear(&mut self, line: &str) -> Option<End> {
        match serde_json::from_str(line) {
            Ok(Message::Progress(line)) => {
                self.last = line.progress();
                if let Some(observer) = &self.resolved.request().observer {
                    observer.progress(&self.last);
                }
                None
            }
            Ok(Message::Report(line)) => {
                self.resident = line.resident;
                self.found = line.report(self.resolved);
                Some(match self.found {
                    Some(_) => End::Done,
                    None => unreadable("its report makes no sense"),
                })
            }
            Ok(Message::Label(_)) => Some(unreadable("it labels what is to be solved")),
            Ok(Message::Improved(_)) => Some(unreadable("it shortens what is to be solved")),
            Err(error) => Some(unreadable(&error.to_string())),
        }
    }

    fn patience(&mut self) -> &mut Patience {
        &mut self.patience
    }

    fn used(&mut self, cpu: Duration) {
        self.cpu = Some(cpu);
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

/// A worker that says what it should not.
pub(crate) fn unreadable(why: &str) -> End {
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
