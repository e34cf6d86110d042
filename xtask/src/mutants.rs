//! `cargo mutants` on the code that everything else relies on: the rules, the checker, the claims.
//!
//! Every mutant is a small wrong change of one function; the tests of its crate must fail. It meets the tests inside
//! the library first, one program that is built in seconds, and the others only if these pass. What was noticed is
//! noted in `target/mutants` and not tried again, so that a run which was cut short goes on where it ended; without
//! that folder it starts anew. Those that no test notices are named in `records/reliability/mutants.md`, and what is
//! written there behind a name stays.

use std::collections::{BTreeMap, VecDeque};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use crate::nightly::write;
use crate::setup::find;
use crate::{Done, cargo, finish, root, say};

/// The crates and files that are changed, as `cargo mutants` takes them.
const PARTS: [(&str, &[&str]); 4] = [
    ("checker", &["--package", "banto-checker"]),
    ("claims", &["--package", "banto-ground", "--file", "crates/ground/src/claim.rs"]),
    ("rules", &["--package", "banto-sokoban", "--exclude", "**/format/**"]),
    ("readers", &["--package", "banto-sokoban", "--file", "crates/sokoban/src/format/**"]),
];

/// The share of mutants that tests must notice, in percent.
const ENOUGH: f64 = 90.0;

/// How long a run goes on, in minutes, unless `BANTO_MUTANTS_MINUTES` says otherwise: the readers alone have more than
/// a thousand mutants. The next run goes on there.
const MINUTES: u64 = 180;

/// What a program of tests may take, in seconds of processor time.
const PATIENCE: u32 = 60;

/// Changes every function of the named parts, or of all, and counts who noticed.
pub(crate) fn run(names: &[&str]) -> Result<String, String> {
    if let Some(other) = names.iter().find(|name| !PARTS.iter().any(|part| part.0 == **name)) {
        let all = PARTS.map(|part| part.0).join(" ");
        return Err(format!("mutants: there is no part {other}; there are {all}"));
    }
    if find("cargo-mutants").is_none() {
        say("fetching cargo-mutants");
        cargo(&["install", "--locked", "cargo-mutants"])?;
    }
    let named = std::env::var("BANTO_MUTANTS_MINUTES").ok();
    let minutes = named.and_then(|it| it.parse().ok()).unwrap_or(MINUTES);
    let end = Instant::now() + Duration::from_secs(60 * minutes);
    let path = root().join("records/reliability/mutants.md");
    let mut page = Page::read(&std::fs::read_to_string(&path).unwrap_or_default());
    let mut figures = Vec::new();
    let mut enough = true;
    for (name, args) in PARTS.iter().filter(|part| names.is_empty() || names.contains(&part.0)) {
        let part = Part::of(name, args, end)?;
        page.set(name, &part);
        write(&path, &page.text())?;
        figures.push(part.figures(name));
        enough &= part.share() >= ENOUGH;
    }
    let figures = figures.join("; ");
    match enough {
        true => Ok(figures),
        false => Err(format!("{figures}; {ENOUGH} % are asked for")),
    }
}

/// What became of a mutant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Noticed,
    /// The tests waited for an hour. Those that are busy for ever are ended earlier, and count as noticed.
    Endless,
    /// It does not compile.
    Unviable,
    /// The tests inside the library passed; the others have not been asked.
    Unnoticed,
    Missed,
}

impl Fate {
    const ALL: [(Fate, &'static str); 5] = [
        (Fate::Noticed, "noticed"),
        (Fate::Endless, "endless"),
        (Fate::Unviable, "unviable"),
        (Fate::Unnoticed, "unnoticed"),
        (Fate::Missed, "missed"),
    ];

    fn word(self) -> &'static str {
        Fate::ALL.iter().find(|it| it.0 == self).expect("all are named").1
    }
}

/// Which tests a mutant meets.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tests {
    Inside,
    All,
}

impl Tests {
    /// What became of the mutants in a list that `cargo mutants` writes.
    fn fate(self, list: &str) -> Fate {
        match list {
            "caught" => Fate::Noticed,
            "timeout" => Fate::Endless,
            "unviable" => Fate::Unviable,
            _ if self == Tests::Inside => Fate::Unnoticed,
            _ => Fate::Missed,
        }
    }

    /// Whether these tests have nothing to say about a mutant any more. What all missed is asked again, because tests
    /// may have come.
    fn are_done(self, fate: Fate) -> bool {
        match fate {
            Fate::Noticed | Fate::Endless | Fate::Unviable => true,
            Fate::Unnoticed | Fate::Missed => self == Tests::Inside,
        }
    }
}

