//! What is known about a level: what searches have proved here is kept, and shown with the best solutions.

use std::sync::Arc;

use puzzle::known::Bound;
use puzzle::{Budget, Puzzle};
use serde_json::Value;
use store::{Store, key};

use crate::jobs::Witness;

/// Keeps what each search proves under the key of its level.
pub(crate) fn witness(store: Arc<Store>) -> Witness {
    Arc::new(move |puzzle, record| {
        if let Ok(Some(bound)) = Bound::of_record(record) {
            // The store itself reports a contradiction, and a file that cannot be used.
            let _ = store.keep_bound(&key(puzzle), &bound);
        }
    })
}

/// The best solutions and the best bounds, with what the start position shows. A level whose store cannot be used
/// has only that, which the page says elsewhere.
pub(crate) fn known(puzzle: &Puzzle, store: &Store, budget: &mut Budget) -> Value {
    let level = key(puzzle);
    let solutions = store.solutions_of(&level).unwrap_or_default();
    let bounds = store.bounds_of(&level).unwrap_or_default();
    api::play::known(puzzle, solutions.into_iter().map(|it| it.moves), bounds, budget)
}
