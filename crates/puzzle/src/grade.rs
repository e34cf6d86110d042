//! How hard a level is for people, in words and as an object.

use ::rate::{Basis, sokoban_grade, unblock_grade};
use search::Budget;
use serde_json::{Value, json};

pub use ::rate::{Band, Expected, Grade};

use crate::facts::{FactValue, Facts, NOT_RATED};
use crate::solver_pool::with_sparing_unblock;
use crate::{Game, NoAnswer, Puzzle};

/// A level and its grade.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Rated {
    /// The game decides what the grade counts: plays that end solved, or moves.
    pub game: Game,
    /// The grade; `None` when the level has no solution.
    pub grade: Option<Grade>,
}

/// Grades a level.
///
/// # Errors
/// The limit that came first; or that there is nothing to grade, because the level is solved already or out of
/// reach.
pub fn rate(puzzle: &Puzzle, budget: &mut Budget) -> Result<Rated, NoAnswer> {
    if puzzle.is_solved() {
        return Err(NoAnswer::Nothing(
            "the level is solved already: nothing is left to do".to_owned(),
        ));
    }
    let grade = match puzzle {
        Puzzle::Sokoban(puzzle) => sokoban_grade(puzzle.board(), budget)?,
        Puzzle::Unblock(level)
            if !with_sparing_unblock(|solver| solver.is_exact_for(&level.board)) =>
        {
            return Err(NoAnswer::Nothing(NOT_RATED.to_owned()));
        }
        Puzzle::Unblock(level) => unblock_grade(&level.board, budget)?,
    };
    Ok(Rated { game: puzzle.game(), grade })
}

impl Rated {
    /// What people make of such a level, in one sentence.
    pub fn sentence(&self) -> String {
        let Some(grade) = &self.grade else { return "the level has no solution".to_owned() };
        let Expected { value, low, high } = grade.expected;
        match self.game {
            Game::Sokoban => {
                let [value, low, high] = [value, low, high].map(percent);
                format!("about {value} % of plays of such a level end solved ({low} to {high} %)")
            }
            Game::Unblock => {
                format!(
                    "people need about {value:.0} moves for such a board ({low:.0} to {high:.0})"
                )
            }
        }
    }

    /// What the grade leaves open, in one sentence; `None` when the data have many such levels.
    pub fn caution(&self) -> Option<String> {
        let grade = self.grade.as_ref()?;
        let table = match self.game {
            Game::Sokoban => ::rate::features::SOKOBAN,
            Game::Unblock => ::rate::features::UNBLOCK,
        };
        let rows = table.iter().filter(|row| grade.outside.contains(&row.name));
        let outside = rows.map(|row| row.what).collect::<Vec<_>>().join("; ");
        match grade.basis {
            Basis::Board => {
                Some("a guess from the board alone: no solution was found in time".to_owned())
            }
            Basis::Solution => {
                Some("extrapolated: too many positions to look at, so from one solution".to_owned())
            }
            Basis::Graph if outside.is_empty() => None,
            Basis::Graph => {
                Some(format!("extrapolated, since the data have none like it in: {outside}"))
            }
        }
    }

    /// As an object, the same for every program that asks.
    pub fn to_json(&self) -> Value {
        let Some(Grade { expected, band, basis, outside, why, .. }) = &self.grade else {
            return json!({ "unsolvable": true, "sentence": self.sentence() });
        };
        let places = match self.game {
            Game::Sokoban => 1000.0,
            Game::Unblock => 10.0,
        };
        let rounded = |value: f64| (value * places).round() / places;
        let figure = match self.game {
            Game::Sokoban => "share",
            Game::Unblock => "moves",
        };
        json!({
            figure: rounded(expected.value), "low": rounded(expected.low), "high": rounded(expected.high),
            "band": band.name(), "basis": basis.name(), "extrapolates": self.caution().is_some(),
            "outside": outside, "sentence": self.sentence(), "why": why,
        })
    }
}

fn percent(share: f64) -> u32 {
    (100.0 * share).round() as u32
}

/// The facts of a level with its grade, if there is one within the budget.
///
/// # Errors
/// The limit that came before the facts themselves.
pub fn facts(puzzle: &Puzzle, budget: &mut Budget) -> Result<Facts, search::Stop> {
    let mut facts = crate::facts(puzzle, budget)?;
    if let Ok(rated) = rate(puzzle, budget)
        && let Some(grade) = &rated.grade
    {
        facts.push(("grade", FactValue::Text(grade.band.name().to_owned())));
        facts.push(("people", FactValue::Text(rated.sentence())));
    }
    Ok(facts)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rated(text: &str) -> Result<Rated, NoAnswer> {
        let collection = crate::read(text.as_bytes()).unwrap();
        rate(collection.entries[0].puzzle.as_ref().unwrap(), &mut Budget::unlimited())
    }

    #[test]
    fn both_games_are_graded_in_their_own_terms() {
        let sokoban = rated("#####\n#@$.#\n#####\n").unwrap();
        assert!(sokoban.sentence().contains("% of plays"), "{}", sokoban.sentence());
        assert!(sokoban.to_json()["share"].as_f64().unwrap() > 0.5);
        let unblock = rated("BBBCDEoFFCDEAAGHooIoGHJJIKKLLoMMNNoo\n").unwrap();
        assert!(unblock.sentence().contains("moves"), "{}", unblock.sentence());
        assert!(unblock.to_json()["moves"].as_f64().unwrap() >= 1.0);
    }

    #[test]
    fn what_cannot_be_graded_says_why() {
        let lost = rated("#####\n#$ .#\n# @ #\n#####\n").unwrap();
        assert_eq!((&lost.grade, lost.to_json()["unsolvable"].as_bool()), (&None, Some(true)));
        let done = rated("#####\n#@ *#\n#####\n").unwrap_err();
        assert!(done.to_string().contains("solved already"));
    }
}
