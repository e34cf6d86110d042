//! `banto rate`: how hard levels are for people. One level is told in full, several as a line each.

use puzzle::advice::Advice;
use puzzle::grade::{Grade, Rated};
use puzzle::{Budget, Cancel, Entry, Game, Limits, NoAnswer, Puzzle, Status};
use serde_json::{Map, Value, json};

use super::print;
use crate::args::Rate;
use crate::failure::{CommandResult, printable};
use crate::interrupt;
use crate::library::Library;
use crate::loaded::{self, Loaded};
use crate::terminal::Terminal;

/// Prints the grades of the selected levels. Exits with the code of the first level that has none.
pub(crate) fn run(args: &Rate, library: &Library, terminal: Terminal) -> CommandResult {
    let cancel = Cancel::default();
    interrupt::watch(&cancel)?;
    interrupt::watch_reader(&cancel);
    let (collections, mut code) = loaded::load(&args.input, library, terminal)?;
    let levels: Vec<(&Loaded, &Entry)> =
        collections.iter().flat_map(|it| it.selected().map(move |entry| (it, entry))).collect();
    let alone = levels.len() == 1;
    for (loaded, entry) in levels {
        let found = match &entry.puzzle {
            Ok(puzzle) => Found::of(puzzle, args, &cancel),
            Err(_) => {
                loaded.underlined(entry).for_each(|fault| terminal.say(fault));
                Found::Invalid
            }
        };
        if cancel.is_cancelled() {
            return Ok(if interrupt::reader_left() { 0 } else { Status::Interrupted.exit_code() });
        }
        code = if code == 0 { found.code() } else { code };
        let advice = advised(entry, &found, args, &cancel);
        let mut text = match (args.jsonl, alone) {
            (true, _) => format!("{}\n", found.record(loaded, entry, advice.as_ref())),
            (_, true) => found.long(&loaded.name_of(entry)),
            _ => found.line(&loaded.name_of(entry)),
        };
        if let (Some(advice), false) = (&advice, args.jsonl) {
            text += &told(advice);
        }
        print(text.as_bytes())?;
    }
    Ok(code)
}

/// The advice about a level that has a grade, if it is asked for, or why there is none.
fn advised(
    entry: &Entry,
    found: &Found,
    args: &Rate,
    cancel: &Cancel,
) -> Option<Result<Advice, NoAnswer>> {
    let puzzle = entry.puzzle.as_ref().ok().filter(|_| args.advice && found.code() == 0)?;
    Some(puzzle::advice(puzzle, &mut Budget::new(limits(args), cancel.clone())))
}

fn told(advice: &Result<Advice, NoAnswer>) -> String {
    match advice {
        Ok(advice) => advice.sentences().iter().map(|line| format!("  {line}\n")).collect(),
        Err(why) => format!("  no advice: {why}\n"),
    }
}

fn limits(args: &Rate) -> Limits {
    Limits { time: Some(args.time), memory: Some(args.memory), nodes: None }
}

/// What came of a level.
enum Found {
    Rated(Rated),
    Not(NoAnswer),
    Invalid,
}

impl Found {
    fn of(puzzle: &Puzzle, args: &Rate, cancel: &Cancel) -> Found {
        match puzzle::rate(puzzle, &mut Budget::new(limits(args), cancel.clone())) {
            Ok(rated) => Found::Rated(rated),
            Err(why) => Found::Not(why),
        }
    }

    fn code(&self) -> u8 {
        match self {
            Found::Rated(Rated { grade: Some(_), .. }) => 0,
            Found::Rated(_) => Status::Unsolvable.exit_code(),
            Found::Not(why) => why.exit_code(),
            Found::Invalid => Status::Invalid.exit_code(),
        }
    }

    /// A level in full.
    fn long(&self, name: &str) -> String {
        let mut text = match self {
            Found::Rated(rated) => match &rated.grade {
                Some(grade) => format!("{name}\n{}: {}\n", grade.band.name(), rated.sentence()),
                None => format!("{name}\n{}\n", rated.sentence()),
            },
            Found::Not(why) => format!("{name}\nno grade: {why}\n"),
            Found::Invalid => return String::new(),
        };
        let Found::Rated(rated) = self else { return text };
        let reasons = rated.grade.iter().flat_map(|grade| &grade.why);
        reasons.for_each(|reason| text += &format!("  {reason}\n"));
        rated.caution().iter().for_each(|caution| text += &format!("  {caution}\n"));
        text
    }

    /// A level among others.
    fn line(&self, name: &str) -> String {
        let figure = match self {
            Found::Rated(rated) => match &rated.grade {
                Some(grade) => figure(rated.game, grade, rated.caution().is_some()),
                None => "no solution".to_owned(),
            },
            Found::Not(why) => format!("no grade: {why}"),
            Found::Invalid => "invalid".to_owned(),
        };
        format!("{figure}  {}\n", printable(name))
    }

    fn record(
        &self,
        loaded: &Loaded,
        entry: &Entry,
        advice: Option<&Result<Advice, NoAnswer>>,
    ) -> Value {
        let mut record = Map::new();
        let mut insert = |name: &str, value: Value| record.insert(name.to_owned(), value);
        insert("collection", json!(loaded.source.name));
        insert("index", json!(entry.index));
        insert("title", json!(entry.title));
        insert("game", json!(loaded.collection.game.name()));
        match self {
            Found::Rated(rated) => {
                let Value::Object(fields) = rated.to_json() else { return Value::Object(record) };
                record.extend(fields);
            }
            Found::Not(NoAnswer::Stopped(stop)) => {
                insert("status", json!(Status::from(*stop).name()));
            }
            Found::Not(why) => {
                insert("status", json!(Status::GaveUp.name()));
                insert("error", json!(why.to_string()));
            }
            Found::Invalid => {
                insert("status", json!(Status::Invalid.name()));
            }
        }
        match advice {
            Some(Ok(advice)) => _ = record.insert("advice".to_owned(), advice.to_json()),
            Some(Err(why)) => _ = record.insert("no_advice".to_owned(), json!(why.to_string())),
            None => {}
        }
        Value::Object(record)
    }
}

/// The figures of a grade in columns; a question mark says that it is extrapolated.
fn figure(game: Game, grade: &Grade, extrapolates: bool) -> String {
    let it = &grade.expected;
    let mark = if extrapolates { "?" } else { " " };
    let numbers = match game {
        Game::Sokoban => {
            let [value, low, high] = [it.value, it.low, it.high].map(|it| 100.0 * it);
            format!("{value:3.0} % ({low:.0} to {high:.0} %)")
        }
        Game::Unblock => format!("{:3.0} moves ({:.0} to {:.0})", it.value, it.low, it.high),
    };
    format!("{numbers:22}{mark} {:14}", grade.band.name())
}
