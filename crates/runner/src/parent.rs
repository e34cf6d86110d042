//! The parent: keeps a worker process and gives it one level after another.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use puzzle::{Cancel, Puzzle, Report, Resolved};

use crate::command::WorkerCommand;
use crate::exchange::{End, Exchange, Talk, death};
use crate::limits::MOST_STDERR;
use crate::process::cpu_time_of;
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
    pub(crate) running: Option<Running>,
    /// Whether Unblock boards go to the worker too.
    every_game: bool,
}

/// A process, and what it says.
pub(crate) struct Running {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    /// Collects what it writes to standard error.
    stderr: Option<JoinHandle<Vec<u8>>>,
    /// Searches that it has finished.
    pub(crate) finished: u64,
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
        report.unwrap_or_else(|| run(puzzle, resolved))
    }

    /// Solves a level in a worker; `None` when none can be started.
    pub fn run_apart(&mut self, puzzle: &Puzzle, resolved: &Resolved) -> Option<Report> {
        let request = resolved.request();
        let order = Order::Solve(Box::new(Task::new(puzzle, request))).line();
        let mut worker = self.ready(&order, request.threads)?;
        let mut exchange = Exchange::new(puzzle, resolved);
        let end = worker.follow(&mut exchange, &request.cancel);
        if end == End::Done && exchange.resident.is_none_or(|bytes| bytes <= FRESH) {
            worker.finished += 1;
            self.running = Some(worker);
        }
        Some(exchange.report(end))
    }

    /// A worker that has the order.
    pub(crate) fn ready(&mut self, order: &str, threads: usize) -> Option<Running> {
        // One that has died between two levels is replaced.
        if let Some(mut worker) = self.running.take()
            && worker.write(order).is_ok()
        {
            return Some(worker);
        }
        if self.command.program.as_os_str().is_empty() {
            return None;
        }
        let mut worker = Running::start(&self.command, threads).ok()?;
        worker.write(order).ok()?;
        Some(worker)
    }
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
        Ok(Running { child, input, lines, stderr: Some(stderr), finished: 0 })
    }

    fn write(&mut self, line: &str) -> std::io::Result<()> {
        self.input.write_all(line.as_bytes())?;
        self.input.flush()
    }

    /// Listens to the end. A worker that does not keep to its time, or does not stop when it is
    /// asked to, is killed by whoever drops it.
    pub(crate) fn follow(&mut self, talk: &mut dyn Talk, cancel: &Cancel) -> End {
        let before = cpu_time_of(self.child.id());
        loop {
            match self.lines.recv_timeout(LOOK) {
                Ok(line) => {
                    if let Some(end) = talk.hear(&line) {
                        return end;
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return self.death(),
            }
            if cancel.is_cancelled() && talk.patience().stop() {
                let _ = self.write(&Order::Stop.line());
            }
            if let Some((at, status)) = talk.patience().kill_at()
                && Instant::now() > at
            {
                if let (Some(before), Some(now)) = (before, cpu_time_of(self.child.id())) {
                    talk.used(now.saturating_sub(before));
                }
                return End::Killed(status);
            }
        }
    }

    fn death(&mut self) -> End {
        let exit = self.child.wait();
        death(exit, &self.stderr.take().and_then(|it| it.join().ok()).unwrap_or_default())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
