//! Request bodies without a server, for the fuzzer.
//!
//! A body goes through everything that understands it before a search or the store sees it: questions
//! with their levels, and imports with their rows. Only the fuzz targets call this.

use std::collections::{BTreeMap, BTreeSet};

use api::search::Question;
use serde_json::value::RawValue;

use crate::api::solve::BOUNDS;
use crate::body::parse;
use crate::import::{Levels, judge};

/// Takes a body for a question and for an import; returns how many of the two it was.
#[doc(hidden)]
pub fn understand(body: &[u8]) -> usize {
    let question = parse::<Question>(body).and_then(|it| Ok(it.search(&BOUNDS)?));
    let import = judge(body, &Nowhere);
    usize::from(question.is_ok()) + usize::from(import.is_ok())
}

/// No level is known but those in the body.
struct Nowhere;

impl Levels for Nowhere {
    fn find(&self, _: &BTreeSet<String>) -> BTreeMap<String, Box<RawValue>> {
        BTreeMap::new()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use store::EXPORT_FORMAT;

    #[test]
    fn questions_and_imports_are_told_from_noise() {
        let taken = |body: serde_json::Value| understand(body.to_string().as_bytes());
        assert_eq!(taken(json!({"level": {"rows": ["#####", "#@$.#", "#####"]}})), 1);
        assert_eq!(taken(json!({"level": {"rows": ["#@$#"]}})), 0);
        assert_eq!(taken(json!({"format": EXPORT_FORMAT, "solutions": [], "games": []})), 1);
        assert_eq!(taken(json!({"format": "another", "solutions": [], "games": []})), 0);
        assert_eq!(understand(b"\xff{"), 0);
    }
}
