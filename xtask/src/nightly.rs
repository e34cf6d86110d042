//! What takes longer than a coffee break, step by step, with a table of what came of it.
//!
//! Without a name every step runs, in this order; a step that fails does not keep the others from running.
//! The table is `records/reliability/nightly.md`. Each step replaces its own row when it ends, so that a
//! night that was cut short leaves what it has seen.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use crate::setup::{self, find};
use crate::signature::{self, Build};
use crate::tally::Tally;
use crate::{
    Done, cargo, cross, dist, finish, fuzz, laboratory, limits, mutants, package, reproducible,
};
use crate::{revision, root, say, test, versions};

/// What a step has to show, or why it failed.
type Seen = Result<String, String>;

/// A part of the night.
struct Step {
    name: &'static str,
    what: &'static str,
    run: fn() -> Seen,
}

const STEPS: [Step; 15] = [
    Step { name: "tests", what: "all tests in release, the ignored ones too", run: tests },
    Step { name: "signature", what: "`bench --signature` in release", run: signature },
    Step { name: "lab", what: "short experiments again, figure by figure", run: laboratory::run },
    Step { name: "time", what: "`xtask limits time`", run: || limits::check("time", &[]) },
    Step { name: "memory", what: "`xtask limits memory`", run: || limits::check("memory", &[]) },
    Step { name: "repeat", what: "`xtask limits repeat`", run: || limits::check("repeat", &[]) },
    Step { name: "fuzz", what: "each fuzz target for ten minutes", run: || fuzz::run(600, &[]) },
    Step {
        name: "mutants",
        what: "`cargo mutants` on rules, checker, claims",
        run: || mutants::run(&[]),
    },
    Step { name: "soak", what: "the server for an hour", run: soak },
    Step { name: "licences", what: "`cargo deny`: licences, bans, sources", run: licences },
    Step { name: "packages", what: "the libraries, packed and built", run: packages },
    Step {
        name: "versions",
        what: "the oldest Rust, the oldest libraries, each feature",
        run: versions::check,
    },
    Step { name: "wine", what: "the command line's tests under Wine", run: wine },
    Step { name: "dist", what: "archives, unpacked and tried", run: archives },
    Step { name: "reproducible", what: "two builds in two folders", run: reproducible::run },
];

/// The names of the steps, for the usage.
pub(crate) fn names() -> String {
    STEPS.map(|step| step.name).join(" ")
}

/// Runs the named steps, or all.
pub(crate) fn run(names: &[&str]) -> Done {
    if let Some(other) = names.iter().find(|name| !STEPS.iter().any(|step| step.name == **name)) {
        return Err(format!("nightly: there is no step {other}; there are {}", self::names()));
    }
    let mut failed = Vec::new();
    for step in STEPS.iter().filter(|step| names.is_empty() || names.contains(&step.name)) {
        say(&format!("\n== {}: {}", step.name, step.what));
        // What is built now is what the row is about, whatever is committed while the step runs.
        let (revision, start) = (revision::revision().unwrap_or_default(), Instant::now());
        let seen = (step.run)();
        if let Err(why) = &seen {
            say(&format!("{}: {why}", step.name));
            failed.push(step.name);
        }
        // Another step may have ended meanwhile, in another terminal.
        let mut table = Table::read()?;
        table.set(step, &seen, start.elapsed().as_secs_f64() / 60.0, &revision);
        table.write()?;
    }
    say(&Table::read()?.text());
    match failed.is_empty() {
        true => Ok(()),
        false => Err(format!("failed: {}", failed.join(", "))),
    }
}

/// The rows that were written last, by step.
struct Table {
    path: PathBuf,
    rows: Vec<(String, String)>,
}

const HEAD: &str = "\
# The last night

Written by `cargo xtask nightly`; a step that is run alone replaces its own row.

| step | what | result | seen | minutes | revision |
|---|---|---|---|---|---|
";

