//! What the tables of the engines say, in Portuguese. They are data in English; the page shows a sentence that
//! has been rewritten since in English, until it is here again.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

#[derive(Deserialize)]
struct Words {
    engines: BTreeMap<String, String>,
    techniques: BTreeMap<String, String>,
}

static WORDS: LazyLock<Words> = LazyLock::new(|| {
    serde_json::from_str(include_str!("words-pt.json")).expect("the words are two tables")
});

/// What an engine does.
pub(crate) fn engine(name: &str) -> Option<&'static str> {
    WORDS.engines.get(name).map(String::as_str)
}

/// What a technique does.
pub(crate) fn technique(name: &str) -> Option<&'static str> {
    WORDS.techniques.get(name).map(String::as_str)
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
}
