//! The parent: keeps a worker process and gives it one level after another.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use puzzle::search::Progress;
use puzzle::{Puzzle, Report, Request, Resolved, Status};

use crate::command::WorkerCommand;
use crate::limits::{GRACE, MOST_STDERR, death_sentence, status_of_death};
use crate::message::Message;
use crate::run::run;
use crate::task::{Order, Task};

/// How often to check for cancellation.
const LOOK: Duration = Duration::from_millis(10);

/// A worker that holds more than this when a level is over has the next one begin in a new process:
/// what the allocator keeps would count against the next level's limit.
const FRESH: u64 = 24 << 20;

/// Runs levels, in a worker where that is worth it; starts one when it is needed.
pub struct Workers {
    command: WorkerCommand,
    running: Option<Running>,
    /// Whether Unblock boards go to the worker too.
    every_game: bool,
}

/// A process, and what it says.
struct Running {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    /// Collects what it writes to standard error.
    stderr: Option<JoinHandle<Vec<u8>>>,
}

/// How a task ended.
enum End {
    /// With a report, and with this many bytes still held.
    Report(Box<Report>, Option<u64>),
    /// By our hand, because of a limit.
    Killed(Status),
    /// By itself, which says how.
    Died(Status, String),
}

impl Workers {
    /// Workers started by a command.
    pub fn new(command: WorkerCommand) -> Workers {
        Workers { command, running: None, every_game: false }
    }

    /// The same, with boards of Unblock in the worker too: for runs side by side, where the cost of a
    /// level can only be measured in a process of its own.
    #[must_use]
    pub fn for_every_game(self) -> Workers {
        Workers { every_game: true, ..self }
    }

    /// Solves one puzzle within the limits of the request, as [`run`] does. What ends the process of
    /// a search ends only this level.
    pub fn run(&mut self, puzzle: &Puzzle, resolved: &Resolved) -> Report {
        let report = match puzzle {
            Puzzle::Unblock(_) if !self.every_game => None,
            _ => self.run_apart(puzzle, resolved),
        };
        let hash = Some(puzzle.level_hash());
        report.map_or_else(|| run(puzzle, resolved), |it| Report { level_hash: hash, ..it })
    }

    /// Solves a level in a worker; `None` when none can be started.
    fn run_apart(&mut self, puzzle: &Puzzle, resolved: &Resolved) -> Option<Report> {
        let request = resolved.request();
        let order = Order::Solve(Box::new(Task::new(puzzle, request)?)).line();
        let mut worker = self.ready(&order, request)?;
        let began = Instant::now();
        let mut last = Progress::default();
        let report = match worker.follow(resolved, began, &mut last) {
            End::Report(report, resident) => {
                if resident.is_none_or(|bytes| bytes <= FRESH) {
                    self.running = Some(worker);
                }
                return Some(*report);
            }
            End::Killed(status) => Report::empty(status, resolved),
            End::Died(status, how) => Report {
                error: (status == Status::Crashed).then(|| death_sentence(&how)),
                ..Report::empty(status, resolved)
            },
        };
        Some(cut_short(report, began, &last))
    }

    /// A worker that has the order.
    fn ready(&mut self, order: &str, request: &Request) -> Option<Running> {
        // One that has died between two levels is replaced.
        if let Some(mut worker) = self.running.take()
            && worker.write(order).is_ok()
        {
            return Some(worker);
        }
        let mut worker = Running::start(&self.command, request.threads).ok()?;
        worker.write(order).ok()?;
        Some(worker)
    }
}

/// What is known of a search that could not report: how long it took, and its last progress. Its
/// record says that the figures are not complete.
pub fn cut_short(mut report: Report, began: Instant, last: &Progress) -> Report {
    report.wall = began.elapsed();
    // A limit of processor time ends a process only when it is used up.
    report.cpu = report.cpu_limit.filter(|_| report.status == Status::Time).unwrap_or(report.cpu);
    report.stats.expanded = last.expanded;
    report.stats.bound = last.bound.map(u64::from);
    report.stats.extra.push(("cut_short", 1));
    report
}

impl Running {
    fn start(command: &WorkerCommand, threads: usize) -> std::io::Result<Running> {
        let mut child = command.prepared(threads).spawn()?;
        let input = child.stdin.take().expect("piped");
        let (sender, lines) = channel();
        let output = BufReader::new(child.stdout.take().expect("piped"));
        std::thread::spawn(move || {
            for line in output.lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        let errors = child.stderr.take().expect("piped");
        let stderr = std::thread::spawn(move || {
            let mut text = Vec::new();
            let _ = errors.take(MOST_STDERR).read_to_end(&mut text);
            text
        });
        Ok(Running { child, input, lines, stderr: Some(stderr) })
    }

    fn write(&mut self, line: &str) -> std::io::Result<()> {
        self.input.write_all(line.as_bytes())?;
        self.input.flush()
    }

    /// Listens until the report, passing progress on. A worker that does not keep to its time, or
    /// does not stop when it is told to, is killed.
    fn follow(&mut self, resolved: &Resolved, began: Instant, last: &mut Progress) -> End {
        let request = resolved.request();
        let time = request.limits.time.map(|time| time.saturating_add(GRACE));
        // A limit beyond what the clock can count is none.
        let deadline = time.and_then(|time| began.checked_add(time));
        let mut stopped: Option<Instant> = None;
        loop {
            match self.lines.recv_timeout(LOOK) {
                Ok(line) => {
                    if let Some(end) = hear(&line, resolved, last) {
                        return end;
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return self.death(),
            }
            let now = Instant::now();
            if stopped.is_none() && request.cancel.is_cancelled() {
                stopped = Some(now);
                let _ = self.write(&Order::Stop.line());
            }
            if stopped.is_some_and(|told| now > told + GRACE) {
                return End::Killed(Status::Interrupted);
            }
            if deadline.is_some_and(|deadline| now > deadline) {
                return End::Killed(Status::Time);
            }
        }
    }

    /// How a worker that says nothing more has ended.
    fn death(&mut self) -> End {
        let (how, code) = match self.child.wait() {
            Ok(status) => (status.to_string(), status.code()),
            Err(error) => (error.to_string(), None),
        };
        let stderr = self.stderr.take().and_then(|it| it.join().ok()).unwrap_or_default();
        End::Died(status_of_death(code, &stderr), how)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Takes in a line; an answer when it is the last one.
fn hear(line: &str, resolved: &Resolved, last: &mut Progress) -> Option<End> {
    match serde_json::from_str(line) {
        Ok(Message::Progress(line)) => {
            *last = line.progress();
            if let Some(observer) = &resolved.request().observer {
                observer.progress(last);
            }
            None
        }
        Ok(Message::Report(line)) => {
            let resident = line.resident;
            let report = line.report(resolved).map(|report| End::Report(report.into(), resident));
            Some(report.unwrap_or_else(|| unreadable("its report makes no sense")))
        }
        Err(error) => Some(unreadable(&error.to_string())),
    }
}

fn unreadable(why: &str) -> End {
    End::Died(Status::Crashed, why.to_owned())
}
