//! A level as plain rows and back, for another process.

use crate::fault::Refused;
use crate::write::write_level;
use crate::{Fault, Game, Puzzle};

impl Puzzle {
    /// The rows of a Sokoban level, or the lines of an Unblock board; `None` for a board that no text can
    /// hold. Titles and notes are left out.
    pub fn rows(&self) -> Option<Vec<String>> {
        match self {
            Puzzle::Sokoban(puzzle) => Some(puzzle.level().grid.rows().collect()),
            Puzzle::Unblock(_) => {
                Some(write_level(self, "line").ok()?.lines().map(str::to_owned).collect())
            }
        }
    }

    /// The puzzle of [`Puzzle::rows`].
    ///
    /// # Errors
    /// When the rows are not a level of the game.
    pub fn from_rows(game: Game, rows: &[String]) -> Result<Puzzle, Refused> {
        let refused = |fault| Refused { faults: vec![fault], level: None };
        match game {
            Game::Sokoban => {
                let level = sokoban::Level::from_rows(rows);
                Puzzle::sokoban(level.map_err(|error| refused(Fault::from(&error)))?)
            }
            Game::Unblock => {
                let mut read = crate::read(rows.join("\n").as_bytes()).map_err(refused)?;
                let nothing =
                    || Fault { code: "no-level", line: 1, column: 1, text: "no board".into() };
                let entry = read.entries.pop();
                entry.map_or_else(|| Err(refused(nothing())), |entry| entry.puzzle)
            }
        }
    }
}
