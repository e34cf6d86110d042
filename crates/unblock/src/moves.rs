//! Moves and the ways people write them.

use std::fmt;

use crate::Board;
use crate::layout::Axis;

/// One piece moved along its line. Both metrics use it; in steps, `delta` is 1 or -1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Index of the piece in [`Board::pieces`].
    pub piece: u8,
    /// Cells, negative towards the left or the top.
    pub delta: i8,
}

/// Number of steps in a list of moves; the number of moves is its length.
pub fn steps(moves: &[Move]) -> u32 {
    moves.iter().map(|step| u32::from(step.delta.unsigned_abs())).sum()
}

/// The same moves with consecutive moves of a piece in one direction joined into one slide.
pub fn slides(moves: &[Move]) -> Vec<Move> {
    let mut slides: Vec<Move> = Vec::new();
    for &step in moves {
        match slides.last_mut() {
            Some(last)
                if last.piece == step.piece && last.delta.signum() == step.delta.signum() =>
            {
                last.delta += step.delta;
            }
            _ => slides.push(step),
        }
    }
    slides
}

/// How a list of moves is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveNotation {
    /// `A+2 B-1`, Fogleman's.
    Signed,
    /// `AR2 BU1`: name, direction, cells.
    Directed,
    /// Lines `car,move`, then `A,2` and `B,-1`, as used by the Amsterdam course.
    Csv,
}

impl MoveNotation {
    /// All notations.
    pub const ALL: [MoveNotation; 3] =
        [MoveNotation::Signed, MoveNotation::Directed, MoveNotation::Csv];

    /// The word that names it.
    pub const fn name(self) -> &'static str {
        match self {
            MoveNotation::Signed => "signed",
            MoveNotation::Directed => "directed",
            MoveNotation::Csv => "csv",
        }
    }
}

/// What is wrong with the text of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveTextFault {
    /// No notation reads it.
    Unreadable,
    /// No piece has this name.
    NoPiece(String),
    /// The distance is zero, or more than a board can hold.
    Distance,
    /// The piece moves along the other axis.
    Direction,
}

/// A move that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveTextError {
    /// Number of moves read before it.
    pub index: usize,
    /// Line in the text, from 1.
    pub line: u32,
    /// Column in the line, from 1, in characters.
    pub column: u32,
    /// The text of the move.
    pub text: String,
    /// What is wrong.
    pub fault: MoveTextFault,
}

impl fmt::Display for MoveTextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {} ({:?}): ", self.index + 1, self.text)?;
        match &self.fault {
            MoveTextFault::Unreadable => write!(f, "not a move such as A+2, AR2 or A,2"),
            MoveTextFault::NoPiece(name) => write!(f, "there is no piece {name}"),
            MoveTextFault::Distance => write!(f, "the distance must be from 1 to 15 cells"),
            MoveTextFault::Direction => write!(f, "the piece cannot move that way"),
        }
    }
}

impl std::error::Error for MoveTextError {}

impl Board {
    /// Moves as `A+2 B-1 …`.
    pub fn show_moves(&self, moves: &[Move]) -> String {
        self.write_moves(moves, MoveNotation::Signed)
    }

    /// Moves in a notation. The CSV has a heading and a line for each move.
    pub fn write_moves(&self, moves: &[Move], notation: MoveNotation) -> String {
        let texts: Vec<String> =
            moves.iter().map(|step| self.write_move(*step, notation)).collect();
        match notation {
            MoveNotation::Csv => {
                texts.iter().fold("car,move\n".to_owned(), |text, line| text + line + "\n")
            }
            _ => texts.join(" "),
        }
    }

    fn write_move(&self, step: Move, notation: MoveNotation) -> String {
        let piece = &self.pieces()[step.piece as usize];
        match notation {
            MoveNotation::Signed => format!("{}{:+}", piece.name, step.delta),
            MoveNotation::Csv => format!("{},{}", piece.name, step.delta),
            MoveNotation::Directed => {
                let letter = match (piece.axis, step.delta < 0) {
                    (Axis::Horizontal, true) => 'L',
                    (Axis::Horizontal, false) => 'R',
                    (Axis::Vertical, true) => 'U',
                    (Axis::Vertical, false) => 'D',
                };
                format!("{}{letter}{}", piece.name, step.delta.unsigned_abs())
            }
        }
    }

    /// Reads moves in any of the notations, even mixed; blanks, line ends and `;` separate them.
    /// They are not played: see [`State::play_all`](crate::State::play_all).
    ///
    /// # Errors
    ///
    /// The first word that is not a move of this board, with its place.
    pub fn read_moves(&self, text: &str) -> Result<Vec<Move>, MoveTextError> {
        let mut moves = Vec::new();
        for (row, line) in text.lines().enumerate() {
            for (column, token) in tokens(line) {
                if token.eq_ignore_ascii_case("car,move") {
                    continue;
                }
                let fail = |fault| MoveTextError {
                    index: moves.len(),
                    line: row as u32 + 1,
                    column: column as u32 + 1,
                    text: token.chars().take(40).collect(),
                    fault,
                };
                let step = self.read_move(token).map_err(fail)?;
                moves.push(step);
            }
        }
        Ok(moves)
    }

