//! A level as plain data that loses nothing of the board: what a worker process is sent, what the store
//! keeps beside a solution, and what the page draws. Titles and notes are left out.
//!
//! The JSON is `{"rows": […]}` for Sokoban and `{"board": {…}}` for Unblock. A text notation would not do
//! for Unblock: letters rename pieces with long names, and cannot show a piece of one cell.

use serde::{Deserialize, Serialize};
use unblock::{Axis, Layout, Name, Piece, Side};

use crate::fault::Refused;
use crate::{Fault, Game, Puzzle};

/// A level of either game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum LevelData {
    /// Sokoban.
    Rows {
        /// The rows of characters, from the top.
        rows: Vec<String>,
    },
    /// Unblock.
    Board {
        /// The board.
        board: BoardData,
    },
}

/// An Unblock board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardData {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Row and column of each fixed cell.
    #[serde(default)]
    pub walls: Vec<(usize, usize)>,
    /// The pieces.
    pub pieces: Vec<PieceData>,
    /// Index of the red piece.
    pub red: Option<usize>,
    /// `left`, `right`, `top` or `bottom`.
    pub exit: Option<String>,
}

/// A piece of Unblock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PieceData {
    /// What moves call it.
    pub name: String,
    /// `h` or `v`.
    pub axis: char,
    /// Its first row.
    pub row: u8,
    /// Its first column.
    pub column: u8,
    /// Cells it covers.
    pub length: u8,
}

impl LevelData {
    /// The data of a judged level.
    pub fn new(puzzle: &Puzzle) -> LevelData {
        match puzzle {
            Puzzle::Sokoban(puzzle) => {
                LevelData::Rows { rows: puzzle.level().grid.rows().collect() }
            }
            Puzzle::Unblock(level) => LevelData::Board { board: BoardData::new(&level.board) },
        }
    }

    /// Which game it is.
    pub fn game(&self) -> Game {
        match self {
            LevelData::Rows { .. } => Game::Sokoban,
            LevelData::Board { .. } => Game::Unblock,
        }
    }

    /// Judges the level.
    ///
    /// # Errors
    /// All faults of a level that is not a puzzle.
    pub fn judge(&self) -> Result<Puzzle, Refused> {
        match self {
            LevelData::Rows { rows } => {
                let level = sokoban::Level::from_rows(rows);
                Puzzle::sokoban(level.map_err(|error| refused(Fault::from(&error)))?)
            }
            LevelData::Board { board } => Puzzle::from_layout(&board.layout().map_err(malformed)?),
        }
    }
}

impl BoardData {
    /// The data of a board.
    pub fn new(board: &unblock::Board) -> BoardData {
        let pieces = board.pieces().iter().map(|piece| PieceData {
            name: piece.name.to_string(),
            axis: if piece.axis == Axis::Horizontal { 'h' } else { 'v' },
            row: piece.row,
            column: piece.column,
            length: piece.length,
        });
        BoardData {
            width: board.width(),
            height: board.height(),
            walls: board.walls().iter().collect(),
            pieces: pieces.collect(),
            red: Some(board.red()),
            exit: Some(board.exit().name().to_owned()),
        }
    }

    /// The layout, not judged yet; a sentence when the data does not say one.
    fn layout(&self) -> Result<Layout, String> {
        let pieces: Result<Vec<Piece>, String> = self.pieces.iter().map(PieceData::piece).collect();
        let pieces = pieces?;
        if self.red.is_some_and(|red| red >= pieces.len()) {
            return Err("red is not the index of a piece".to_owned());
        }
        let exit = self
            .exit
            .as_deref()
            .map(|name| Side::from_name(name).ok_or_else(|| format!("there is no side {name:?}")));
        Ok(Layout {
            width: self.width,
            height: self.height,
            walls: self.walls.clone(),
            pieces,
            red: self.red,
            exit: exit.transpose()?.map(|side| (side, None)),
        })
    }
}

impl PieceData {
    fn piece(&self) -> Result<Piece, String> {
        let name = Name::new(&self.name);
        let axis = match self.axis {
            'h' => Axis::Horizontal,
            'v' => Axis::Vertical,
            other => return Err(format!("axis {other:?} is neither h nor v")),
        };
        Ok(Piece {
            name: name.ok_or_else(|| format!("{:?} cannot name a piece", self.name))?,
            axis,
            row: self.row,
            column: self.column,
            length: self.length,
        })
    }
}

fn malformed(text: String) -> Refused {
    refused(Fault { code: "malformed", line: 1, column: 1, text })
}

fn refused(fault: Fault) -> Refused {
    Refused { faults: vec![fault], level: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn back(data: &LevelData) -> LevelData {
        let read: LevelData = serde_json::from_str(&serde_json::to_string(data).unwrap()).unwrap();
        LevelData::new(&read.judge().unwrap())
    }

    #[test]
    fn both_games_survive_the_way_through_json() {
        let rows = ["#####", "#@$.#", "#####"].map(str::to_owned).to_vec();
        let data = LevelData::Rows { rows };
        assert_eq!((back(&data), data.game()), (data, Game::Sokoban));
    }

    /// Letters would rename the first piece and could not draw the second.
    #[test]
    fn long_names_and_pieces_of_one_cell_survive() {
        let piece = |name: &str, axis, row, column, length| PieceData {
            name: name.to_owned(),
            axis,
            row,
            column,
            length,
        };
        let board = BoardData {
            width: 4,
            height: 3,
            walls: vec![(0, 0)],
            pieces: vec![piece("red", 'h', 1, 0, 2), piece("P60", 'v', 1, 2, 1)],
            red: Some(0),
            exit: Some("right".to_owned()),
        };
        let data = LevelData::Board { board };
        assert_eq!((back(&data), data.game()), (data, Game::Unblock));
    }
}
