//! The end of whoever has levels to solve.

use std::ffi::OsString;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use search::Progress;

use super::inside::STOP;
use super::task::Task;
use super::told::{Told, lasting};
use crate::process::{OUTGROWN, OUTRUN};
use crate::{Game, Puzzle, Report, Request, Status, run};

/// Time beyond its limit, or after it was told to stop, for a worker to report before it is killed.
pub(super) const GRACE: Duration = Duration::from_millis(150);

/// How often it is looked whether somebody has cancelled.
const LOOK: Duration = Duration::from_millis(10);

/// A worker that holds more than this when a level is over has the next one begin in a new process:
/// what the allocator keeps would count against the next level's limit.
const FRESH: u64 = 24 << 20;

/// What a failed allocation says before it ends the process.
const NO_MEMORY: &[u8] = b"memory allocation of";

/// Bytes of standard error that are kept.
const MOST_COMPLAINTS: u64 = 1 << 16;

/// Runs levels, in a worker where that is worth it; starts one when it is needed.
pub struct Workers {
    program: PathBuf,
    args: Vec<OsString>,
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
    complaints: Option<JoinHandle<Vec<u8>>>,
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
    /// Workers started by a command, usually this program, that does nothing but
    /// [`serve`](super::serve).
    pub fn new(program: PathBuf, args: Vec<OsString>) -> Workers {
        Workers { program, args, running: None, every_game: false }
    }

    /// The same, with boards of Unblock in the worker too: for runs side by side, where what a level costs
    /// can be told only from a process of its own.
    #[must_use]
    pub fn for_every_game(self) -> Workers {
        Workers { every_game: true, ..self }
    }

    /// Solves one puzzle within the limits of the request, as [`run`] does. What ends the process of
    /// a search ends only this level.
    pub fn run(&mut self, puzzle: &Puzzle, request: &Request) -> Report {
        let report = match puzzle {
            Puzzle::Unblock(_) if !self.every_game => None,
            _ => self.run_apart(puzzle, request),
        };
        let hash = Some(puzzle.level_hash());
        report.map_or_else(|| run(puzzle, request), |it| Report { level_hash: hash, ..it })
    }

    /// Solves a level in a worker; `None` when none can be started.
    fn run_apart(&mut self, puzzle: &Puzzle, request: &Request) -> Option<Report> {
        let task = serde_json::to_string(&Task::new(puzzle, request)?).ok()?;
        let game = puzzle.game();
        let mut worker = self.ready(&task, request)?;
        let began = Instant::now();
        let mut last = Progress::default();
        let report = match worker.follow(game, request, began, &mut last) {
            End::Report(report, resident) => {
                if resident.is_none_or(|bytes| bytes <= FRESH) {
                    self.running = Some(worker);
                }
                return Some(*report);
            }
            End::Killed(status) => Report::empty(game, status, request),
            End::Died(status, how) => Report {
                error: (status == Status::Crashed).then(|| {
                    format!("the search ended its process: {how}; please report this level")
                }),
                ..Report::empty(game, status, request)
            },
        };
        Some(cut_short(report, began, &last))
    }

    /// A worker that has the task.
    fn ready(&mut self, task: &str, request: &Request) -> Option<Running> {
        // One that has died between two levels is replaced.
        if let Some(mut worker) = self.running.take()
            && worker.write(task).is_ok()
        {
            return Some(worker);
        }
        let mut worker = Running::start(&self.program, &self.args, request).ok()?;
        worker.write(task).ok()?;
        Some(worker)
    }
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

impl Running {
    fn start(program: &Path, args: &[OsString], request: &Request) -> std::io::Result<Running> {
        let mut command = Command::new(program);
        command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Every further arena of the allocator takes 64 MiB of address space, used or not.
        command.env("MALLOC_ARENA_MAX", request.threads.max(1).to_string());
        // A panic is told by its report; writing out where it happened would take longer than the search.
        command.env("RUST_BACKTRACE", "0");
        // An interrupt from the keyboard is for us: the worker is told to stop and then reports.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        /// `CREATE_NEW_PROCESS_GROUP`.
        #[cfg(windows)]
        const GROUP: u32 = 0x0000_0200;
        #[cfg(windows)]
        std::os::windows::process::CommandExt::creation_flags(&mut command, GROUP);
        let mut child = command.spawn()?;
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
        let complaints = std::thread::spawn(move || {
            let mut text = Vec::new();
            let _ = errors.take(MOST_COMPLAINTS).read_to_end(&mut text);
            text
        });
        Ok(Running { child, input, lines, complaints: Some(complaints) })
    }

    fn write(&mut self, line: &str) -> std::io::Result<()> {
        self.input.write_all(format!("{line}\n").as_bytes())?;
        self.input.flush()
    }

    /// Listens until the report, passing progress on. A worker that does not keep to its time, or
    /// does not stop when it is told to, is killed.
    fn follow(
        &mut self,
        game: Game,
        request: &Request,
        began: Instant,
        last: &mut Progress,
    ) -> End {
        let time = request.limits.time.map(|time| time.saturating_add(GRACE));
        // A limit beyond what the clock can count is none.
        let deadline = time.and_then(|time| began.checked_add(time));
        let mut stopped: Option<Instant> = None;
        loop {
            match self.lines.recv_timeout(LOOK) {
                Ok(line) => {
                    if let Some(end) = hear(&line, game, request, last) {
                        return end;
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return self.death(),
            }
            let now = Instant::now();
            if stopped.is_none() && request.cancel.is_cancelled() {
                stopped = Some(now);
                let _ = self.write(STOP);
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
        let said = self.complaints.take().and_then(|it| it.join().ok()).unwrap_or_default();
        let refused = said.windows(NO_MEMORY.len()).any(|part| part == NO_MEMORY);
        let status = match code {
            Some(OUTRUN) => Status::Time,
            _ if refused || code == Some(OUTGROWN) => Status::Memory,
            _ => Status::Crashed,
        };
        End::Died(status, how)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Takes in a line; an answer when it is the last one.
fn hear(line: &str, game: Game, request: &Request, last: &mut Progress) -> Option<End> {
    match serde_json::from_str(line) {
        Ok(Told::Progress { engine, expanded, depth, best, bound, shortest }) => {
            let engine = lasting(&engine);
            *last = Progress { engine, expanded, depth, best, bound, shortest };
            if let Some(observer) = &request.observer {
                observer.progress(last);
            }
            None
        }
        Ok(Told::Report(ending)) => {
            let resident = ending.resident;
            let report =
                ending.report(game, request).map(|report| End::Report(report.into(), resident));
            Some(report.unwrap_or_else(|| unreadable("its report makes no sense")))
        }
        Err(error) => Some(unreadable(&error.to_string())),
    }
}

fn unreadable(why: &str) -> End {
    End::Died(Status::Crashed, why.to_owned())
}
