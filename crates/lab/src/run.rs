//! Running an experiment: what is missing is run, what is there is kept.
//!
//! A run is there when the journal has a record whose key, everything that decides a run, is that of the
//! run to be made. Change the experiment or the program, and it is made again.

use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

use puzzle::{Cancel, Collection, Record, Report, Request, Resolved};
use runner::{Contents, Journal, JournalError, LineError, read_journal};
use serde_json::{Map, Value};

use crate::findings::LevelHashes;
use crate::key::{Key, Question};
use crate::{Entry, Experiment, Suite, Wanted};

/// What the journals of the laboratory call themselves.
const KIND: &str = "lab";

/// Where levels come from: the bytes of a file by its name, when it is there.
pub trait Levels {
    /// The bytes.
    fn bytes(&self, file: &str) -> Option<Vec<u8>>;
}

/// What happens while an experiment runs.
pub trait Listener {
    /// One level under one configuration is done: the `n`th of `total` that were to be made.
    fn done(&self, entry: &Entry, n: usize, total: usize);
    /// Something the user should know.
    fn note(&self, text: &str);
}

/// One run to be made.
pub struct Job<'a> {
    /// The file of the level.
    pub suite: &'a str,
    /// What is in it.
    pub bytes: &'a [u8],
    /// Its levels.
    pub collection: &'a Collection,
    /// The level.
    pub entry: &'a puzzle::Entry,
    /// The label of the configuration.
    pub label: &'a str,
    /// What is asked.
    pub resolved: Resolved,
}

/// Makes runs, several at a time when asked to.
pub trait Runner: Sync {
    /// Makes one run and returns its record.
    fn run(&self, job: &Job) -> Value;
    /// Ends the runs being made: nobody waits for them any more.
    fn stop(&self) {}
}

/// Makes runs in this process. CPU time and memory are measured for the whole process, so this is for
/// one run at a time.
pub struct Here;

impl Runner for Here {
    fn run(&self, job: &Job) -> Value {
        let report = match &job.entry.puzzle {
            Ok(puzzle) => runner::run(puzzle, &job.resolved),
            Err(refused) => Report::faulty(&refused.faults, &job.resolved),
        };
        let record = Record::new(job.suite, job.entry.index, job.entry.title.as_deref(), &report);
        serde_json::to_value(&record).expect("a record holds nothing JSON cannot say")
    }
}

/// How an experiment is to be run.
pub struct Run<'a> {
    /// What.
    pub experiment: &'a Experiment,
    /// Limits and levels that differ from its file.
    pub wanted: &'a Wanted,
    /// Where levels come from.
    pub levels: &'a dyn Levels,
    /// The journal of its records.
    pub records: &'a Path,
    /// Who makes the runs.
    pub runner: &'a dyn Runner,
    /// How many at a time.
    pub at_a_time: usize,
    /// Who is told.
    pub listener: &'a dyn Listener,
    /// Raised to stop.
    pub cancel: &'a Cancel,
}

/// What a run came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Made {
    /// Runs made and recorded now.
    pub runs: usize,
    /// Runs that were there already.
    pub kept: usize,
    /// Files of levels that are not here, each with where a user can get it.
    pub missing: Vec<(String, String)>,
}

