//! A level as read from a file, and the reasons why it may be invalid.

use std::fmt;

use text::Position;

use crate::{Grid, GridError};

/// Moves kept with a level: a solution or a snapshot of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SavedGame {
    /// What followed `Solution` or `Snapshot`, without punctuation.
    pub title: String,
    /// LURD letters (and, in snapshots of reverse games, the jump notation), run lengths expanded.
    pub moves: String,
    /// Notes, one line each.
    pub notes: Vec<String>,
}

/// A level as it was read: any grid, with its title, author and notes. Not validated yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// The tiles.
    pub grid: Grid,
    /// Title, when there is one.
    pub title: Option<String>,
    /// Author, when named for this level.
    pub author: Option<String>,
    /// Comment lines.
    pub comments: Vec<String>,
    /// Solutions that came with the level; not replayed yet.
    pub solutions: Vec<SavedGame>,
    /// Unfinished games that came with the level.
    pub snapshots: Vec<SavedGame>,
    /// Where each row of the grid begins in the text it was read from; empty for a level made by a
    /// program.
    pub row_origins: Vec<Position>,
    /// Whether cells stand one character apart in the text (they do not in run-length notation).
    pub cells_are_characters: bool,
}

impl Level {
    /// A level that is only a grid.
    pub fn from_grid(grid: Grid) -> Level {
        Level {
            grid,
            title: None,
            author: None,
            comments: Vec::new(),
            solutions: Vec::new(),
            snapshots: Vec::new(),
            row_origins: Vec::new(),
            cells_are_characters: true,
        }
    }

    /// A level from rows of characters.
    ///
    /// # Errors
    ///
    /// When a character is in no alphabet, or a side is longer than [`crate::MAX_SIDE`].
    pub fn from_rows<R: AsRef<str>>(rows: &[R]) -> Result<Level, GridError> {
        Grid::from_rows(rows).map(Level::from_grid)
    }

    /// Where a cell stands in the text the level was read from.
    pub fn position(&self, row: usize, column: usize) -> Position {
        match self.row_origins.get(row) {
            Some(origin) if self.cells_are_characters => {
                Position { line: origin.line, column: origin.column + column as u32 }
            }
            Some(origin) => *origin,
            None => Position { line: row as u32 + 1, column: column as u32 + 1 },
        }
    }
}

/// One reason why a level is not a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// No player at all.
    NoPlayer,
    /// A player beyond the first.
    SecondPlayer,
    /// The player can leave the grid here.
    OpenWall,
    /// No box at all.
    NoBox,
    /// Boxes and goals differ in number.
    Count {
        /// Boxes on the grid.
        boxes: usize,
        /// Goals on the grid.
        goals: usize,
    },
}

impl FaultKind {
    /// A word for the kind that stays the same from version to version.
    pub const fn code(&self) -> &'static str {
        match self {
            FaultKind::NoPlayer => "no-player",
            FaultKind::SecondPlayer => "second-player",
            FaultKind::OpenWall => "open-wall",
            FaultKind::NoBox => "no-box",
            FaultKind::Count { .. } => "box-goal-count",
        }
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FaultKind::NoPlayer => write!(f, "there is no player"),
            FaultKind::SecondPlayer => write!(f, "there is a second player"),
            FaultKind::OpenWall => write!(f, "the player can walk out of the board here"),
            FaultKind::NoBox => write!(f, "there is no box"),
            FaultKind::Count { boxes, goals } => {
                let plural = |n: usize, one, many| if n == 1 { one } else { many };
                let (b, g) = (plural(*boxes, "box", "boxes"), plural(*goals, "goal", "goals"));
                write!(f, "{boxes} {b} but {goals} {g}")
            }
        }
    }
}

/// A fault and where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong.
    pub kind: FaultKind,
    /// Where: the offending cell, or the first cell of the level when the fault is an absence.
    pub position: Position,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.position, self.kind)
    }
}

/// Every reason why a level is not a puzzle; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelError {
    /// The reasons, in the order of [`FaultKind`].
    pub faults: Vec<Fault>,
}

impl fmt::Display for LevelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.faults.iter().enumerate() {
            if i > 0 {
                write!(f, "; ")?;
            }
            write!(f, "{fault}")?;
        }
        Ok(())
    }
}

impl std::error::Error for LevelError {}
