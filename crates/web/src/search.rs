//! A search that the server has agreed to: a judged level and a resolved request within the server's limits.

use std::sync::Arc;

use puzzle::record::Record;
use puzzle::{Puzzle, Report, Resolved, Status};
use serde_json::{Value, json};

/// One level to solve, and how.
#[derive(Clone)]
pub(crate) struct Search {
    /// Where the level came from, for the record.
    pub(crate) collection: String,
    pub(crate) index: usize,
    pub(crate) puzzle: Arc<Puzzle>,
    pub(crate) resolved: Resolved,
}

impl Search {
    /// The record of a report on it.
    pub(crate) fn record(&self, report: &Report) -> Value {
        json!(Record::new(&self.collection, self.index, None, report))
    }

    /// The record of a search that never began.
    pub(crate) fn interrupted(&self) -> Value {
        self.record(&Report::empty(Status::Interrupted, &self.resolved))
    }
}
