//! A board for terminals.

use super::letters::{self, Red};
use crate::layout::{Axis, Side};
use crate::{Board, State};

/// Draws the start of a board: one name per cell, a frame, and a gap in it where the exit is. A piece of one cell has
/// `-` or `|` behind its name, for the way it moves; where nobody would take the red piece for red, a line below
/// names it.
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
    for (piece, &at) in board.pieces().iter().zip(&state.positions) {
        // A piece of one cell does not show which way it moves.
        let way = match (piece.length, piece.axis) {
            (1, Axis::Horizontal) => "-",
            (1, Axis::Vertical) => "|",
            _ => "",
        };
        for (row, column) in piece.cells_at(at) {
            cells[row][column] = format!("{}{way}", piece.name);
        }
    }
    let wide = cells.iter().flatten().map(String::len).max().unwrap_or(1);
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
    text += &border(Side::Bottom);
    let red = board.red_piece().name;
    let names: Vec<char> = board.pieces().iter().filter_map(|piece| piece.name.letter()).collect();
    if red.letter() != Some(letters::red_letter(&names, Red::AOrX)) {
        text += &format!("red {red}\n");
    }
    text
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
