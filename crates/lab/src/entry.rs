//! One line of a record file: a record, and what it was made for.

use serde_json::Value;

/// A record with the suite and the configuration it was made for.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The file of the suite.
    pub suite: String,
    /// The label of the configuration.
    pub label: String,
    /// The record.
    pub record: Value,
}

impl Entry {
    /// Reads a line of a record file; `None` when it is something else.
    pub fn read(line: &str) -> Option<Entry> {
        Entry::of(serde_json::from_str(line).ok()?)
    }

    /// The entry that a line of a record file holds; `None` when it holds something else.
    pub fn of(mut value: Value) -> Option<Entry> {
        let text = |value: &Value, key| Some(value.get(key)?.as_str()?.to_owned());
        let (suite, label) = (text(&value, "suite")?, text(&value, "label")?);
        Some(Entry { suite, label, record: value.get_mut("record")?.take() })
    }

    /// The line of a record file, without its end.
    pub fn to_line(&self) -> String {
        Entry::line(&self.suite, &self.label, &self.record.to_string())
    }

    /// The line of a record that is given as JSON.
    pub(crate) fn line(suite: &str, label: &str, record: &str) -> String {
        let (suite, label) = (Value::from(suite), Value::from(label));
        format!("{{\"suite\":{suite},\"label\":{label},\"record\":{record}}}")
    }

    /// The number of the level in its file.
    pub fn index(&self) -> usize {
        self.record.get("index").and_then(Value::as_u64).unwrap_or(0) as usize
    }

    /// How the run ended.
    pub fn status(&self) -> &str {
        self.record.get("status").and_then(Value::as_str).unwrap_or("?")
    }
}

/// The program that made a record.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Program {
    pub(crate) version: String,
    /// Absent in records made before revisions were noted.
    pub(crate) revision: Option<String>,
}

impl Program {
    /// This program.
    pub(crate) fn now() -> Program {
        let revision = Some(puzzle::record::REVISION.to_owned());
        Program { version: puzzle::record::VERSION.to_owned(), revision }
    }

    pub(crate) fn of(entry: &Entry) -> Program {
        let text = |name| entry.record.get(name).and_then(Value::as_str).map(str::to_owned);
        Program { version: text("version").unwrap_or_default(), revision: text("revision") }
    }
}
