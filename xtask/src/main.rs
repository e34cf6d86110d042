//! Chores of the repository, all behind `cargo xtask`.
//!
//! `test` is the command of the README: every test. `builds` compiles what `test` does not (single features, the
//! fuzz targets, other systems); `.ci/run` runs both.
//! `nightly` is what takes longer than a coffee break. `tidy` and `signature` are parts of `test`
//! that can be run alone. `records` solves whole collections, `limits` finds engines that exceed
//! their time or memory, `traces` compares the FESS engine with recorded decisions of another program.

mod bench_compare;
mod book;
mod cross;
mod cycles;
mod deb;
mod dist;
mod features;
mod fit;
mod fuzz;
mod laboratory;
mod learned;
mod length;
mod limits;
mod lint;
mod members;
mod mutants;
mod nightly;
mod notices;
mod plugin;
mod python;
mod records;
mod release;
mod reproducible;
mod revision;
mod setup;
mod signature;
mod site;
mod table;
mod tally;
mod test;
mod tidy;
mod versions;
mod wine;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use signature::Build;

const USAGE: &str = "usage: cargo xtask <command>
  test                 fetch what tests need; tidy, all tests, bench signature, documentation, types of
                       the page, the Python package; lists what was skipped, which CI=true forbids
  test --quick         tidy and the tests inside the crates: under two minutes once built
  builds               each feature alone, fuzz targets, WebAssembly, Windows, macOS, Linux on ARM
  python               the Python package: wheel, abi3audit, types, tests; part of `test`
  plugin               the plug-in for YASC and Sokoban++: both widths built, exports compared, tried under Wine
  lint                 formatting, Clippy, and the workflows by actionlint
  tidy                 rules of the house that the compiler does not know
  signature [--update] compare `banto bench --signature` with bench.signature, or renew it
  nightly [STEP…]      what takes hours, all or some steps: tests signature lab time memory repeat fuzz mutants
                       soak licences packages versions wine dist reproducible; writes
                       records/reliability/nightly.md
  mutants [PART…]      small wrong changes to checker, claims, rules, readers; do tests notice? Writes
                       records/reliability/mutants.md
  dist [TARGET…]       archives for people without Rust, in target/archives: Linux and Windows, with checksums;
                       each is unpacked and tried; aarch64-unknown-linux-musl by Zig and QEMU if it is named
  deb PROGRAM          a .deb from a Linux program that is there, in target/archives
  release [--dry-run [STEP…]]
                       everything a release needs: versions tests packages dist python book site; without
                       --dry-run tags the commit when all have passed
  release --draft      what the workflow calls in the end: the files of a release as a draft for a person
  bench-compare BASE [ROUNDS] [-- BENCH…]
                       this tree and revision BASE solve the same levels by turns; ratios of nodes and of CPU time
                       with intervals of confidence
  site                 the page for any static web space, in target/site: engines as WebAssembly, no server
  book [--into-site]   the manual, in target/book: docs and pages made from the program; every link is followed;
                       --into-site also puts it below target/site
  fuzz [SECONDS [TARGET…]]
                       the fuzz targets, 60 seconds each unless said otherwise (nightly compiler)
  wine                 the tests of the command line as a Windows program under Wine
  package              pack the libraries that others can use, and build what was packed
  records [--jobs N] [NAME…]
                       solve the collections in BANTO_LEVELS again (half an hour), write the table
  records --table [NAME…]
                       write and print the table of the records that are there
  table [--peers FILE] [--out DIR] COLLECTION…
                       this program and others on the same levels, 10 s and 60 s of CPU, one thread and all;
                       resumes what was interrupted; writes target/table (docs/bench.md)
  lab                  run the short experiments of the laboratory again and compare every figure with
                       records/lab and docs/sources.md (two minutes of CPU)
  members              each member of `auto` alone on the levels that `auto` misses in the records (two hours),
                       write records/sokoban/members.md
  fit [FOLDER]         fit the grades to the results of people in FOLDER (../shared/levels/human unless said
                       otherwise), print how good they are, write the table of coefficients (a minute)
  packs                make the graded packs of levels/ again (ten minutes)
  learned FOLDER       learned solvers beside ours on the Boxoban in FOLDER (minutes), write the table
  limits time|memory|repeat [ENGINE…]
                       run every engine on boards that are hard on the clock or on memory (an hour)
  traces FOLDER        compare FESS with the trace files of a folder (BANTO_LEVELS names the levels)";

/// What a chore answers: nothing, or why it failed.
type Done = Result<(), String>;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match chore(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            say(&why);
            ExitCode::FAILURE
        }
    }
}

