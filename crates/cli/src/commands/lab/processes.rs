//! Several runs at a time, each in a process of its own.
//!
//! CPU time and memory are measured for a whole process, so runs side by side in one would be charged with
//! each other's. A process of its own also keeps a run that dies from taking the others with it. Each is
//! an ordinary `banto solve` with the options of the record it makes.

use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;

use lab::{Job, Runner};
use puzzle::{Record, Report};
use serde_json::Value;

use crate::failure::Failure;

/// Starts this program again for each run.
pub(super) struct Processes {
    program: PathBuf,
    /// Those that are running.
    children: Mutex<Vec<Child>>,
}

impl Processes {
    pub(super) fn new() -> Result<Processes, Failure> {
        let program =
            std::env::current_exe().map_err(|error| Failure::io("this program", &error))?;
        Ok(Processes { program, children: Mutex::default() })
    }

    /// The record that a process of its own prints; an error when it prints none.
    fn solve(&self, job: &Job) -> Result<Value, String> {
        let mut child = self.start(job).map_err(|error| error.to_string())?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let id = child.id();
        self.children.lock().expect("no panic while held").push(child);
        if let Some(mut input) = input {
            // A process that ends before it has read everything says why by its exit.
            let _ = input.write_all(job.bytes);
        }
        let mut text = String::new();
        let read = output.map_or(Ok(0), |mut output| output.read_to_string(&mut text));
        let status = self.take(id).and_then(|mut child| child.wait().ok());
        read.map_err(|error| error.to_string())?;
        let record = serde_json::from_str(text.trim());
        record.map_err(|_| match status {
            Some(status) => format!("the process of the run ended without a record: {status}"),
            None => "the process of the run was stopped".to_owned(),
        })
    }

    fn start(&self, job: &Job) -> std::io::Result<Child> {
        let line = job.resolved.config();
        let limits = job.resolved.request().limits;
        let mut command = Command::new(&self.program);
        command.args(["--quiet", "solve", "-", "--jsonl", "--level", &job.entry.index.to_string()]);
        command.args(line.split_whitespace());
        if let Some(time) = limits.time {
            command.args(["--time", &format!("{}s", time.as_secs_f64())]);
        }
        if let Some(bytes) = limits.memory {
            command.args(["--memory", &bytes.to_string()]);
        }
        if let Some(nodes) = limits.nodes {
            command.args(["--nodes", &nodes.to_string()]);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()
    }

    fn take(&self, id: u32) -> Option<Child> {
        let mut children = self.children.lock().expect("no panic while held");
        let at = children.iter().position(|child| child.id() == id)?;
        Some(children.swap_remove(at))
    }
}

impl Runner for Processes {
    fn run(&self, job: &Job) -> Value {
        let mut record = self.solve(job).unwrap_or_else(|error| {
            let report = Report::crashed(error, &job.resolved);
            let report = match &job.entry.puzzle {
                Ok(puzzle) => Report { level_hash: Some(puzzle.level_hash()), ..report },
                Err(_) => report,
            };
            let title = job.entry.title.as_deref();
            let record = Record::new(job.suite, job.entry.index, title, &report);
            serde_json::to_value(&record).unwrap_or_default()
        });
        record["collection"] = job.suite.into();
        record
    }

    fn stop(&self) {
        for child in self.children.lock().expect("no panic while held").iter_mut() {
            let _ = child.kill();
        }
    }
}