/// Why an experiment cannot be run.
#[derive(Debug)]
pub enum RunError {
    /// A configuration cannot be read.
    Line(LineError),
    /// The records cannot be written.
    Journal(JournalError),
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunError::Line(error) => error.fmt(f),
            RunError::Journal(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RunError {}

impl From<LineError> for RunError {
    fn from(error: LineError) -> RunError {
        RunError::Line(error)
    }
}

impl From<JournalError> for RunError {
    fn from(error: JournalError) -> RunError {
        RunError::Journal(error)
    }
}

/// The records of a file, and how many lines of it cannot be read; none when there is no file.
///
/// # Errors
///
/// When it is not a journal of the laboratory, or the system refuses.
pub fn read_records(path: &Path) -> Result<(Vec<Entry>, usize), JournalError> {
    Ok(entries(read_journal(path, KIND)?))
}

fn entries(contents: Contents) -> (Vec<Entry>, usize) {
    let lines = contents.records.len() + contents.damaged;
    let entries: Vec<Entry> = contents.records.into_iter().filter_map(Entry::of).collect();
    let unread = lines - entries.len();
    (entries, unread)
}

/// The levels of an experiment that are here, as records name them.
pub fn level_hashes(experiment: &Experiment, levels: &dyn Levels) -> LevelHashes {
    let mut hashes = LevelHashes::new();
    for suite in &experiment.suites {
        let read = levels.bytes(&suite.file).and_then(|bytes| puzzle::read(&bytes).ok());
        for entry in read.iter().flat_map(|collection| &collection.entries) {
            if let Some(hash) = level_hash(entry) {
                hashes.insert((suite.file.clone(), entry.index), hash);
            }
        }
    }
    hashes
}

fn level_hash(entry: &puzzle::Entry) -> Option<String> {
    entry.puzzle.as_ref().ok().map(|puzzle| format!("{:016x}", puzzle.level_hash()))
}

/// The levels of a suite.
struct Loaded<'a> {
    suite: &'a Suite,
    bytes: Vec<u8>,
    collection: Collection,
}

impl Run<'_> {
    /// Runs what is missing.
    ///
    /// # Errors
    ///
    /// When a configuration cannot be read, or the records cannot be written. What was recorded before
    /// stays.
    pub fn go(&self) -> Result<Made, RunError> {
        let requests = self.wanted.requests(self.experiment)?;
        let mut made = Made::default();
        let loaded: Vec<Loaded> =
            self.experiment.suites.iter().filter_map(|it| self.load(it, &mut made)).collect();
        if loaded.is_empty() {
            return Ok(made);
        }
        let (mut journal, contents) = Journal::open(self.records, KIND, self.about())?;
        let (entries, unread) = entries(contents);
        if unread > 0 {
            let path = self.records.display();
            self.listener.note(&format!("{path}: {unread} damaged lines are left out"));
        }
        let mut keys: BTreeSet<Key> = entries.iter().map(Key::of).collect();
        let mut jobs = Vec::new();
        for one in &loaded {
            self.jobs_of(one, &requests, |key, job| match keys.insert(key) {
                true => jobs.push(job),
                false => made.kept += 1,
            })?;
        }
        made.runs = self.work(&jobs, &mut journal)?;
        journal.close()?;
        Ok(made)
    }

    /// What the journal says about itself.
    fn about(&self) -> Map<String, Value> {
        let about = [
            ("experiment", &*self.experiment.name),
            ("version", puzzle::VERSION),
            ("revision", puzzle::REVISION),
            ("machine", puzzle::machine()),
        ];
        about.into_iter().map(|(name, value)| (name.to_owned(), value.into())).collect()
    }

    /// Every run of a suite with its key.
    fn jobs_of<'a>(
        &'a self,
        loaded: &'a Loaded,
        requests: &[Request],
        mut take: impl FnMut(Key, Job<'a>),
    ) -> Result<(), LineError> {
        let Loaded { suite, bytes, collection } = loaded;
        for (configuration, request) in self.experiment.configurations.iter().zip(requests) {
            let request = Request { cancel: self.cancel.clone(), ..request.clone() };
            let resolved = request.resolve(collection.game);
            let resolved =
                resolved.map_err(|error| LineError::from(error).of(&configuration.label))?;
            for entry in &collection.entries {
                if !self.wanted.includes(self.experiment, &suite.file, entry.index) {
                    continue;
                }
                let place = (&*suite.file, entry.index);
                let question = Question::asked(place, level_hash(entry), &resolved);
                let (suite, label) = (&*suite.file, &*configuration.label);
                let resolved = resolved.clone();
                let job = Job { suite, bytes, collection, entry, label, resolved };
                take(Key::now(question), job);
            }
        }
        Ok(())
    }

    /// Makes the runs and records them; returns how many.
    fn work(&self, jobs: &[Job], journal: &mut Journal) -> Result<usize, JournalError> {
        let mut made = 0;
        let mut keep = |job: &Job, record: Value| {
            let (suite, label) = (job.suite.to_owned(), job.label.to_owned());
            let entry = Entry { suite, label, record };
            journal.append(&entry.to_line())?;
            made += 1;
            self.listener.done(&entry, made, jobs.len());
            Ok(())
        };
        if self.at_a_time < 2 {
            for job in jobs {
                if self.cancel.is_cancelled() {
                    break;
                }
                let record = self.runner.run(job);
                // A run that was stopped says nothing about the search.
                if self.cancel.is_cancelled() {
                    break;
                }
                keep(job, record)?;
            }
        } else {
            self.side_by_side(jobs, &mut keep)?;
        }
        Ok(made)
    }

