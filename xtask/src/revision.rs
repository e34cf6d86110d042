//! What a record was made with: the revision of the program and the kind of machine.

use std::process::Command;

use crate::root;

/// The revision checked out, with its day, and whether sources were changed since. Changes of
/// records do not count: they are what a run makes.
pub(crate) fn revision() -> Result<String, String> {
    let commit = git(&["show", "--no-patch", "--format=%h (%cs)", "HEAD"])?;
    let changed = git(&["status", "--porcelain", "--untracked-files=no", "--", ".", ":!records"])?;
    Ok(if changed.is_empty() { commit } else { format!("{commit} with changes") })
}

/// When the last commit was made, in seconds since 1970: the date of what is packed.
pub(crate) fn seconds() -> Result<String, String> {
    git(&["show", "--no-patch", "--format=%ct", "HEAD"])
}

/// The kind of machine, in words that name none in particular.
pub(crate) fn machine() -> String {
    let cores = std::thread::available_parallelism().map_or(1, |n| n.get());
    let arch = std::env::consts::ARCH.replace("x86_64", "x86-64");
    let system = std::env::consts::OS.replace("linux", "Linux");
    format!("{cores} cores, {arch}, {system}")
}

pub(crate) fn git(args: &[&str]) -> Result<String, String> {
    let output = Command::new("git").args(args).current_dir(root()).output();
    let output = output.map_err(|error| format!("git: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).trim().to_owned());
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
