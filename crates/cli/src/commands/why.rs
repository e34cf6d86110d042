//! `banto why`: the reason why a position is lost.

use puzzle::Budget;
use puzzle::why::{Explanation, Place};
use serde_json::{Value, json};

use super::print;
use crate::args::Ask;
use crate::failure::CommandResult;
use crate::library::Library;
use crate::position::Position;
use crate::terminal::Terminal;

/// Prints why a position is lost, or that it is not known to be.
pub(crate) fn run(args: &Ask, library: &Library, terminal: Terminal) -> CommandResult {
    let position = Position::load(args, library, terminal)?;
    let ask = |budget: &mut Budget| puzzle::why(&position.puzzle, budget);
    let lost = position.ask(args, ask)?;
    let text = match args.jsonl {
        true => record(&position, lost.as_ref()).to_string(),
        false => lost.as_ref().map_or_else(|| "not known to be lost".to_owned(), sentence),
    };
    print(format!("{text}\n").as_bytes())
}

fn sentence(lost: &Explanation) -> String {
    let text = format!("lost: {}", lost.sentence);
    if lost.boxes.is_empty() {
        return text;
    }
    let place = |at: &Place| format!("row {} column {}", at.row + 1, at.column + 1);
    let boxes: Vec<String> = lost.boxes.iter().map(place).collect();
    let word = if boxes.len() == 1 { "box" } else { "boxes" };
    format!("{text} ({word} at {})", boxes.join(", "))
}

fn record(position: &Position, lost: Option<&Explanation>) -> Value {
    let mut record = position.record();
    record.insert("lost".to_owned(), json!(lost.is_some()));
    if let Some(lost) = lost {
        let place = |at: &Place| json!({ "row": at.row + 1, "column": at.column + 1 });
        let places = |all: &[Place]| all.iter().map(place).collect::<Vec<_>>();
        record.insert("kind".to_owned(), json!(lost.kind));
        record.insert("reason".to_owned(), json!(lost.sentence));
        record.insert("boxes".to_owned(), json!(places(&lost.boxes)));
        record.insert("squares".to_owned(), json!(places(&lost.squares)));
    }
    Value::Object(record)
}