    fn side_by_side(
        &self,
        jobs: &[Job],
        keep: &mut dyn FnMut(&Job, Value) -> Result<(), JournalError>,
    ) -> Result<(), JournalError> {
        let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (sender, receiver) = mpsc::channel();
        let make = |sender: mpsc::Sender<(usize, Value)>| {
            while !failed.load(Ordering::Relaxed) && !self.cancel.is_cancelled() {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(job) = jobs.get(at) else { break };
                if sender.send((at, self.runner.run(job))).is_err() {
                    break;
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..self.at_a_time.min(jobs.len()) {
                let sender = sender.clone();
                scope.spawn(|| make(sender));
            }
            drop(sender);
            let mut result = Ok(());
            for (at, record) in receiver {
                if result.is_ok() && !self.cancel.is_cancelled() {
                    result = keep(&jobs[at], record);
                }
                if result.is_err() || self.cancel.is_cancelled() {
                    failed.store(true, Ordering::Relaxed);
                    self.runner.stop();
                }
            }
            result
        })
    }

    /// The levels of a suite, or what the user is told instead.
    fn load<'a>(&self, suite: &'a Suite, made: &mut Made) -> Option<Loaded<'a>> {
        let Some(bytes) = self.levels.bytes(&suite.file) else {
            made.missing.push((suite.file.clone(), suite.origin.clone()));
            return None;
        };
        let found = format!("{:016x}", hash(&bytes));
        if suite.hash.as_ref().is_some_and(|hash| *hash != found) {
            self.listener.note(&format!(
                "{}: not the version the published figures were compared with (hash {found})",
                suite.file
            ));
        }
        match puzzle::read(&bytes) {
            Ok(collection) => Some(Loaded { suite, bytes, collection }),
            Err(fault) => {
                made.missing.push((suite.file.clone(), format!("It cannot be read: {fault}.")));
                None
            }
        }
    }
}

