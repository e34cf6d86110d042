//! The table of tools: name, what it does, what it takes. Clients, models and the check of arguments
//! all read it.

use serde_json::{Map, Value, json};

use crate::answers::{self, Asked};
use crate::arguments;

/// A tool.
pub(crate) struct Tool {
    pub(crate) name: &'static str,
    title: &'static str,
    description: &'static str,
    /// What it takes, those it needs first.
    takes: &'static [&'static str],
    /// How many of them it needs.
    needs: usize,
    run: fn(&Asked) -> Result<Value, String>,
}

/// All tools.
pub(crate) const TOOLS: [Tool; 11] = [
    Tool {
        name: "show",
        title: "Show a position",
        description: "Draws a level after some moves: the board, its size, and whether it is solved.",
        takes: &["level", "moves", "index"],
        needs: 1,
        run: answers::show,
    },
    Tool {
        name: "legal_moves",
        title: "Legal moves",
        description: "Every move that can be made in a position. Sokoban: the steps of the player, and \
                      every push that can be walked to, with the walk.",
        takes: &["level", "moves", "index"],
        needs: 1,
        run: answers::legal_moves,
    },
    Tool {
        name: "play",
        title: "Play moves",
        description: "Makes moves in a position and shows what becomes of it; the first move that cannot \
                      be made is named. `moves` in the answer are all moves so far: pass them on.",
        takes: &["level", "play", "moves", "index"],
        needs: 2,
        run: answers::play,
    },
    Tool {
        name: "check",
        title: "Check a solution",
        description: "Replays a solution with an independent checker: its length, or the first wrong move.",
        takes: &["level", "solution", "index"],
        needs: 2,
        run: answers::check,
    },
    Tool {
        name: "why",
        title: "Why a position is lost",
        description: "Says why a position can no longer be won, with the boxes to blame. In Sokoban \
                      `lost: false` means that no reason is seen, not that the position can be won.",
        takes: &["level", "moves", "index", "time_ms"],
        needs: 1,
        run: answers::why,
    },
    Tool {
        name: "rate",
        title: "How hard a level is",
        description: "How hard a level is for people: the share of plays that end solved (Sokoban) or the \
                      moves people need (Unblock), with the range that 8 of 10 such levels fall into, a name \
                      for it, and the reasons.",
        takes: &["level", "moves", "index", "time_ms"],
        needs: 1,
        run: answers::rate,
    },
    Tool {
        name: "advice",
        title: "Advice for a designer",
        description: "What its designer may want to know of a level: boxes, pieces, walls and floor without \
                      which it plays the same, each proved by solving without it; how many shortest \
                      solutions there are; where there is no choice; where most go wrong.",
        takes: &["level", "moves", "index", "time_ms"],
        needs: 1,
        run: answers::advice,
    },
    Tool {
        name: "hint",
        title: "The next step",
        description: "What to do next in a position, and how far there is to go.",
        takes: &["level", "moves", "index", "time_ms"],
        needs: 1,
        run: answers::hint,
    },
    Tool {
        name: "solve",
        title: "Solve",
        description: "Solves a level, or the position after some moves. The answer says whether it is \
                      solved, proved unsolvable, or which limit came first.",
        takes: &["level", "moves", "index", "engine", "goal", "time_ms"],
        needs: 1,
        run: answers::solve,
    },
    Tool {
        name: "distance",
        title: "Exact distance",
        description: "The fewest pushes or moves (Sokoban), moves or steps (Unblock) from a position to \
                      the end, proved; or that it could not be proved in time.",
        takes: &["level", "moves", "index", "goal", "time_ms"],
        needs: 1,
        run: answers::distance,
    },
    Tool {
        name: "generate",
        title: "Make a level",
        description: "Makes a new level that can be solved; the same seed makes the same level. With \
                      `solved_by` or `people_moves` it is as hard for people as wanted, with nothing \
                      superfluous on it; `missed` says what was not reached.",
        takes: &[
            "game",
            "seed",
            "grade",
            "solved_by",
            "people_moves",
            "width",
            "height",
            "boxes",
            "time_ms",
        ],
        needs: 1,
        run: answers::generate,
    },
];