/// What became of the mutants of a part.
#[derive(Default)]
struct Part {
    all: Vec<String>,
    /// Of today's mutants and of those in lines that have changed since.
    fates: BTreeMap<String, Fate>,
}

impl Part {
    fn of(name: &str, args: &[&str], end: Instant) -> Result<Part, String> {
        let out = crate::target().join("mutants").join(name);
        std::fs::create_dir_all(&out).map_err(|error| format!("{}: {error}", out.display()))?;
        let book = out.join("tried.txt");
        let mut part = Part { all: list(args)?, fates: read_book(&book) };
        // A run that was killed has left its lists, under the name of the tests that it ran.
        for tests in [Tests::Inside, Tests::All] {
            part.absorb(&out, tests);
        }
        for tests in [Tests::Inside, Tests::All] {
            let todo = part.all.iter().filter(|it| !part.is_done(it, tests)).count();
            say(&format!("{name}: {todo} of {} mutants to try", part.all.len()));
            if todo > 0 && Instant::now() < end {
                part.prepare(&out, tests)?;
                part.attempt(&out, args, tests, end)?;
                part.absorb(&out, tests);
            }
            write(&book, &part.book())?;
        }
        match part.share().is_nan() {
            true => Err(format!("{name}: no mutant was tried")),
            false => Ok(part),
        }
    }

    fn is_done(&self, mutant: &str, tests: Tests) -> bool {
        self.fates.get(mutant).is_some_and(|fate| tests.are_done(*fate))
    }

    /// Tells `cargo mutants` what it need not try, in the place where it looks for what it caught before.
    fn prepare(&self, out: &Path, tests: Tests) -> Done {
        let folder = place(out, tests).join("mutants.out");
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder)
            .map_err(|error| format!("{}: {error}", folder.display()))?;
        let done = self.all.iter().filter(|mutant| self.is_done(mutant, tests));
        write(&folder.join("caught.txt"), &done.map(|it| format!("{it}\n")).collect::<String>())
    }

    fn attempt(&self, out: &Path, args: &[&str], tests: Tests, end: Instant) -> Done {
        let mut command = Command::new(env!("CARGO"));
        command.args(["mutants", "--iterate", "--no-shuffle", "--colors", "never", "--output"]);
        command.arg(place(out, tests)).args(["--profile", "mutants", "--cap-lints", "true"]);
        // Processor time is limited instead: a mutant may only be slow because the machine is busy.
        command.args(["--timeout", "3600", "--build-timeout", "3600"]).args(args);
        command.arg(format!("--cargo-arg=--config=target.'cfg(unix)'.runner='{}'", runner(out)?));
        command.arg(match tests {
            Tests::Inside => "--cargo-arg=--lib",
            Tests::All => "--cargo-arg=--tests",
        });
        // Each run has a copy of the sources in a folder of its own; what others wrote is built once for all.
        command.env("CARGO_TARGET_DIR", crate::target().join("mutants/built"));
        let mut child =
            command.current_dir(root()).spawn().map_err(|it| format!("cargo mutants: {it}"))?;
        // A mutant that is missed is an exit code of its own; the lists say the rest.
        while child.try_wait().map_err(|error| error.to_string())?.is_none() {
            std::thread::sleep(Duration::from_secs(1));
            if Instant::now() >= end {
                return interrupt(child);
            }
        }
        Ok(())
    }

    /// Reads the lists that `cargo mutants` wrote, which it does one mutant at a time.
    fn absorb(&mut self, out: &Path, tests: Tests) {
        let folder = place(out, tests).join("mutants.out");
        for list in ["caught", "timeout", "unviable", "missed"] {
            let text = std::fs::read_to_string(folder.join(format!("{list}.txt")));
            for mutant in text.unwrap_or_default().lines() {
                // What it was told to leave out is in the first of the lists, if it was killed before it began.
                if !self.is_done(mutant, tests) {
                    self.fates.insert(mutant.to_owned(), tests.fate(list));
                }
            }
        }
    }

    fn book(&self) -> String {
        self.fates.iter().map(|(mutant, fate)| format!("{} {mutant}\n", fate.word())).collect()
    }

    fn with(&self, fate: Fate) -> Vec<&str> {
        let of = |mutant: &&String| self.fates.get(*mutant) == Some(&fate);
        self.all.iter().filter(of).map(String::as_str).collect()
    }

    fn count(&self, fate: Fate) -> usize {
        self.with(fate).len()
    }

    /// How many have come to an end.
    fn tried(&self) -> usize {
        self.all.iter().filter(|mutant| self.is_done(mutant, Tests::Inside)).count()
            - self.count(Fate::Unnoticed)
    }

    /// The share that tests noticed, of those that compile.
    fn share(&self) -> f64 {
        let noticed = self.count(Fate::Noticed) + self.count(Fate::Endless);
        100.0 * noticed as f64 / (noticed + self.count(Fate::Missed)) as f64
    }

    fn figures(&self, name: &str) -> String {
        let (tried, all, missed) = (self.tried(), self.all.len(), self.count(Fate::Missed));
        format!(
            "{name} {:.1} % of those that compile, {missed} missed, {tried} of {all} tried",
            self.share()
        )
    }
}