fn chore(words: &[&str]) -> Done {
    match words {
        ["test"] => test::test(),
        ["test", "--quick"] => test::quick(),
        ["builds"] => test::builds(),
        ["python"] => python::alone(),
        ["plugin"] => plugin::alone(),
        ["lint"] => lint::check(),
        ["tidy"] => tidy::check(&root()),
        ["signature"] => signature::check(Build::Release, false),
        ["signature", "--update"] => signature::check(Build::Release, true),
        ["nightly", names @ ..] => nightly::run(names),
        ["dist", targets @ ..] => dist::make(targets),
        ["deb", program] => deb::of(Path::new(program)),
        ["release", "--dry-run", names @ ..] => release::run(names, true),
        ["release"] => release::run(&[], false),
        ["release", "--draft"] => release::draft(),
        ["bench-compare", base, rest @ ..] => bench_compare::run(base, rest),
        ["site"] => site::make(),
        ["book"] => book::make(false),
        ["book", "--into-site"] => book::make(true),
        ["fuzz"] => fuzz::run(60, &[]).map(|seen| say(&seen)),
        ["fuzz", seconds, names @ ..] => match seconds.parse() {
            Ok(seconds @ 1..) => fuzz::run(seconds, names).map(|seen| say(&seen)),
            _ => Err(USAGE.to_owned()),
        },
        ["mutants", names @ ..] => mutants::run(names).map(|seen| say(&seen)),
        ["wine"] => test::wine(),
        ["package"] => package(),
        ["records", "--jobs", jobs, names @ ..] => match jobs.parse() {
            Ok(jobs @ 1..) => records::make(names, jobs),
            _ => Err(USAGE.to_owned()),
        },
        ["records", "--table", names @ ..] => records::table(names),
        ["records", names @ ..] => records::make(names, 1),
        ["table", words @ ..] => table::make(words),
        ["lab"] => laboratory::run().map(|seen| say(&seen)),
        ["members"] => members::make(),
        ["fit", folder @ ..] if folder.len() < 2 => fit::write(folder.first().map(Path::new)),
        ["packs"] => packs(),
        ["learned", boxoban] => learned::make(Path::new(boxoban)),
        ["limits", what, engines @ ..] => limits::check(what, engines).map(drop),
        ["traces", folder] => traces(Path::new(folder)),
        _ => Err(USAGE.to_owned()),
    }
}

/// The libraries that others can use, in the order in which they depend on each other.
const LIBRARIES: [&str; 11] = [
    "search", "text", "sokoban", "checker", "unblock", "ground", "solver", "textbook", "generate",
    "rate", "puzzle",
];

/// The libraries as arguments of cargo.
fn library_packages() -> Vec<String> {
    LIBRARIES.map(|name| ["--package".to_owned(), format!("banto-{name}")]).concat()
}

/// The libraries that others can use, packed as a registry would get them and built from that.
fn package() -> Done {
    let named = library_packages();
    let named: Vec<&str> = named.iter().map(String::as_str).collect();
    cargo(&[&["package", "--locked", "--allow-dirty"], named.as_slice()].concat())
}

/// The graded packs; a file is replaced when it is complete.
fn packs() -> Done {
    for (game, name) in [("sokoban", "graded-sokoban.sok"), ("unblock", "graded-unblock.txt")] {
        let mut command = Command::new(env!("CARGO"));
        let program = ["--package", "banto-puzzle", "--example", "make_packs"];
        command.args(["run", "--release", "--locked"]).args(program).arg(game).current_dir(root());
        let made = command.stderr(std::process::Stdio::inherit()).output();
        let made = made.map_err(|error| format!("{name}: {error}"))?;
        if !made.status.success() {
            return Err(format!("{name} was not made"));
        }
        let path = root().join("levels").join(name);
        std::fs::write(&path, made.stdout).map_err(|error| format!("{name}: {error}"))?;
    }
    Ok(())
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
    let shown = ["--", "--nocapture", "--include-ignored", "--test-threads", "1"];
    let mut command = Command::new(env!("CARGO"));
    command.args(args).args(shown).current_dir(root()).env("BANTO_TRACES", folder);
    finish(command, "the comparison with the traces")
}

/// The program that chores run: what `BANTO_PROGRAM` names, or else the release build of these sources.
fn program() -> Result<PathBuf, String> {
    match std::env::var_os("BANTO_PROGRAM").filter(|it| !it.is_empty()) {
        // Chores start it in other folders.
        Some(program) => std::path::absolute(program).map_err(|error| error.to_string()),
        None => {
            cargo(&["build", "--release", "--locked", "--package", "banto"])?;
            Ok(target().join("release/banto"))
        }
    }
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

/// Where cargo builds: what `CARGO_TARGET_DIR` names, as cargo reads it when it is called at the top of the
/// repository, else `target` there.
fn target() -> PathBuf {
    target_in(&root(), std::env::var_os("CARGO_TARGET_DIR"))
}

fn target_in(root: &Path, named: Option<std::ffi::OsString>) -> PathBuf {
    match named.filter(|it| !it.is_empty()) {
        Some(named) => root.join(named),
        None => root.join("target"),
    }
}

#[expect(clippy::print_stderr, reason = "chores talk to a person")]
fn say(text: &str) {
    eprintln!("{text}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_target_folder_is_where_cargo_builds() {
        let root = Path::new("/sources");
        let named = |name: &str| target_in(root, Some(name.into()));
        assert_eq!(target_in(root, None), Path::new("/sources/target"));
        assert_eq!(named(""), Path::new("/sources/target"));
        assert_eq!(named("/elsewhere"), Path::new("/elsewhere"));
        assert_eq!(named("build"), Path::new("/sources/build"), "as cargo takes it there");
    }
}
