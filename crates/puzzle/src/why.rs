//! Why a position is lost, and on which squares any box would be.

use search::{Budget, Outcome, Stats};
use serde_json::{Value, json};
use sokoban::{Board, Dir, Square};
use unblock::Metric;

use crate::solver_pool::with_sparing_unblock;
use crate::{Game, NoAnswer, Puzzle};

/// A place on the grid of a level, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The row.
    pub row: usize,
    /// The column.
    pub column: usize,
}

/// Why a position is lost.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Explanation {
    /// The kind of reason, a word for programs.
    pub kind: &'static str,
    /// The reason in one sentence.
    pub sentence: String,
    /// The boxes to point at.
    pub boxes: Vec<Place>,
    /// The squares to point at: the goals that cannot be filled, the area closed off.
    pub squares: Vec<Place>,
}

/// Why the position at the start of a puzzle is lost; [`Puzzle::after`] makes any position the start.
/// In Sokoban `None` means that no reason is seen, not that the position can be won; in Unblock it
/// means that it can. [`judge`] tells these apart.
///
/// # Errors
/// The limit that came first.
pub fn why(puzzle: &Puzzle, budget: &mut Budget) -> Result<Option<Explanation>, NoAnswer> {
    judge(puzzle, budget).map(|judged| judged.reason)
}

/// What is known about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Judged {
    /// Whether nothing is left to do.
    pub solved: bool,
    /// Whether it is lost; `None` when that is not known.
    pub lost: Option<bool>,
    /// Why it is lost.
    pub reason: Option<Explanation>,
}

impl Judged {
    /// As an object, the same for every program that asks; rows and columns count from 0.
    pub fn to_json(&self) -> Value {
        let place = |at: &Place| json!({ "row": at.row, "column": at.column });
        let places = |all: &[Place]| all.iter().map(place).collect::<Vec<_>>();
        let mut object = json!({ "lost": self.lost, "solved": self.solved });
        if let Some(reason) = &self.reason {
            object["kind"] = json!(reason.kind);
            object["reason"] = json!(reason.sentence);
            object["boxes"] = json!(places(&reason.boxes));
            object["squares"] = json!(places(&reason.squares));
        }
        object
    }
}

/// Whether the position at the start of a puzzle is solved or lost, as far as can be seen without a
/// search for a solution (Sokoban) or by a search of all positions (Unblock).
///
/// # Errors
/// The limit that came first.
pub fn judge(puzzle: &Puzzle, budget: &mut Budget) -> Result<Judged, NoAnswer> {
    if puzzle.is_solved() {
        return Ok(Judged { solved: true, lost: Some(false), reason: None });
    }
    let (lost, reason) = match puzzle {
        Puzzle::Sokoban(puzzle) => {
            let reason = why_sokoban(puzzle.board(), budget)?;
            (reason.is_some().then_some(true), reason)
        }
        Puzzle::Unblock(level) => match can_get_out(&level.board, budget)? {
            Some(true) => (Some(false), None),
            Some(false) => (Some(true), Some(no_way_out())),
            None => (None, None),
        },
    };
    Ok(Judged { solved: false, lost, reason })
}

impl Puzzle {
    /// Why it has no solution, when that can be seen without any search.
    pub fn impossible(&self) -> Option<String> {
        let Puzzle::Sokoban(puzzle) = self else { return None };
        Some(match puzzle.board().impossible()? {
            sokoban::Impossible::SealedBox { row, column } => format!(
                "the box at row {}, column {} is off goal where the player can never go",
                row + 1,
                column + 1
            ),
            sokoban::Impossible::TooFewGoals { boxes, goals } => {
                let plural = |n: usize, one, many| if n == 1 { one } else { many };
                let (b, g) = (plural(boxes, "box", "boxes"), plural(goals, "goal", "goals"));
                format!("{boxes} {b} but only {goals} {g} within the player's reach")
            }
        })
    }
}

fn why_sokoban(board: &Board, budget: &mut Budget) -> Result<Option<Explanation>, NoAnswer> {
    let loss = solver::explain(board, &board.start(), budget)?;
    let places = |squares: &[Square]| squares.iter().map(|&it| place(board, it)).collect();
    Ok(loss.map(|loss| Explanation {
        kind: loss.reason.name(),
        sentence: loss.reason.sentence().to_owned(),
        boxes: places(&loss.boxes),
        squares: places(&loss.squares),
    }))
}

/// Whether the red piece can get out; `None` when the search does not find out.
fn can_get_out(board: &unblock::Board, budget: &mut Budget) -> Result<Option<bool>, NoAnswer> {
    let mut stats = Stats::default();
    let answer =
        with_sparing_unblock(|solver| solver.solve(board, Metric::Moves, budget, &mut stats));
    match answer.outcome {
        Outcome::Solved(_) => Ok(Some(true)),
        Outcome::Unsolvable => Ok(Some(false)),
        Outcome::GaveUp => Ok(None),
        Outcome::Stopped(stop) => Err(stop.into()),
    }
}

fn no_way_out() -> Explanation {
    Explanation {
        kind: "no-way-out",
        sentence: "the red piece cannot get out from any position that can be reached".to_owned(),
        boxes: Vec::new(),
        squares: Vec::new(),
    }
}

/// Why a box on a square is lost, whatever stands elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DeadReason {
    /// It stands in a corner.
    Corner,
    /// It stands along a wall it cannot leave.
    Wall,
    /// It can move, but never to a goal.
    NoGoal,
}

impl DeadReason {
    /// The word used in answers.
    pub const fn name(self) -> &'static str {
        match self {
            DeadReason::Corner => "corner",
            DeadReason::Wall => "wall",
            DeadReason::NoGoal => "no-goal",
        }
    }
}

/// The dead squares of a Sokoban puzzle in row order, each with its reason.
///
/// # Errors
/// The limit that came first; Unblock has no such squares.
pub fn dead_squares(
    puzzle: &Puzzle,
    budget: &mut Budget,
) -> Result<Vec<(Place, DeadReason)>, NoAnswer> {
    let Puzzle::Sokoban(puzzle) = puzzle else { return Err(NoAnswer::Game(Game::Unblock)) };
    let board = puzzle.board();
    let dead = solver::dead_squares(board, budget)?.into_iter();
    Ok(dead.map(|square| (place(board, square), dead_reason(board, square))).collect())
}

fn dead_reason(board: &Board, square: Square) -> DeadReason {
    let wall = |dir| board.neighbor(square, dir).is_none();
    let [up, down, left, right] = [Dir::Up, Dir::Down, Dir::Left, Dir::Right].map(wall);
    match (up || down, left || right) {
        (true, true) => DeadReason::Corner,
        (false, false) => DeadReason::NoGoal,
        _ => DeadReason::Wall,
    }
}

fn place(board: &Board, square: Square) -> Place {
    let (row, column) = board.place(square);
    Place { row, column }
}
