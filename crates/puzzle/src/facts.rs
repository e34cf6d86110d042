//! What can be said about a level without solving it.

use std::fmt;

use search::{Budget, Stop};
use serde::{Serialize, Serializer};

use crate::solver_pool::with_sparing_unblock;
use crate::{Entry, Puzzle, SokobanPuzzle};

/// Facts about a level, in the order they are shown: name and value.
pub type Facts = Vec<(&'static str, FactValue)>;

/// A fact's value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FactValue {
    /// A count.
    Number(u64),
    /// A mean or a share of a whole.
    Share(Share),
    /// Yes or no.
    Flag(bool),
    /// Anything else.
    Text(String),
}

/// A decimal fraction, kept as the whole numbers it was made from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    part: u32,
    of: u32,
}

impl Share {
    /// The fraction.
    pub fn value(self) -> f64 {
        f64::from(self.part) / f64::from(self.of)
    }
}

/// In JSON numbers are numbers, and yes or no is true or false.
impl Serialize for FactValue {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            FactValue::Number(number) => to.serialize_u64(*number),
            FactValue::Share(share) => to.serialize_f64(share.value()),
            FactValue::Flag(flag) => to.serialize_bool(*flag),
            FactValue::Text(text) => to.serialize_str(text),
        }
    }
}

impl fmt::Display for FactValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FactValue::Number(number) => write!(f, "{number}"),
            FactValue::Share(share) => write!(f, "{:.2}", share.value()),
            FactValue::Flag(flag) => f.write_str(if *flag { "yes" } else { "no" }),
            FactValue::Text(text) => f.write_str(text),
        }
    }
}

/// The facts about a level.
///
/// # Errors
/// The limit that came first.
pub fn facts(puzzle: &Puzzle, budget: &mut Budget) -> Result<Facts, Stop> {
    let facts = match puzzle {
        Puzzle::Sokoban(puzzle) => sokoban_facts(puzzle, budget)?,
        Puzzle::Unblock(level) => unblock_facts(level, budget)?,
    };
    Ok(with_hashes(facts, puzzle))
}

/// The facts that a list of many levels shows: of a board of Unblock how long its shortest solutions are,
/// without a look at all other positions, which takes many times as long.
///
/// # Errors
/// The limit that came first.
pub fn brief(puzzle: &Puzzle, budget: &mut Budget) -> Result<Facts, Stop> {
    let facts = match puzzle {
        Puzzle::Sokoban(puzzle) => sokoban_facts(puzzle, budget)?,
        Puzzle::Unblock(level) => unblock_lengths(level, budget)?,
    };
    Ok(with_hashes(facts, puzzle))
}

/// What can be said at a glance, even about a board too large to be analysed: the facts of
/// [`facts`] that take no search.
pub fn outline(puzzle: &Puzzle) -> Facts {
    match puzzle {
        Puzzle::Sokoban(puzzle) => sokoban_outline(puzzle),
        Puzzle::Unblock(level) => unblock_outline(level),
    }
}

/// The facts with the two hashes of the level, which have these names in every output.
fn with_hashes(mut facts: Facts, puzzle: &Puzzle) -> Facts {
    let digits = |hash: u64| FactValue::Text(format!("{hash:016x}"));
    facts.push(("level_hash", digits(puzzle.level_hash())));
    facts.push(("canonical_hash", digits(puzzle.canonical_hash())));
    facts
}

/// A picture of a level for a terminal.
pub fn draw(puzzle: &Puzzle) -> String {
    match puzzle {
        Puzzle::Sokoban(puzzle) => sokoban::draw::text_grid(&puzzle.level().grid),
        Puzzle::Unblock(level) => unblock::format::draw(&level.board),
    }
}

impl Entry {
    /// A picture for a terminal, also of a level that is not a puzzle when it could be read.
    pub fn drawing(&self) -> Option<String> {
        match &self.puzzle {
            Ok(puzzle) => Some(draw(puzzle)),
            Err(_) => self.sokoban_level().map(|level| sokoban::draw::text_grid(&level.grid)),
        }
    }
}

impl Puzzle {
    /// Equal for equal puzzles, whatever their symmetry, scenery and titles.
    pub fn canonical_hash(&self) -> u64 {
        match self {
            Puzzle::Sokoban(puzzle) => sokoban::canonical_hash(puzzle.board()),
            Puzzle::Unblock(level) => level.board.canonical_hash(),
        }
    }
}

fn number(n: usize) -> FactValue {
    FactValue::Number(n as u64)
}

fn text(text: &str) -> FactValue {
    FactValue::Text(text.to_owned())
}

fn sokoban_outline(puzzle: &SokobanPuzzle) -> Facts {
    let board = puzzle.board();
    let mut facts = vec![
        ("width", number(board.width())),
        ("height", number(board.height())),
        ("squares", number(board.n_squares())),
        ("boxes", number(board.n_boxes())),
    ];
    if board.is_solved(&board.start()) {
        facts.push(("start", text("solved")));
    }
    facts
}

