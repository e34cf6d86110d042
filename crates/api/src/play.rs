//! What a player asks while playing: a hint, how far there is to go, why a position is lost, a shorter solution.

use std::sync::Arc;
use std::time::Duration;

use puzzle::known::{Bound, Knowledge};
use puzzle::why::Place;
use puzzle::{Budget, Counts, Goal, Limits, Metric, Puzzle};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::level::LevelInput;
use crate::moves::MovesInput;
use crate::search::Search;
use crate::{Answer, Refusal};

/// Time for a hint in Sokoban, where a whole solution is searched for.
const HINT_TIME: Duration = Duration::from_secs(10);
/// Time for everything that is answered at once.
pub const AT_ONCE: Duration = Duration::from_secs(2);
/// Memory for everything that is answered at once.
pub const MEMORY: u64 = 512 << 20;
/// Time for making a solution shorter.
pub const IMPROVING: Duration = Duration::from_secs(4);
/// Time for the bound of the start position, which is asked for at the end of every game.
pub const KNOWN_TIME: Duration = Duration::from_secs(2);

/// A position to ask about.
#[derive(Debug, Deserialize)]
pub struct Position {
    /// The position.
    pub level: LevelInput,
    /// The piece that has just been moved (Unblock).
    pub avoid: Option<String>,
}

/// The search behind a hint in Sokoban: a solution, found by the portfolio.
pub fn hint_search(puzzle: Puzzle, memory: u64) -> Answer<Search> {
    let limits = Limits { time: Some(HINT_TIME), memory: Some(memory), nodes: None };
    let request = puzzle::Request { limits, ..puzzle::Request::default() };
    let resolved = request.resolve(puzzle.game()).map_err(Refusal::internal)?;
    Ok(Search { collection: String::new(), index: 1, puzzle: Arc::new(puzzle), resolved })
}

/// The hint that the record of such a search gives.
pub fn hint_of(record: &Value) -> Value {
    let next = record["solution"].as_str().map(puzzle::hint::first_step);
    json!({
        "status": record["status"],
        "solution": record["solution"],
        "moves": record["moves"],
        "pushes": record["pushes"],
        "guarantee": record["guarantee"],
        "next": next.filter(|step| !step.is_empty()).into_iter().collect::<Vec<_>>(),
    })
}

/// The way on in Unblock: the distance in both metrics and the next moves of shortest solutions.
pub fn hint_unblock(puzzle: &Puzzle, avoid: Option<&str>, budget: &mut Budget) -> Answer<Value> {
    let mut hint = puzzle::hint(puzzle, budget)?;
    if let Some(piece) = avoid {
        hint.avoid(piece);
    }
    Ok(json!({
        "status": hint.status.name(),
        "solution": hint.solution,
        "moves": hint.to_go.moves,
        "steps": hint.to_go.steps,
        "guarantee": hint.guarantee.name(),
        "next": hint.next,
    }))
}

/// Whether a position is lost, and why.
pub fn why(puzzle: &Puzzle, budget: &mut Budget) -> Answer<Value> {
    Ok(puzzle::why::judge(puzzle, budget)?.to_json())
}

/// Dead squares of a Sokoban board, each with its reason.
pub fn squares(puzzle: &Puzzle, budget: &mut Budget) -> Answer<Value> {
    let dead = puzzle::why::dead_squares(puzzle, budget)?;
    let dead = dead.iter().map(|(at, reason)| {
        let mut it = place(at);
        it["reason"] = reason.name().into();
        it
    });
    Ok(json!({ "dead": dead.collect::<Vec<_>>() }))
}

fn place(at: &Place) -> Value {
    json!({ "row": at.row, "column": at.column })
}

/// A solution to make shorter.
#[derive(Debug, Deserialize)]
pub struct Improvable {
    /// The level.
    pub level: LevelInput,
    moves: String,
    #[serde(default, with = "puzzle::search::goal")]
    goal: Option<Goal>,
}

impl Improvable {
    /// The solution made shorter, in moves or, when the goal does not ask for them, in pushes first.
    pub fn improve(&self, puzzle: &Puzzle, budget: &mut Budget) -> Answer<Value> {
        let goal = self.goal.map_or(Metric::Pushes, Goal::first);
        let found = puzzle::improve(puzzle, &self.moves, goal, budget)?;
        let counts = |it: &Counts| json!({ "moves": it.moves, "pushes": it.pushes });
        Ok(json!({
            "moves": found.moves,
            "counts": counts(&found.counts),
            "before": counts(&found.before),
        }))
    }
}

/// A solution to replay.
#[derive(Debug, Deserialize)]
pub struct Claimed {
    level: LevelInput,
    moves: MovesInput,
}

/// What a solution counts, its moves as text, and the key of its level; refused when it does not replay.
pub fn check(claimed: Claimed) -> Answer<Value> {
    let puzzle = claimed.level.judge()?;
    let moves = claimed.moves.text(&puzzle)?;
    let counts = puzzle::check(&puzzle, &moves).map_err(Refusal::bad)?;
    let Counts { moves: count, pushes, steps, .. } = counts;
    Ok(json!({
        "key": puzzle::plain::key(&puzzle),
        "text": moves,
        "counts": { "moves": count, "pushes": pushes, "steps": steps },
    }))
}

/// What is known about the shortest solutions of a level: solutions, which are replayed here, bounds with who has
/// proved them, and what the start position shows. A board too large for that has the rest.
pub fn known(
    puzzle: &Puzzle,
    solutions: impl IntoIterator<Item = String>,
    bounds: impl IntoIterator<Item = Bound>,
    budget: &mut Budget,
) -> Value {
    let mut known = Knowledge::new(puzzle);
    known.facts(&puzzle::facts(puzzle, budget).unwrap_or_default());
    for moves in solutions {
        // What does not replay was not written by us and does not count.
        let _ = known.solution(&moves);
    }
    bounds.into_iter().for_each(|bound| known.bound(bound));
    let wrong: Vec<String> = known.settle().iter().map(ToString::to_string).collect();
    json!({ "known": known.to_json(), "contradictions": wrong })
}
