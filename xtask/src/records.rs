//! The records of `banto bench` on other people's collections, and the table they make.
//!
//! One run is one collection under one set of options; its records go to
//! `records/sokoban/NAME.jsonl`, and what they were made with to `records/sokoban/made.json`. The
//! collections are not part of the project: `BANTO_LEVELS` names their folder. A machine with nothing
//! else to do gives the best figures.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use crate::revision::{machine, revision};
use crate::{Done, cargo, finish, root, say};

/// A collection and how it is solved.
struct Run {
    collection: &'static str,
    /// What follows the collection in the records' name, when it is solved in more than one way.
    suffix: &'static str,
    /// What could follow `banto solve FILE --engine`.
    config: &'static str,
    /// Processor time for a level.
    cpu: &'static str,
    memory: &'static str,
}

impl Run {
    const fn usual(collection: &'static str, cpu: &'static str) -> Run {
        Run { collection, suffix: "", config: "auto", cpu, memory: "4GiB" }
    }

    fn name(&self) -> String {
        format!("{}{}", self.collection, self.suffix)
    }

    fn options(&self) -> String {
        format!("{} --cpu {} --memory {}", self.config, self.cpu, self.memory)
    }
}

const XSOKOBAN: Run = Run::usual("xsokoban90", "60s");

/// In the order of the table.
const RUNS: [Run; 20] = [
    Run { suffix: "-proved-60s", config: "auto --goal pushes", ..XSOKOBAN },
    Run { suffix: "-proved", cpu: "10s", config: "auto --goal pushes", ..XSOKOBAN },
    Run { suffix: "-improved-10s", config: "auto --improve 10s", ..XSOKOBAN },
    Run::usual("sven-sample", "10s"),
    Run::usual("sokhard163", "10s"),
    Run::usual("sasquatch02", "10s"),
    Run::usual("sasquatch01", "10s"),
    Run { suffix: "-improved", config: "auto --improve 1s", ..XSOKOBAN },
    Run::usual("grigr2001-100", "10s"),
    Run::usual("murase-auto52", "10s"),
    Run::usual("sokogen78", "10s"),
    XSOKOBAN,
    Run { suffix: "-fess", config: "fess", ..XSOKOBAN },
    Run { suffix: "-256mib", cpu: "10s", memory: "256MiB", ..XSOKOBAN },
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
    cargo(&["build", "--release", "--locked", "--package", "banto"])?;
    for run in runs {
        solve(run, &levels.join("sokoban"), &revision, jobs)?;
        note(run, &made)?;
        say(&run.name());
    }
    table(names)
}

/// What `table.md` begins with.
const TABLE: &str = "# Records, summed up

Written by `cargo xtask records`. Seconds are processor time of the solved levels; a level counts as
solved when the checker accepted its solution, and as proved when no solution is shorter. Bounds are
the sum of the proved lower bounds, of levels without a solution too. The options are those of
`banto bench`.

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

/// Solves a collection with `banto bench`, which resumes an interrupted run if the sources are the
/// same; the old records stay until the new ones are complete. The program runs in the collection's
/// folder, so that records do not contain its path.
fn solve(run: &Run, levels: &Path, revision: &str, jobs: usize) -> Done {
    let why = |error: std::io::Error| format!("{}: {error}", run.name());
    let revision = revision.replace(|letter: char| !letter.is_ascii_alphanumeric(), "-");
    let out = crate::target().join("records").join(format!("{}-{revision}", run.name()));
    let mut bench = Command::new(crate::target().join("release/banto"));
    bench.args(["bench", &format!("{}.xsb", run.collection), "--quiet"]);
    bench.args(["--config", run.config, "--cpu", run.cpu, "--memory", run.memory]);
    bench.args(["--jobs", &jobs.to_string(), "--output"]).arg(&out);
    bench.current_dir(levels);
    finish(bench, &run.name())?;
    let rows = std::fs::read_to_string(out.join("results.jsonl")).map_err(why)?;
    std::fs::write(place(run), by_level(&rows).map_err(|error| format!("{}: {error}", run.name()))?)
        .map_err(why)
}

/// The rows of a run in the order of the levels, without what only the run's folder needs.
fn by_level(rows: &str) -> serde_json::Result<String> {
    let mut records: Vec<Value> =
        rows.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    // The first line says how the run was made.
    records.retain(|it| it["index"].is_u64());
    records.sort_by_key(|it| it["index"].as_u64());
    for record in records.iter_mut().filter_map(Value::as_object_mut) {
        record.retain(|name, _| !["run", "label", "host"].contains(&name.as_str()));
    }
    Ok(records.iter().map(|record| format!("{record}\n")).collect())
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
        run.options(),
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

/// The revision and the machine in a few words, or that they were not recorded.
fn made_with(made: &Value) -> String {
    match (made["revision"].as_str(), made["machine"].as_str(), made["at a time"].as_u64()) {
        (Some(revision), Some(machine), Some(jobs)) => {
            format!("{revision}, {machine}, {jobs} at a time")
        }
        _ => "not noted".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_become_records_in_the_order_of_the_levels() {
        let rows = concat!(
            r#"{"banto":"0.1.0"}"#,
            "\n",
            r#"{"run":"b","label":"auto","host":"h","index":10,"status":"time"}"#,
            "\n",
            r#"{"run":"a","label":"auto","host":"h","index":2,"status":"solved"}"#,
            "\n",
        );
        let records: Vec<Value> =
            by_level(rows).unwrap().lines().map(|it| serde_json::from_str(it).unwrap()).collect();
        assert_eq!(
            records,
            [json!({"index": 2, "status": "solved"}), json!({"index": 10, "status": "time"})]
        );
        assert!(by_level("{").is_err());
    }
}
