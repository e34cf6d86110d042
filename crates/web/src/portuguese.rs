//! What the tables of the engines and the experiments say, in Portuguese. They are data in English; the page
//! shows a sentence that has been rewritten since in English, or leaves a note out, until it is here again.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

#[derive(Deserialize)]
struct Words {
    engines: BTreeMap<String, String>,
    techniques: BTreeMap<String, String>,
    /// By the whole sentence in English.
    notes: BTreeMap<String, String>,
}

static WORDS: LazyLock<Words> = LazyLock::new(|| {
    serde_json::from_str(include_str!("words-pt.json")).expect("the words are three tables")
});

/// What an engine does.
pub(crate) fn engine(name: &str) -> Option<&'static str> {
    WORDS.engines.get(name).map(String::as_str)
}

/// What a technique does.
pub(crate) fn technique(name: &str) -> Option<&'static str> {
    WORDS.techniques.get(name).map(String::as_str)
}

/// A note of an experiment.
pub(crate) fn note(english: &str) -> Option<&'static str> {
    WORDS.notes.get(english).map(String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_the_switches_show_is_here() {
        let engines = puzzle::engines::all().into_iter().map(|row| row.name);
        assert_eq!(engines.filter(|name| engine(name).is_none()).collect::<Vec<_>>(), [""; 0]);
        let techniques = puzzle::engines::TECHNIQUES.iter().map(|row| row.name);
        assert_eq!(
            techniques.filter(|name| technique(name).is_none()).collect::<Vec<_>>(),
            [""; 0]
        );
    }

    #[test]
    fn the_notes_are_those_of_the_experiments() {
        let notes = lab::experiments().into_iter().flat_map(|it| it.notes);
        let mut english: Vec<String> = notes.collect();
        english.sort();
        english.dedup();
        assert!(WORDS.notes.keys().eq(&english), "{english:#?}");
    }
}
