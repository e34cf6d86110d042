//! One level and what is known about it: its values by column, as comma-separated values and as JSON.

use lab::report::quoted;
use puzzle::facts::FactValue;
use puzzle::generate::Category;
use puzzle::known::{Knowledge, Origin};
use puzzle::{Entry, Metric};
use serde_json::{Map, Value as Json, json};

use super::survey::Seen;
use crate::loaded::Loaded;
use crate::query::{COLUMNS, Column, Value};

/// A level.
pub(super) struct Row<'a> {
    pub(super) loaded: &'a Loaded,
    pub(super) entry: &'a Entry,
    pub(super) seen: Seen,
    /// Absent for an invalid level.
    pub(super) known: Option<Knowledge<'a>>,
}

impl Row<'_> {
    pub(super) fn game(&self) -> &'static str {
        self.loaded.collection.game.name()
    }

    /// What the level has in a column; `None` where nothing is known.
    pub(super) fn value(&self, column: Column) -> Option<Value> {
        let word = |text: &str| Some(Value::Text(text.to_owned()));
        match column.name {
            "collection" => word(&self.loaded.source.name),
            "index" => Some(Value::Number(self.entry.index as f64)),
            "title" => self.entry.title.as_deref().and_then(word),
            "game" => word(self.game()),
            "status" => self.status().and_then(word),
            "size" => {
                let side = |name| self.seen.fact(name).and_then(value_of);
                match (side("width")?, side("height")?) {
                    (Value::Number(width), Value::Number(height)) => {
                        Some(Value::Number(width * height))
                    }
                    _ => None,
                }
            }
            "bound" => self.bound().map(|bound| Value::Number(bound as f64)),
            "pushes" => self.fewest(Metric::Pushes).map(|count| Value::Number(count as f64)),
            "moves" => self.fewest(Metric::Moves).map(|count| Value::Number(count as f64)),
            "steps" => self.fewest(Metric::Steps).map(|count| Value::Number(count as f64)),
            "rating" => self.rating(),
            "level_hash" => self.hash(puzzle::Puzzle::level_hash),
            "canonical_hash" => self.hash(puzzle::Puzzle::canonical_hash),
            name => self.seen.fact(name).and_then(value_of),
        }
    }

    /// Why something is missing, or that there is no solution.
    fn status(&self) -> Option<&'static str> {
        let lost = self.known.as_ref().is_some_and(|known| known.is_lost().is_some());
        let status = self.seen.status(self.entry).map(|status| status.name());
        status.or(lost.then_some("unsolvable"))
    }

    /// What a person should know about the level before its figures.
    pub(super) fn remark(&self) -> Option<&'static str> {
        Some(match self.status()? {
            "invalid" => "(invalid)",
            "unsolvable" => "(no solution)",
            "interrupted" => "(interrupted)",
            _ => "(too large)",
        })
    }

    /// No solution has fewer pushes (Sokoban) or moves (Unblock).
    pub(super) fn bound(&self) -> Option<u64> {
        let known = self.known.as_ref().filter(|known| known.is_lost().is_none())?;
        let [first, _] = known.standings();
        first.bound.map(|bound| u64::from(bound.value))
    }

    /// The count of the best solution that is known. A rated board of Unblock has shortest ones.
    pub(super) fn fewest(&self, metric: Metric) -> Option<u64> {
        let known = self.known.as_ref().filter(|known| known.is_lost().is_none())?;
        let standing = known.standings().into_iter().find(|it| it.metric == metric)?;
        let rated =
            standing.bound.as_ref().filter(|it| it.by == Origin::Rating && it.metric == metric);
        standing.count().or(rated.map(|bound| u64::from(bound.value)))
    }

    fn hash(&self, hash: impl Fn(&puzzle::Puzzle) -> u64) -> Option<Value> {
        let puzzle = self.entry.puzzle.as_ref().ok()?;
        Some(Value::Text(format!("{:016x}", hash(puzzle))))
    }

    pub(super) fn rating(&self) -> Option<Value> {
        let Some(FactValue::Text(word)) = self.seen.fact("category") else { return None };
        let place = Category::ALL.iter().position(|category| category.name() == word)?;
        Some(Value::Rank(place, word.clone()))
    }

    /// A line of comma-separated values.
    pub(super) fn csv(&self) -> String {
        let field = |column: &Column| self.value(*column).map_or(String::new(), |it| it.word());
        COLUMNS.each_ref().map(|column| quoted(&field(column))).join(",") + "\n"
    }

    /// An object of `--jsonl`.
    pub(super) fn record(&self) -> Json {
        let mut record = Map::new();
        let mut insert = |name: &str, value: Json| record.insert(name.to_owned(), value);
        insert("collection", json!(self.loaded.source.name));
        insert("index", json!(self.entry.index));
        insert("title", json!(self.entry.title));
        insert("game", json!(self.game()));
        if let Some(status) = self.seen.status(self.entry) {
            insert("status", json!(status.name()));
        }
        if let Err(refused) = &self.entry.puzzle {
            insert("error", json!(refused.to_string()));
            insert("faults", json!(refused.faults));
        }
        for (name, value) in &self.seen.facts {
            insert(name, fact(value));
        }
        if let Some(known) = &self.known {
            insert("known", known.to_json());
        }
        Json::Object(record)
    }
}

/// The first line of comma-separated values.
pub(super) fn csv_header() -> String {
    COLUMNS.map(|column| column.name).join(",") + "\n"
}

/// A fact as the value of a column.
pub(super) fn value_of(fact: &FactValue) -> Option<Value> {
    Some(match fact {
        FactValue::Number(number) => Value::Number(*number as f64),
        FactValue::Share(share) => Value::Number(share.value()),
        FactValue::Text(text) => Value::Text(text.clone()),
        FactValue::Flag(_) => return None,
    })
}

/// A fact as JSON: numbers are numbers.
fn fact(value: &FactValue) -> Json {
    match value {
        FactValue::Number(number) => json!(number),
        FactValue::Share(share) => json!(share.value()),
        FactValue::Flag(flag) => json!(flag),
        FactValue::Text(word) => json!(word),
    }
}
