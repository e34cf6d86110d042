//! The records of `banto solve` on other people's collections, and the table they make.
//!
//! One run is one collection under one set of options; its records go to
//! `records/sokoban/NAME.jsonl`, and what they were made with to `records/sokoban/made.json`. The
//! collections are not part of the project: `BANTO_LEVELS` names their folder. A machine with nothing
//! else to do gives the best figures.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::{Value, json};

use crate::revision::{machine, revision};
use crate::{Done, cargo, root, say};

/// A collection and the options it is solved with, besides [`COMMON`].
struct Run {
    collection: &'static str,
    /// What follows the collection in the records' name, when it is solved in more than one way.
    suffix: &'static str,
    /// Time for a level.
    time: &'static str,
    memory: &'static str,
    more: &'static [&'static str],
}

impl Run {
    const fn usual(collection: &'static str, time: &'static str) -> Run {
        Run { collection, suffix: "", time, memory: "4GiB", more: &[] }
    }

    fn name(&self) -> String {
        format!("{}{}", self.collection, self.suffix)
    }

    fn options(&self) -> Vec<&'static str> {
        [&["--time", self.time, "--memory", self.memory], self.more].concat()
    }
}

/// What all runs share.
const COMMON: [&str; 4] = ["--threads", "1", "--jsonl", "--quiet"];

const XSOKOBAN: Run = Run::usual("xsokoban90", "60s");

/// The longest come first, so that runs side by side end at about the same time.
const RUNS: [Run; 20] = [
    Run { suffix: "-proved-60s", more: &["--goal", "pushes"], ..XSOKOBAN },
    Run { suffix: "-proved", time: "10s", more: &["--goal", "pushes"], ..XSOKOBAN },
    Run { suffix: "-improved-10s", more: &["--improve", "10s"], ..XSOKOBAN },
    Run::usual("sven-sample", "10s"),
    Run::usual("sokhard163", "10s"),
    Run::usual("sasquatch02", "10s"),
    Run::usual("sasquatch01", "10s"),
    Run { suffix: "-improved", more: &["--improve", "1s"], ..XSOKOBAN },
    Run::usual("grigr2001-100", "10s"),
    Run::usual("murase-auto52", "10s"),
    Run::usual("sokogen78", "10s"),
    XSOKOBAN,
    Run { suffix: "-fess", more: &["--engine", "fess"], ..XSOKOBAN },
    Run { suffix: "-256mib", time: "10s", memory: "256MiB", ..XSOKOBAN },
    Run::usual("aveiro-iia", "10s"),
    Run::usual("microban2", "10s"),
    Run::usual("microban1", "10s"),
    Run::usual("boxoban-medium-valid-1000", "5s"),
    Run::usual("boxoban-unfiltered-test-1000", "5s"),
    Run::usual("kids61", "5s"),
];

/// Makes the records of the named runs, or of all, `jobs` at a time, and prints the table.
pub(crate) fn make(names: &[&str], jobs: usize) -> Done {
    let levels = std::env::var_os("BANTO_LEVELS").map(PathBuf::from);
    let levels = levels.ok_or("BANTO_LEVELS must name the folder of the level collections")?;
    let runs = chosen(names)?;
    let revision = revision()?;
    let made = json!({ "revision": revision, "machine": machine(), "at a time": jobs });
    let notes = Mutex::new(());
    cargo(&["build", "--release", "--locked", "--package", "banto"])?;
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let worker = || -> Done {
            while let Some(run) = runs.get(next.fetch_add(1, Ordering::Relaxed)) {
                solve(run, &levels.join("sokoban"), &revision)?;
                say(&run.name());
                let _alone = notes.lock().expect("no worker panics");
                note(run, &made)?;
            }
            Ok(())
        };
        let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().try_for_each(|it| it.join().expect("a worker does not panic"))
    })?;
    table(names)
}

/// What `table.md` begins with.
const TABLE: &str = "# Records, summed up

Written by `cargo xtask records`. Seconds are processor time of the solved levels; a level counts as
solved when the checker accepted its solution, and as proved when no solution is shorter. Bounds are
the sum of the proved lower bounds, of levels without a solution too. Options besides `--threads 1`
are those of the row.

";

/// Writes the table of all records that are there, and prints the rows of the named ones.
pub(crate) fn table(names: &[&str]) -> Done {
    let whole = format!("{TABLE}{}", text(&[])?);
    std::fs::write(folder().join("table.md"), whole)
        .map_err(|error| format!("table.md: {error}"))?;
    say(&text(names)?);
    Ok(())
}