/// FNV-1a (Fowler, Noll, Vo): enough to tell versions of a file apart.
fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::time::Duration;

    use super::*;
    use crate::{Remark, findings};

    struct One;

    impl Levels for One {
        fn bytes(&self, file: &str) -> Option<Vec<u8>> {
            (file == "one.xsb").then(|| b"#####\n#@$.#\n#####\n\n######\n#@ $.#\n######\n".to_vec())
        }
    }

    #[derive(Default)]
    struct Heard(RefCell<Vec<String>>);

    impl Listener for Heard {
        fn done(&self, entry: &Entry, n: usize, total: usize) {
            let (label, index, status) = (&entry.label, entry.index(), entry.status());
            self.0.borrow_mut().push(format!("{n} of {total}: {label} {index} {status}"));
        }

        fn note(&self, text: &str) {
            self.0.borrow_mut().push(text.to_owned());
        }
    }

    /// A folder of one test, taken away at its end.
    struct Scratch(std::path::PathBuf);

    impl Scratch {
        fn new(name: &str) -> Scratch {
            let name = format!("banto-lab-{name}-{}", std::process::id());
            Scratch(std::env::temp_dir().join(name))
        }

        fn file(&self) -> std::path::PathBuf {
            self.0.join("records.jsonl")
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    const TEXT: &str = r#"{"name": "x", "title": "x", "nodes": 1000,
        "suites": [{"file": "one.xsb", "hash": "0"}],
        "configurations": [{"label": "BFS", "line": "bfs"},
                           {"label": "A*", "line": "astar --heuristic matching"}],
        "columns": [{"name": "nodes", "fields": ["expanded"]}]}"#;

    fn go(text: &str, wanted: &Wanted, scratch: &Scratch, heard: &Heard, n: usize) -> Made {
        let run = Run {
            experiment: &Experiment::read(text).unwrap(),
            wanted,
            levels: &One,
            records: &scratch.file(),
            runner: &Here,
            at_a_time: n,
            listener: heard,
            cancel: &Cancel::default(),
        };
        run.go().unwrap()
    }

    fn told(text: &str, wanted: &Wanted, scratch: &Scratch) -> crate::Findings {
        let experiment = Experiment::read(text).unwrap();
        let (entries, unread) = read_records(&scratch.file()).unwrap();
        assert_eq!(unread, 0);
        findings(&experiment, wanted, &entries, &level_hashes(&experiment, &One)).unwrap()
    }

    #[test]
    fn a_run_goes_on_where_it_stopped() {
        let (scratch, heard, all) = (Scratch::new("on"), Heard::default(), Wanted::default());
        let runs = |n| go(TEXT, &all, &scratch, &heard, n).runs;
        assert_eq!((runs(1), runs(1)), (4, 0));
        // The last line loses its end, as in a crash; only that one is run again.
        let bytes = std::fs::read(scratch.file()).unwrap();
        std::fs::write(scratch.file(), &bytes[..bytes.len() - 20]).unwrap();
        assert_eq!((runs(1), read_records(&scratch.file()).unwrap().0.len()), (1, 4));
        std::fs::remove_file(scratch.file()).unwrap();
        assert_eq!((runs(3), runs(3)), (4, 0));
        let heard = heard.0.into_inner();
        assert!(heard.contains(&"2 of 4: BFS 2 solved".to_owned()), "{heard:?}");
        assert!(heard.iter().any(|text| text.starts_with("one.xsb: not the version")));
    }

    #[test]
    fn a_changed_experiment_never_shows_old_figures() {
        let (scratch, heard, all) = (Scratch::new("changed"), Heard::default(), Wanted::default());
        go(TEXT, &all, &scratch, &heard, 1);
        let figures = |text: &str, wanted: &Wanted| {
            let found = told(text, wanted, &scratch);
            let cells = found.tables.iter().flat_map(|table| &table.rows).flat_map(|row| &row.1);
            (cells.filter(|cell| cell.ours.is_some()).count(), found.remarks.len())
        };
        assert_eq!(figures(TEXT, &all), (4, 1));
        for (from, to) in [
            ("matching", "manhattan"),
            ("\"astar", "\"greedy"),
            ("matching\"", "matching -freeze\""),
            ("matching\"", "matching --seed 5\""),
        ] {
            // The two runs of the changed line are gone and it is said; the other two stay.
            let text = TEXT.replace(from, to);
            let (shown, remarks) = figures(&text, &all);
            assert!(shown == 2 && remarks > 1, "{from} → {to}: {shown} {remarks}");
            assert_eq!(
                go(&text, &all, &scratch, &heard, 1),
                Made { runs: 2, kept: 2, ..Made::default() }
            );
            assert_eq!(figures(&text, &all), (4, 1), "{from} → {to}");
        }
        for limits in [
            Wanted { nodes: Some(7), ..Wanted::default() },
            Wanted { time: Some(Duration::from_secs(7)), ..Wanted::default() },
            Wanted { memory: Some(64 << 20), ..Wanted::default() },
        ] {
            assert_eq!(figures(TEXT, &limits).0, 0);
            assert_eq!(go(TEXT, &limits, &scratch, &heard, 1).runs, 4);
            assert_eq!(figures(TEXT, &limits).0, 4);
        }
        assert_eq!(figures(TEXT, &all).0, 4, "the first records are still there");
        // A new name for the same search keeps its records.
        assert_eq!(go(&TEXT.replace("\"BFS\"", "\"other\""), &all, &scratch, &heard, 1).runs, 0);
    }

    #[test]
    fn old_records_are_shown_where_they_match() {
        let scratch = Scratch::new("old");
        std::fs::create_dir_all(&scratch.0).unwrap();
        let line = |label: &str, config: &str| {
            format!(
                "{{\"suite\":\"one.xsb\",\"label\":{label:?},\"record\":{{\"index\":1,\"title\":null,\
                 \"game\":\"sokoban\",\"status\":\"solved\",\"expanded\":5,\"config\":{config:?},\
                 \"threads\":1,\"seed\":0,\"version\":\"0.1.0\"}}}}\n"
            )
        };
        let old = line("BFS", "bfs --space pushes") + &line("A*", "astar --heuristic manhattan");
        std::fs::write(scratch.file(), old).unwrap();
        let found = told(TEXT, &Wanted::default(), &scratch);
        let cells = &found.tables[0].rows[0].1;
        assert_eq!((cells[0].ours.as_deref(), cells[1].ours.as_deref()), (Some("5"), None));
        let made = Remark::Made { runs: 1, version: "0.1.0".to_owned(), revision: None };
        assert_eq!(found.remarks[0], made);
        let said = found.remarks[1].to_string();
        assert!(said.contains("manhattan") && said.contains("asks for `--engine astar"), "{said}");
        // They do not keep a run from being made: nobody knows what made them.
        let made = go(TEXT, &Wanted::default(), &scratch, &Heard::default(), 1);
        assert_eq!((made.runs, made.kept), (4, 0));
    }

    #[test]
    fn what_is_missing_is_said() {
        let scratch = Scratch::new("missing");
        let text = TEXT.replace(
            "\"hash\": \"0\"}",
            "\"hash\": \"0\"}, {\"file\": \"two\", \"origin\": \"Ask.\"}",
        );
        let made = go(&text, &Wanted::default(), &scratch, &Heard::default(), 1);
        assert_eq!(made.missing, [("two".to_owned(), "Ask.".to_owned())]);
        assert_eq!(made.runs, 4);
        let few = Wanted { levels: vec![2..=2], ..Wanted::default() };
        assert_eq!(go(&text, &few, &scratch, &Heard::default(), 1).kept, 2);
    }
}
