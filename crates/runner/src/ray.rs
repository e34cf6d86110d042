//! Ray: chunks of runs on a cluster. A small driver in Python, which is part of this program, hands them out
//! and passes the rows back; Ray runs a chunk again when its worker or its node is lost. Rows are written here
//! and nowhere else, each run once.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use puzzle::Cancel;
use serde_json::{Value, json};

use crate::execute::{Execution, Sink};
use crate::job::Job;
use crate::journal::JournalError;
use crate::key::{Key, Questions};
use crate::plan::{Header, Plan, PlanError};
use crate::resolved::ResolvedPlan;
use crate::row::{Row, Runner};

/// The driver.
const DRIVER: &str = include_str!("ray_driver.py");

/// How often to check for cancellation.
const LOOK: Duration = Duration::from_millis(50);

/// Chunks per worker.
const SHARE: usize = 8;

/// Most runs in a chunk: what is lost with a node is soon made again.
const MOST: usize = 1000;

/// A cluster.
pub struct Cluster {
    /// `ray://head:port`; the one of this machine when absent.
    pub address: Option<String>,
    /// Python, with the package `ray`.
    pub python: PathBuf,
    /// Workers to share the work among; only the size of chunks depends on it.
    pub workers: usize,
}

/// Why a run on a cluster ended.
#[derive(Debug)]
pub enum RayError {
    /// The driver or Ray could not do it; what it said.
    Failed(String),
    /// The rows could not be written.
    Journal(JournalError),
}