impl Table {
    fn read() -> Result<Table, String> {
        let path = root().join("records/reliability/nightly.md");
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        let row = |line: &str| {
            let name = line.strip_prefix("| ")?.split(" |").next()?;
            STEPS.iter().any(|step| step.name == name).then(|| (name.to_owned(), line.to_owned()))
        };
        Ok(Table { path, rows: text.lines().filter_map(row).collect() })
    }

    fn set(&mut self, step: &Step, seen: &Seen, minutes: f64, revision: &str) {
        let (result, text) = match seen {
            Ok(text) => ("passed", text),
            Err(text) => ("**failed**", text),
        };
        let text = text.replace('|', "/").split_whitespace().collect::<Vec<_>>().join(" ");
        let Step { name, what, .. } = step;
        let row = format!("| {name} | {what} | {result} | {text} | {minutes:.0} | {revision} |");
        self.rows.retain(|(other, _)| other != name);
        self.rows.push(((*name).to_owned(), row));
    }

    fn text(&self) -> String {
        let row = |step: &Step| {
            let found = self.rows.iter().find(|(name, _)| name == step.name);
            found.map(|(_, row)| format!("{row}\n"))
        };
        STEPS.iter().filter_map(row).fold(HEAD.to_owned(), |text, row| text + &row)
    }

    fn write(&self) -> Done {
        write(&self.path, &self.text())
    }
}

/// Writes a file of the records.
pub(crate) fn write(path: &Path, text: &str) -> Done {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

fn tests() -> Seen {
    let tally = Tally::new()?;
    setup::fetch();
    setup::python();
    let (args, of_tests) = (["--workspace", "--release", "--no-fail-fast"], ["--include-ignored"]);
    let passed = test::counted(tally.list(), &args, &of_tests)?;
    let skipped = std::fs::read_to_string(tally.list()).unwrap_or_default();
    let mut names: Vec<&str> = skipped.lines().collect();
    names.sort_unstable();
    names.dedup();
    Ok(match names.is_empty() {
        true => format!("{passed} passed, nothing skipped"),
        false => format!("{passed} passed; skipped: {}", names.join("; ")),
    })
}

fn signature() -> Seen {
    signature::check(Build::Release, false)?;
    let text = std::fs::read_to_string(root().join("bench.signature"));
    text.map(|text| text.trim().to_owned()).map_err(|error| error.to_string())
}

/// The soak test of the server for an hour, or for as many minutes as `BANTO_SOAK_MINUTES` says.
fn soak() -> Seen {
    let minutes = std::env::var("BANTO_SOAK_MINUTES").unwrap_or_else(|_| "60".to_owned());
    let log = crate::target().join("soak.txt");
    let mut command = Command::new(env!("CARGO"));
    command.args(["test", "--release", "--locked", "--package", "banto"]);
    command.args(["--test", "soak", "--", "--include-ignored", "--nocapture"]).current_dir(root());
    command.env("BANTO_SOAK_MINUTES", &minutes).env("BANTO_SOAK_LOG", &log);
    finish(command, "the soak")?;
    let seen = std::fs::read_to_string(&log).unwrap_or_default();
    Ok(format!("{minutes} minutes; {}", seen.lines().last().unwrap_or("no figures")))
}

fn licences() -> Seen {
    if find("cargo-deny").is_none() {
        say("fetching cargo-deny");
        cargo(&["install", "--locked", "cargo-deny"])?;
    }
    test::licences().map(|()| "clean".to_owned())
}

fn packages() -> Seen {
    package().map(|()| "all packed, and built from what was packed".to_owned())
}

fn wine() -> Seen {
    let mut tally = Tally::new()?;
    cross::wine(&mut tally)?;
    match tally.skipped() {
        why if why.is_empty() => Ok("all passed".to_owned()),
        why => Err(why),
    }
}

fn archives() -> Seen {
    dist::make(&[]).map(|()| "Linux and Windows".to_owned())
}
