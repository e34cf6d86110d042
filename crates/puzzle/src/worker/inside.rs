//! The worker's end: tasks from standard input, one after another.

use std::io::{BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use search::{Cancel, Observer, Progress};

use super::outside::GRACE;
use super::task::Task;
use super::told::{Ending, Told};
use crate::{Report, Request, Status, process, run};

/// The line that stops the search under way.
pub(super) const STOP: &str = "stop";

/// Solves level after level until standard input is closed.
///
/// # Errors
///
/// When standard output is closed, or a line is not a task.
pub fn serve() -> std::io::Result<()> {
    let (sender, tasks) = channel();
    std::thread::spawn(move || read(&sender));
    let out = Arc::new(Mutex::new(std::io::stdout()));
    for (line, cancel) in tasks {
        let task: Task = serde_json::from_str(&line).map_err(std::io::Error::other)?;
        let report = solve(task, cancel, Arc::new(Lines(out.clone())));
        let ending = Ending::new(report, process::resident_bytes());
        say(&out, &Told::Report(Box::new(ending)))?;
    }
    Ok(())
}

/// How long a search that is told to stop may go on when nobody waits for it any more.
const PATIENCE: Duration = Duration::from_secs(1);

/// Hands tasks on, each with the flag that stops it. The end of the input stops the last one, and then the
/// process, should a search not listen.
fn read(tasks: &Sender<(String, Cancel)>) {
    let mut cancel = Cancel::default();
    for line in std::io::stdin().lock().lines() {
        match line {
            Ok(line) if line == STOP => cancel.cancel(),
            Ok(line) => {
                cancel = Cancel::default();
                if tasks.send((line, cancel.clone())).is_err() {
                    return;
                }
            }
            Err(_) => break,
        }
    }
    cancel.cancel();
    std::thread::sleep(PATIENCE);
    std::process::exit(0);
}

fn solve(task: Task, cancel: Cancel, observer: Arc<Lines>) -> Report {
    let (game, cpu) = (task.game(), task.cpu());
    match task.open(cancel.clone(), observer) {
        Ok((puzzle, request)) => {
            cap_memory(&request);
            let Some(cpu) = cpu else { return run(&puzzle, &request) };
            let watch = CpuWatch::start(cpu, cancel);
            let report = run(&puzzle, &request);
            match watch.end() && report.status == Status::Interrupted {
                true => Report { status: Status::Time, ..report },
                false => report,
            }
        }
        Err(refused) => Report::faulty(game, &refused.faults, &Request::default()),
    }
}

/// Stops a search that has used up its CPU time, and the process when that does not help.
struct CpuWatch {
    over: Arc<AtomicBool>,
    thread: std::thread::JoinHandle<bool>,
}

impl CpuWatch {
    /// How often it is looked.
    const LOOK: Duration = Duration::from_millis(5);

    fn start(most: Duration, cancel: Cancel) -> CpuWatch {
        let over = Arc::new(AtomicBool::new(false));
        let (began, ended) = (process::cpu_time(), over.clone());
        let thread = std::thread::spawn(move || {
            let mut used_up = false;
            while !ended.load(Ordering::Relaxed) {
                let used = process::cpu_time().saturating_sub(began);
                if used >= most && !used_up {
                    cancel.cancel();
                    used_up = true;
                }
                if used >= most.saturating_add(GRACE) {
                    std::process::exit(process::OUTRUN);
                }
                std::thread::park_timeout(Self::LOOK);
            }
            used_up
        });
        CpuWatch { over, thread }
    }

    /// Whether it had to stop the search.
    fn end(self) -> bool {
        self.over.store(true, Ordering::Relaxed);
        self.thread.thread().unpark();
        self.thread.join().unwrap_or(false)
    }
}

/// Address space for libraries, stacks and the allocator's own arenas, for each thread.
const BESIDES: u64 = 128 << 20;

/// Makes an allocation fail rather than the machine when tables grow beyond what was agreed. The
/// levels of a batch have one limit.
fn cap_memory(request: &Request) {
    static CAPPED: OnceLock<()> = OnceLock::new();
    if let Some(memory) = request.limits.memory {
        let besides = (request.threads as u64 + 2).saturating_mul(BESIDES);
        let bytes = memory.saturating_add(memory / 16).saturating_add(besides);
        CAPPED.get_or_init(|| process::cap_memory(bytes));
    }
}

/// Standard output, for whoever has something to say.
struct Lines(Arc<Mutex<std::io::Stdout>>);

impl Observer for Lines {
    fn progress(&self, progress: &Progress) {
        // A parent that is gone closes our input too; that is where it is noticed.
        let _ = say(&self.0, &Told::progress(progress));
    }
}

fn say(out: &Mutex<std::io::Stdout>, told: &Told) -> std::io::Result<()> {
    let mut line = serde_json::to_vec(told)?;
    line.push(b'\n');
    let mut out = out.lock().unwrap_or_else(PoisonError::into_inner);
    out.write_all(&line)?;
    out.flush()
}
