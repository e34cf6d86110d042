//! A solution as plain text, for a referee that shares no code with this crate.

use crate::layout::Axis;
use crate::{Board, Move};

/// A board and its moves with one character per piece, whatever the pieces are called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    /// The rows, each ended by a newline: `.` empty, `#` wall, any other character a piece.
    pub rows: String,
    /// The moves as `A+2 B-1 …`.
    pub moves: String,
    /// The character of the red piece.
    pub red: char,
    /// The one-cell pieces that move up and down.
    pub upright: String,
}

impl Board {
    /// The text of this board and of `moves` on it. Pieces keep their one-letter names, unless some
    /// name is longer or means something else in the rows.
    pub fn certify(&self, moves: &[Move]) -> Certificate {
        let letters = self.letters();
        let mut cells = vec![vec!['.'; self.width()]; self.height()];
        for (row, column) in self.walls().iter() {
            cells[row][column] = '#';
        }
        let mut upright = String::new();
        for (piece, &letter) in self.pieces().iter().zip(&letters) {
            for (row, column) in piece.cells_at(piece.start()) {
                cells[row][column] = letter;
            }
            if piece.length == 1 && piece.axis == Axis::Vertical {
                upright.push(letter);
            }
        }
        let words: Vec<String> = moves
            .iter()
            .map(|step| format!("{}{:+}", letters[step.piece as usize], step.delta))
            .collect();
        let rows = cells.iter().map(|row| row.iter().collect::<String>() + "\n").collect();
        Certificate { rows, moves: words.join(" "), red: letters[self.red()], upright }
    }

    fn letters(&self) -> Vec<char> {
        let own = |c: char| c != 'o' && c != 'x';
        let kept: Option<Vec<char>> =
            self.pieces().iter().map(|piece| piece.name.letter().filter(|&c| own(c))).collect();
        // Latin letters first; beyond them the accented ones, of which there are enough for 256.
        let fresh = ('A'..='Z').chain(('a'..='z').filter(|&c| own(c))).chain('\u{100}'..='\u{24f}');
        kept.unwrap_or_else(|| fresh.take(self.pieces().len()).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Layout, Name, Piece};

    #[test]
    fn letters_are_kept_or_all_replaced() {
        let board = Board::from_rows(&["..B", "AAB", "...", "..#"]).unwrap();
        let certificate = board.certify(&[Move { piece: 0, delta: 2 }]);
        assert_eq!(certificate.rows, "..B\nAAB\n...\n..#\n");
        assert_eq!((certificate.moves.as_str(), certificate.red), ("B+2", 'A'));
    }

    #[test]
    fn a_full_board_of_single_cells_has_a_text() {
        let piece = |i: u8| Piece {
            name: Name::numbered(i as usize),
            axis: if i.is_multiple_of(2) { Axis::Horizontal } else { Axis::Vertical },
            row: i / 16,
            column: i % 16,
            length: 1,
        };
        let pieces = (0..=255).map(piece).collect();
        let layout =
            Layout { width: 16, height: 16, walls: vec![], pieces, red: Some(0), exit: None };
        let certificate = Board::new(&layout).unwrap().certify(&[]);
        let mut cells: Vec<char> = certificate.rows.chars().filter(|c| *c != '\n').collect();
        assert!(cells.iter().all(|c| c.is_alphanumeric()));
        cells.sort_unstable();
        cells.dedup();
        assert_eq!((cells.len(), certificate.upright.chars().count()), (256, 128));
    }
}
