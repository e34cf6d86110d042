//! The pattern pieces rooms are laid from. All are our own.
//!
//! A piece is three squares wide and three or four high; `#` is wall, a blank is floor. Rooms turn
//! and mirror them, cut them at the border and let them meet as they happen to, so a piece is no
//! more than a local habit: a pillar, a bend, a narrow place. Building rooms from small templates
//! is an idea of Taylor and Parberry ("Procedural Generation of Sokoban Levels", 2011); their
//! templates also prescribe the neighbourhood, ours do not.

/// One piece: its rows, top to bottom.
pub(super) type Piece = &'static [&'static str];

/// Square pieces; they may be laid in any of the 8 symmetries.
pub(super) const SQUARE: [Piece; 18] = [
    &["   ", "   ", "   "],
    &["#  ", "   ", "   "],
    &["#  ", "   ", "  #"],
    &["## ", "   ", "   "],
    &["## ", "#  ", "   "],
    &["## ", "   ", " ##"],
    &[" # ", "   ", "   "],
    &[" # ", " # ", "   "],
    &[" # ", "   ", " # "],
    &["   ", " # ", "   "],
    &["###", "   ", "   "],
    &["###", "   ", "###"],
    &["###", "   ", "# #"],
    &["# #", "   ", "# #"],
    &["###", "#  ", "#  "],
    &["## ", "#  ", "# #"],
    &["   ", "## ", "## "],
    &["###", "###", "###"],
];

/// Pieces three wide and four high; they may be mirrored but not turned.
pub(super) const TALL: [Piece; 8] = [
    &["   ", " # ", " # ", "   "],
    &["# #", "   ", "   ", "# #"],
    &["   ", "## ", "   ", " ##"],
    &["#  ", "#  ", "   ", "  #"],
    &["## ", "   ", " # ", "   "],
    &["###", "#  ", "   ", "## "],
    &["   ", "   ", "# #", "# #"],
    &[" # ", "   ", "   ", "###"],
];

/// The cell of `piece` at a place after one of its symmetries: bit 0 mirrors rows, bit 1 columns,
/// bit 2 swaps the two (square pieces only).
pub(super) fn is_wall(piece: Piece, symmetry: usize, row: usize, column: usize) -> bool {
    let height = piece.len();
    let row = if symmetry & 1 != 0 { height - 1 - row } else { row };
    let column = if symmetry & 2 != 0 { 2 - column } else { column };
    let (row, column) = if symmetry & 4 != 0 { (column, row) } else { (row, column) };
    piece[row].as_bytes()[column] == b'#'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_have_their_shape_and_differ_under_symmetry() {
        let drawn = |piece: Piece, symmetry| {
            let cells = (0..piece.len() * 3).map(|i| is_wall(piece, symmetry, i / 3, i % 3));
            cells.collect::<Vec<_>>()
        };
        let mut seen = Vec::new();
        for (pieces, height, symmetries) in [(&SQUARE[..], 3, 8), (&TALL[..], 4, 4)] {
            for &piece in pieces {
                assert!(piece.len() == height && piece.iter().all(|row| row.len() == 3));
                let key = (0..symmetries).map(|symmetry| drawn(piece, symmetry)).min().unwrap();
                assert!(!seen.contains(&key), "{piece:?} is there twice");
                seen.push(key);
            }
        }
    }
}
