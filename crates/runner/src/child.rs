//! The child: takes orders from standard input, one after another.

use std::io::{BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use puzzle::label::{Label, Labeller};
use puzzle::request::Inject;
use puzzle::search::{Observer, Progress};
use puzzle::{Cancel, Limits, Report, Request, Status};

use crate::limits::{GRACE, memory_cap};
use crate::message::{LabelLine, Message, ProgressLine, ReportLine};
use crate::run::{run, within_machine};
use crate::task::{LabelLevel, LabelTask, Order, Task};
use crate::{fault, improve, process};

/// Does what it is ordered to, order after order, until standard input is closed. Every search makes the
/// fault, which tests ask for.
///
/// # Errors
///
/// When standard output is closed.
pub fn serve(fault: Option<Inject>) -> std::io::Result<()> {
    let (sender, orders) = channel();
    std::thread::spawn(move || read(&sender));
    let out = Arc::new(Mutex::new(std::io::stdout()));
    let mut labeller = Labeller::default();
    for (order, cancel) in orders {
        match order {
            Order::Solve(task) => {
                let report = solve(task.injecting(fault), cancel, Arc::new(Lines(out.clone())));
                let line = ReportLine::new(report, process::resident_bytes());
                say(&out, &Message::Report(Box::new(line)))?;
            }
            Order::Label(task) => {
                let LabelTask { levels, time, cpu, memory, nodes } = *task;
                cap_memory(memory, 1);
                let limits = within_machine(Limits { time, memory, nodes });
                labeller = labeller.within(limits, cancel.clone());
                let cpu = cpu.map(|most| (most, &cancel));
                for level in levels {
                    label(&mut labeller, &level, cpu, fault, &out)?;
                }
            }
            Order::Improve(task) => {
                cap_memory(task.memory, 1);
                let answer = improve::improved(*task, cancel, Arc::new(Lines(out.clone())));
                say(&out, &Message::Improved(answer))?;
            }
            Order::Stop => {}
        }
    }
    Ok(())
}

/// Labels a level and says so, search by search; with a limit of CPU time for each search, and what stops all.
fn label(
    labeller: &mut Labeller,
    level: &LabelLevel,
    cpu: Option<(Duration, &Cancel)>,
    fault: Option<Inject>,
    out: &Mutex<std::io::Stdout>,
) -> std::io::Result<()> {
    let puzzle = level.level.judge();
    for &goal in &level.goals {
        let began = process::cpu_time();
        let watch = cpu.map(|(most, stop)| {
            let cancel = Cancel::default();
            labeller.stopped_by(cancel.clone());
            CpuWatch::start(most, cancel, Some(stop.clone()))
        });
        fault::make(fault);
        let mut label = match &puzzle {
            Ok(puzzle) => labeller.label(puzzle, goal),
            Err(refused) => Label::invalid(refused.to_string()),
        };
        if watch.is_some_and(CpuWatch::end) && label.status == Status::Interrupted {
            label.status = Status::Time;
        }
        let cpu = process::cpu_time().saturating_sub(began);
        say(out, &Message::Label(Box::new(LabelLine { label, cpu })))?;
    }
    Ok(())
}

/// How long a search that was asked to stop may go on when its parent is gone.
const PATIENCE: Duration = Duration::from_secs(1);

/// Hands orders on, each with the flag that stops it. The end of the input, or a line that is not an order,
/// stops the last one, and then the process, should the search not notice.
fn read(orders: &Sender<(Order, Cancel)>) {
    let mut cancel = Cancel::default();
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        match serde_json::from_str(&line) {
            Ok(Order::Stop) => cancel.cancel(),
            Ok(order) => {
                cancel = Cancel::default();
                if orders.send((order, cancel.clone())).is_err() {
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
    if task.is_low_priority() {
        lower_priority();
    }
    let invalid = |error: String| {
        let empty = Report::elsewhere(game, Status::Invalid, "", "", &Request::default());
        Report { error: Some(error), ..empty }
    };
    let (puzzle, request) = match task.open(cancel.clone(), observer) {
        Ok(opened) => opened,
        Err(refused) => return invalid(refused.to_string()),
    };
    let resolved = match request.resolve(game) {
        Ok(resolved) => resolved,
        Err(error) => return invalid(error.to_string()),
    };
    cap_memory(request.limits.memory, request.threads);
    let Some(cpu) = cpu else { return run(&puzzle, &resolved) };
    let watch = CpuWatch::start(cpu, cancel, None);
    let report = run(&puzzle, &resolved);
    match watch.end() && report.status == Status::Interrupted {
        true => Report { status: Status::Time, ..report },
        false => report,
    }
}

/// Stops a search that has used up its CPU time, and the process when that does not help.
struct CpuWatch {
    over: Arc<AtomicBool>,
    thread: std::thread::JoinHandle<bool>,
}

impl CpuWatch {
    /// How often to look at the clock.
    const LOOK: Duration = Duration::from_millis(5);

    /// Watches a search that `cancel` stops; `stop` stops it too.
    fn start(most: Duration, cancel: Cancel, stop: Option<Cancel>) -> CpuWatch {
        let over = Arc::new(AtomicBool::new(false));
        let (began, ended) = (process::cpu_time(), over.clone());
        let thread = std::thread::spawn(move || {
            let mut used_up = false;
            while !ended.load(Ordering::Relaxed) {
                let used = process::cpu_time().saturating_sub(began);
                if stop.as_ref().is_some_and(Cancel::is_cancelled) {
                    cancel.cancel();
                }
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

/// Makes an allocation fail rather than the machine when tables grow beyond what was agreed. The
/// levels of a batch have one limit.
fn cap_memory(memory: Option<u64>, threads: usize) {
    static CAPPED: OnceLock<()> = OnceLock::new();
    if let Some(memory) = memory {
        CAPPED.get_or_init(|| process::cap_memory(memory_cap(memory, threads)));
    }
}

/// Once for the process: each further call would lower it more.
fn lower_priority() {
    static LOWERED: OnceLock<()> = OnceLock::new();
    LOWERED.get_or_init(process::lower_priority);
}

/// Standard output, shared by the search and the child itself.
struct Lines(Arc<Mutex<std::io::Stdout>>);

impl Observer for Lines {
    fn progress(&self, progress: &Progress) {
        // A parent that is gone closes our input too, which ends the process.
        let _ = say(&self.0, &Message::Progress(ProgressLine::new(progress)));
    }
}

fn say(out: &Mutex<std::io::Stdout>, message: &Message) -> std::io::Result<()> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    let mut out = out.lock().unwrap_or_else(PoisonError::into_inner);
    out.write_all(&line)?;
    out.flush()
}
