//! `banto info`: facts about each level, and its picture.

use std::fmt::Write;

use puzzle::{Budget, Cancel, Entry, FactValue, Limits};
use serde_json::{Map, Value, json};

use super::print;
use crate::args::Info;
use crate::failure::CommandResult;
use crate::library::Library;
use crate::loaded::{self, Loaded};
use crate::terminal::Terminal;

/// Time and memory for one level: a huge board loses its facts, not the whole run.
const LIMITS: Limits =
    Limits { time: Some(std::time::Duration::from_secs(5)), memory: Some(1 << 30), nodes: None };

/// Prints the facts of the selected levels.
pub(crate) fn run(args: &Info, library: &Library, terminal: Terminal) -> CommandResult {
    let (collections, mut code) = loaded::load(&args.input, library, terminal)?;
    for loaded in &collections {
        let mut text = String::new();
        for entry in loaded.selected() {
            match facts(loaded, entry) {
                Ok(facts) if args.jsonl => text += &format!("{}\n", record(loaded, entry, &facts)),
                Ok(facts) => text += &human(loaded, entry, &facts),
                Err(complaints) => {
                    complaints.iter().for_each(|complaint| terminal.say(complaint));
                    code = 3;
                }
            }
        }
        print(text.as_bytes())?;
    }
    Ok(code)
}

fn facts(loaded: &Loaded, entry: &Entry) -> Result<puzzle::Facts, Vec<String>> {
    let Ok(puzzle) = &entry.puzzle else { return Err(loaded.underlined(entry).collect()) };
    puzzle::facts(puzzle, &mut Budget::new(LIMITS, Cancel::default()))
        .map_err(|_| vec![format!("{}: too large to analyse", loaded.name_of(entry))])
}

fn human(loaded: &Loaded, entry: &Entry, facts: &puzzle::Facts) -> String {
    let mut text = format!("{}\n", loaded.name_of(entry));
    for (name, value) in facts {
        let _ = match value {
            FactValue::Number(number) => writeln!(text, "  {:20} {number}", name.replace('_', " ")),
            FactValue::Text(word) => writeln!(text, "  {:20} {word}", name.replace('_', " ")),
        };
    }
    if let Ok(puzzle) = &entry.puzzle {
        for line in puzzle::draw(puzzle).lines() {
            let _ = writeln!(text, "    {line}");
        }
    }
    text + "\n"
}

fn record(loaded: &Loaded, entry: &Entry, facts: &puzzle::Facts) -> Value {
    let mut record = Map::new();
    record.insert("collection".to_owned(), json!(loaded.source.name));
    record.insert("index".to_owned(), json!(entry.index));
    record.insert("title".to_owned(), json!(entry.title));
    record.insert("game".to_owned(), json!(loaded.collection.game.name()));
    for (name, value) in facts {
        let value = match value {
            FactValue::Number(number) => json!(number),
            FactValue::Text(word) => json!(word),
        };
        record.insert((*name).to_owned(), value);
    }
    Value::Object(record)
}
