//! Rules of the house that the compiler does not know.
//!
//! Every source file opens with `//!`. Core crates print nothing and read no clock outside
//! `budget.rs` and its `clock.rs`. Dependencies between our crates, and between the folders of a
//! crate, point one way. No crate has a public module of
//! internals. Nothing names a path of the machine it was written on.

use std::path::{Path, PathBuf};

use crate::cycles::Cycles;
use crate::length;

/// Crates that take values and return values: no printing, no files, no clock, no environment.
const CORE: [&str; 10] = [
    "generate", "ground", "puzzle", "rate", "search", "sokoban", "solver", "text", "textbook",
    "unblock",
];

/// What core crates must not say outside their tests.
const OUTSIDE_WORLD: [&str; 8] = [
    "println!",
    "eprintln!",
    "std::fs",
    "std::env",
    "std::net",
    "std::process",
    "Instant::now",
    "SystemTime",
];

/// Our crates from the bottom up; each may use only those named with it.
const MAY_USE: [(&str, &[&str]); 23] = [
    ("search", &[]),
    ("text", &[]),
    ("sokoban", &["text"]),
    ("checker", &[]),
    ("unblock", &["search", "text"]),
    ("ground", &["search", "sokoban"]),
    ("solver", &["ground", "search", "sokoban"]),
    ("textbook", &["ground", "search", "sokoban", "unblock"]),
    ("generate", &["ground", "search", "sokoban", "solver", "unblock"]),
    ("rate", &["ground", "search", "sokoban", "solver", "unblock"]),
    (
        "puzzle",
        &[
            "checker", "generate", "rate", "search", "sokoban", "solver", "text", "textbook",
            "unblock",
        ],
    ),
    ("api", &["puzzle"]),
    ("wasm", &["api", "puzzle"]),
    ("runner", &["puzzle", "text"]),
    ("python", &["puzzle", "sokoban"]),
    ("plugin", &["puzzle", "runner"]),
    ("lab", &["puzzle", "runner", "text"]),
    ("store", &["puzzle"]),
    ("game", &["puzzle", "runner"]),
    ("mcp", &["puzzle", "runner"]),
    ("web", &["api", "game", "lab", "puzzle", "runner", "store", "text"]),
    ("play", &["lab", "puzzle", "runner", "store"]),
    ("cli", &["api", "game", "lab", "mcp", "play", "web", "puzzle", "runner", "store", "text"]),
];

/// Checks the tree below `root`; the error lists every finding.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    let (mut findings, mut cycles) = (Vec::new(), Cycles::default());
    for path in tracked(root)? {
        let Ok(text) = std::fs::read_to_string(root.join(&path)) else { continue };
        let name = path.display().to_string();
        if name.ends_with(".rs") {
            source(&name, &text, &mut findings);
            internals(&name, &text, &mut findings);
            cycles.read(&name, &text);
        }
        if name.ends_with(".rs") || (name.starts_with("crates/web/ui/") && name.ends_with(".js")) {
            findings.extend(length::too_long(&name, &text));
        }
        // Put together from two halves so that this file does not find itself.
        for place in [concat!("/wo", "rk/"), concat!("/ro", "ot/"), concat!("/ho", "me/")] {
            if let Some(line) = text.lines().position(|line| line.contains(place)) {
                findings.push(format!("{name}:{}: names a machine path {place}", line + 1));
            }
        }
    }
    for (krate, allowed) in MAY_USE {
        dependencies(root, krate, allowed, &mut findings);
    }
    findings.extend(cycles.findings());
    workflows(root, &mut findings);
    revision(root, &mut findings);
    if findings.is_empty() { Ok(()) } else { Err(findings.join("\n")) }
}

fn source(name: &str, text: &str, findings: &mut Vec<String>) {
    if !text.starts_with("//!") && !text.starts_with("#![no_main]") {
        findings.push(format!("{name}: does not open with a //! comment"));
    }
    // What only passes questions on does not decide what a search does, but is as quiet.
    let core =
        CORE.iter().chain(&["api"]).any(|krate| name.starts_with(&format!("crates/{krate}/src/")));
    // A file that exists only for tests may do what it likes.
    if !core || text.contains("\n#![cfg(test)]\n") {
        return;
    }
    // Tests stand at the end of a file and may do what they like.
    let product = text.split("#[cfg(test)]").next().unwrap_or_default();
    for (number, line) in product.lines().enumerate() {
        // What the compiler knows of the target is not the environment.
        let code = line.split("//").next().unwrap_or_default().replace("std::env::consts", "");
        for word in OUTSIDE_WORLD.iter().filter(|word| code.contains(**word)) {
            if !["budget", "clock"].iter().any(|it| name.ends_with(&format!("search/src/{it}.rs")))
            {
                findings.push(format!("{name}:{}: {word} in a core crate", number + 1));
            }
        }
    }
}

