//! Chores of the repository, all behind `cargo xtask`.
//!
//! `test` is the command of the README: everything that must pass before a change lands.
//! `nightly` is what takes longer than a coffee. `tidy` and `signature` are parts of `test` that
//! can be run alone. `records` solves whole collections, `traces` compares the FESS engine with recorded
//! decisions of another program.

mod records;
mod tidy;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const USAGE: &str = "usage: cargo xtask <command>
  test                 tidy, all tests, bench signature
  tidy                 rules of the house that the compiler does not know
  signature [--update] compare `banto bench --signature` with bench.signature, or renew it
  nightly              the long tests: exhaustive rooms, whole collections (about an hour)
  records [--jobs N] [NAME…]
                       solve the collections in BANTO_LEVELS again (half an hour), print the table
  table [NAME…]        print the table of the records that are there
  traces FOLDER        compare FESS with the trace files of a folder (BANTO_LEVELS names the levels)";

/// What a chore answers: nothing, or why it failed.
type Done = Result<(), String>;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let done = match words.as_slice() {
        ["test"] => test(),
        ["tidy"] => tidy::check(&root()),
        ["signature"] => signature(Build::Release, false),
        ["signature", "--update"] => signature(Build::Release, true),
        ["nightly"] => nightly(),
        ["records", "--jobs", jobs, names @ ..] => match jobs.parse() {
            Ok(jobs @ 1..) => records::make(names, jobs),
            _ => Err(USAGE.to_owned()),
        },
        ["records", names @ ..] => records::make(names, 1),
        ["table", names @ ..] => records::table(names),
        ["traces", folder] => traces(Path::new(folder)),
        _ => Err(USAGE.to_owned()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            say(&why);
            ExitCode::FAILURE
        }
    }
}

/// Everything that must pass before a change lands.
fn test() -> Done {
    if std::env::var_os("BANTO_LEVELS").is_none() {
        say("note: BANTO_LEVELS is not set, so tests on other people's collections are skipped");
    }
    tidy::check(&root())?;
    cargo(&["test", "--workspace", "--locked"])?;
    signature(Build::Debug, false)
}

/// The tests marked as ignored, in release mode.
fn nightly() -> Done {
    cargo(&["test", "--release", "--workspace", "--locked", "--", "--include-ignored"])?;
    signature(Build::Release, false)
}

/// The comparisons with reference traces, which print how many lines differ. The traces are not part
/// of the project, and neither are the levels they belong to.
fn traces(folder: &Path) -> Done {
    if std::env::var_os("BANTO_LEVELS").is_none() {
        return Err("BANTO_LEVELS must name the folder of the level collections".to_owned());
    }
    let folder = folder.canonicalize().map_err(|error| format!("{}: {error}", folder.display()))?;
    let args =
        ["test", "--release", "--locked", "--package", "banto-solver", "--lib", "fess::traces::"];
    let shown = ["--", "--nocapture", "--test-threads", "1"];
    let mut command = Command::new(env!("CARGO"));
    command.args(args).args(shown).current_dir(root()).env("BANTO_TRACES", folder);
    finish(command, "the comparison with the traces")
}

/// Which build prints the signature; all builds must print the same.
enum Build {
    /// The one the tests have made anyway.
    Debug,
    /// The one users have.
    Release,
}

/// The node counts of a fixed list of searches must be those of the committed file.
fn signature(build: Build, update: bool) -> Done {
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
    let found = String::from_utf8_lossy(&output.stdout).trim().to_owned();
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

fn cargo(args: &[&str]) -> Done {
    let mut command = Command::new(env!("CARGO"));
    command.args(args).current_dir(root());
    finish(command, &format!("cargo {}", args.join(" ")))
}

/// Runs a command to its end; `what` names it when it fails.
fn finish(mut command: Command, what: &str) -> Done {
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(format!("{what} failed")),
        Err(error) => Err(format!("{what}: {error}")),
    }
}

/// The top of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask is in the repository").to_owned()
}

#[expect(clippy::print_stderr, reason = "chores talk to a person")]
fn say(text: &str) {
    eprintln!("{text}");
}
