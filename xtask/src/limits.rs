//! Checks that engines keep their limits, on boards that strain time or memory.
//!
//! `time` runs every engine under short limits of time, `memory` under small limits of memory and
//! of address space, `repeat` the same node-limited search again and again, alone and in a batch.
//! Two of the boards come from collections that `BANTO_LEVELS` names; without it they are left out.
//! The others are drawn here. `BANTO_PROGRAM` names a binary to judge instead of one built now. Any
//! run over its limit is a failure; the worst are printed first.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::say;

mod boards;

/// Time that a run may take beyond its limit.
const GRACE: f64 = 0.2;

/// What is said of a run that waited for a processor for most of its time.
const STARVED: &str = ", waited for a processor";

/// Resident bytes beyond the limit that are tolerated, as a share of it.
const SLACK: f64 = 1.05;

/// Address space for program, libraries and stacks besides the limit.
const PROGRAM: u64 = 64 << 20;

const MIB: u64 = 1 << 20;

/// Nodes of a search that is repeated, at most.
const NODES: &str = "20000";

/// How long such a search may take, about: 33 engines on two boards with two limits of memory ten times each are
/// to end in ten minutes.
const PATIENCE: &str = "250ms";

/// Runs one of the three checks, with the named engines or with all.
pub(crate) fn check(what: &str, engines: &[&str]) -> Result<String, String> {
    let bench = Bench::new(engines)?;
    let worst = match what {
        "time" => bench.time()?,
        "memory" => bench.memory()?,
        "repeat" => bench.repeat()?,
        _ => return Err(format!("limits: there is no check {what:?}")),
    };
    judge(worst)
}

/// A run that is over a limit, or nearly.
#[derive(Clone)]
struct Row {
    /// How far over, in whatever the check counts; positive is a failure.
    over: f64,
    text: String,
}

/// Prints the worst and fails if any is over. Returns the account in one line.
fn judge(mut rows: Vec<Row>) -> Result<String, String> {
    rows.sort_by(|a, b| b.over.total_cmp(&a.over));
    let failed = rows.iter().filter(|row| row.over > 0.0).count();
    rows.iter().take(failed.max(10)).for_each(|row| say(&row.text));
    let worst = rows.first().map_or("", |row| row.text.as_str());
    let account = format!("{failed} of {} over the limit; worst: {worst}", rows.len());
    say(&account);
    if failed == 0 { Ok(account) } else { Err(account) }
}

/// The binary, the boards and the engines.
struct Bench {
    program: PathBuf,
    /// What is written on the command line, and a short name.
    boards: Vec<(String, &'static str)>,
    engines: Vec<String>,
}

/// What came of a run.
struct Ran {
    record: Option<Value>,
    /// Seconds of the whole process.
    wall: f64,
    /// Resident bytes of the process that searched, at most.
    peak: u64,
    end: String,
}

impl Ran {
    fn number(&self, field: &str) -> f64 {
        self.record.as_ref().and_then(|record| record[field].as_f64()).unwrap_or(0.0)
    }

    fn status(&self) -> &str {
        self.record.as_ref().and_then(|record| record["status"].as_str()).unwrap_or(&self.end)
    }
}

impl Bench {
    fn new(engines: &[&str]) -> Result<Bench, String> {
        let target = crate::target();
        let folder = target.join("limits");
        let program = crate::program()?;
        let engines = match engines {
            [] => all_engines(&program)?,
            some => some.iter().map(|&name| name.to_owned()).collect(),
        };
        Ok(Bench { boards: boards::write(&folder)?, program, engines })
    }

    /// Runs a board with an engine, with the address space limited if `space` is given.
    fn run(&self, board: &str, engine: &str, more: &[&str], space: Option<u64>) -> Ran {
        let mut command = match space {
            None => Command::new(&self.program),
            Some(bytes) => {
                let mut shell = Command::new("sh");
                let script = format!("ulimit -v {} && exec \"$0\" \"$@\"", bytes / 1024);
                shell.arg("-c").arg(script).arg(&self.program);
                shell
            }
        };
        command.args(["solve", board, "--engine", engine, "--jsonl", "--quiet"]).args(more);
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        let started = Instant::now();
        let ended = command.spawn().and_then(|child| {
            let id = child.id();
            let waiting = std::thread::spawn(move || child.wait_with_output());
            let mut peak = 0;
            while !waiting.is_finished() {
                peak = peak.max(peak_of_worker(id));
                std::thread::sleep(Duration::from_millis(5));
            }
            let output = waiting.join().expect("waiting does not panic")?;
            Ok((output, peak))
        });
        let wall = started.elapsed().as_secs_f64();
        match ended {
            Ok((output, peak)) => {
                let record: Option<Value> = serde_json::from_slice(&output.stdout).ok();
                // A search may be over before anybody has looked.
                let own = record.as_ref().and_then(|record| record["peak_bytes"].as_u64());
                let peak = peak.max(own.unwrap_or(0));
                Ran { record, wall, peak, end: output.status.to_string() }
            }
            Err(error) => Ran { record: None, wall, peak: 0, end: error.to_string() },
        }
    }

