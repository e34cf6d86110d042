//! Searches run on threads of their own with the GIL released, while the calling thread looks after signals.
//!
//! Only the main thread of Python may handle a signal, and only between two instructions of Python. So the calling
//! thread waits for the search and wakes up [`LOOKS`] times a second to let Python look. Ctrl-C raises
//! `KeyboardInterrupt` there; the search is cancelled and waited for before the exception leaves.
//!
//! The threads are kept: the exact engine of Unblock keeps its tables in its thread from one board to the next. After
//! `os.fork` the child has none of them, so a pool is only used by the process that made it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

use puzzle::Cancel;
use puzzle::search::{Observer, Progress};

/// How often a second the caller looks for signals and reports progress.
const LOOKS: u32 = 20;

/// Stack of a search; pages that are not touched cost nothing.
const STACK: usize = 64 << 20;

type Job = Box<dyn FnOnce() + Send>;

/// Threads without work, and the process they belong to.
struct Idle {
    process: u32,
    threads: Vec<Sender<Job>>,
}

static IDLE: Mutex<Idle> = Mutex::new(Idle { process: 0, threads: Vec::new() });

fn idle() -> std::sync::MutexGuard<'static, Idle> {
    let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
    if idle.process != std::process::id() {
        idle.process = std::process::id();
        // Their threads are in the parent process.
        std::mem::take(&mut idle.threads).into_iter().for_each(std::mem::forget);
    }
    idle
}

/// A thread that waits for jobs.
fn thread() -> std::io::Result<Sender<Job>> {
    if let Some(thread) = idle().threads.pop() {
        return Ok(thread);
    }
    let (sender, jobs) = channel::<Job>();
    let builder = std::thread::Builder::new().name("banto search".to_owned()).stack_size(STACK);
    builder.spawn(move || jobs.into_iter().for_each(|job| job()))?;
    Ok(sender)
}

/// The last progress that a search has reported.
#[derive(Default)]
pub(crate) struct Latest(Mutex<Option<Progress>>);

impl Observer for Latest {
    fn progress(&self, progress: &Progress) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(progress.clone());
    }
}

impl Latest {
    fn take(&self) -> Option<Progress> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// Whom to tell about progress: a callable of Python, and where the search leaves its reports.
pub(crate) struct Watcher {
    pub(crate) callback: Py<PyAny>,
    pub(crate) latest: Arc<Latest>,
}

impl Watcher {
    fn tell(&self, py: Python<'_>) -> PyResult<()> {
        if let Some(it) = self.latest.take() {
            let told = (it.engine, it.expanded, it.depth, it.bound, it.shortest);
            self.callback.call1(py, told)?;
        }
        Ok(())
    }
}

/// A flag that stops searches, for callers that run several.
#[pyclass(frozen, module = "banto_puzzle._native", name = "Cancel")]
pub(crate) struct CancelFlag(pub(crate) Cancel);

#[pymethods]
impl CancelFlag {
    #[new]
    fn new() -> CancelFlag {
        CancelFlag(Cancel::default())
    }

    /// Stops every search that was given this flag.
    fn cancel(&self) {
        self.0.cancel();
    }
}

/// Runs a search on another thread and waits for it with the GIL released.
pub(crate) fn search<T: Send + 'static>(
    py: Python<'_>,
    cancel: &Cancel,
    watcher: Option<&Watcher>,
    job: impl FnOnce() -> T + Send + 'static,
) -> PyResult<T> {
    let thread = thread()?;
    let (sender, result) = channel();
    let job = move || {
        // The receiver waits until something comes.
        let _ = sender.send(catch_unwind(AssertUnwindSafe(job)));
    };
    let gone = || PyRuntimeError::new_err("the thread of the search ended");
    thread.send(Box::new(job)).map_err(|_| gone())?;
    let found = py.detach(move || {
        let mut raised = None;
        loop {
            match result.recv_timeout(Duration::from_secs(1) / LOOKS) {
                Ok(found) => break raised.map_or(Ok(found), Err),
                Err(RecvTimeoutError::Disconnected) => break Err(gone()),
                Err(RecvTimeoutError::Timeout) if raised.is_none() => {
                    let look = |py: Python<'_>| {
                        py.check_signals()?;
                        watcher.map_or(Ok(()), |watcher| watcher.tell(py))
                    };
                    if let Err(error) = Python::attach(look) {
                        cancel.cancel();
                        raised = Some(error);
                    }
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    });
    idle().threads.push(thread);
    found?.map_err(|_| PyRuntimeError::new_err("the engine crashed; please report this level"))
}