/// Writes what runs the programs of tests: it ends those that never end, or nearly.
fn runner(out: &Path) -> Result<String, String> {
    let path = out.join("run");
    write(&path, &format!("#!/bin/sh\nulimit -t {PATIENCE} && exec \"$@\"\n"))?;
    let mut executable = Command::new("chmod");
    executable.arg("+x").arg(&path);
    finish(executable, "chmod")?;
    Ok(path.display().to_string())
}

/// Where a run with these tests keeps its lists.
fn place(out: &Path, tests: Tests) -> PathBuf {
    out.join(match tests {
        Tests::Inside => "inside",
        Tests::All => "all",
    })
}

/// Today's mutants of a part.
fn list(args: &[&str]) -> Result<Vec<String>, String> {
    let mut command = Command::new(env!("CARGO"));
    command.args(["mutants", "--list", "--colors", "never"]).args(args).current_dir(root());
    let output = command.output().map_err(|error| format!("cargo mutants: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
}

fn read_book(path: &Path) -> BTreeMap<String, Fate> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let row = |line: &str| {
        let (word, mutant) = line.split_once(' ')?;
        Some((mutant.to_owned(), Fate::ALL.iter().find(|it| it.1 == word)?.0))
    };
    text.lines().filter_map(row).collect()
}

/// Ends `cargo mutants` as Ctrl-C does, so that it ends the tests that it runs.
fn interrupt(mut child: Child) -> Done {
    let mut kill = Command::new("kill");
    kill.args(["-INT", &child.id().to_string()]);
    finish(kill, "kill")?;
    child.wait().map(|_| ()).map_err(|error| error.to_string())
}

const HEAD: &str = "\
# Mutants

Small wrong changes that `cargo mutants` makes to one function at a time, and whether a test of the crate fails.
Written by `cargo xtask mutants`, except what stands behind the names of missed ones. A program of tests that takes more than
a minute of processor time is ended, which counts as noticed; unviable mutants do not compile.

| part | mutants | tried | noticed | endless | missed | unviable | share |
|---|---|---|---|---|---|---|---|
";

/// The page of the records. Parts that are not tried keep what it says about them.
struct Page {
    rows: BTreeMap<String, String>,
    /// The mutants that were missed in each part, a line each.
    missed: BTreeMap<String, Vec<String>>,
}

impl Page {
    fn read(text: &str) -> Page {
        let mut page = Page { rows: BTreeMap::new(), missed: BTreeMap::new() };
        let mut section = None;
        for line in text.lines() {
            let row = line.strip_prefix("| ").and_then(|rest| rest.split(" |").next());
            match line.strip_prefix("## Missed in ") {
                Some(name) => section = Some(name.to_owned()),
                None if line.starts_with("- `") => {
                    if let Some(name) = &section {
                        page.missed.entry(name.clone()).or_default().push(line.to_owned());
                    }
                }
                None => {
                    let known = row.filter(|name| PARTS.iter().any(|part| part.0 == *name));
                    page.rows.extend(known.map(|name| (name.to_owned(), line.to_owned())));
                }
            }
        }
        page
    }

    fn set(&mut self, name: &str, part: &Part) {
        let [noticed, endless, missed, unviable] =
            [Fate::Noticed, Fate::Endless, Fate::Missed, Fate::Unviable].map(|it| part.count(it));
        let (all, tried, share) = (part.all.len(), part.tried(), part.share());
        let row = format!(
            "| {name} | {all} | {tried} | {noticed} | {endless} | {missed} | {unviable} | {share:.1} % |"
        );
        self.rows.insert(name.to_owned(), row);
        let old = self.missed.remove(name).unwrap_or_default();
        self.missed.insert(name.to_owned(), judged(&old, &part.with(Fate::Missed)));
    }

    fn text(&self) -> String {
        let mut text = HEAD.to_owned();
        let names: Vec<&str> = PARTS.iter().map(|part| part.0).collect();
        let rows = names.iter().filter_map(|name| self.rows.get(*name));
        text.extend(rows.map(|row| format!("{row}\n")));
        for name in names {
            let lines = self.missed.get(name).filter(|lines| !lines.is_empty());
            if let Some(lines) = lines {
                text += &format!("\n## Missed in {name}\n\n{}\n", lines.join("\n"));
            }
        }
        text
    }
}

/// A line for each mutant that was missed, with what was said about it before: its line may have another number now.
fn judged(old: &[String], missed: &[&str]) -> Vec<String> {
    let mut said: BTreeMap<String, VecDeque<&str>> = BTreeMap::new();
    for line in old {
        let (name, verdict) =
            line.strip_prefix("- `").unwrap_or(line).split_once('`').unwrap_or((line, ""));
        said.entry(without_place(name)).or_default().push_back(verdict);
    }
    let line = |mutant: &&str| {
        let verdict = said.get_mut(&without_place(mutant)).and_then(VecDeque::pop_front);
        format!("- `{mutant}`{}", verdict.unwrap_or_default())
    };
    missed.iter().map(line).collect()
}

/// The name of a mutant without line and column: `file:12:5: what` becomes `file: what`.
fn without_place(mutant: &str) -> String {
    let (place, what) = mutant.split_once(": ").unwrap_or((mutant, ""));
    format!("{}: {what}", place.split(':').next().unwrap_or(place))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(fates: &[(&str, Fate)], untried: &[&str]) -> Part {
        let all = fates.iter().map(|it| it.0).chain(untried.iter().copied());
        let all = all.map(str::to_owned).collect();
        Part { all, fates: fates.iter().map(|it| (it.0.to_owned(), it.1)).collect() }
    }

    #[test]
    fn what_was_noticed_is_not_tried_again_and_what_was_missed_is() {
        let fates = Fate::ALL.map(|(fate, word)| (word, fate));
        let part = part(&fates, &["untried"]);
        let todo =
            |tests| part.all.iter().filter(|it| !part.is_done(it, tests)).collect::<Vec<_>>();
        assert_eq!(todo(Tests::Inside), ["untried"]);
        assert_eq!(todo(Tests::All), ["unnoticed", "missed", "untried"]);
        assert_eq!((part.tried(), part.share()), (4, 200.0 / 3.0));
    }

    #[test]
    fn a_run_that_was_killed_goes_on_where_it_ended() {
        let out = crate::target().join("mutants-of-a-test");
        let _ = std::fs::remove_dir_all(&out);
        let mut first = part(&[("a", Fate::Noticed)], &["b", "c", "d"]);
        first.prepare(&out, Tests::Inside).unwrap();
        let lists = place(&out, Tests::Inside).join("mutants.out");
        assert_eq!(std::fs::read_to_string(lists.join("caught.txt")).unwrap(), "a\n");
        // What it wrote before it was killed.
        write(&lists.join("caught.txt"), "b\n").unwrap();
        write(&lists.join("missed.txt"), "c\n").unwrap();
        first.absorb(&out, Tests::Inside);
        let book = out.join("tried.txt");
        write(&book, &first.book()).unwrap();
        let again = Part { all: first.all, fates: read_book(&book) };
        assert_eq!(again.with(Fate::Noticed), ["a", "b"]);
        assert_eq!(again.with(Fate::Unnoticed), ["c"]);
        assert!(!again.is_done("c", Tests::All) && !again.is_done("d", Tests::Inside));
        std::fs::remove_dir_all(&out).unwrap();
    }

    #[test]
    fn the_page_keeps_verdicts_and_the_parts_that_were_not_tried() {
        let mut page = Page::read("");
        page.set("rules", &part(&[("r.rs:1:2: replace f", Fate::Missed)], &[]));
        let twice = [
            ("c.rs:7:1: replace < in g", Fate::Missed),
            ("c.rs:9:1: replace < in g", Fate::Missed),
        ];
        page.set("checker", &part(&twice, &["c.rs:8:1: replace h"]));
        let text = page.text().replace("7:1: replace < in g`", "7:1: replace < in g`: equal");
        assert_eq!(Page::read(&text).text(), text, "as it was read");
        let mut again = Page::read(&text);
        let moved = [
            ("c.rs:17:1: replace < in g", Fate::Missed),
            ("c.rs:19:1: replace < in g", Fate::Missed),
        ];
        again.set("checker", &part(&moved, &[]));
        let text = again.text();
        assert!(
            text.contains(
                "\n- `c.rs:17:1: replace < in g`: equal\n- `c.rs:19:1: replace < in g`\n"
            ),
            "{text}"
        );
        assert!(
            text.contains("| rules | 1 | 1 |") && text.contains("- `r.rs:1:2: replace f`"),
            "{text}"
        );
        assert!(text.contains("| checker | 2 | 2 | 0 | 0 | 2 | 0 | 0.0 % |"), "{text}");
    }
}
