//! Running an experiment: what is missing is run, what is there is kept.
//!
//! Records are appended to one file, a line each, written at once; a run that was interrupted goes
//! on where it stopped. A line that was cut off by a crash is ignored and run again.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use puzzle::{Cancel, Collection, Limits, Record, Report, Request};
use serde_json::Value;

use crate::{Experiment, Suite};

/// One line of the record file.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The file of the suite.
    pub suite: String,
    /// The label of the configuration.
    pub label: String,
    /// The record.
    pub record: Value,
}

impl Entry {
    /// Reads a line of a record file; `None` when it was cut off.
    pub fn read(line: &str) -> Option<Entry> {
        let mut value: Value = serde_json::from_str(line).ok()?;
        let text = |value: &Value, key| Some(value.get(key)?.as_str()?.to_owned());
        let (suite, label) = (text(&value, "suite")?, text(&value, "label")?);
        Some(Entry { suite, label, record: value.get_mut("record")?.take() })
    }

    /// The line of a record file, with its end.
    pub fn to_line(&self) -> String {
        let (suite, label) = (Value::from(&*self.suite), Value::from(&*self.label));
        format!("{{\"suite\":{suite},\"label\":{label},\"record\":{}}}\n", self.record)
    }

    /// The number of the level in its file.
    pub fn index(&self) -> usize {
        self.record.get("index").and_then(Value::as_u64).unwrap_or(0) as usize
    }
}

/// Where levels come from: the bytes of a file by its name, when it is there.
pub trait Levels {
    /// The bytes.
    fn bytes(&self, file: &str) -> Option<Vec<u8>>;
}

/// What happens while an experiment runs.
pub trait Listener {
    /// One level under one configuration is done.
    fn done(&self, label: &str, suite: &str, index: usize, status: &str);
    /// Something the user should know.
    fn note(&self, text: &str);
}

/// The records of a file; none when there is no file.
pub fn read_records(path: &Path) -> io::Result<Vec<Entry>> {
    match std::fs::read_to_string(path) {
        Ok(text) => Ok(text.lines().filter_map(Entry::read).collect()),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

/// Runs what is missing of an experiment; returns the number of runs made.
pub fn run(
    experiment: &Experiment,
    levels: &dyn Levels,
    records: &Path,
    listener: &dyn Listener,
    cancel: &Cancel,
) -> io::Result<usize> {
    let requests = experiment.requests().map_err(io::Error::other)?;
    let done = read_records(records)?;
    if let Some(folder) = records.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let mut file = OpenOptions::new().create(true).append(true).open(records)?;
    let mut made = 0;
    for suite in &experiment.suites {
        let Some(collection) = load(suite, levels, listener) else { continue };
        for (configuration, request) in experiment.configurations.iter().zip(&requests) {
            let request =
                Request { limits: limits(experiment), cancel: cancel.clone(), ..request.clone() };
            for entry in &collection.entries {
                let wanted =
                    suite.levels.as_ref().is_none_or(|levels| levels.contains(&entry.index));
                let is_done = |old: &Entry| {
                    old.suite == suite.file
                        && old.label == configuration.label
                        && old.index() == entry.index
                };
                if !wanted || done.iter().any(is_done) {
                    continue;
                }
                if cancel.is_cancelled() {
                    return Ok(made);
                }
                let report = run_level(&collection, entry, &request);
                if cancel.is_cancelled() {
                    return Ok(made);
                }
                let title = entry.title.as_deref();
                let record = Record::new(&suite.file, entry.index, title, &report);
                append(&mut file, &suite.file, &configuration.label, &record.to_json())?;
                let status = report.status.name();
                listener.done(&configuration.label, &suite.file, entry.index, status);
                made += 1;
            }
        }
    }
    Ok(made)
}

fn limits(experiment: &Experiment) -> Limits {
    Limits {
        time: Some(Duration::from_secs(experiment.seconds)),
        memory: Some(experiment.mebibytes << 20),
        nodes: experiment.nodes,
    }
}

fn run_level(collection: &Collection, entry: &puzzle::Entry, request: &Request) -> Report {
    match &entry.puzzle {
        Ok(puzzle) => puzzle::run(puzzle, request),
        Err(refused) => Report::faulty(collection.game, &refused.faults, request),
    }
}

/// One write per line, so that a line is there whole or not at all.
fn append(file: &mut File, suite: &str, label: &str, record: &str) -> io::Result<()> {
    let (suite, label) = (Value::from(suite), Value::from(label));
    let line = format!("{{\"suite\":{suite},\"label\":{label},\"record\":{record}}}\n");
    file.write_all(line.as_bytes())
}

/// The levels of a suite, or what the user is told instead.
fn load(suite: &Suite, levels: &dyn Levels, listener: &dyn Listener) -> Option<Collection> {
    let Some(bytes) = levels.bytes(&suite.file) else {
        listener.note(&format!("{}: not found, left out. {}", suite.file, suite.origin));
        return None;
    };
    let found = format!("{:016x}", hash(&bytes));
    if suite.hash.as_ref().is_some_and(|hash| *hash != found) {
        listener.note(&format!(
            "{}: not the version the published figures were compared with (hash {found})",
            suite.file
        ));
    }
    match puzzle::read(&bytes) {
        Ok(collection) => Some(collection),
        Err(fault) => {
            listener.note(&format!("{}: {fault}", suite.file));
            None
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
    use super::*;
    use std::cell::RefCell;

    struct One;

    impl Levels for One {
        fn bytes(&self, file: &str) -> Option<Vec<u8>> {
            (file == "one.xsb").then(|| b"#####\n#@$.#\n#####\n\n######\n#@ $.#\n######\n".to_vec())
        }
    }

    #[derive(Default)]
    struct Heard(RefCell<Vec<String>>);

    impl Listener for Heard {
        fn done(&self, label: &str, _: &str, index: usize, status: &str) {
            self.0.borrow_mut().push(format!("{label} {index} {status}"));
        }

        fn note(&self, text: &str) {
            self.0.borrow_mut().push(text.to_owned());
        }
    }

    #[test]
    fn a_run_goes_on_where_it_stopped_and_says_what_is_missing() {
        let experiment: Experiment = serde_json::from_str(
            r#"{"name": "x", "title": "x",
                "suites": [{"file": "one.xsb", "hash": "0"}, {"file": "two.xsb", "origin": "Ask."}],
                "configurations": [{"label": "BFS", "line": "bfs"}, {"label": "A*", "line": "astar"}],
                "columns": [{"name": "nodes", "fields": ["expanded"]}]}"#,
        )
        .unwrap();
        let folder = std::env::temp_dir().join(format!("banto-lab-{}", std::process::id()));
        let records = folder.join("records.jsonl");
        let heard = Heard::default();
        let go = || run(&experiment, &One, &records, &heard, &Cancel::default()).unwrap();
        assert_eq!((go(), go()), (4, 0));
        // The last line loses its end, as in a crash; only that one is run again.
        let text = std::fs::read_to_string(&records).unwrap();
        std::fs::write(&records, format!("{}\n", &text[..text.len() - 20])).unwrap();
        assert_eq!((go(), read_records(&records).unwrap().len()), (1, 4));
        std::fs::remove_dir_all(&folder).unwrap();
        let heard = heard.0.into_inner();
        assert!(heard.contains(&"BFS 2 solved".to_owned()), "{heard:?}");
        assert!(heard.iter().any(|text| text.starts_with("two.xsb: not found, left out. Ask.")));
        assert!(heard.iter().any(|text| text.starts_with("one.xsb: not the version")));
    }
}