/// The tool with a name.
pub(crate) fn named(name: &str) -> Option<&'static Tool> {
    TOOLS.iter().find(|tool| tool.name == name)
}

/// All tools as clients see them.
pub(crate) fn list() -> Vec<Value> {
    let row = |tool: &Tool| {
        json!({
            "name": tool.name, "title": tool.title, "description": tool.description,
            "inputSchema": tool.schema(),
            "annotations": { "readOnlyHint": true, "openWorldHint": false },
        })
    };
    TOOLS.iter().map(row).collect()
}

impl Tool {
    /// Checks the arguments and answers.
    ///
    /// # Errors
    /// What is wrong, in a sentence.
    pub(crate) fn call(&self, asked: &Asked) -> Result<Value, String> {
        arguments::check(&self.schema(), &asked.arguments)?;
        (self.run)(asked)
    }

    /// What it takes, as a JSON schema.
    fn schema(&self) -> Value {
        let properties: Map<String, Value> =
            self.takes.iter().map(|&name| (name.to_owned(), argument(self.name, name))).collect();
        json!({
            "type": "object", "properties": properties, "required": self.takes[..self.needs],
            "additionalProperties": false,
        })
    }
}

/// An argument as a JSON schema.
fn argument(tool: &str, name: &str) -> Value {
    let text = |about: &str| json!({ "type": "string", "description": about });
    let number = |least: u64, most: u64, about: &str| json!({ "type": "integer", "minimum": least, "maximum": most, "description": about });
    let word = |words: &[&str], about: &str| json!({ "type": "string", "enum": words, "description": about });
    match name {
        "level" => text("The level as text, in any usual notation of either game"),
        "moves" => text("Moves made so far; none when absent"),
        "play" => text("The moves to make now"),
        "solution" => text("The moves of the solution, from the start of the level"),
        "index" => number(1, 1_000_000, "Which level of the text, from 1; the first when absent"),
        "time_ms" => {
            number(1, 3_600_000, "Longest time for the answer, in milliseconds; 10000 when absent")
        }
        "engine" => text(&format!("Which engine solves; auto when absent. {}", engines())),
        "goal" if tool == "distance" => word(
            &["pushes", "moves", "steps"],
            "What to count; pushes (Sokoban) or moves (Unblock) when absent",
        ),
        "goal" => {
            let goals = puzzle::search::goal::ALL.map(puzzle::search::goal::name);
            let pairs = "pushes-moves and moves-pushes prove both, one after the other";
            word(&goals, &format!("What should be shortest; any when absent. {pairs}"))
        }
        "game" => word(&["sokoban", "unblock"], "For which game"),
        "grade" => text(
            "How hard: easy, medium, hard, expert (Sokoban); first, easy, beginner, \
                         intermediate, advanced, expert (Unblock)",
        ),
        "solved_by" => {
            number(1, 99, "Percent of plays that should end solved (Sokoban), instead of a grade")
        }
        "people_moves" => number(1, 1000, "Moves people should need (Unblock), instead of a grade"),
        "seed" => number(0, u64::MAX, "The number that decides what is random; 1 when absent"),
        "width" | "height" => number(3, 32, "Most columns or rows, walls included (Sokoban)"),
        "boxes" => number(1, 20, "Boxes (Sokoban)"),
        _ => json!({}),
    }
}

/// The names of all engines, with the games they play.
fn engines() -> String {
    let all = puzzle::engines::all();
    let playing = |game: &str| {
        let of = all.iter().filter(|row| row.games == game || row.games == "both");
        let of = of.map(|row| row.name);
        of.collect::<Vec<_>>().join(", ")
    };
    format!("Sokoban: {}. Unblock: {}.", playing("sokoban"), playing("unblock"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_argument_is_described() {
        for tool in &TOOLS {
            for (name, schema) in tool.schema()["properties"].as_object().unwrap() {
                assert!(schema["description"].is_string(), "{} {name}", tool.name);
            }
        }
    }
}
