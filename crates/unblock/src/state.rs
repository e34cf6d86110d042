//! A position of a game, and the rules of moving in it.

use std::fmt;

use crate::layout::Axis;
use crate::{Board, CellSet, Move};

/// Where every piece stands: the coordinate along its line, in the order of [`Board::pieces`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// One coordinate per piece.
    pub positions: Vec<u8>,
}

/// The first move that cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blocked {
    /// Number of moves made before it.
    pub index: usize,
    /// The cell in the way as (row, column) from 0; `None` when the move leaves the board, moves
    /// nothing, or names no piece.
    pub cell: Option<(usize, usize)>,
}

impl fmt::Display for Blocked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "move {}: ", self.index + 1)?;
        match self.cell {
            Some((row, column)) => {
                write!(f, "row {}, column {} is in the way", row + 1, column + 1)
            }
            None => write!(f, "there is no room on the board for it"),
        }
    }
}

impl std::error::Error for Blocked {}

impl State {
    /// All cells that are not free: pieces and walls.
    pub fn occupied(&self, board: &Board) -> CellSet {
        let mut cells = *board.walls();
        for (piece, &at) in board.pieces().iter().zip(&self.positions) {
            for (row, column) in piece.cells_at(at) {
                cells.insert(row, column);
            }
        }
        cells
    }

    /// How far a piece can go towards smaller and towards larger coordinates.
    pub fn room(&self, board: &Board, occupied: &CellSet, piece: usize) -> (u8, u8) {
        let shape = &board.pieces()[piece];
        let (line, at) = (shape.line(), self.positions[piece] as usize);
        let free = |i: usize| match shape.axis {
            Axis::Horizontal => !occupied.contains(line, i),
            Axis::Vertical => !occupied.contains(i, line),
        };
        let back = (0..at).rev().take_while(|&i| free(i)).count();
        let end = at + shape.length as usize;
        let forth = (end..board.extent(shape.axis)).take_while(|&i| free(i)).count();
        (back as u8, forth as u8)
    }

    /// Makes one move of any distance; if it is refused, the state is unchanged.
    ///
    /// # Errors
    ///
    /// What is in the way.
    pub fn play(&mut self, board: &Board, step: Move) -> Result<(), Blocked> {
        let none = Blocked { index: 0, cell: None };
        let piece = *board.pieces().get(step.piece as usize).ok_or(none)?;
        let at = self.positions[step.piece as usize];
        let to = i32::from(at) + i32::from(step.delta);
        let last = board.extent(piece.axis) as i32 - i32::from(piece.length);
        if step.delta == 0 || !(0..=last).contains(&to) {
            return Err(none);
        }
        let to = to as u8;
        let mut others = self.occupied(board);
        piece.cells_at(at).for_each(|(row, column)| others.remove(row, column));
        // The cells swept are those between the two ends of the journey, in the order met.
        let mut swept: Vec<_> = (at.min(to)..=at.max(to)).flat_map(|i| piece.cells_at(i)).collect();
        if to < at {
            swept.reverse();
        }
        if let Some(cell) = swept.into_iter().find(|&(row, column)| others.contains(row, column)) {
            return Err(Blocked { cell: Some(cell), ..none });
        }
        self.positions[step.piece as usize] = to;
        Ok(())
    }

    /// Makes moves one after another; stops at the first that cannot be made.
    ///
    /// # Errors
    ///
    /// The first move that cannot be made.
    pub fn play_all(&mut self, board: &Board, moves: &[Move]) -> Result<(), Blocked> {
        for (index, &step) in moves.iter().enumerate() {
            self.play(board, step).map_err(|blocked| Blocked { index, ..blocked })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_stop_at_pieces_walls_and_edges() {
        let board = Board::from_rows(&["..B.", "AAB.", "...#"]).unwrap();
        let (a, b) = (board.piece_named("A").unwrap(), board.piece_named("B").unwrap());
        let step = |piece: usize, delta| Move { piece: piece as u8, delta };
        let mut state = board.start();
        let blocked = |row, column| Err(Blocked { index: 0, cell: Some((row, column)) });
        assert_eq!(state.play(&board, step(a, 1)), blocked(1, 2));
        assert_eq!(state.play(&board, step(b, -1)), Err(Blocked { index: 0, cell: None }));
        assert_eq!(state.play(&board, step(b, 0)), Err(Blocked { index: 0, cell: None }));
        assert_eq!(state.play(&board, step(9, 1)), Err(Blocked { index: 0, cell: None }));
        assert_eq!(state.room(&board, &state.occupied(&board), b), (0, 1));
        state.play(&board, step(b, 1)).unwrap();
        assert_eq!(state.play(&board, step(a, 2)), blocked(1, 2));
        assert_eq!(
            state.play_all(&board, &[step(b, -1), step(a, 1)]),
            Err(Blocked { index: 1, cell: Some((1, 2)) })
        );
    }
}
