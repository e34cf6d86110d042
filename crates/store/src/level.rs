//! Levels as plain data: the drawings beside solutions. Their keys are those of [`puzzle::plain`].

use puzzle::Puzzle;
use puzzle::plain::LevelData;
use serde_json::value::RawValue;

pub use puzzle::plain::{is_key, key, rows_key};

/// A level as JSON, as [`LevelData`] says it.
pub fn drawing(puzzle: &Puzzle) -> Option<Box<RawValue>> {
    serde_json::value::to_raw_value(&LevelData::new(puzzle)).ok()
}