    fn read_move(&self, token: &str) -> Result<Move, MoveTextFault> {
        if let Some((name, delta)) = token.split_once(',') {
            return self.signed(name, delta);
        }
        if let Some(at) = token.rfind(['+', '-']) {
            return self.signed(&token[..at], &token[at..]);
        }
        let digits = token.len() - token.trim_end_matches(|c: char| c.is_ascii_digit()).len();
        let (front, cells) = token.split_at(token.len() - digits);
        let direction = front.chars().next_back().ok_or(MoveTextFault::Unreadable)?;
        let name = &front[..front.len() - direction.len_utf8()];
        let (axis, sign) = match direction.to_ascii_uppercase() {
            'L' => (Axis::Horizontal, -1),
            'R' => (Axis::Horizontal, 1),
            'U' => (Axis::Vertical, -1),
            'D' => (Axis::Vertical, 1),
            _ => return Err(MoveTextFault::Unreadable),
        };
        if name.is_empty() {
            return Err(MoveTextFault::Unreadable);
        }
        let step = self.signed(name, if cells.is_empty() { "1" } else { cells })?;
        if self.pieces()[step.piece as usize].axis != axis {
            return Err(MoveTextFault::Direction);
        }
        Ok(Move { delta: step.delta * sign, ..step })
    }

    fn signed(&self, name: &str, delta: &str) -> Result<Move, MoveTextFault> {
        let piece = self
            .piece_named(name)
            .ok_or_else(|| MoveTextFault::NoPiece(name.chars().take(8).collect()))?;
        let delta: i8 = match delta.parse::<i64>() {
            Ok(delta) if delta != 0 && delta.abs() < 16 => delta as i8,
            Ok(_) => return Err(MoveTextFault::Distance),
            Err(_) if delta.trim_start_matches(['+', '-']).bytes().all(|b| b.is_ascii_digit()) => {
                return Err(MoveTextFault::Distance);
            }
            Err(_) => return Err(MoveTextFault::Unreadable),
        };
        Ok(Move { piece: piece as u8, delta })
    }
}

/// The tokens of a line with the column each starts in, counted in characters from 0.
fn tokens(line: &str) -> impl Iterator<Item = (usize, &str)> {
    let separator = |c: char| c.is_whitespace() || c == ';';
    let mut rest = line;
    let mut column = 0;
    std::iter::from_fn(move || {
        let skipped = rest.find(|c| !separator(c))?;
        column += rest[..skipped].chars().count();
        rest = &rest[skipped..];
        let end = rest.find(separator).unwrap_or(rest.len());
        let (token, at) = (&rest[..end], column);
        column += token.chars().count();
        rest = &rest[end..];
        Some((at, token))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_notation_round_trips() {
        let board = Board::from_rows(&["..B.", "AAB.", "..CC"]).unwrap();
        let moves = [(0, -1), (1, 2), (2, -2)].map(|(piece, delta)| Move { piece, delta });
        for notation in MoveNotation::ALL {
            let text = board.write_moves(&moves, notation);
            assert_eq!(board.read_moves(&text).unwrap(), moves, "{text}");
        }
        assert_eq!(board.write_moves(&moves, MoveNotation::Directed), "BU1 AR2 CL2");
        assert_eq!(board.read_moves("bd;").unwrap_err().text, "bd");
        assert_eq!(board.read_moves("BD").unwrap(), [Move { piece: 0, delta: 1 }]);
        assert_eq!(steps(&moves), 5);
    }

    #[test]
    fn unreadable_moves_are_named_with_their_place() {
        let board = Board::from_rows(&["..B.", "AAB.", "...."]).unwrap();
        let cases = [
            ("A+1\n  Z+1", 2, 3, MoveTextFault::NoPiece("Z".into())),
            ("A+0", 1, 1, MoveTextFault::Distance),
            ("A+99999999999999999999", 1, 1, MoveTextFault::Distance),
            ("AU1", 1, 1, MoveTextFault::Direction),
            ("A+", 1, 1, MoveTextFault::Distance),
            ("é", 1, 1, MoveTextFault::Unreadable),
            ("A+1 ?", 1, 5, MoveTextFault::Unreadable),
            ("R1", 1, 1, MoveTextFault::Unreadable),
        ];
        for (text, line, column, fault) in cases {
            let error = board.read_moves(text).unwrap_err();
            assert_eq!((error.line, error.column, error.fault), (line, column, fault), "{text}");
        }
    }
}
