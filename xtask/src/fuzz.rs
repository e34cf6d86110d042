//! The fuzz targets, one after the other, each for some seconds.
//!
//! They need the nightly compiler and `cargo-fuzz`, which is installed when it is missing. Files of
//! levels that `BANTO_LEVELS` names are what the readers of levels begin with.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::setup::find;
use crate::{Done, cargo, finish, root, say};

/// What a target may take: memory in MiB for a process, seconds for one input.
const LIMITS: [&str; 2] = ["-rss_limit_mb=512", "-timeout=2"];

/// Why fuzzing is not possible here, if it is not.
pub(crate) fn lacking() -> Option<String> {
    let mut rustc = Command::new("rustc");
    let there = rustc.args(["+nightly", "--version"]).current_dir(root()).output();
    match there {
        Ok(output) if output.status.success() => None,
        _ => Some("the nightly compiler is missing (rustup toolchain install nightly)".to_owned()),
    }
}

/// Runs every target, or the named ones, for some seconds each.
pub(crate) fn run(seconds: u32, names: &[&str]) -> Done {
    if find("cargo-fuzz").is_none() {
        say("fetching cargo-fuzz");
        cargo(&["install", "--locked", "cargo-fuzz"])?;
    }
    let all = targets()?;
    if let Some(other) = names.iter().find(|name| !all.iter().any(|it| it == *name)) {
        return Err(format!("there is no fuzz target {other}; there are {}", all.join(", ")));
    }
    let wanted = all.iter().filter(|it| names.is_empty() || names.contains(&it.as_str()));
    wanted.into_iter().try_for_each(|name| fuzz(name, seconds))
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

fn fuzz(name: &str, seconds: u32) -> Done {
    let own = root().join("fuzz/corpus").join(name);
    std::fs::create_dir_all(&own).map_err(|error| format!("{}: {error}", own.display()))?;
    // The cargo that was called is that of the stable compiler; the one on the path can choose.
    let mut command = Command::new("cargo");
    command.args(["+nightly", "fuzz", "run", name]).arg(&own).args(examples(name));
    command.arg("--").arg(format!("-max_total_time={seconds}")).args(LIMITS);
    command.current_dir(root());
    finish(command, name)?;
    say(&format!("{name}: nothing found in {seconds} s"));
    Ok(())
}

/// Folders of files that a reader of levels can begin with.
fn examples(name: &str) -> Vec<PathBuf> {
    let Some(levels) = std::env::var_os("BANTO_LEVELS") else { return Vec::new() };
    let folder = match name {
        "sokoban_read" | "sokoban_slc" => "sokoban",
        "sokoban_solutions" => "solutions",
        "unblock_read" => "rush",
        _ => return Vec::new(),
    };
    let path = Path::new(&levels).join(folder);
    if path.is_dir() { vec![path] } else { Vec::new() }
}