fn text(names: &[&str]) -> Result<String, String> {
    let mut text = String::from(
        "| records | options | solved | proved | within 2 s | within 10 s | seconds | slowest | pushes | bounds | peak MiB | made with |\n\
         |---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|\n",
    );
    let made = made()?;
    for run in chosen(names)?.into_iter().filter(|run| place(run).exists()) {
        text += &row(run, &place(run), &made[run.name()])?;
    }
    Ok(text)
}

/// What every run was made with.
fn made() -> Result<Value, String> {
    match std::fs::read(folder().join("made.json")) {
        Ok(bytes) => serde_json::from_slice(&bytes).map_err(|error| format!("made.json: {error}")),
        Err(_) => Ok(json!({})),
    }
}

/// Keeps what a run was made with.
fn note(run: &Run, with: &Value) -> Done {
    let mut made = made()?;
    made[run.name()] = with.clone();
    let text = format!("{made:#}\n");
    std::fs::write(folder().join("made.json"), text).map_err(|error| format!("made.json: {error}"))
}

fn chosen(names: &[&str]) -> Result<Vec<&'static Run>, String> {
    if let Some(name) = names.iter().find(|name| RUNS.iter().all(|run| run.name() != **name)) {
        let known: Vec<String> = RUNS.iter().map(Run::name).collect();
        return Err(format!("there is no run {name:?}, only {}", known.join(", ")));
    }
    Ok(RUNS.iter().filter(|run| names.is_empty() || names.contains(&run.name().as_str())).collect())
}

fn folder() -> PathBuf {
    root().join("records/sokoban")
}

fn place(run: &Run) -> PathBuf {
    folder().join(run.name() + ".jsonl")
}

/// Solves a collection; the old records stay until the new ones are complete. A run that was
/// interrupted goes on with the level after the last one it has recorded, if the sources are the
/// same. The program runs in the collection's folder, so that records do not tell where that is.
fn solve(run: &Run, levels: &Path, revision: &str) -> Done {
    let name = revision.replace(|letter: char| !letter.is_ascii_alphanumeric(), "-");
    let (file, part) = (place(run), place(run).with_extension(format!("{name}.part")));
    let why = |error: std::io::Error| format!("{}: {error}", run.name());
    let begun = std::fs::read_to_string(&part).unwrap_or_default();
    // What follows the last line's end was being written.
    let begun = begun.rsplit_once('\n').map_or("", |(whole, _)| whole);
    let levels_done = begun.lines().count();
    let mut records = File::create(&part).map_err(why)?;
    begun.lines().try_for_each(|line| writeln!(records, "{line}")).map_err(why)?;
    let status = Command::new(root().join("target/release/banto"))
        .args(["solve", &format!("{}.xsb", run.collection)])
        .args(["--level", &format!("{}-", levels_done + 1)])
        .args(COMMON)
        .args(run.options())
        .current_dir(levels)
        .stdout(records)
        .status()
        .map_err(why)?;
    // Ten to fourteen: a level was left unsolved.
    match status.code() {
        Some(0 | 10..=14) => std::fs::rename(part, file).map_err(why),
        _ => Err(format!("{}: {status}", run.name())),
    }
}

fn row(run: &Run, file: &Path, made: &Value) -> Result<String, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", run.name()))?;
    let records: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).map_err(|error| format!("{}: {error}", run.name())))
        .collect::<Result<_, _>>()?;
    let solved: Vec<&Value> = records.iter().filter(|it| it["status"] == "solved").collect();
    let seconds: Vec<f64> =
        solved.iter().map(|it| it["cpu_seconds"].as_f64().unwrap_or_default()).collect();
    let within = |limit: f64| seconds.iter().filter(|it| **it <= limit).count();
    let pushes: u64 = solved.iter().filter_map(|it| it["pushes"].as_u64()).sum();
    let proved = solved.iter().filter(|it| it["guarantee"] != "none").count();
    let bounds: u64 = records.iter().filter_map(|it| it["bound"].as_u64()).sum();
    let peak = records.iter().filter_map(|it| it["peak_bytes"].as_u64()).max().unwrap_or_default();
    Ok(format!(
        "| {} | `{}` | {} of {} | {proved} | {} | {} | {:.2} | {:.2} | {pushes} | {bounds} | {} | {} |\n",
        run.name(),
        run.options().join(" "),
        solved.len(),
        records.len(),
        within(2.0),
        within(10.0),
        seconds.iter().sum::<f64>(),
        seconds.iter().copied().fold(0.0, f64::max),
        peak >> 20,
        made_with(made),
    ))
}

/// The revision and the machine in a few words, or that nobody noted them.
fn made_with(made: &Value) -> String {
    match (made["revision"].as_str(), made["machine"].as_str(), made["at a time"].as_u64()) {
        (Some(revision), Some(machine), Some(jobs)) => {
            format!("{revision}, {machine}, {jobs} at a time")
        }
        _ => "not noted".to_owned(),
    }
}