    /// All engines × boards × limits of time × threads.
    fn time(&self) -> Result<Vec<Row>, String> {
        let mut rows = Vec::new();
        for engine in &self.engines {
            let limits: &[f64] = if engine == "auto" { &[0.1, 1.0, 10.0] } else { &[0.1, 1.0] };
            for (board, name) in &self.boards {
                for (limit, threads) in limits.iter().flat_map(|&it| [(it, "1"), (it, "2")]) {
                    let time = format!("{}ms", limit * 1000.0);
                    let options = ["--time", &time, "--threads", threads];
                    rows.push(self.timed(board, name, engine, &options, limit));
                }
            }
            say(&format!("{engine}: worst {:+.0} ms", worst(&rows, engine) * 1000.0));
        }
        enough(rows)
    }

    fn timed(&self, board: &str, name: &str, engine: &str, options: &[&str], limit: f64) -> Row {
        let ran = self.run(board, engine, options, None);
        let over = match &ran.record {
            // On a busy machine a process waits for a core, so CPU time is judged.
            Some(_) => ran.number("seconds").min(ran.number("cpu_seconds").max(limit)) - limit,
            None => f64::INFINITY,
        };
        let text = format!(
            "{engine:20} {name:14} {options:?}: {:+.0} ms, {:.3} s wall, {:.3} s CPU, {:.3} s process, {}{}",
            over * 1000.0,
            ran.number("seconds"),
            ran.number("cpu_seconds"),
            ran.wall,
            ran.status(),
            if ran.status() == "time" && ran.number("cpu_seconds") < limit / 2.0 {
                STARVED
            } else {
                ""
            },
        );
        Row { over: over - GRACE, text }
    }

    /// All engines × boards × limits of memory, free and under a limit of address space, two at a time: what is
    /// judged is the peak of a process, which another one does not change.
    fn memory(&self) -> Result<Vec<Row>, String> {
        let next = AtomicUsize::new(0);
        let work = || {
            let mut rows = Vec::new();
            while let Some(engine) = self.engines.get(next.fetch_add(1, Ordering::Relaxed)) {
                let own = self.memory_of(engine);
                say(&format!("{engine}: worst {:+.1} %", worst(&own, engine) * 100.0));
                rows.extend(own);
            }
            rows
        };
        let both = std::thread::scope(|scope| {
            let workers = [scope.spawn(work), scope.spawn(work)];
            workers.map(|worker| worker.join().expect("judging does not panic"))
        });
        Ok(both.concat())
    }

    fn memory_of(&self, engine: &str) -> Vec<Row> {
        let limits = [16 * MIB, 64 * MIB, 256 * MIB, 1024 * MIB];
        let pairs = self.boards.iter().flat_map(|board| limits.map(|limit| (board, limit)));
        pairs.map(|((board, name), limit)| self.resident(board, name, engine, limit)).collect()
    }

    fn resident(&self, board: &str, name: &str, engine: &str, limit: u64) -> Row {
        let memory = format!("{}MiB", limit / MIB);
        let seconds = (limit / (16 * MIB)).clamp(5, 20);
        let time = format!("{seconds}s");
        let options = ["--memory", &memory, "--time", &time, "--threads", "1"];
        let ran = self.run(board, engine, &options, Some(limit + PROGRAM));
        let over = match ran.status() {
            status if ran.record.is_none() || status == "crashed" => f64::INFINITY,
            // A figure that was not taken is not a good one.
            _ if ran.peak == 0 => f64::INFINITY,
            _ => ran.peak as f64 / limit as f64 - SLACK,
        };
        let text = format!(
            "{engine:20} {name:14} {memory}: {:.1} MiB, {:.1} s, {}",
            ran.peak as f64 / MIB as f64,
            ran.number("seconds"),
            ran.status(),
        );
        Row { over, text }
    }

    /// Node-limited runs, which must be equal, alone and in a batch; not on the boards drawn here,
    /// where that many nodes take minutes. Each row is printed when it is there.
    fn repeat(&self) -> Result<Vec<Row>, String> {
        let mut rows = Vec::new();
        for engine in &self.engines {
            for (board, name) in self.boards.iter().filter(|it| it.0.contains(':')) {
                for memory in ["64MiB", "2GiB"] {
                    let row = self.repeated(board, name, engine, memory);
                    say(&row.text);
                    rows.push(row);
                }
            }
        }
        match rows.is_empty() {
            true => Err("the boards are in BANTO_LEVELS, which is not set".to_owned()),
            false => Ok(rows),
        }
    }

