//! The collections inside the binary.

use crate::sources::Source;

/// Name, what it holds, text.
const COLLECTIONS: [(&str, &str, &str); 4] = [
    (
        "starter-sokoban",
        "40 Sokoban levels, easy to hard",
        include_str!("../levels/starter-sokoban.sok"),
    ),
    (
        "starter-unblock",
        "40 Unblock boards, beginner to expert",
        include_str!("../levels/starter-unblock.txt"),
    ),
    (
        "gargioni",
        "Gargioni's board, reconstructed in two ways",
        include_str!("../levels/gargioni.sok"),
    ),
    ("kid-1", "the first Kids level, as SokoKids prints it", include_str!("../levels/kid-1.sok")),
];

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
