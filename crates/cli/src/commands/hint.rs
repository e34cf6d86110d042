//! `banto hint`: what to do next, and how far there is to go.

use puzzle::hint::Hint;
use puzzle::{Budget, Counts, Game, Status};
use serde_json::{Value, json};

use super::print;
use crate::args::Ask;
use crate::failure::{CommandResult, Failure};
use crate::library::Library;
use crate::position::Position;
use crate::quantity::plural;
use crate::terminal::Terminal;

/// Prints the next step from a position.
pub(crate) fn run(args: &Ask, library: &Library, terminal: Terminal) -> CommandResult {
    let position = Position::load(args, library, terminal)?;
    let ask = |budget: &mut Budget| puzzle::hint(&position.puzzle, budget);
    let hint = position.ask(args, ask)?;
    let text = match args.jsonl {
        true => record(&position, &hint).to_string(),
        false => sentence(position.puzzle.game(), &hint),
    };
    print(format!("{text}\n").as_bytes())?;
    Ok(hint.status.exit_code())
}

fn sentence(game: Game, hint: &Hint) -> String {
    if hint.next.is_empty() {
        return match hint.status {
            Status::Solved => "nothing is left to do".to_owned(),
            Status::Unsolvable => "this position has no solution".to_owned(),
            _ => "no solution was found".to_owned(),
        };
    }
    format!("{} ({} to go)", hint.next.join(" or "), to_go(game, &hint.to_go))
}

pub(super) fn to_go(game: Game, counts: &Counts) -> String {
    let measures = match game {
        Game::Sokoban => [(counts.pushes, "push", "pushes"), (counts.moves, "move", "moves")],
        Game::Unblock => [(counts.moves, "move", "moves"), (counts.steps, "step", "steps")],
    };
    let measured = measures
        .into_iter()
        .filter_map(|(count, one, many)| count.map(|n| format!("{n} {}", plural(n, one, many))));
    measured.collect::<Vec<_>>().join(", ")
}

fn record(position: &Position, hint: &Hint) -> Value {
    let mut record = position.record();
    let fields = [
        ("status", json!(hint.status.name())),
        ("next", json!(hint.next)),
        ("solution", json!(hint.solution)),
        ("moves", json!(hint.to_go.moves)),
        ("pushes", json!(hint.to_go.pushes)),
        ("steps", json!(hint.to_go.steps)),
        ("guarantee", json!(hint.guarantee.name())),
    ];
    let known = fields.into_iter().filter(|(_, value)| !value.is_null());
    record.extend(known.map(|(name, value)| (name.to_owned(), value)));
    Value::Object(record)
}

impl From<puzzle::NoAnswer> for Failure {
    fn from(reason: puzzle::NoAnswer) -> Failure {
        Failure { code: reason.exit_code(), message: reason.to_string() }
    }
}
