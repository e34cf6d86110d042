//! Everything that must pass before a change lands, and everything that takes longer.

use std::path::Path;
use std::process::Command;

use crate::setup::{self, find};
use crate::signature::{self, Build};
use crate::tally::Tally;
use crate::{Done, cargo, cross, dist, features, finish, fuzz, limits, package, root, say, tidy};

/// Every test, and an account of what ran: the README's test command.
pub(crate) fn test() -> Done {
    let mut tally = Tally::new()?;
    tally.run("tidy", || tidy::check(&root()))?;
    setup::fetch();
    let list = tally.list().to_owned();
    tally.run("cargo test", || tests(&list, &["--workspace"], &[]))?;
    tally.run("bench signature", || signature::check(Build::Debug, false))?;
    tally.run("cargo doc", documentation)?;
    types(&mut tally)?;
    tally.close()
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

/// All tests in release mode, even those marked as ignored; licences, bans and sources; packages.
pub(crate) fn nightly() -> Done {
    let mut tally = Tally::new()?;
    setup::fetch();
    setup::python();
    let list = tally.list().to_owned();
    tally.run("cargo test, the long tests included", || {
        tests(&list, &["--workspace", "--release"], &["--include-ignored"])
    })?;
    tally.run("bench signature", || signature::check(Build::Release, false))?;
    tally.run("limits of time", || limits::check("time", &[]))?;
    tally.run("limits of memory", || limits::check("memory", &[]))?;
    tally.run("limited searches repeat", || limits::check("repeat", &[]))?;
    match fuzz::lacking() {
        Some(why) => tally.skip("fuzzing", &why),
        None => tally.run("fuzzing, a minute for each target", || fuzz::run(60, &[]))?,
    }
    if find("cargo-deny").is_none() {
        say("fetching cargo-deny");
        tally.run("fetching cargo-deny", || cargo(&["install", "--locked", "cargo-deny"]))?;
    }
    tally.run("licences, bans, sources", licences)?;
    tally.run("packages for others", package)?;
    cross::wine(&mut tally)?;
    setup::install_missing(&[("zip", "zip"), ("unzip", "unzip")]);
    tally.run("archives for people without Rust", || dist::make(&[]))?;
    tally.close()
}

/// The tests of the command line under Wine alone.
pub(crate) fn wine() -> Done {
    let mut tally = Tally::new()?;
    cross::wine(&mut tally)?;
    tally.close()
}

/// Runs tests, which note in the file `list` what they skip.
fn tests(list: &Path, args: &[&str], of_tests: &[&str]) -> Done {
    let mut command = Command::new(env!("CARGO"));
    command.args(["test", "--locked"]).args(args).arg("--").args(of_tests);
    command.current_dir(root()).env("BANTO_SKIPPED", list);
    finish(command, "cargo test")
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
fn licences() -> Done {
    cargo(&["deny", "--locked", "check", "licenses", "bans", "sources"])
}
