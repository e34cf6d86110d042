//! New levels from a seed, of either game.

use std::fmt;

use generate::sokoban::GenerateError;
use search::Budget;

use crate::{Game, NoAnswer, Puzzle};

pub use generate::sokoban::{Grade, Wanted as SokobanWanted};
pub use generate::unblock::Wanted as UnblockWanted;
pub use unblock::Category;

/// Makes one level after another, all different.
#[derive(Clone, Debug)]
pub struct Generator(Maker);

#[derive(Clone, Debug)]
enum Maker {
    Sokoban(generate::sokoban::Generator),
    Unblock(Box<generate::unblock::Generator>),
}

/// A wish that no level can meet, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ImpossibleWish(pub(crate) String);

impl fmt::Display for ImpossibleWish {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ImpossibleWish {}

/// A level that was made.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Made {
    /// The level.
    pub puzzle: Puzzle,
    /// The wishes that had to be dropped, a sentence each; empty when all are met.
    pub missed: Vec<String>,
    /// How many attempts were made for it.
    pub tries: u32,
}

impl Generator {
    /// A generator of Sokoban levels.
    ///
    /// # Errors
    /// Wishes that no level can meet.
    pub fn sokoban(wanted: SokobanWanted, seed: u64) -> Result<Generator, ImpossibleWish> {
        let maker = generate::sokoban::Generator::new(seed, wanted);
        maker
            .map(|it| Generator(Maker::Sokoban(it)))
            .map_err(|error| ImpossibleWish(error.to_string()))
    }

    /// A generator of Unblock boards.
    ///
    /// # Errors
    /// Wishes that no board can meet.
    pub fn unblock(wanted: UnblockWanted, seed: u64) -> Result<Generator, ImpossibleWish> {
        let maker = generate::unblock::Generator::new(wanted, seed);
        maker
            .map(|it| Generator(Maker::Unblock(Box::new(it))))
            .map_err(|error| ImpossibleWish(error.to_string()))
    }

    /// The same levels, and all memory is given back in the end: for a program that runs for days.
    #[must_use]
    pub fn sparing(self) -> Generator {
        Generator(match self.0 {
            Maker::Unblock(maker) => Maker::Unblock(Box::new(maker.sparing())),
            sokoban @ Maker::Sokoban(_) => sokoban,
        })
    }

    /// The seed of a day's Unblock board.
    pub fn seed_of_day(year: i32, month: u32, day: u32) -> u64 {
        generate::unblock::Generator::seed_of_day(year, month, day)
    }

    /// The game its levels are of.
    pub fn game(&self) -> Game {
        match self.0 {
            Maker::Sokoban(_) => Game::Sokoban,
            Maker::Unblock(_) => Game::Unblock,
        }
    }

    /// The next level. When a limit of time comes after something was made, that is returned, and
    /// [`Made::missed`] says what it lacks.
    ///
    /// # Errors
    /// The limit that came before anything was made, or a sentence saying that no attempt made a new level.
    pub fn next_level(&mut self, budget: &mut Budget) -> Result<Made, NoAnswer> {
        match &mut self.0 {
            Maker::Sokoban(maker) => {
                let made = maker.next_level(budget).map_err(|error| match error {
                    GenerateError::Stopped(stop) => NoAnswer::Stopped(stop),
                    other => NoAnswer::Nothing(other.to_string()),
                })?;
                let missed = made.missed.iter().map(ToString::to_string).collect();
                let puzzle = Puzzle::sokoban(made.level);
                let puzzle = puzzle.map_err(|refused| NoAnswer::Nothing(refused.to_string()))?;
                Ok(Made { puzzle, missed, tries: made.tries })
            }
            Maker::Unblock(maker) => {
                let made = maker.next_level(budget)?;
                let missed = made.missed.iter().map(ToString::to_string).collect();
                Ok(Made { puzzle: Puzzle::Unblock(made.level), missed, tries: made.tries })
            }
        }
    }
}
