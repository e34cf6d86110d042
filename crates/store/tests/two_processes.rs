//! Two processes that write the same games to one file: of two versions with the same base exactly one
//! is kept, and the other writer hears about it.
//!
//! The test starts its own program twice as writers. In every round both get the same base at the same
//! time, write, and report.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Barrier};

use serde_json::value::RawValue;
use store::{Game, Store};

/// Names the file to a process that is a writer.
const FILE: &str = "BANTO_TEST_WRITER";
/// What a writer's report begins with; the test harness prints lines of its own.
const REPORT: &str = "report ";

fn open(path: &Path) -> Store {
    Store::open(path, Arc::new(|_| {}))
}

fn scratch(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("banto-store-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// A process that writes what it is told.
struct Writer {
    process: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
}

impl Writer {
    fn start(path: &Path) -> Writer {
        let mut process = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "writer", "--nocapture", "--include-ignored"])
            .env(FILE, path)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (to, from) = (process.stdin.take().unwrap(), process.stdout.take().unwrap());
        Writer { process, to, from: BufReader::new(from) }
    }

    fn tell(&mut self, line: &str) {
        self.to.write_all(line.as_bytes()).unwrap();
    }

    fn report(&mut self) -> String {
        let mut line = String::new();
        loop {
            line.clear();
            assert!(self.from.read_line(&mut line).unwrap() > 0, "the writer has ended");
            if let Some(report) = line.split(REPORT).nth(1) {
                return report.trim().to_owned();
            }
        }
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Not a test by itself: the program of the two writers. Lines are `LEVEL REVISION BASE`.
#[test]
#[ignore = "started by the tests below"]
fn writer() {
    let Some(path) = std::env::var_os(FILE) else { return };
    let store = open(Path::new(&path));
    for line in std::io::stdin().lines() {
        let line = line.unwrap();
        let [level, revision, base] = line.split(' ').collect::<Vec<_>>()[..] else {
            panic!("{line:?} is not a task")
        };
        let state = serde_json::json!({ "revision": revision, "base": base }).to_string();
        let state = RawValue::from_string(state).unwrap();
        let report = match store.keep_version(&Game { level: level.to_owned(), state }) {
            Ok(true) => "kept".to_owned(),
            Ok(false) => "refused".to_owned(),
            Err(why) => why,
        };
        writeln!(std::io::stdout(), "{REPORT}{report}").unwrap();
    }
}

/// The revision that the file holds.
fn held(store: &Store) -> String {
    let state = store.game("k").unwrap().unwrap();
    let state: serde_json::Value = serde_json::from_str(state.get()).unwrap();
    state["revision"].as_str().unwrap().to_owned()
}

fn rounds(name: &str, count: usize) {
    let folder = scratch(name);
    let path = folder.join("a.db");
    let store = open(&path);
    let mut writers = [Writer::start(&path), Writer::start(&path)];
    let mut base = "none".to_owned();
    for round in 0..count {
        let revisions = [format!("a-{round}"), format!("b-{round}")];
        for (writer, revision) in writers.iter_mut().zip(&revisions) {
            writer.tell(&format!("k {revision} {base}\n"));
        }
        let reports = writers.each_mut().map(Writer::report);
        let kept: Vec<&String> = revisions
            .iter()
            .zip(&reports)
            .filter_map(|(revision, report)| (report == "kept").then_some(revision))
            .collect();
        assert!(reports.contains(&"refused".to_owned()), "round {round}: {reports:?}");
        assert_eq!(kept, [&held(&store)], "round {round}: {reports:?}");
        base = kept[0].clone();
    }
    drop(writers);
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn of_two_versions_with_one_base_one_is_kept() {
    rounds("versions", 1_000);
}

#[test]
#[ignore = "three minutes; run by `cargo xtask nightly`"]
fn of_two_versions_with_one_base_one_is_kept_ten_thousand_times() {
    rounds("many-versions", 10_000);
}

/// Several programs that begin at the same time share the file that one of them creates.
#[test]
fn a_file_can_be_created_by_many_at_once() {
    let folder = scratch("created");
    for round in 0..50 {
        let path = folder.join(format!("{round}.db"));
        let start = Barrier::new(4);
        let troubles: Vec<Option<String>> = std::thread::scope(|scope| {
            let open = || {
                start.wait();
                open(&path).trouble()
            };
            let all: Vec<_> = (0..4).map(|_| scope.spawn(open)).collect();
            all.into_iter().map(|it| it.join().unwrap()).collect()
        });
        assert_eq!(troubles, [None, None, None, None], "round {round}");
    }
    std::fs::remove_dir_all(folder).unwrap();
}
