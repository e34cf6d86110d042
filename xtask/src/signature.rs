//! The bench signature: one number that changes when any search changes.

use std::process::Command;

use crate::{Done, root, say};

/// Which build prints the signature; all builds must print the same.
pub(crate) enum Build {
    /// The one the tests have made anyway.
    Debug,
    /// The one users have.
    Release,
}

/// Compares the node counts of a fixed list of searches with the committed file, or renews it.
pub(crate) fn check(build: Build, update: bool) -> Done {
    let found = found(build)?;
    let file = root().join("bench.signature");
    if update {
        say(&format!("Bench: {found}"));
        return std::fs::write(&file, format!("{found}\n")).map_err(|error| error.to_string());
    }
    let kept =
        std::fs::read_to_string(&file).map_err(|error| format!("bench.signature: {error}"))?;
    if kept.trim() == found {
        say(&format!("bench signature {found}, as committed"));
        return Ok(());
    }
    Err(format!(
        "bench signature is {found}, bench.signature says {}: if the search was meant to change, \
         run `cargo xtask signature --update` and end the commit message with `Bench: {found}`",
        kept.trim()
    ))
}

/// What the program prints.
fn found(build: Build) -> Result<String, String> {
    let profile = match build {
        Build::Debug => "dev",
        Build::Release => "release",
    };
    let output = Command::new(env!("CARGO"))
        .args(["run", "--profile", profile, "--locked", "--quiet", "--package", "banto", "--"])
        .args(["bench", "--signature"])
        .current_dir(root())
        .output()
        .map_err(|error| format!("cargo run: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}
