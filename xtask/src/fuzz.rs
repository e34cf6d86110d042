//! The fuzz targets, one after the other, each for some seconds.
//!
//! They need the nightly compiler and `cargo-fuzz`, which is installed when it is missing. Files of
//! levels that `BANTO_LEVELS` names are what the readers of levels begin with.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::setup::find;
use crate::{cargo, finish, root, say};

/// What a target may take: memory in MiB for a process, seconds for one input, bytes of an input. Without the last,
/// whole collections of up to 860 kB are mixed with each other: 10 inputs a second, and 2 seconds for one.
const LIMITS: [&str; 3] = ["-rss_limit_mb=512", "-timeout=2", "-max_len=16384"];

/// Why fuzzing is not possible here, if it is not.
fn lacking() -> Option<String> {
    let mut rustc = Command::new("rustc");
    let there = rustc.args(["+nightly", "--version"]).current_dir(root()).output();
    match there {
        Ok(output) if output.status.success() => None,
        _ => Some("the nightly compiler is missing (rustup toolchain install nightly)".to_owned()),
    }
}

/// Runs every target, or the named ones, for some seconds each, two at a time. Says how many inputs were tried.
pub(crate) fn run(seconds: u32, names: &[&str]) -> Result<String, String> {
    if let Some(why) = lacking() {
        return Err(why);
    }
    if find("cargo-fuzz").is_none() {
        say("fetching cargo-fuzz");
        cargo(&["install", "--locked", "cargo-fuzz"])?;
    }
    let all = targets()?;
    if let Some(other) = names.iter().find(|name| !all.iter().any(|it| it == *name)) {
        return Err(format!("there is no fuzz target {other}; there are {}", all.join(", ")));
    }
    let wanted = all.iter().filter(|it| names.is_empty() || names.contains(&it.as_str()));
    let wanted: Vec<&String> = wanted.collect();
    // Built before two of them run: the second would only wait for the first.
    let mut build = Command::new("cargo");
    build.args(["+nightly", "fuzz", "build"]).current_dir(root());
    finish(build, "cargo fuzz build")?;
    // One that finds something does not keep the others from looking.
    let (mut tried, mut found) = (Vec::new(), Vec::new());
    for pair in wanted.chunks(2) {
        let ended: Vec<Result<u64, String>> = std::thread::scope(|scope| {
            let runs: Vec<_> =
                pair.iter().map(|name| scope.spawn(|| fuzz(name, seconds))).collect();
            runs.into_iter().map(|run| run.join().expect("a run does not panic")).collect()
        });
        for (name, inputs) in pair.iter().zip(ended) {
            match inputs {
                Ok(inputs) => tried.push(format!("{name} {inputs}")),
                Err(why) => found.push(why),
            }
        }
    }
    let tried = format!("{seconds} s each; inputs tried: {}", tried.join(", "));
    match found.is_empty() {
        true => Ok(format!("nothing found in {tried}")),
        false => Err(format!("{}; the others found nothing in {tried}", found.join("; "))),
    }
}

/// The names of all targets.
fn targets() -> Result<Vec<String>, String> {
    let folder = root().join("fuzz/fuzz_targets");
    let files =
        std::fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let stem = |path: PathBuf| Some(path.file_stem()?.to_str()?.to_owned());
    let mut names: Vec<String> = files.filter_map(|file| stem(file.ok()?.path())).collect();
    names.sort();
    Ok(names)
}

/// Runs a target and returns how many inputs it tried.
fn fuzz(name: &str, seconds: u32) -> Result<u64, String> {
    let own = root().join("fuzz/corpus").join(name);
    std::fs::create_dir_all(&own).map_err(|error| format!("{}: {error}", own.display()))?;
    // The cargo that was called is that of the stable compiler; the one on the path can choose.
    let mut command = Command::new("cargo");
    command.args(["+nightly", "fuzz", "run", name]).arg(&own).args(examples(name));
    command.arg("--").arg(format!("-max_total_time={seconds}")).args(LIMITS);
    command.arg("-print_final_stats=1").current_dir(root());
    let output = command.output().map_err(|error| format!("{name}: {error}"))?;
    let text = String::from_utf8_lossy(&output.stderr);
    if !output.status.success() {
        let from = text.char_indices().rev().nth(4_000).map_or(0, |(at, _)| at);
        say(&text[from..]);
        return Err(format!("{name} failed; fuzz/artifacts/{name} has the input"));
    }
    let count = text.lines().find_map(|line| line.strip_prefix("stat::number_of_executed_units:"));
    let tried = count.and_then(|count| count.trim().parse().ok()).unwrap_or(0);
    say(&format!("{name}: nothing found in {seconds} s, {tried} inputs"));
    Ok(tried)
}

/// Folders of files that a reader of levels can begin with.
fn examples(name: &str) -> Vec<PathBuf> {
    let Some(levels) = std::env::var_os("BANTO_LEVELS") else { return Vec::new() };
    let folder = match name {
        "puzzle_read" | "sokoban_read" | "sokoban_slc" => "sokoban",
        "sokoban_solutions" => "solutions",
        "unblock_read" => "rush",
        _ => return Vec::new(),
    };
    let path = Path::new(&levels).join(folder);
    if path.is_dir() { vec![path] } else { Vec::new() }
}
