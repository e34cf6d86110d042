//! The collections inside the binary.

use api::embedded::COLLECTIONS;

use crate::sources::Source;

/// How many of [`COLLECTIONS`] are solved when no file is named.
const STARTERS: usize = 2;

/// The starter collections.
pub(crate) fn starters() -> Vec<Source> {
    COLLECTIONS[..STARTERS].iter().map(|&(name, _, text)| source(name, text)).collect()
}

/// An embedded collection by its name.
pub(crate) fn named(name: &str) -> Option<Source> {
    COLLECTIONS.iter().find(|row| row.0 == name).map(|&(name, _, text)| source(name, text))
}

/// Name and description of each embedded collection.
pub(crate) fn list() -> impl Iterator<Item = (&'static str, &'static str)> {
    COLLECTIONS.iter().map(|row| (row.0, row.1))
}

fn source(name: &str, text: &str) -> Source {
    Source::new(name, text.as_bytes().to_vec())
}
