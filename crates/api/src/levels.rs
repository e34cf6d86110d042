//! Levels: read, judged, described, written in other notations.

use std::time::Duration;

use puzzle::facts::FactValue;
use puzzle::generate::Category;
use puzzle::{Budget, Collection, Game, NoAnswer, Puzzle};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::level::LevelInput;
use crate::{Answer, Refusal, moves};

/// Time for the facts about a level.
pub const FACTS_TIME: Duration = Duration::from_secs(5);
/// Memory for the facts about a level.
pub const FACTS_MEMORY: u64 = 512 << 20;

/// A text in any notation.
#[derive(Debug, Deserialize)]
pub struct Text {
    /// The text.
    pub text: String,
}

/// All levels of a text; every fault is reported with its place.
pub fn read(text: &str) -> Answer<Collection> {
    puzzle::read(text.as_bytes()).map_err(|fault| Refusal::bad_level(&[fault]))
}

/// One level.
#[derive(Debug, Deserialize)]
pub struct Drawn {
    /// The level.
    pub level: LevelInput,
}

impl Drawn {
    /// Judges it: every fault with its place, or its key and whether it is impossible at first
    /// sight. A faulty level is an answer here, not an error: that is what was asked.
    pub fn judge(&self) -> Value {
        match self.level.judge() {
            Ok(puzzle) => json!({
                "faults": [],
                "key": puzzle::plain::key(&puzzle),
                "impossible": puzzle.impossible(),
            }),
            Err(refusal) => json!({ "faults": refusal.as_faults() }),
        }
    }
}

/// What can be said about a level, as `banto info` says it.
pub fn facts(puzzle: &Puzzle, budget: &mut Budget) -> Answer<Value> {
    let facts = puzzle::facts(puzzle, budget).map_err(NoAnswer::from)?;
    let value = |value| match value {
        FactValue::Number(n) => json!(n),
        other => json!(other.to_string()),
    };
    let facts: Vec<(&str, Value)> = facts.into_iter().map(|(name, it)| (name, value(it))).collect();
    Ok(json!({ "facts": facts }))
}

/// A text to write in another notation.
#[derive(Debug, Deserialize)]
pub struct Conversion {
    text: String,
    to: String,
}

impl Conversion {
    /// The levels in the other notation.
    pub fn write(&self) -> Answer<Value> {
        let written = puzzle::write::write(&read(&self.text)?, &self.to).map_err(Refusal::bad)?;
        Ok(json!({ "text": written }))
    }
}

/// One level to write.
#[derive(Debug, Deserialize)]
pub struct Writing {
    level: LevelInput,
    #[serde(default)]
    title: Option<String>,
    /// The usual one of the game when absent.
    #[serde(default)]
    format: Option<String>,
}

impl Writing {
    /// The level as a text of its own that can be read back.
    pub fn write(self) -> Answer<Value> {
        let Writing { level, title, format } = self;
        let collection = level.collection(title.filter(|title| !title.trim().is_empty()))?;
        let usual = match collection.game {
            Game::Sokoban => "xsb",
            Game::Unblock => "grid",
        };
        let text = puzzle::write::write(&collection, format.as_deref().unwrap_or(usual));
        Ok(json!({ "text": text.map_err(Refusal::bad)? }))
    }
}

/// Moves on a level.
#[derive(Debug, Deserialize)]
pub struct Moved {
    level: LevelInput,
    moves: String,
}

impl Moved {
    /// Reads moves of Unblock in any notation: pieces by index and how far each slides.
    pub fn slides(&self) -> Answer<Value> {
        Ok(json!({ "slides": moves::slides(&self.level.judge()?, &self.moves)? }))
    }
}

/// The categories of Unblock levels, easiest first, with the fewest moves of each.
pub fn categories() -> Value {
    let rows = Category::ALL.into_iter().map(|category| {
        let moves = category.moves();
        let most = (*moves.end() < u32::MAX).then_some(*moves.end());
        json!({ "name": category.name(), "least": moves.start(), "most": most })
    });
    json!({ "categories": rows.collect::<Vec<_>>() })
}

/// The notations that can be written.
pub fn formats() -> Value {
    let rows = puzzle::write::formats()
        .into_iter()
        .map(|row| json!({ "name": row.name, "game": row.game.name() }));
    json!({ "formats": rows.collect::<Vec<_>>() })
}
