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

/// Figures outside the data that are named.
const TOLD: usize = 3;

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
        let what = |row: &::rate::features::Feature| {
            // Nobody thinks of a level in logarithms.
            row.what.strip_prefix("ln ").unwrap_or(row.what)
        };
        let rows: Vec<_> = rows.map(what).collect();
        let mut outside = rows[..rows.len().min(TOLD)].join("; ");
        if rows.len() > TOLD {
            outside += &format!("; and {} more", rows.len() - TOLD);
        }
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

/// What a note on a level says of its grade.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NotedGrade {
    /// Sokoban: the share of plays that end solved. Unblock: the moves people need.
    pub figure: f64,
    /// Its name.
    pub band: Band,
}

const NOTED_SHARE: [&str; 2] = ["about ", " % of plays end solved"];
const NOTED_MOVES: [&str; 2] = ["people need about ", " moves"];

/// The note on a Sokoban level that was graded when it was made.
pub fn noted_share(share: f64) -> String {
    NOTED_SHARE.join(&percent(share).to_string())
}

/// The note on an Unblock board that was graded when it was made.
pub fn noted_moves(moves: f64) -> String {
    NOTED_MOVES.join(&format!("{moves:.0}"))
}

/// The grade in the notes of a level, so that nobody needs to grade it again. It is not checked.
pub fn noted(puzzle: &Puzzle) -> Option<NotedGrade> {
    let number = |comments: &[String], [before, after]: [&str; 2]| {
        let figure =
            |note: &String| note.strip_prefix(before)?.strip_suffix(after)?.parse::<u16>().ok();
        comments.iter().find_map(figure).map(f64::from)
    };
    match puzzle {
        Puzzle::Sokoban(puzzle) => {
            let share = number(&puzzle.level().comments, NOTED_SHARE)? / 100.0;
            (share <= 1.0).then(|| NotedGrade { figure: share, band: Band::of_share(share) })
        }
        Puzzle::Unblock(level) => {
            let moves = number(&level.comments, NOTED_MOVES)?;
            Some(NotedGrade { figure: moves, band: Band::of_moves(moves) })
        }
    }
}

impl NotedGrade {
    /// As an object, with the same words as [`Rated::to_json`].
    pub fn to_json(self, game: Game) -> Value {
        match game {
            Game::Sokoban => json!({ "share": self.figure, "band": self.band.name() }),
            Game::Unblock => json!({ "moves": self.figure, "band": self.band.name() }),
        }
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
    fn a_caution_names_a_few_figures_in_plain_words() {
        // Three moves, where the data begin at six: many figures are outside.
        let board = rated("..BC.\n..BC.\nAABC.\n.....\n.....\n.....\n").unwrap();
        assert!(board.grade.as_ref().unwrap().outside.len() > TOLD);
        let caution = board.caution().unwrap();
        assert!(caution.contains("fewest moves; ") && !caution.contains("ln "), "{caution}");
        assert!(caution.ends_with(" more"), "{caution}");
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
    fn a_note_is_read_as_it_was_written() {
        let mut level = sokoban::Level::from_rows(&["#####", "#@$.#", "#####"]).unwrap();
        level.comments = vec!["easy".to_owned(), noted_share(0.817)];
        let note = noted(&Puzzle::sokoban(level.clone()).unwrap()).unwrap();
        assert_eq!(note, NotedGrade { figure: 0.82, band: Band::First });
        level.comments = vec!["about 300 % of plays end solved".to_owned()];
        assert_eq!(noted(&Puzzle::sokoban(level).unwrap()), None);
        let collection = crate::read(b"BBBCDEoFFCDEAAGHooIoGHJJIKKLLoMMNNoo\n").unwrap();
        let mut puzzle = collection.entries.into_iter().next().unwrap().puzzle.unwrap();
        assert_eq!(noted(&puzzle), None);
        let Puzzle::Unblock(level) = &mut puzzle else { panic!("a board of Unblock") };
        level.comments = vec![noted_moves(36.2)];
        assert_eq!(noted(&puzzle), Some(NotedGrade { figure: 36.0, band: Band::Hard }));
    }

    #[test]
    fn what_cannot_be_graded_says_why() {
        let lost = rated("#####\n#$ .#\n# @ #\n#####\n").unwrap();
        assert_eq!((&lost.grade, lost.to_json()["unsolvable"].as_bool()), (&None, Some(true)));
        let done = rated("#####\n#@ *#\n#####\n").unwrap_err();
        assert!(done.to_string().contains("solved already"));
    }
}
