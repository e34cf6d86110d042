//! Levels as plain data: the drawings beside solutions, and the key under which progress is kept.

use puzzle::Puzzle;
use puzzle::plain::{Axis, SokobanLevel, UnblockBoard};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

/// A level as JSON: `{"rows": […]}` for Sokoban, `{"board": {…}}` for Unblock.
pub fn drawing(puzzle: &Puzzle) -> Option<Box<RawValue>> {
    #[derive(Serialize)]
    #[serde(rename_all = "lowercase")]
    enum Drawn {
        Rows(Vec<String>),
        Board(BoardView),
    }
    let drawn = match puzzle {
        Puzzle::Sokoban(puzzle) => Drawn::Rows(rows(puzzle.level())),
        Puzzle::Unblock(level) => Drawn::Board(board_view(&level.board)),
    };
    serde_json::value::to_raw_value(&drawn).ok()
}

/// An Unblock board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BoardView {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Row and column of each fixed cell.
    #[serde(default)]
    pub walls: Vec<(usize, usize)>,
    /// The pieces.
    pub pieces: Vec<PieceView>,
    /// Index of the red piece.
    pub red: Option<usize>,
    /// `left`, `right`, `top` or `bottom`.
    pub exit: Option<String>,
}

/// A piece of Unblock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PieceView {
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

/// An Unblock board as plain data.
pub fn board_view(board: &UnblockBoard) -> BoardView {
    let pieces = board.pieces().iter().map(|piece| PieceView {
        name: piece.name.to_string(),
        axis: if piece.axis == Axis::Horizontal { 'h' } else { 'v' },
        row: piece.row,
        column: piece.column,
        length: piece.length,
    });
    BoardView {
        width: board.width(),
        height: board.height(),
        walls: board.walls().iter().collect(),
        pieces: pieces.collect(),
        red: Some(board.red()),
        exit: Some(board.exit().name().to_owned()),
    }
}

/// The rows of a Sokoban level, from the top.
pub fn rows(level: &SokobanLevel) -> Vec<String> {
    level.grid.to_string().lines().map(str::to_owned).collect()
}

/// A name for a level that depends on its board alone: FNV-1a, 128 bits, of the rows or pieces.
pub fn key(puzzle: &Puzzle) -> String {
    match puzzle {
        Puzzle::Sokoban(puzzle) => rows_key(&rows(puzzle.level())),
        Puzzle::Unblock(level) => {
            let mut view = board_view(&level.board);
            let red = view.red.map(|red| view.pieces[red].clone());
            view.pieces.sort_by_key(|piece| (piece.row, piece.column));
            view.red = view.pieces.iter().position(|piece| Some(piece) == red.as_ref());
            for piece in &mut view.pieces {
                piece.name.clear();
            }
            hashed('u', &serde_json::to_string(&view).unwrap_or_default())
        }
    }
}

/// Whether a text can be the key of a level.
pub fn is_key(text: &str) -> bool {
    text.len() == 33 && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// The key of a Sokoban level.
pub fn rows_key(rows: &[String]) -> String {
    hashed('s', &rows.join("\n"))
}

fn hashed(letter: char, text: &str) -> String {
    let start = 0x6c62272e07bb014262b821756295c58d_u128;
    let hash = text.bytes().fold(start, |hash, byte| {
        (hash ^ u128::from(byte)).wrapping_mul(0x0000000001000000000000000000013b)
    });
    format!("{letter}{hash:032x}")
}
