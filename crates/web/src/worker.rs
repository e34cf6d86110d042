//! Solving in a process of its own, both ends of the pipe.
//!
//! A search that runs out of memory or stack takes its whole process with it, so the server never
//! searches itself: it starts `banto worker`, writes one task as a line of JSON, and reads lines of
//! progress and finally the record. Stopping a search kills its worker; a worker whose server is gone
//! sees its input closed and ends by itself.

use std::ffi::OsString;
use std::io::{BufRead, Write};
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::process::{Child, Command};

use crate::level::LevelInput;
use crate::setup::Setup;
use puzzle::record::Record;
use puzzle::search::{Observer, Progress};
use puzzle::{Cancel, Game, Limits, Report, Request, Status};
use runner::process;

/// How a worker is started.
#[derive(Clone, Debug)]
pub struct WorkerCommand {
    /// The program, usually this one.
    pub program: PathBuf,
    /// Its arguments, usually `worker`.
    pub args: Vec<OsString>,
}

/// One level to solve, and how.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Task {
    /// Where the level came from, for the record.
    pub(crate) collection: String,
    pub(crate) index: usize,
    /// The level after it was judged.
    pub(crate) level: LevelInput,
    #[serde(flatten)]
    pub(crate) setup: Setup,
    pub(crate) time_ms: u64,
    pub(crate) memory: u64,
    pub(crate) nodes: Option<u64>,
    pub(crate) threads: usize,
    pub(crate) seed: u64,
}

impl Task {
    /// A level under the configuration of a request, with the request's seed and threads; the
    /// limits are the caller's.
    pub(crate) fn new(
        collection: &str,
        index: usize,
        level: LevelInput,
        request: &Request,
    ) -> Task {
        Task {
            collection: collection.to_owned(),
            index,
            level,
            setup: Setup::of(request),
            time_ms: 0,
            memory: 0,
            nodes: None,
            threads: request.threads,
            seed: request.seed,
        }
    }

    /// The game of the level.
    pub(crate) fn game(&self) -> Game {
        match &self.level {
            LevelInput::Board { .. } => Game::Unblock,
            LevelInput::Rows { .. } | LevelInput::Text { .. } => Game::Sokoban,
        }
    }

    /// Whether the search is one whose records have a bound, whenever they end: for a shortest solution.
    pub(crate) fn proves(&self) -> bool {
        let request = self.setup.request();
        request.goal.is_some() || request.engine == "optimal"
    }

    /// The question for the engines.
    pub(crate) fn request(&self) -> Request {
        Request {
            limits: Limits {
                time: Some(Duration::from_millis(self.time_ms)),
                memory: Some(self.memory),
                nodes: self.nodes,
            },
            threads: self.threads,
            seed: self.seed,
            ..self.setup.request()
        }
    }
}

// The worker's end.

/// Address space a worker may have besides a quarter more than the memory it was given: the program
/// itself, and stacks that are reserved and hardly used.
const BESIDES: u64 = 512 << 20;

/// What `banto worker` does: one task from standard input, lines of JSON to standard output.
pub fn worker() -> std::io::Result<()> {
    // The server and the browser on the same machine come first.
    process::lower_priority();
    let mut line = String::new();
    std::io::stdin().lock().read_line(&mut line)?;
    let task: Task = serde_json::from_str(&line).map_err(std::io::Error::other)?;
    process::cap_memory(task.memory + task.memory / 4 + BESIDES);
    let cancel = Cancel::default();
    let when_closed = cancel.clone();
    std::thread::spawn(move || {
        let mut rest = String::new();
        let _ = std::io::stdin().lock().read_line(&mut rest);
        when_closed.cancel();
    });
    let out = Arc::new(Mutex::new(std::io::stdout()));
    let request =
        Request { cancel, observer: Some(Arc::new(Lines(out.clone()))), ..task.request() };
    let record = solve(&task, &request);
    write_line(&mut *out.lock().expect("no panic while held"), &json!({ "record": record }))
}

fn solve(task: &Task, request: &Request) -> Value {
    let report = match (task.level.judge(), request.resolve(task.game())) {
        (Ok(puzzle), Ok(resolved)) => runner::run(&puzzle, &resolved),
        (Err(problem), Ok(resolved)) => Report::faulty(&problem.as_faults(), &resolved),
        (_, Err(error)) => {
            let engine = &request.engine;
            let empty = Report::elsewhere(task.game(), Status::Invalid, engine, "", request);
            Report { error: Some(error.to_string()), ..empty }
        }
    };
    let record = Record::new(&task.collection, task.index, None, &report);
    serde_json::to_value(&record).unwrap_or_default()
}

