//! `banto info`: facts about each level, and its picture.

use std::fmt::Write;

use puzzle::{Budget, Cancel, Entry, FactValue, Facts, Limits, Status, Stop};
use serde_json::{Map, Value, json};

use super::print;
use crate::args::Info;
use crate::failure::CommandResult;
use crate::interrupt;
use crate::library::Library;
use crate::loaded::{self, Loaded};
use crate::terminal::Terminal;

/// Time and memory for one level: a huge board loses its facts, not the whole run.
const LIMITS: Limits =
    Limits { time: Some(std::time::Duration::from_secs(5)), memory: Some(1 << 30), nodes: None };

/// Prints the facts of the selected levels.
pub(crate) fn run(args: &Info, library: &Library, terminal: Terminal) -> CommandResult {
    let cancel = Cancel::default();
    interrupt::watch(&cancel)?;
    interrupt::watch_reader(&cancel);
    let (collections, mut code) = loaded::load(&args.input, library, terminal)?;
    for loaded in &collections {
        for entry in loaded.selected() {
            let known = Known::of(entry, &cancel);
            if args.jsonl {
                print(format!("{}\n", record(loaded, entry, &known)).as_bytes())?;
            } else if entry.puzzle.is_ok() {
                print(human(loaded, entry, &known.facts).as_bytes())?;
            }
            loaded.underlined(entry).for_each(|fault| terminal.say(fault));
            if let Some(stop) = known.stop {
                terminal.say(format!("{}: {}", loaded.name_of(entry), incomplete(stop)));
            }
            code = if code == 0 { known.status().map_or(0, Status::exit_code) } else { code };
            if cancel.is_cancelled() {
                return Ok(code);
            }
        }
    }
    Ok(code)
}

/// What is known about a level.
struct Known<'a> {
    entry: &'a Entry,
    facts: Facts,
    /// The limit that came before the rest of the facts.
    stop: Option<Stop>,
}

impl Known<'_> {
    fn of<'a>(entry: &'a Entry, cancel: &Cancel) -> Known<'a> {
        let (facts, stop) = match &entry.puzzle {
            Ok(puzzle) => match puzzle::facts(puzzle, &mut Budget::new(LIMITS, cancel.clone())) {
                Ok(facts) => (facts, None),
                Err(stop) => (puzzle::outline(puzzle), Some(stop)),
            },
            Err(_) => (Facts::new(), None),
        };
        Known { entry, facts, stop }
    }

    /// Why something is missing, in the words of the records.
    fn status(&self) -> Option<Status> {
        match self.entry.puzzle {
            Ok(_) => self.stop.map(Status::from),
            Err(_) => Some(Status::Invalid),
        }
    }
}

fn incomplete(stop: Stop) -> &'static str {
    match stop {
        Stop::Time | Stop::Nodes => "too large to analyse in the time there is",
        Stop::Memory => "too large to analyse in the memory there is",
        Stop::Interrupted => "interrupted",
    }
}

fn human(loaded: &Loaded, entry: &Entry, facts: &Facts) -> String {
    let mut text = format!("{}\n", loaded.name_of(entry));
    for (name, value) in facts {
        let _ = writeln!(text, "  {:20} {value}", name.replace('_', " "));
    }
    for line in entry.drawing().unwrap_or_default().lines() {
        let _ = writeln!(text, "    {line}");
    }
    text + "\n"
}

fn record(loaded: &Loaded, entry: &Entry, known: &Known<'_>) -> Value {
    let mut record = Map::new();
    let mut insert = |name: &str, value: Value| record.insert(name.to_owned(), value);
    insert("collection", json!(loaded.source.name));
    insert("index", json!(entry.index));
    insert("title", json!(entry.title));
    insert("game", json!(loaded.collection.game.name()));
    if let Some(status) = known.status() {
        insert("status", json!(status.name()));
    }
    if let Err(refused) = &entry.puzzle {
        insert("error", json!(refused.to_string()));
        insert("faults", json!(refused.faults));
    }
    for (name, value) in &known.facts {
        insert(name, fact(value));
    }
    Value::Object(record)
}

/// A fact as JSON: numbers are numbers.
fn fact(value: &FactValue) -> Value {
    match value {
        FactValue::Number(number) => json!(number),
        FactValue::Share(share) => json!(share.value()),
        FactValue::Flag(flag) => json!(flag),
        FactValue::Text(word) => json!(word),
    }
}
