//! The records of `banto solve` on other people's collections, and the table they make.
//!
//! One run is one collection under one set of options; its records go to
//! `records/sokoban/NAME.jsonl`. The collections are not part of the project: `BANTO_LEVELS` names
//! their folder. A machine with nothing else to do gives the best figures.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde_json::Value;

use crate::{Done, cargo, root, say};

/// A collection and how it is solved, beside [`COMMON`].
struct Run {
    name: &'static str,
    collection: &'static str,
    options: &'static [&'static str],
}

/// What all runs share.
const COMMON: [&str; 4] = ["--threads", "1", "--jsonl", "--quiet"];

/// The longest come first, so that several at a time end together.
const RUNS: [Run; 17] = [
    run("sven-sample", "sven-sample", &["--time", "10s", "--memory", "4GiB"]),
    run("sokhard163", "sokhard163", &["--time", "10s", "--memory", "4GiB"]),
    run("sasquatch02", "sasquatch02", &["--time", "10s", "--memory", "4GiB"]),
    run("sasquatch01", "sasquatch01", &["--time", "10s", "--memory", "4GiB"]),
    run(
        "xsokoban90-improved",
        "xsokoban90",
        &["--time", "60s", "--memory", "4GiB", "--improve", "1s"],
    ),
    run("grigr2001-100", "grigr2001-100", &["--time", "10s", "--memory", "4GiB"]),
    run("murase-auto52", "murase-auto52", &["--time", "10s", "--memory", "4GiB"]),
    run("sokogen78", "sokogen78", &["--time", "10s", "--memory", "4GiB"]),
    run("xsokoban90", "xsokoban90", &["--time", "60s", "--memory", "4GiB"]),
    run(
        "xsokoban90-fess",
        "xsokoban90",
        &["--time", "60s", "--memory", "4GiB", "--engine", "fess"],
    ),
    run("xsokoban90-256mib", "xsokoban90", &["--time", "10s", "--memory", "256MiB"]),
    run("aveiro-iia", "aveiro-iia", &["--time", "10s", "--memory", "4GiB"]),
    run("microban2", "microban2", &["--time", "10s", "--memory", "4GiB"]),
    run("microban1", "microban1", &["--time", "10s", "--memory", "4GiB"]),
    run(
        "boxoban-medium-valid-1000",
        "boxoban-medium-valid-1000",
        &["--time", "5s", "--memory", "4GiB"],
    ),
    run(
        "boxoban-unfiltered-test-1000",
        "boxoban-unfiltered-test-1000",
        &["--time", "5s", "--memory", "4GiB"],
    ),
    run("kids61", "kids61", &["--time", "5s", "--memory", "4GiB"]),
];

const fn run(
    name: &'static str,
    collection: &'static str,
    options: &'static [&'static str],
) -> Run {
    Run { name, collection, options }
}

/// Makes the records of the named runs, or of all, `jobs` at a time, and prints the table.
pub(crate) fn make(names: &[&str], jobs: usize) -> Done {
    let levels = std::env::var_os("BANTO_LEVELS").map(PathBuf::from);
    let levels = levels.ok_or("BANTO_LEVELS must name the folder of the level collections")?;
    let runs = chosen(names)?;
    cargo(&["build", "--release", "--locked", "--package", "banto"])?;
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        let worker = || -> Done {
            while let Some(run) = runs.get(next.fetch_add(1, Ordering::Relaxed)) {
                solve(run, &levels.join("sokoban"))?;
                say(run.name);
            }
            Ok(())
        };
        let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().try_for_each(|it| it.join().expect("a worker does not panic"))
    })?;
    table(names)
}

/// Prints the table of the records that are there.
pub(crate) fn table(names: &[&str]) -> Done {
    say(
        "| records | options | solved | within 2 s | CPU seconds of the solved | slowest | pushes | peak MiB |",
    );
    say("|---|---|---:|---:|---:|---:|---:|---:|");
    for run in chosen(names)? {
        let file = place(run);
        if file.exists() {
            say(&row(run, &file)?);
        }
    }
    Ok(())
}

fn chosen(names: &[&str]) -> Result<Vec<&'static Run>, String> {
    if let Some(name) = names.iter().find(|name| RUNS.iter().all(|run| run.name != **name)) {
        let known: Vec<&str> = RUNS.iter().map(|run| run.name).collect();
        return Err(format!("there is no run {name:?}, only {}", known.join(", ")));
    }
    Ok(RUNS.iter().filter(|run| names.is_empty() || names.contains(&run.name)).collect())
}

fn place(run: &Run) -> PathBuf {
    root().join("records/sokoban").join(run.name).with_extension("jsonl")
}

/// Solves a collection; the old records stay until the new ones are complete. The program runs in
/// the collection's folder, so that records do not tell where that is.
fn solve(run: &Run, levels: &Path) -> Done {
    let (file, part) = (place(run), place(run).with_extension("part"));
    let why = |error: std::io::Error| format!("{}: {error}", run.name);
    let status = Command::new(root().join("target/release/banto"))
        .args(["solve", &format!("{}.xsb", run.collection)])
        .args(COMMON)
        .args(run.options)
        .current_dir(levels)
        .stdout(File::create(&part).map_err(why)?)
        .status()
        .map_err(why)?;
    // Ten to fourteen: a level was left unsolved.
    match status.code() {
        Some(0 | 10..=14) => std::fs::rename(part, file).map_err(why),
        _ => Err(format!("{}: {status}", run.name)),
    }
}

fn row(run: &Run, file: &Path) -> Result<String, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", run.name))?;
    let records: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).map_err(|error| format!("{}: {error}", run.name)))
        .collect::<Result<_, _>>()?;
    let solved: Vec<&Value> = records.iter().filter(|it| it["status"] == "solved").collect();
    let seconds: Vec<f64> =
        solved.iter().map(|it| it["cpu_seconds"].as_f64().unwrap_or_default()).collect();
    let pushes: u64 = solved.iter().filter_map(|it| it["pushes"].as_u64()).sum();
    let peak = records.iter().filter_map(|it| it["peak_bytes"].as_u64()).max().unwrap_or_default();
    Ok(format!(
        "| {} | `{}` | {} of {} | {} | {:.2} | {:.2} | {pushes} | {} |",
        run.name,
        run.options.join(" "),
        solved.len(),
        records.len(),
        seconds.iter().filter(|it| **it <= 2.0).count(),
        seconds.iter().sum::<f64>(),
        seconds.iter().copied().fold(0.0, f64::max),
        peak >> 20,
    ))
}
