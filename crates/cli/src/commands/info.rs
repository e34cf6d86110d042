//! `banto info`: facts about each level, what is known about its shortest solutions, and its picture.

use std::fmt::Write;

use puzzle::facts::{FactValue, Facts};
use puzzle::known::Knowledge;
use puzzle::search::Stop;
use puzzle::{Budget, Cancel, Entry, Limits, Status};
use serde_json::{Map, Value, json};

use super::print;
use crate::args::Info;
use crate::failure::{CommandResult, printable};
use crate::interrupt;
use crate::known::Elsewhere;
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
    let mut elsewhere = Elsewhere::find(&args.known, &collections, library, terminal)?;
    for loaded in &collections {
        for entry in loaded.selected() {
            let (name, seen) = (loaded.name_of(entry), Seen::of(entry, &cancel));
            let puzzle = entry.puzzle.as_ref().ok();
            let known = puzzle.map(|puzzle| elsewhere.about(&name, puzzle, &seen.facts));
            if args.jsonl {
                print(format!("{}\n", record(loaded, entry, &seen, known.as_ref())).as_bytes())?;
            } else if let Some(known) = &known {
                print(human(&name, entry, &seen.facts, known).as_bytes())?;
            }
            loaded.underlined(entry).for_each(|fault| terminal.say(fault));
            if let Some(stop) = seen.stop {
                terminal.say(format!("{name}: {}", incomplete(stop)));
            }
            code = if code == 0 { seen.status().map_or(0, Status::exit_code) } else { code };
            if cancel.is_cancelled() {
                return Ok(code);
            }
        }
    }
    Ok(if elsewhere.code == 1 || code == 0 { elsewhere.code } else { code })
}

/// What a level shows by itself.
struct Seen<'a> {
    entry: &'a Entry,
    facts: Facts,
    /// The limit that came before the rest of the facts.
    stop: Option<Stop>,
}

impl Seen<'_> {
    fn of<'a>(entry: &'a Entry, cancel: &Cancel) -> Seen<'a> {
        let (facts, stop) = match &entry.puzzle {
            Ok(puzzle) => match puzzle::facts(puzzle, &mut Budget::new(LIMITS, cancel.clone())) {
                Ok(facts) => (facts, None),
                Err(stop) => (puzzle::facts::outline(puzzle), Some(stop)),
            },
            Err(_) => (Facts::new(), None),
        };
        Seen { entry, facts, stop }
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
        Stop::Time | Stop::Nodes => "too large to analyse within the time limit",
        Stop::Memory => "too large to analyse within the memory limit",
        Stop::Interrupted => "interrupted",
    }
}

fn human(name: &str, entry: &Entry, facts: &Facts, known: &Knowledge<'_>) -> String {
    let mut text = format!("{name}\n");
    let mut row = |name: &str, value: &dyn std::fmt::Display| {
        let _ = writeln!(text, "  {name:20} {value}");
    };
    for (name, value) in facts {
        row(&name.replace('_', " "), value);
    }
    match known.is_lost() {
        Some(by) => row("no solution", &format!("proved by {by}")),
        None => {
            for standing in known.standings() {
                row(&format!("fewest {}", standing.metric.name()), &standing);
                if let Some(proof) = standing.proof() {
                    row("  proved by", &printable(&proof));
                }
            }
        }
    }
    for line in entry.drawing().unwrap_or_default().lines() {
        let _ = writeln!(text, "    {line}");
    }
    text + "\n"
}

fn record(loaded: &Loaded, entry: &Entry, seen: &Seen<'_>, known: Option<&Knowledge<'_>>) -> Value {
    let mut record = Map::new();
    let mut insert = |name: &str, value: Value| record.insert(name.to_owned(), value);
    insert("collection", json!(loaded.source.name));
    insert("index", json!(entry.index));
    insert("title", json!(entry.title));
    insert("game", json!(loaded.collection.game.name()));
    if let Some(status) = seen.status() {
        insert("status", json!(status.name()));
    }
    if let Err(refused) = &entry.puzzle {
        insert("error", json!(refused.to_string()));
        insert("faults", json!(refused.faults));
    }
    for (name, value) in &seen.facts {
        insert(name, fact(value));
    }
    if let Some(known) = known {
        insert("known", known.to_json());
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
