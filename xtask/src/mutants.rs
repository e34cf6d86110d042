//! `cargo mutants` on the code that everything else relies on: the rules, the checker, the claims.
//!
//! Every mutant is a small wrong change of one function; the tests of its crate must fail. Those that no test
//! notices are named in `records/reliability/mutants.md`.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::nightly::write;
use crate::setup::find;
use crate::{cargo, root, say};

/// The crates and files that are changed, as `cargo mutants` takes them.
const PARTS: [(&str, &[&str]); 4] = [
    ("checker", &["--package", "banto-checker"]),
    ("claims", &["--package", "banto-ground", "--file", "crates/ground/src/claim.rs"]),
    ("rules", &["--package", "banto-sokoban", "--exclude", "**/format/**"]),
    ("readers", &["--package", "banto-sokoban", "--file", "crates/sokoban/src/format/**"]),
];

/// The part that has too many mutants for one night: every night has a tenth of them, all in ten nights.
const LARGE: &str = "readers";

/// The share of mutants that tests must notice, in percent.
const ENOUGH: f64 = 90.0;

/// Changes every function of the named parts, or of all, and counts who noticed.
pub(crate) fn run(names: &[&str]) -> Result<String, String> {
    if let Some(other) = names.iter().find(|name| !PARTS.iter().any(|part| part.0 == **name)) {
        let all = PARTS.map(|part| part.0).join(" ");
        return Err(format!("mutants: there is no part {other}; there are {all}"));
    }
    if find("cargo-mutants").is_none() {
        say("fetching cargo-mutants");
        cargo(&["install", "--locked", "cargo-mutants"])?;
    }
    let mut text = String::from(HEAD);
    let mut missed = Vec::new();
    let mut figures = Vec::new();
    for (name, args) in PARTS.iter().filter(|part| names.is_empty() || names.contains(&part.0)) {
        let part = Part::of(name, args)?;
        text += &format!(
            "| {name} | {} | {} | {} | {:.1} % |\n",
            part.caught,
            part.missed.len(),
            part.unviable,
            part.share()
        );
        figures.push(format!("{name} {:.1} %", part.share()));
        missed.push((name, part));
    }
    for (name, part) in &missed {
        text += &format!("\n## Missed in {name}\n\n");
        text.extend(part.missed.iter().map(|mutant| format!("- `{mutant}`\n")));
    }
    write(&root().join("records/reliability/mutants.md"), &text)?;
    let figures = figures.join(", ");
    match missed.iter().all(|(_, part)| part.share() >= ENOUGH) {
        true => Ok(format!("noticed: {figures}")),
        false => Err(format!("noticed: {figures}; {ENOUGH} % are asked for")),
    }
}

/// Days since 1970.
fn today() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs() / 86_400)
}

const HEAD: &str = "\
# Mutants

Small wrong changes that `cargo mutants` makes to one function at a time, and whether a test of the crate fails.
Unviable ones do not compile. One that makes the tests run forever counts as noticed.
Of the readers, one night changes a tenth.

| part | noticed | missed | unviable | share |
|---|---|---|---|---|
";

/// What came of the mutants of a part.
struct Part {
    caught: usize,
    unviable: usize,
    missed: Vec<String>,
}

impl Part {
    fn of(name: &str, args: &[&str]) -> Result<Part, String> {
        let out = crate::target().join("mutants").join(name);
        std::fs::create_dir_all(&out).map_err(|error| format!("{}: {error}", out.display()))?;
        let mut command = Command::new(env!("CARGO"));
        command.args(["mutants", "--no-shuffle", "--colors", "never", "--output"]).arg(&out);
        // Generous: a mutant may only be slow because the machine is busy.
        command.args(["--minimum-test-timeout", "120", "--cap-lints", "true"]).args(args);
        if name == LARGE {
            command.args(["--shard", &format!("{}/10", today() % 10)]);
        }
        // A mutant that is missed is an exit code of its own; the outcomes say the rest.
        let _ = command.current_dir(root()).status();
        Part::read(&out.join("mutants.out/outcomes.json"))
    }

    /// Reads what `cargo mutants` wrote.
    fn read(path: &Path) -> Result<Part, String> {
        let told = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let text = std::fs::read_to_string(path).map_err(|error| told(&error))?;
        let all: Value = serde_json::from_str(&text).map_err(|error| told(&error))?;
        let outcomes = all["outcomes"].as_array().cloned().unwrap_or_default();
        let mut part = Part { caught: 0, unviable: 0, missed: Vec::new() };
        for outcome in &outcomes {
            let mutant = outcome["scenario"]["Mutant"]["name"].as_str();
            let Some(mutant) = mutant else { continue };
            match outcome["summary"].as_str() {
                Some("CaughtMutant" | "Timeout") => part.caught += 1,
                Some("MissedMutant") => part.missed.push(mutant.to_owned()),
                _ => part.unviable += 1,
            }
        }
        match part.caught + part.missed.len() {
            0 => Err(format!("{}: no mutant was tried", path.display())),
            _ => Ok(part),
        }
    }

    fn share(&self) -> f64 {
        100.0 * self.caught as f64 / (self.caught + self.missed.len()) as f64
    }
}
