//! The notes of the experiments in Portuguese. They are data in English; a note that has been rewritten since is
//! left out until it is here again.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

#[derive(Deserialize)]
struct Words {
    /// By the whole sentence in English.
    notes: BTreeMap<String, String>,
}

static WORDS: LazyLock<Words> = LazyLock::new(|| {
    serde_json::from_str(include_str!("words-pt.json")).expect("the words are a table")
});

/// A note of an experiment.
pub(crate) fn note(english: &str) -> Option<&'static str> {
    WORDS.notes.get(english).map(String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_notes_are_those_of_the_experiments() {
        let notes = lab::experiments().into_iter().flat_map(|it| it.notes);
        let mut english: Vec<String> = notes.collect();
        english.sort();
        english.dedup();
        assert!(WORDS.notes.keys().eq(&english), "{english:#?}");
    }
}