    /// How many nodes an engine expands on a board in about [`PATIENCE`]: a node of FESS on a large level takes
    /// a tenth of a second, one of breadth-first search a microsecond.
    fn nodes_in_time(&self, board: &str, engine: &str, memory: &str) -> u64 {
        let options = ["--memory", memory, "--nodes", NODES, "--time", PATIENCE, "--threads", "1"];
        let expanded = self.run(board, engine, &options, None).number("expanded");
        (expanded as u64).max(1)
    }

    fn repeated(&self, board: &str, name: &str, engine: &str, memory: &str) -> Row {
        let nodes = self.nodes_in_time(board, engine, memory).to_string();
        let options = ["--memory", memory, "--nodes", &nodes, "--time", "1h", "--threads", "1"];
        let counts = |record: &Value| {
            ["status", "solution", "expanded", "generated", "stats"].map(|key| record[key].clone())
        };
        let alone: Vec<_> = (0..3).map(|_| self.run(board, engine, &options, None)).collect();
        let batch = self.batch(board, engine, &options);
        let mut all: Vec<_> =
            alone.iter().filter_map(|ran| ran.record.as_ref()).map(counts).collect();
        all.extend(batch.iter().map(counts));
        let equal = all.len() == 10 && all.windows(2).all(|pair| pair[0] == pair[1]);
        let shown = |it: &[Value; 5]| format!("{}/{}", it[0].as_str().unwrap_or("?"), it[2]);
        let shown = match (equal, all.first()) {
            (true, Some(one)) => format!("ten times {}", shown(one)),
            _ => format!("DIFFERS: {}", all.iter().map(shown).collect::<Vec<_>>().join(" ")),
        };
        let text = format!("{engine:20} {name:14} {memory}: {shown}");
        Row { over: if equal { -1.0 } else { 1.0 }, text }
    }

    /// The same level seven times in one run.
    fn batch(&self, board: &str, engine: &str, options: &[&str]) -> Vec<Value> {
        let mut command = Command::new(&self.program);
        command.arg("solve").args([board; 7]).args(["--engine", engine, "--jsonl", "--quiet"]);
        let output = command.args(options).output().map(|output| output.stdout);
        let text = String::from_utf8_lossy(&output.unwrap_or_default()).into_owned();
        text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
    }
}

/// The runs, if they say anything: one that hardly had a processor keeps every limit of processor time.
fn enough(rows: Vec<Row>) -> Result<Vec<Row>, String> {
    let starved = rows.iter().filter(|row| row.text.ends_with(STARVED)).count();
    match starved * 20 > rows.len() {
        true => Err(format!(
            "the machine is too busy: {starved} of {} runs waited for a processor",
            rows.len()
        )),
        false => Ok(rows),
    }
}

/// The worst figure of an engine, before what is tolerated is taken off.
fn worst(rows: &[Row], engine: &str) -> f64 {
    let own = rows.iter().filter(|row| row.text.split(' ').next() == Some(engine));
    own.map(|row| row.over).fold(f64::NEG_INFINITY, f64::max)
}

/// The largest resident size so far of a process's children, as Linux reports it: of all its threads, because any of
/// them may have started the worker.
fn peak_of_worker(id: u32) -> u64 {
    let threads = std::fs::read_dir(format!("/proc/{id}/task")).into_iter().flatten().flatten();
    let children: String = threads
        .filter_map(|thread| std::fs::read_to_string(thread.path().join("children")).ok())
        .collect::<Vec<_>>()
        .join(" ");
    let peak = |child: &str| {
        let status = std::fs::read_to_string(format!("/proc/{child}/status")).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()
    };
    children.split_whitespace().filter_map(peak).max().unwrap_or(0) * 1024
}

/// The names of all engines that play Sokoban, as the binary lists them.
fn all_engines(program: &Path) -> Result<Vec<String>, String> {
    let output = Command::new(program).args(["solve", "--engine", "help"]).output();
    let output = output.map_err(|error| format!("{}: {error}", program.display()))?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let row = |line: &str| {
        let mut words = line.split_whitespace();
        let (name, games) = (words.next()?, words.next()?);
        // The first line is the heading, and what is indented goes on with a description.
        (games != "unblock" && !line.starts_with(' ')).then(|| name.to_owned())
    };
    Ok(text.lines().skip(1).filter_map(row).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_that_had_no_processor_are_no_proof() {
        let rows = |starved: usize| -> Vec<Row> {
            let text =
                |at| format!("auto board: +0 ms, time{}", if at < starved { STARVED } else { "" });
            (0..40).map(|at| Row { over: -0.2, text: text(at) }).collect()
        };
        assert!(enough(rows(2)).is_ok());
        let refused = enough(rows(3)).err();
        assert_eq!(
            refused.as_deref(),
            Some("the machine is too busy: 3 of 40 runs waited for a processor")
        );
    }
}
