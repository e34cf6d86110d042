//! `banto why`: whether a position is lost, and the reason.
//!
//! If no reason is seen at once, a solution is searched for within the same time: one that is found shows that
//! the position is not lost.

use puzzle::hint::Hint;
use puzzle::why::{Explanation, Judged, Place};
use puzzle::{Budget, Counts, Game, NoAnswer, Status};
use serde_json::{Value, json};

use super::hint::to_go;
use super::print;
use crate::args::Ask;
use crate::failure::CommandResult;
use crate::library::Library;
use crate::position::Position;
use crate::terminal::Terminal;

/// Prints whether a position is lost, and why. Exits with 0 if it is not, with 10 if it is, and with the code of the
/// limit, or 14, if that is not known.
pub(crate) fn run(args: &Ask, library: &Library, terminal: Terminal) -> CommandResult {
    let position = Position::load(args, library, terminal)?;
    let verdict = position.ask(args, |budget| Verdict::find(&position, budget))?;
    let text = match args.jsonl {
        true => verdict.record(&position).to_string(),
        false => verdict.sentence(position.puzzle.game()),
    };
    print(format!("{text}\n").as_bytes())?;
    Ok(verdict.code())
}

/// What was found out about a position.
struct Verdict {
    solved: bool,
    /// `None` if it is not known.
    lost: Option<bool>,
    reason: Option<Explanation>,
    /// How far there is to go, if a solution was found.
    to_go: Option<Counts>,
    /// How the search for a solution ended, if there was one.
    ended: Status,
}

impl Verdict {
    fn find(position: &Position, budget: &mut Budget) -> Result<Verdict, NoAnswer> {
        let solved = position.puzzle.is_solved();
        let unknown = |ended| Verdict { solved, lost: None, reason: None, to_go: None, ended };
        let judged = puzzle::why::judge(&position.puzzle, budget);
        let found = judged.and_then(|Judged { lost, reason, .. }| match lost {
            Some(_) => Ok(Verdict { lost, reason, ..unknown(Status::GaveUp) }),
            None => {
                let hint = puzzle::hint(&position.puzzle, budget)?;
                Ok(unknown(hint.status).after(hint))
            }
        });
        match found {
            // Being interrupted is not an answer; a limit is one.
            Err(NoAnswer::Stopped(stop)) if Status::from(stop) != Status::Interrupted => {
                Ok(unknown(stop.into()))
            }
            found => found,
        }
    }

    /// With what the search for a solution has shown.
    fn after(self, Hint { status, to_go, .. }: Hint) -> Verdict {
        let lost = match status {
            Status::Solved => Some(false),
            Status::Unsolvable => Some(true),
            _ => None,
        };
        Verdict { lost, to_go: (lost == Some(false)).then_some(to_go), ..self }
    }

    fn code(&self) -> u8 {
        match self.lost {
            Some(false) => Status::Solved.exit_code(),
            Some(true) => Status::Unsolvable.exit_code(),
            None => self.ended.exit_code(),
        }
    }

    fn sentence(&self, game: Game) -> String {
        match (self.lost, &self.reason, &self.to_go) {
            (Some(true), Some(reason), _) => explained(reason),
            (Some(true), None, _) => "lost: a search of all positions found no solution".to_owned(),
            (Some(false), ..) if self.solved => "not lost: the level is solved".to_owned(),
            (Some(false), _, Some(counts)) => format!("not lost: {} to go", to_go(game, counts)),
            (Some(false), ..) => "not lost".to_owned(),
            (None, ..) => {
                format!("not known: no reason is seen, and no solution ({})", self.ended.name())
            }
        }
    }

    fn record(&self, position: &Position) -> Value {
        let mut record = position.record();
        record.insert("solved".to_owned(), json!(self.solved));
        record.insert("lost".to_owned(), json!(self.lost));
        if self.lost.is_none() {
            record.insert("status".to_owned(), json!(self.ended.name()));
        }
        if let Some(reason) = &self.reason {
            let place = |at: &Place| json!({ "row": at.row + 1, "column": at.column + 1 });
            let places = |all: &[Place]| all.iter().map(place).collect::<Vec<_>>();
            record.insert("kind".to_owned(), json!(reason.kind));
            record.insert("reason".to_owned(), json!(reason.sentence));
            record.insert("boxes".to_owned(), json!(places(&reason.boxes)));
            record.insert("squares".to_owned(), json!(places(&reason.squares)));
        }
        Value::Object(record)
    }
}

fn explained(reason: &Explanation) -> String {
    let text = format!("lost: {}", reason.sentence);
    if reason.boxes.is_empty() {
        return text;
    }
    let place = |at: &Place| format!("row {} column {}", at.row + 1, at.column + 1);
    let boxes: Vec<String> = reason.boxes.iter().map(place).collect();
    let word = if boxes.len() == 1 { "box" } else { "boxes" };
    format!("{text} ({word} at {})", boxes.join(", "))
}
