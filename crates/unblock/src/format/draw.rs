//! A board for terminals.

use crate::layout::Side;
use crate::{Board, State};

/// Draws the start of a board: one letter per cell, a frame, and a gap in it where the exit is.
///
/// ```text
/// +-------------+
/// | . . B . . . |
/// | A A B . . .
/// | . . . # . . |
/// +-------------+
/// ```
pub fn draw(board: &Board) -> String {
    draw_state(board, &board.start())
}

/// Draws a position of a board.
pub fn draw_state(board: &Board, state: &State) -> String {
    let mut cells = vec![vec![".".to_owned(); board.width()]; board.height()];
    for (row, column) in board.walls().iter() {
        cells[row][column] = "#".to_owned();
    }
    let wide = board.pieces().iter().map(|piece| piece.name.as_str().len()).max().unwrap_or(1);
    for (piece, &at) in board.pieces().iter().zip(&state.positions) {
        for (row, column) in piece.cells_at(at) {
            cells[row][column] = piece.name.to_string();
        }
    }
    let line = board.red_piece().line();
    let border = |side: Side| {
        let dashes = (0..board.width()).map(|column| {
            let open = board.exit() == side && column == line;
            if open { " ".repeat(wide + 1) } else { "-".repeat(wide + 1) }
        });
        format!("+-{}+\n", dashes.collect::<String>())
    };
    let mut text = border(Side::Top);
    for (row, cells) in cells.iter().enumerate() {
        let edge = |side: Side| if board.exit() == side && row == line { " " } else { "|" };
        let inside: String = cells.iter().map(|cell| format!("{cell:wide$} ")).collect();
        text += format!("{} {inside}{}", edge(Side::Left), edge(Side::Right)).trim_end();
        text.push('\n');
    }
    text + &border(Side::Bottom)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_frame_is_open_at_the_exit() {
        let board = Board::from_rows(&["..B", "AAB", "..#"]).unwrap();
        let text = "+-------+\n| . . B |\n| A A B\n| . . # |\n+-------+\n";
        assert_eq!(draw(&board), text);
        let turned = board.transposed().flipped(crate::Axis::Vertical);
        let text = "+---  --+\n| B B # |\n| . A . |\n| . A . |\n+-------+\n";
        assert_eq!(draw(&turned), text);
    }
}