fn sokoban_facts(puzzle: &SokobanPuzzle, budget: &mut Budget) -> Result<Facts, Stop> {
    let (board, grid) = (puzzle.board(), &puzzle.level().grid);
    let mut facts = sokoban_outline(puzzle);
    let survey = solver::survey(board, budget)?;
    facts.push(("dead_squares", number(survey.dead_squares.len())));
    facts.push(match (board.impossible(), survey.lower_bound) {
        (None, Some(bound)) => ("lower_bound_pushes", FactValue::Number(u64::from(bound))),
        _ => ("unsolvable", FactValue::Flag(true)),
    });
    if let Some(floor) = survey.floor {
        facts.push(("tunnel_squares", number(floor.tunnel_squares)));
        facts.push(("rooms", number(floor.rooms)));
    }
    let own = sokoban::Symmetry::ALL.iter().filter(|view| view.grid(grid) == *grid);
    facts.push(("symmetries", number(own.count())));
    Ok(facts)
}

fn unblock_outline(level: &unblock::Level) -> Facts {
    let board = &level.board;
    vec![
        ("width", number(board.width())),
        ("height", number(board.height())),
        ("pieces", number(board.pieces().len())),
        ("walls", number(board.walls().len())),
        ("exit", text(board.exit().name())),
    ]
}

fn unblock_lengths(level: &unblock::Level, budget: &mut Budget) -> Result<Facts, Stop> {
    let board = &level.board;
    let mut facts = unblock_outline(level);
    if !with_sparing_unblock(|solver| solver.is_exact_for(board)) {
        facts.push(("category", text(NOT_RATED)));
        return Ok(facts);
    }
    let mut fewest = |metric| with_sparing_unblock(|solver| solver.optimum(board, metric, budget));
    match (fewest(search::Metric::Moves)?, fewest(search::Metric::Steps)?) {
        (Some(moves), Some(steps)) => {
            facts.push(("category", text(unblock::Category::of(moves).name())));
            facts.push(("moves", FactValue::Number(u64::from(moves))));
            facts.push(("steps", FactValue::Number(u64::from(steps))));
        }
        _ => facts.push(("unsolvable", FactValue::Flag(true))),
    }
    Ok(facts)
}

/// Why a board has no category.
pub(crate) const NOT_RATED: &str =
    "not rated: larger than 8x8, or a line has more than 16 arrangements";

fn unblock_facts(level: &unblock::Level, budget: &mut Budget) -> Result<Facts, Stop> {
    let board = &level.board;
    let mut facts = unblock_outline(level);
    if !with_sparing_unblock(|solver| solver.is_exact_for(board)) {
        facts.push(("category", text(NOT_RATED)));
        return Ok(facts);
    }
    match with_sparing_unblock(|solver| solver.rate(board, budget))? {
        Some(rating) => facts.extend(rating_facts(&rating)),
        None => facts.push(("unsolvable", FactValue::Flag(true))),
    }
    Ok(facts)
}

fn rating_facts(rating: &unblock::Rating) -> Facts {
    let share = |part, of| FactValue::Share(Share { part, of });
    let number = |n: u32| FactValue::Number(u64::from(n));
    vec![
        ("category", FactValue::Text(rating.category.name().to_owned())),
        ("moves", number(rating.moves)),
        ("steps", number(rating.steps)),
        ("cluster", FactValue::Number(rating.cluster)),
        ("farthest", number(rating.farthest)),
        ("optimal_solutions", FactValue::Number(rating.solutions)),
        ("branching", share(rating.branching, 100)),
        ("moves_on_track", share(rating.on_track, 1000)),
        ("forced_positions", number(rating.forced)),
        ("retreats_of_red", number(rating.retreats)),
        ("blocking_moves", number(rating.blockings)),
        ("pieces_moved", number(rating.movers)),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brief_facts_are_facts() {
        let boards = [
            "BBBCDEoFFCDEAAGHooIoGHJJIKKLLoMMNNoo",
            "ooBoCCooBooDooBAADEEEFoDoooFGGoHHooo",
            // A wall before the exit; and a board that is solved already.
            "ooooooooooooAAxooooooooooooooooooooo",
            "ooooooooooooooooAAoooooooooooooooooo",
        ];
        let collection = crate::read(boards.join("\n").as_bytes()).unwrap();
        assert_eq!(collection.entries.len(), boards.len());
        for entry in &collection.entries {
            let puzzle = entry.puzzle.as_ref().unwrap();
            let all = facts(puzzle, &mut Budget::unlimited()).unwrap();
            let brief = brief(puzzle, &mut Budget::unlimited()).unwrap();
            assert!(brief.len() > outline(puzzle).len(), "{brief:?}");
            assert!(brief.iter().all(|fact| all.contains(fact)), "{brief:?} {all:?}");
        }
    }
}