struct Lines(Arc<Mutex<std::io::Stdout>>);

impl Observer for Lines {
    fn progress(&self, progress: &Progress) {
        let line = json!({ "progress": {
            "engine": progress.engine,
            "expanded": progress.expanded,
            "depth": progress.depth,
            "best": progress.best,
            "bound": progress.bound,
            "shortest": progress.shortest,
        }});
        // A server that is gone closes our input too; that is where it is noticed.
        let _ = write_line(&mut *self.0.lock().expect("no panic while held"), &line);
    }
}

fn write_line(out: &mut impl Write, value: &Value) -> std::io::Result<()> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    out.write_all(&line)?;
    out.flush()
}

// The server's end.

/// Time beyond its own limit after which a worker is killed.
const HARD: Duration = Duration::from_secs(1);

/// A running worker.
pub(crate) struct Worker {
    child: Child,
    limit: Duration,
}

impl Worker {
    /// Starts a worker on a task.
    pub(crate) async fn start(command: &WorkerCommand, task: &Task) -> std::io::Result<Worker> {
        let WorkerCommand { program, args } = command.clone();
        let spawn = move || {
            let mut command = Command::new(program);
            command
                .args(args)
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .stderr(Stdio::null())
                .kill_on_drop(true);
            apart(&mut command).spawn()
        };
        // The calling thread sleeps until the new process has begun its program; on a busy machine
        // that takes long enough for the event loop to miss it.
        let spawned = tokio::task::spawn_blocking(spawn).await;
        let mut child = spawned.map_err(std::io::Error::other)??;
        let mut line = serde_json::to_vec(task)?;
        line.push(b'\n');
        child.stdin.as_mut().expect("piped").write_all(&line).await?;
        Ok(Worker { child, limit: Duration::from_millis(task.time_ms) })
    }

    /// Reads until the record, reporting progress on the way. When `stop` comes first, the worker
    /// is killed: what it could still say is not worth the wait.
    pub(crate) async fn finish(
        mut self,
        progress: impl Fn(Value),
        stop: impl Future<Output = ()>,
    ) -> Ending {
        let mut lines = BufReader::new(self.child.stdout.take().expect("piped")).lines();
        let mut stop = std::pin::pin!(stop);
        let mut deadline = std::pin::pin!(tokio::time::sleep(self.limit + HARD));
        let ending = loop {
            tokio::select! {
                line = lines.next_line() => match line {
                    Ok(Some(line)) => {
                        let Ok(mut value) = serde_json::from_str::<Value>(&line) else { continue };
                        if let Some(record) = value.get_mut("record") {
                            break Ending::Record(record.take());
                        }
                        if let Some(it) = value.get_mut("progress") {
                            progress(it.take());
                        }
                    }
                    _ => break self.death().await,
                },
                () = &mut stop => break Ending::Interrupted,
                () = &mut deadline => break Ending::OverTime,
            }
        };
        let _ = self.child.start_kill();
        let _ = self.child.wait().await;
        ending
    }

    /// How a worker that said nothing more has ended.
    async fn death(&mut self) -> Ending {
        match self.child.wait().await {
            Ok(status) => Ending::Crashed(status.to_string()),
            Err(error) => Ending::Crashed(error.to_string()),
        }
    }
}

/// Ctrl-C on the terminal is for the server, which then ends its workers.
fn apart(command: &mut Command) -> &mut Command {
    #[cfg(unix)]
    return command.process_group(0);
    #[cfg(windows)]
    {
        /// `CREATE_NEW_PROCESS_GROUP` and `CREATE_NO_WINDOW`.
        const FLAGS: u32 = 0x0000_0200 | 0x0800_0000;
        command.creation_flags(FLAGS)
    }
}

/// How a worker ended.
#[derive(Debug)]
pub(crate) enum Ending {
    /// As it should, with its record.
    Record(Value),
    /// Stopped by somebody.
    Interrupted,
    /// Killed because it did not keep to its time limit.
    OverTime,
    /// Died by itself.
    Crashed(String),
}
