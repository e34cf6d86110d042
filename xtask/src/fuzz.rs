//! The fuzz targets, one after the other, each for some seconds.
//!
//! They need the nightly compiler and `cargo-fuzz`, which is installed when it is missing. Files of
//! levels that `BANTO_LEVELS` names are what the readers of levels begin with.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::{Duration, Instant};

use crate::setup::find;
use crate::{cargo, finish, root, say};

/// What a target may take: memory in MiB for a process, seconds for one input, bytes of an input. Without the last,
/// whole collections of up to 860 kB are mixed with each other: 10 inputs a second, and 2 seconds for one.
const LIMITS: [&str; 3] = ["-rss_limit_mb=512", "-timeout=2", "-max_len=16384"];

/// How often an input that took too long is tried alone: on a busy machine a process waits for a core, and libFuzzer
/// counts the waiting.
const ALONE: usize = 5;

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
    let tried = match processor_seconds() {
        Some(spent) => format!("{tried}; {:.0} minutes of processor time in all", spent / 60.0),
        None => tried,
    };
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
    let end = Instant::now() + Duration::from_secs(seconds.into());
    let mut tried = 0;
    loop {
        let left = end.saturating_duration_since(Instant::now()).as_secs().max(1);
        let time = format!("-max_total_time={left}");
        let mut files = vec![own.clone()];
        files.extend(examples(name));
        let output = target(name, &files, &[time.as_str(), "-print_final_stats=1"])?;
        let text = String::from_utf8_lossy(&output.stderr);
        tried += executed(&text);
        if output.status.success() {
            say(&format!("{name}: nothing found in {seconds} s, {tried} inputs"));
            return Ok(tried);
        }
        if slow_input(&text).is_some_and(|input| is_quick(name, &input)) {
            say(&format!(
                "{name}: an input took long because the machine is busy; alone it is quick"
            ));
            if Instant::now() < end {
                continue;
            }
            return Ok(tried);
        }
        let from = text.char_indices().rev().nth(4_000).map_or(0, |(at, _)| at);
        say(&text[from..]);
        return Err(format!("{name} failed; fuzz/artifacts/{name} has the input"));
    }
}

/// Runs a target on folders, or on a file, with these options besides the limits.
fn target(name: &str, files: &[PathBuf], more: &[&str]) -> Result<Output, String> {
    // The cargo that was called is that of the stable compiler; the one on the path can choose.
    let mut command = Command::new("cargo");
    command.args(["+nightly", "fuzz", "run", name]).args(files);
    command.arg("--").args(LIMITS).args(more).current_dir(root());
    command.output().map_err(|error| format!("{name}: {error}"))
}

/// How many inputs libFuzzer says it tried.
fn executed(text: &str) -> u64 {
    let count = text.lines().find_map(|line| line.strip_prefix("stat::number_of_executed_units:"));
    count.and_then(|count| count.trim().parse().ok()).unwrap_or(0)
}

/// The file with an input that took too long, if that is what ended a run.
fn slow_input(text: &str) -> Option<PathBuf> {
    let line = text.lines().find(|line| line.contains("Test unit written to "))?;
    let path = line.rsplit_once("written to ")?.1.trim();
    let name = path.rsplit('/').next()?;
    name.starts_with("timeout-").then(|| root().join("fuzz").join(path))
}

/// Whether an input keeps the limit when it is tried alone.
fn is_quick(name: &str, input: &Path) -> bool {
    let alone = || target(name, &[input.to_owned()], &[]).is_ok_and(|it| it.status.success());
    (0..ALONE).any(|_| alone())
}

/// Processor time of everything that this process has waited for, as Linux reports it in hundredths of a second.
fn processor_seconds() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in brackets, may hold blanks.
    let numbers: Vec<f64> =
        text.rsplit_once(')')?.1.split_whitespace().skip(13).take(2).flat_map(str::parse).collect();
    (numbers.len() == 2).then(|| numbers.iter().sum::<f64>() / 100.0)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_input_that_took_too_long_is_tried_alone() {
        let ended = |file: &str| {
            format!(
                "==1== ERROR\nartifact_prefix='artifacts/'; Test unit written to {file}\nBase64: AA==\n"
            )
        };
        let slow = slow_input(&ended("/banto/fuzz/artifacts/sokoban_read/timeout-0a1b"));
        assert_eq!(
            slow.as_deref(),
            Some(Path::new("/banto/fuzz/artifacts/sokoban_read/timeout-0a1b"))
        );
        assert_eq!(slow_input(&ended("/banto/fuzz/artifacts/timeout-/crash-0a1b")), None);
        assert_eq!(slow_input("Done 12 runs in 1 second(s)\n"), None);
        assert_eq!(executed("x\nstat::number_of_executed_units: 1206\nstat::y: 3\n"), 1206);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn processor_time_is_that_of_what_was_waited_for() {
        let before = processor_seconds().expect("Linux says it");
        let mut busy = Command::new("sh");
        busy.args(["-c", "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done"]);
        finish(busy, "sh").unwrap();
        assert!(processor_seconds().expect("Linux says it") > before);
    }
}
