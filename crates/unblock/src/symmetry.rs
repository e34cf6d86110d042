//! When two boards are the same puzzle.
//!
//! All eight symmetries (rotations and reflections) turn a puzzle into an equal one, exit included.
//! Two of them bring the exit to the right-hand side, and they differ by the mirror that swaps top
//! and bottom; the canonical form is the smaller of these two. Pieces are renamed in reading order.

use crate::Board;
use crate::layout::{Axis, Layout, Piece, Side};

impl Board {
    /// The same puzzle with the exit on the right, mirrored and renamed so that equal puzzles
    /// become equal boards.
    pub fn canonical(&self) -> Board {
        let upright = self.exit_right();
        let mirrored = upright.flipped(Axis::Vertical).renamed();
        let upright = upright.renamed();
        if mirrored.code() < upright.code() { mirrored } else { upright }
    }

    /// A hash of the [canonical](Board::canonical) board: equal puzzles have equal hashes. It is
    /// 64-bit FNV-1a, so it is the same in every version and on every machine.
    pub fn canonical_hash(&self) -> u64 {
        text::fnv1a(self.canonical().code())
    }

    /// Size, then for each cell: empty, wall, or axis and number of the piece in reading order.
    fn code(&self) -> Vec<u8> {
        let mut code = vec![0; self.width() * self.height()];
        for (row, column) in self.walls().iter() {
            code[row * self.width() + column] = 1;
        }
        let mut marks: Vec<(u8, u8)> = Vec::new();
        for (i, piece) in self.pieces().iter().enumerate() {
            for (row, column) in piece.cells_at(piece.start()) {
                code[row * self.width() + column] = 2 + (i != self.red()) as u8;
            }
            marks.push((
                piece.row * 16 + piece.column,
                piece.length * 2 + (piece.axis == Axis::Vertical) as u8,
            ));
        }
        marks.sort_unstable();
        code.extend([self.width() as u8, self.height() as u8]);
        code.extend(marks.into_iter().flat_map(|(at, shape)| [at, shape]));
        code
    }

    fn exit_right(&self) -> Board {
        match self.exit() {
            Side::Right => self.clone(),
            Side::Left => self.flipped(Axis::Horizontal),
            Side::Bottom => self.transposed(),
            Side::Top => self.flipped(Axis::Vertical).transposed(),
        }
    }

    /// The mirror image that reverses an axis.
    pub fn flipped(&self, axis: Axis) -> Board {
        let last = self.extent(axis) as u8 - 1;
        let flip = |piece: &Piece| {
            let reach = if piece.axis == axis { piece.length - 1 } else { 0 };
            match axis {
                Axis::Horizontal => Piece { column: last - piece.column - reach, ..*piece },
                Axis::Vertical => Piece { row: last - piece.row - reach, ..*piece },
            }
        };
        let side = match (axis, self.exit()) {
            (Axis::Horizontal, Side::Left) => Side::Right,
            (Axis::Horizontal, Side::Right) => Side::Left,
            (Axis::Vertical, Side::Top) => Side::Bottom,
            (Axis::Vertical, Side::Bottom) => Side::Top,
            (_, side) => side,
        };
        let wall = |(row, column): (usize, usize)| match axis {
            Axis::Horizontal => (row, last as usize - column),
            Axis::Vertical => (last as usize - row, column),
        };
        rebuild(Layout {
            walls: self.walls().iter().map(wall).collect(),
            pieces: self.pieces().iter().map(flip).collect(),
            exit: Some((side, None)),
            ..self.layout()
        })
    }

    /// Rows and columns exchanged.
    pub fn transposed(&self) -> Board {
        let turn = |piece: &Piece| Piece {
            axis: match piece.axis {
                Axis::Horizontal => Axis::Vertical,
                Axis::Vertical => Axis::Horizontal,
            },
            row: piece.column,
            column: piece.row,
            ..*piece
        };
        let side = match self.exit() {
            Side::Left => Side::Top,
            Side::Right => Side::Bottom,
            Side::Top => Side::Left,
            Side::Bottom => Side::Right,
        };
        rebuild(Layout {
            width: self.height(),
            height: self.width(),
            walls: self.walls().iter().map(|(row, column)| (column, row)).collect(),
            pieces: self.pieces().iter().map(turn).collect(),
            exit: Some((side, None)),
            ..self.layout()
        })
    }
}

fn rebuild(layout: Layout) -> Board {
    Board::new(&layout).expect("a symmetry of a board is a board")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_eight_symmetries_are_one_puzzle() {
        let board = Board::from_rows(&["B..CC", "BAAD.", "...D#", "EEE.."]).unwrap();
        let hash = board.canonical_hash();
        let mut image = board.clone();
        for _ in 0..4 {
            for view in [image.clone(), image.flipped(Axis::Horizontal)] {
                assert_eq!(view.canonical(), board.canonical());
                assert_eq!(view.canonical_hash(), hash);
            }
            image = image.transposed().flipped(Axis::Vertical);
        }
        assert_eq!(image, board);
        let other = Board::from_rows(&["B..CC", "BAAD.", "...D.", "EEE.."]).unwrap();
        assert_ne!(other.canonical_hash(), hash);
    }
}
