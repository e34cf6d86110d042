//! The collections inside the binary.

use api::embedded::{COLLECTIONS, Embedded};

use crate::sources::Source;

/// How many of [`COLLECTIONS`] are solved when no file is named.
const STARTERS: usize = 2;

/// The starter collections.
pub(crate) fn starters() -> Vec<Source> {
    COLLECTIONS[..STARTERS].iter().map(source).collect()
}

/// All of them but the large packs.
pub(crate) fn small() -> impl Iterator<Item = Source> {
    COLLECTIONS.iter().filter(|collection| !collection.is_pack()).map(source)
}

/// An embedded collection by its name.
pub(crate) fn named(name: &str) -> Option<Source> {
    api::embedded::named(name).map(source)
}

/// Name and description of each embedded collection.
pub(crate) fn list() -> impl Iterator<Item = (&'static str, &'static str)> {
    COLLECTIONS.iter().map(|collection| (collection.name, collection.about))
}

fn source(collection: &Embedded) -> Source {
    Source::new(collection.name, collection.text().into_owned())
}
