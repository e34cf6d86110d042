//! A level: a board with its title, notes and counts.

use crate::{Board, Position};

/// Counts that came with a level, unchecked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// Fewest moves.
    pub moves: Option<u32>,
    /// Fewest steps.
    pub steps: Option<u32>,
    /// Reachable states, the start included.
    pub cluster: Option<u64>,
}

/// A board with its title, notes and counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Level {
    /// The board.
    pub board: Board,
    /// Title, when there is one.
    pub title: Option<String>,
    /// Comment lines.
    pub comments: Vec<String>,
    /// Counts given with the level.
    pub known: Known,
    /// Where the level begins in the text it was read from; line 0 for a level made by a program.
    pub position: Position,
}

impl Level {
    /// A level that is only a board.
    pub fn from_board(board: Board) -> Level {
        Level {
            board,
            title: None,
            comments: Vec::new(),
            known: Known::default(),
            position: Position::default(),
        }
    }
}
