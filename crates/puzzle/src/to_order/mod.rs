//! Levels as hard for people as wanted, by the grade of [`rate`](crate::rate).

mod sokoban;
mod unblock;

pub use generate::sokoban::Style;

pub use self::sokoban::{TOLERANCE, ToOrder};
pub use self::unblock::{MOVES_TOLERANCE, UnblockToOrder};

use search::Budget;

use crate::generate::{Generator, Made};
use crate::{Game, NoAnswer};

/// Attempts for one level of a wanted grade, when none are asked for.
pub const TRIES: u32 = 60;

/// Whoever makes levels: to the wishes of [`Generator`], or as hard for people as wanted.
#[derive(Clone, Debug)]
pub enum Maker {
    /// By the generator's own grades.
    Usual(Generator),
    /// Sokoban levels that a wanted share of people solve.
    Sokoban(ToOrder),
    /// Boards of Unblock for which people need a wanted number of moves.
    Unblock(Box<UnblockToOrder>),
}

impl Maker {
    /// The game of its levels.
    pub fn game(&self) -> Game {
        match self {
            Maker::Usual(generator) => generator.game(),
            Maker::Sokoban(_) => Game::Sokoban,
            Maker::Unblock(_) => Game::Unblock,
        }
    }

    /// The next level. When tries or time are used up, it is the nearest that was made, and [`Made::missed`] says so.
    ///
    /// # Errors
    /// The limit that came before anything was made, or a sentence saying that no attempt made a new level.
    pub fn next_level(&mut self, budget: &mut Budget) -> Result<Made, NoAnswer> {
        match self {
            Maker::Usual(generator) => generator.next_level(budget),
            Maker::Sokoban(maker) => maker.next_level(budget),
            Maker::Unblock(maker) => maker.next_level(budget),
        }
    }
}