/// No crate has a back door: what tests look at is public or is tested where it is.
fn internals(name: &str, text: &str, findings: &mut Vec<String>) {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    // Put together from two halves so that this file does not find itself.
    if code.into_iter().any(|line| line.contains(concat!("pub mod inter", "nals"))) {
        findings.push(format!("{name}: a public module `internals`"));
    }
}

/// Reads the `[dependencies]` table of a crate; that table holds one dependency a line.
fn dependencies(root: &Path, krate: &str, allowed: &[&str], findings: &mut Vec<String>) {
    let manifest = root.join("crates").join(krate).join("Cargo.toml");
    let text = std::fs::read_to_string(manifest).unwrap_or_default();
    let table = text.split("[dependencies]").nth(1).unwrap_or_default();
    let table = table.split("\n[").next().unwrap_or_default();
    let ours = MAY_USE.map(|row| row.0);
    for line in table.lines() {
        let name = line.split(['.', ' ', '=']).next().unwrap_or_default();
        if ours.contains(&name) && !allowed.contains(&name) {
            findings.push(format!("crates/{krate}/Cargo.toml: {krate} must not depend on {name}"));
        }
    }
}

/// Workflows call `cargo xtask` and nothing else, so that everything they do can be done anywhere.
fn workflows(root: &Path, findings: &mut Vec<String>) {
    let files = std::fs::read_dir(root.join(".github/workflows")).into_iter().flatten().flatten();
    for file in files.map(|it| it.path()) {
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        findings.extend(commands(&text).map(|line| format!("{}: runs {line}", file.display())));
    }
}

/// The commands of a workflow that are not ours.
fn commands(text: &str) -> impl Iterator<Item = &str> {
    const AS_ROOT: &str = "sudo -E env \"PATH=$PATH\" ";
    let lines = text.lines().map(|line| line.trim_start().trim_start_matches("- "));
    let runs = lines.filter_map(|line| line.strip_prefix("run:").map(str::trim));
    runs.filter(|run| {
        let run = run.strip_prefix(AS_ROOT).unwrap_or(run);
        !run.starts_with("cargo xtask ")
            || run.contains([';', '&', '|', '$'].as_slice()) && !run.contains("${{ matrix.")
    })
}

/// The revision in a record must change with every crate that decides what a search does.
fn revision(root: &Path, findings: &mut Vec<String>) {
    const NOTES: &str = "crates/puzzle/build.rs";
    let text = std::fs::read_to_string(root.join(NOTES)).unwrap_or_default();
    for krate in CORE.iter().filter(|krate| !text.contains(&format!("\"{krate}\""))) {
        findings.push(format!("{NOTES}: the revision does not look at {krate}"));
    }
}

/// The files that git tracks or is about to track.
fn tracked(root: &Path) -> Result<Vec<PathBuf>, String> {
    let output = std::process::Command::new("git")
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .current_dir(root)
        .output()
        .map_err(|error| format!("git ls-files: {error}"))?;
    if !output.status.success() {
        return Err("git ls-files failed: tidy needs a git checkout".to_owned());
    }
    Ok(String::from_utf8_lossy(&output.stdout).lines().map(PathBuf::from).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_are_found() {
        let mut findings = Vec::new();
        source("crates/search/src/x.rs", "fn f() { println!(\"\"); }", &mut findings);
        assert_eq!(findings.len(), 2, "{findings:?}");
        findings.clear();
        source(
            "crates/search/src/x.rs",
            "//! X.\n#[cfg(test)]\nmod t { println!() }",
            &mut findings,
        );
        assert!(findings.is_empty(), "{findings:?}");
    }

    #[test]
    fn a_public_module_of_internals_is_found() {
        let mut findings = Vec::new();
        internals("crates/x/src/lib.rs", concat!("pub mod inter", "nals;"), &mut findings);
        assert_eq!(findings.len(), 1, "{findings:?}");
        internals("crates/x/src/lib.rs", "// none\nmod internals;", &mut findings);
        assert_eq!(findings.len(), 1, "{findings:?}");
    }

    #[test]
    fn a_workflow_with_a_command_of_its_own_is_found() {
        let good = "- run: cargo xtask test\n  run: cargo xtask nightly ${{ matrix.step }}\n";
        assert_eq!(commands(good).count(), 0);
        for bad in
            ["- run: npm ci", "- run: cargo xtask test && rm x", "- run: |", "- run: cargo test"]
        {
            assert_eq!(commands(bad).count(), 1, "{bad}");
        }
    }

    #[test]
    fn this_repository_is_tidy() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        check(root).unwrap();
    }
}
