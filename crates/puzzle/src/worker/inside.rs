//! The worker's end: tasks from standard input, one after another.

use std::io::{BufRead, Write};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use search::{Cancel, Observer, Progress};

use super::task::Task;
use super::told::{Ending, Told};
use crate::{Game, Report, Request, process, run};

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

/// Hands tasks on, each with the flag that stops it. The end of the input stops the last one.
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
}

fn solve(task: Task, cancel: Cancel, observer: Arc<Lines>) -> Report {
    match task.open(cancel, observer) {
        Ok((puzzle, request)) => {
            cap_memory(&request);
            run(&puzzle, &request)
        }
        Err(refused) => Report::faulty(Game::Sokoban, &refused.faults, &Request::default()),
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
