//! Test support: what a test needs from the machine, how it reports that something is missing, and
//! random numbers.
//!
//! A test that cannot run calls [`skip`] and returns. That prints a line on standard error, which
//! is hidden when the test passes, and adds it to the file that `BANTO_SKIPPED` names, from which
//! `cargo xtask test` lists what was skipped and why.

use std::io::Write;
use std::path::PathBuf;

pub use search::SplitMix as Rng;

/// The folder of other people's collections, named by `BANTO_LEVELS`; without it the calling test is
/// noted as skipped.
pub fn levels() -> Option<PathBuf> {
    let folder = std::env::var_os("BANTO_LEVELS").filter(|it| !it.is_empty()).map(PathBuf::from);
    if folder.is_none() {
        skip("BANTO_LEVELS does not name a folder of level collections");
    }
    folder
}

/// A program on the path.
pub fn program(name: &str) -> Option<PathBuf> {
    let paths = std::env::var_os("PATH")?;
    std::env::split_paths(&paths).map(|folder| folder.join(name)).find(|path| path.is_file())
}

/// A Python that has a module: the one that `BANTO_PYTHON` names, else the one that `cargo xtask nightly`
/// puts below `target`. Without it the calling test is noted as skipped.
pub fn python(module: &str) -> Option<PathBuf> {
    let named = std::env::var_os("BANTO_PYTHON").filter(|it| !it.is_empty()).map(PathBuf::from);
    let fetched = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/python/bin/python");
    let python = named.unwrap_or_else(|| PathBuf::from(fetched));
    let import = format!("import {module}");
    let found = std::process::Command::new(&python).args(["-c", &import]).output();
    if found.is_ok_and(|it| it.status.success()) {
        return Some(python);
    }
    skip(&format!("there is no Python with the module {module}"));
    None
}

/// Says that the calling test is skipped, and why.
#[expect(clippy::print_stderr, reason = "a skipped test says so")]
pub fn skip(reason: &str) {
    eprintln!("skipped: {reason}");
    if let Some(list) = std::env::var_os("BANTO_SKIPPED") {
        let thread = std::thread::current();
        let line = line(&suite(), thread.name().unwrap_or("a test"), reason);
        // One write, so that lines of tests that run side by side do not mix.
        std::fs::OpenOptions::new()
            .create(true)
            .append(true)
            .open(&list)
            .and_then(|mut file| file.write_all(line.as_bytes()))
            .unwrap_or_else(|error| panic!("BANTO_SKIPPED={}: {error}", list.display()));
    }
}

fn line(suite: &str, test: &str, reason: &str) -> String {
    let reason = reason.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("{suite} {test}: {reason}\n")
}

/// The name of the test program, without the number that cargo gives it.
fn suite() -> String {
    let program = std::env::current_exe().unwrap_or_default();
    let name = program.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    name.rsplit_once('-').map_or(name.clone(), |(name, _)| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_names_the_test_and_the_reason() {
        let line = line(&suite(), "one", "two\nlines");
        assert_eq!(line, "needs one: two lines\n");
    }

    #[test]
    fn programs_are_found_on_the_path() {
        let cargo = program(if cfg!(windows) { "cargo.exe" } else { "cargo" });
        assert!(cargo.is_some_and(|path| path.is_absolute()));
        assert_eq!(program("no program of this name"), None);
    }
}
