//! Everything that must pass before a change lands, and everything that takes longer.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use crate::setup::{self, find};
use crate::signature::{self, Build};
use crate::tally::Tally;
use crate::{Done, cargo, cross, features, finish, python, root, say, site, tidy};

/// Every test, and an account of what ran: the README's test command.
pub(crate) fn test() -> Done {
    let mut tally = Tally::new()?;
    tally.run("tidy", || tidy::check(&root()))?;
    setup::fetch();
    module(&mut tally)?;
    let list = tally.list().to_owned();
    tally.run("cargo test", || tests(&list, &["--workspace"], &[]))?;
    tally.run("bench signature", || signature::check(Build::Debug, false))?;
    tally.run("cargo doc", documentation)?;
    types(&mut tally)?;
    python::check(&mut tally)?;
    tally.close()
}

/// The engines as WebAssembly, which the tests of the static page need.
fn module(tally: &mut Tally) -> Done {
    if let Err(why) = cross::need(&[cross::BROWSER]) {
        // A download can fail through no fault of the change under test.
        tally.skip("WebAssembly", &why);
        return Ok(());
    }
    tally.run("WebAssembly", || site::modules().map(drop))
}

/// What to run after every edit: the rules of the house and the tests inside the crates. It installs nothing,
/// starts no browser and leaves the command line and the exhaustive rooms to `test`.
pub(crate) fn quick() -> Done {
    let mut tally = Tally::new()?;
    tally.run("tidy", || tidy::check(&root()))?;
    let list = tally.list().to_owned();
    tally.run("cargo test", || tests(&list, &["--workspace", "--lib", "--bins"], &[]))?;
    tally.close()
}

/// What must compile besides the build that `test` runs: every library with each of its features alone, the
/// fuzz targets, and other systems.
pub(crate) fn builds() -> Done {
    let mut tally = Tally::new()?;
    tally.run("features", features::check)?;
    tally.run("fuzz targets", || {
        cargo(&["check", "--quiet", "--locked", "--manifest-path", "fuzz/Cargo.toml"])
    })?;
    cross::check(&mut tally)?;
    if find("cargo-deny").is_some() {
        tally.run("licences, bans, sources", licences)?;
    } else {
        tally.leave("licences, bans, sources", "cargo-deny is not installed; nightly installs it");
    }
    tally.close()
}

/// The tests of the command line under Wine alone.
pub(crate) fn wine() -> Done {
    let mut tally = Tally::new()?;
    cross::wine(&mut tally)?;
    tally.close()
}

/// Runs tests, which note in the file `list` what they skip. All of them run, so one run shows every failure.
fn tests(list: &Path, args: &[&str], of_tests: &[&str]) -> Done {
    let mut command = Command::new(env!("CARGO"));
    command.args(["test", "--locked", "--no-fail-fast"]).args(args).arg("--").args(of_tests);
    command.current_dir(root()).env("BANTO_SKIPPED", list);
    finish(command, "cargo test")
}

/// Runs tests and returns how many passed, all crates together.
pub(crate) fn counted(list: &Path, args: &[&str], of_tests: &[&str]) -> Result<u64, String> {
    let mut command = Command::new(env!("CARGO"));
    command.args(["test", "--locked"]).args(args).arg("--").args(of_tests);
    command.current_dir(root()).env("BANTO_SKIPPED", list).stdout(Stdio::piped());
    // Random scripts of the page, of each game: the short form of the tests plays two.
    command.env("BANTO_SCRIPTS", "200").env("BANTO_KILLS", "20");
    let mut child = command.spawn().map_err(|error| format!("cargo test: {error}"))?;
    let output = child.stdout.take().expect("its output was asked for");
    let (mut passed, mut failed) = (0, Vec::new());
    for line in BufReader::new(output).lines().map_while(Result::ok) {
        say(&line);
        if let Some(rest) = line.strip_prefix("test result: ") {
            let count = rest.split(". ").nth(1).and_then(|it| it.split(' ').next()?.parse().ok());
            passed += count.unwrap_or(0u64);
        }
        if let Some(name) = line.strip_prefix("test ").and_then(|it| it.strip_suffix(" ... FAILED"))
        {
            failed.push(name.to_owned());
        }
    }
    match child.wait() {
        Ok(status) if status.success() => Ok(passed),
        _ => Err(format!("{passed} passed; failed: {}", failed.join(", "))),
    }
}

/// The documentation has no broken link and no other warning.
fn documentation() -> Done {
    let mut command = Command::new(env!("CARGO"));
    command.args(["doc", "--quiet", "--workspace", "--no-deps", "--locked"]);
    command.current_dir(root()).env("RUSTDOCFLAGS", "-D warnings");
    finish(command, "cargo doc")
}

/// The types of the page's modules, as TypeScript reads them from their comments.
fn types(tally: &mut Tally) -> Done {
    let folder = setup::page_tests();
    let compiler = folder.join("node_modules/.bin/tsc");
    if !compiler.exists() {
        tally.skip("types of the page", "TypeScript is missing (npm could not install it)");
        return Ok(());
    }
    let mut command = Command::new(compiler);
    command.arg("-p").arg(&folder);
    tally.run("types of the page", || finish(command, "tsc"))
}

/// What `deny.toml` asks for, without the database of advisories, which would need the network.
pub(crate) fn licences() -> Done {
    cargo(&["deny", "--locked", "check", "licenses", "bans", "sources"])
}
