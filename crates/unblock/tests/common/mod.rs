//! Helpers shared by tests.
#![allow(dead_code, unreachable_pub, reason = "each test is a crate that uses a part")]

pub mod naive;

use banto_unblock::Level;
use banto_unblock::format;

/// All levels of a file in that folder.
pub fn levels(folder: &std::path::Path, file: &str) -> Vec<Level> {
    let path = folder.join(file);
    let bytes = std::fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let collection = format::read(&bytes).unwrap();
    let level = |entry: Result<Level, format::Unreadable>| {
        entry.unwrap_or_else(|e| panic!("{}: {e}", path.display()))
    };
    collection.entries.into_iter().map(level).collect()
}

/// The files of boards with known optima and cluster sizes, and how many boards each has.
pub const RUSH_FILES: [(&str, usize); 5] = [
    ("rush/rushhour-40-classic.tsv", 40),
    ("rush/rushhour-40-fogleman.tsv", 40),
    ("rush/rush-hardest-500.tsv", 500),
    ("rush/rush-nowalls-6699.tsv", 6699),
    ("rush/rush-18k.tsv", 18068),
];
