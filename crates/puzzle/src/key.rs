//! The key of a level: a name for its board, under which front ends keep what belongs to it.

use crate::Puzzle;
use crate::level_data::LevelData;

/// A name for a level that depends on its board alone: FNV-1a, 128 bits, of the rows or pieces.
pub fn key(puzzle: &Puzzle) -> String {
    match LevelData::new(puzzle) {
        LevelData::Rows { rows } => rows_key(&rows),
        LevelData::Board { mut board } => {
            let red = board.red.map(|red| board.pieces[red].clone());
            board.pieces.sort_by_key(|piece| (piece.row, piece.column));
            board.red = board.pieces.iter().position(|piece| Some(piece) == red.as_ref());
            for piece in &mut board.pieces {
                piece.name.clear();
            }
            hashed('u', &serde_json::to_string(&board).unwrap_or_default())
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
