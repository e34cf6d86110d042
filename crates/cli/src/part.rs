//! Results kept level by level in `FILE.part`, a journal beside the file that `-o` names: a run that is killed loses
//! nothing, and a rerun begins where it was. It is gone when the file is finished.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use puzzle::text::fnv1a;
use runner::{Journal, JournalError};
use serde_json::{Map, Value, json};

use crate::failure::Failure;

/// The results of an unfinished run, open for more.
pub(crate) struct Part {
    path: PathBuf,
    journal: Mutex<Option<Journal>>,
    /// Whether it holds anything.
    used: AtomicBool,
    /// What was kept before, by the hash of the level.
    rows: BTreeMap<String, Vec<Value>>,
}

/// The field that says which bytes the run has written to the file itself.
const WRITTEN: &str = "written";

impl Part {
    /// Where the results for a file are kept.
    fn beside(file: &Path) -> PathBuf {
        let mut path = file.as_os_str().to_owned();
        path.push(".part");
        PathBuf::from(path)
    }

    /// Whether an unfinished run of this command has written the file, which is as it left it.
    pub(crate) fn has_written(file: &Path, kind: &str, bytes: &[u8]) -> bool {
        let kept = runner::read_journal(&Part::beside(file), kind);
        let rows = kept.map(|it| it.records).unwrap_or_default();
        let hash = hash(bytes);
        rows.iter().any(|row| row.get(WRITTEN).and_then(Value::as_str) == Some(&hash))
    }

    /// Opens the results for a file, new or not.
    pub(crate) fn open(file: &Path, kind: &str) -> Result<Part, Failure> {
        let path = Part::beside(file);
        let failed = |error| failure(&path, file, error);
        // Whatever else has this name is the user's.
        let before = runner::read_journal(&path, kind).map_err(failed)?;
        let empty = std::fs::metadata(&path).map_or(0, |it| it.len()) == 0;
        if before.header.is_none() && !empty {
            let sentence = "is in the way: results are kept there until the file is finished";
            return Err(Failure::usage(format!("{}: {sentence}", path.display())));
        }
        let about = [("version".to_owned(), puzzle::record::VERSION.into())];
        let (journal, contents) =
            Journal::open(&path, kind, about.into_iter().collect::<Map<_, _>>()).map_err(failed)?;
        let used = AtomicBool::new(!contents.records.is_empty());
        let mut rows: BTreeMap<String, Vec<Value>> = BTreeMap::new();
        for row in contents.records {
            if let Some(hash) = row.get("level_hash").and_then(Value::as_str) {
                rows.entry(hash.to_owned()).or_default().push(row);
            }
        }
        Ok(Part { path, journal: Mutex::new(Some(journal)), used, rows })
    }

    /// What was kept about a level, the latest first.
    pub(crate) fn rows(&self, level: u64) -> impl Iterator<Item = &Value> {
        self.rows.get(&format!("{level:016x}")).into_iter().flatten().rev()
    }

    /// Whether there are rows about other levels than these.
    pub(crate) fn has_others(&self, levels: &[u64]) -> bool {
        let own: BTreeSet<String> = levels.iter().map(|level| format!("{level:016x}")).collect();
        self.rows.keys().any(|level| !own.contains(level))
    }

    /// Keeps a row: one line of JSON with the hash of its level.
    pub(crate) fn keep(&self, row: &str) -> Result<(), Failure> {
        self.used.store(true, Ordering::Relaxed);
        let mut journal = self.journal.lock().unwrap_or_else(PoisonError::into_inner);
        let appended = journal.as_mut().map_or(Ok(()), |journal| journal.append(row));
        appended.map_err(|error| failure(&self.path, &self.path, error))
    }

    /// Notes what is about to be written to the file.
    pub(crate) fn note_written(&self, bytes: &[u8]) -> Result<(), Failure> {
        self.keep(&json!({ WRITTEN: hash(bytes) }).to_string())
    }

    /// Where the results are.
    pub(crate) fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// The file is finished.
    pub(crate) fn remove(self) -> Result<(), Failure> {
        let journal = self.journal.lock().unwrap_or_else(PoisonError::into_inner).take();
        let removed = journal.map_or(Ok(()), Journal::remove);
        removed.map_err(|error| failure(&self.path, &self.path, error))
    }
}

impl Drop for Part {
    /// What holds nothing is not left behind.
    fn drop(&mut self) {
        let journal = self.journal.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(journal) = journal.filter(|_| !self.used.load(Ordering::Relaxed)) {
            let _ = journal.remove();
        }
    }
}

fn hash(bytes: &[u8]) -> String {
    format!("{:016x}", fnv1a(bytes))
}

fn failure(part: &Path, file: &Path, error: JournalError) -> Failure {
    let (file, part) = (file.display(), part.display());
    match error {
        JournalError::Locked(_) => {
            let message = format!("{file}: another run is writing it; wait for it to end");
            Failure { code: 4, message }
        }
        JournalError::Foreign(_, kind) => Failure::usage(format!(
            "{part}: holds what `banto {kind}` has not finished; finish that run or remove it"
        )),
        JournalError::Io(_, error) => Failure::io(part, &error),
        other => Failure { code: 4, message: other.to_string() },
    }
}
