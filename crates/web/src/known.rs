//! What is known about a level: what searches have proved here is kept, and shown with the best solutions.

use std::sync::Arc;

use puzzle::known::{Bound, Knowledge};
use puzzle::{Budget, Puzzle};
use serde_json::{Value, json};
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

/// The best solutions, replayed, and the best bounds, with what the start position shows. A board too
/// large for that has the rest; so has one whose store cannot be used, which the page says elsewhere.
pub(crate) fn known(puzzle: &Puzzle, store: &Store, budget: &mut Budget) -> Value {
    let mut known = Knowledge::new(puzzle);
    known.facts(&puzzle::facts(puzzle, budget).unwrap_or_default());
    let level = key(puzzle);
    for solution in store.solutions_of(&level).unwrap_or_default() {
        // What does not replay was not written by us and does not count.
        let _ = known.solution(&solution.moves);
    }
    store.bounds_of(&level).unwrap_or_default().into_iter().for_each(|bound| known.bound(bound));
    let wrong: Vec<String> = known.settle().iter().map(ToString::to_string).collect();
    json!({ "known": known.to_json(), "contradictions": wrong })
}