impl fmt::Display for RayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RayError::Failed(why) => f.write_str(why),
            RayError::Journal(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RayError {}

/// Makes runs on a cluster and writes their rows; returns how many.
///
/// # Errors
/// When Python or Ray is missing, the cluster fails, or a row cannot be written. What was written stays.
pub fn execute(
    cluster: &Cluster,
    execution: &Execution,
    sink: &mut dyn Sink,
) -> Result<usize, RayError> {
    let &Execution { plan, jobs, program, control, .. } = execution;
    let chunks = chunks(plan, jobs, cluster.workers);
    if chunks.is_empty() {
        return Ok(0);
    }
    let mut driver = Driver::start(cluster, plan, &chunks, program)?;
    let (mut count, mut left) = (0, chunks.len());
    while left > 0 {
        if control.drain.is_cancelled() || control.stop.is_cancelled() {
            break;
        }
        let Some(said) = driver.hear()? else { continue };
        let jobs = said.get("chunk").and_then(Value::as_u64).and_then(|at| chunks.get(at as usize));
        let (Some(jobs), Some(rows)) = (jobs, said.get("rows").and_then(Value::as_str)) else {
            continue;
        };
        count += keep(execution, jobs, rows, sink).map_err(RayError::Journal)?;
        left -= 1;
    }
    Ok(count)
}

/// The runs in chunks of equal cost, each of one setup, those that take longest first.
fn chunks(plan: &Plan, jobs: &[Job], workers: usize) -> Vec<Vec<Job>> {
    let cost = |job: &Job| plan.levels[job.level].cost().max(1);
    let most = jobs.iter().map(cost).sum::<u64>() / (workers.max(1) * SHARE) as u64;
    let mut chunks: Vec<Vec<Job>> = Vec::new();
    for setup in 0..plan.header.setups.len() {
        let (mut chunk, mut sum) = (Vec::new(), 0);
        for job in jobs.iter().filter(|job| job.setup == setup) {
            chunk.push(*job);
            sum += cost(job);
            if sum >= most || chunk.len() >= MOST {
                chunks.push(std::mem::take(&mut chunk));
                sum = 0;
            }
        }
        if !chunk.is_empty() {
            chunks.push(chunk);
        }
    }
    chunks
}

/// Keeps the rows of a chunk that are about its runs.
fn keep(
    execution: &Execution,
    jobs: &[Job],
    rows: &str,
    sink: &mut dyn Sink,
) -> Result<usize, JournalError> {
    let &Execution { plan, listener, .. } = execution;
    let keys = ResolvedPlan::new(plan);
    let jobs: BTreeMap<Key, Job> = jobs.iter().map(|&job| (keys.key(job), job)).collect();
    let (mut questions, mut count) = (Questions::default(), 0);
    for line in rows.lines() {
        let Ok(value) = serde_json::from_str::<Value>(line) else { continue };
        let Some(key) = questions.key(&value) else { continue };
        let row = jobs.get(&key).and_then(|&job| Row::read(line, &value, job, key));
        let Some(row) = row else { continue };
        if sink.add(plan, &row)? {
            count += 1;
            listener.done(&row);
        }
    }
    Ok(count)
}

/// The driver as a process. It ends with us.
struct Driver {
    child: Child,
    said: Receiver<String>,
    script: PathBuf,
}

impl Driver {
    fn start(
        cluster: &Cluster,
        plan: &Plan,
        chunks: &[Vec<Job>],
        program: &Path,
    ) -> Result<Driver, RayError> {
        let failed =
            |error: std::io::Error| RayError::Failed(format!("the driver of Ray: {error}"));
        let script = std::env::temp_dir().join(format!("banto-ray-{}.py", std::process::id()));
        std::fs::write(&script, DRIVER).map_err(failed)?;
        let mut command = Command::new(&cluster.python);
        // The answers come where standard error would: the driver keeps that place for itself, and Ray may
        // write to the others as it likes.
        command.arg("-u").arg(&script);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut child = command.spawn().map_err(|error| {
            let python = cluster.python.display();
            RayError::Failed(format!(
                "--on ray needs Python with Ray: {python}: {error}; pip install ray"
            ))
        })?;
        let input = child.stdin.take().map(|input| (input, tasks(cluster, plan, chunks, program)));
        std::thread::spawn(move || {
            if let Some((mut input, tasks)) = input {
                // A driver that leaves before it has read everything says why.
                let _ = input.write_all(tasks.as_bytes());
            }
        });
        let (sender, said) = channel();
        if let Some(output) = child.stderr.take() {
            std::thread::spawn(move || {
                for line in BufReader::new(output).lines().map_while(Result::ok) {
                    if sender.send(line).is_err() {
                        return;
                    }
                }
            });
        }
        Ok(Driver { child, said, script })
    }

    /// What the driver has to say, if anything: an answer, or its failure.
    fn hear(&mut self) -> Result<Option<Value>, RayError> {
        match self.said.recv_timeout(LOOK) {
            Ok(line) => match serde_json::from_str::<Value>(&line) {
                Ok(value) => match value.get("failed").and_then(Value::as_str) {
                    Some(why) => Err(RayError::Failed(format!("--on ray: {why}"))),
                    None => Ok(Some(value)),
                },
                Err(_) => Ok(None),
            },
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => {
                let how = self.child.wait().map_or_else(|it| it.to_string(), |it| it.to_string());
                Err(RayError::Failed(format!("--on ray: the driver ended too early ({how})")))
            }
        }
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_file(&self.script);
    }
}

/// What the driver is to do: what holds for all, then a line for each chunk.
fn tasks(cluster: &Cluster, plan: &Plan, chunks: &[Vec<Job>], program: &Path) -> String {
    let job = json!({
        "address": cluster.address,
        "memory": plan.header.limits.bytes,
        "program": program.to_string_lossy(),
    });
    let mut text = format!("{job}\n");
    for (number, jobs) in chunks.iter().enumerate() {
        text += &format!("{}\n", json!({ "chunk": number, "plan": part(plan, jobs).to_text() }));
    }
    text
}

/// The plan of a chunk, all of whose runs have one setup.
fn part(plan: &Plan, jobs: &[Job]) -> Plan {
    let setup = jobs.first().map(|job| plan.header.setups[job.setup].clone());
    let header = Header { setups: setup.into_iter().collect(), ..plan.header.clone() };
    Plan { header, levels: jobs.iter().map(|job| plan.levels[job.level].clone()).collect() }
}

/// What a task of the cluster does: makes all runs of a plan that it is given as text, and gives each row.
///
/// # Errors
/// When the text is not a plan.
pub fn chunk(text: &str, program: &Path, mut row: impl FnMut(&str)) -> Result<(), PlanError> {
    let plan = Plan::read(text)?;
    let resolved = ResolvedPlan::new(&plan);
    let mut runner = Runner::new(&resolved, program.to_owned());
    for job in plan.jobs() {
        if let Some(made) = runner.run(job, &Cancel::default()) {
            row(&made.line(&plan));
        }
    }
    Ok(())
}
