//! A board for paper: one drawing, or a sheet of cards to cut out.

use ::text::escape;

use crate::layout::{Axis, Side};
use crate::{Board, Level};

/// Units of one cell.
const CELL: usize = 40;
/// Units between the frame and the edge of a drawing; room for the exit arrow.
const MARGIN: usize = 24;
/// Units for the text under a card.
const CAPTION: usize = 28;

/// The drawing of one level, with its title and counts below.
pub fn svg(level: &Level) -> String {
    let (width, height) = card_size(&level.board);
    let card = card(level, None, 0, 0);
    format!("{}{card}{}</svg>\n", open(width, height), metadata(&[level]))
}

/// What the picture shows, for programs: whoever has the picture has the boards.
fn metadata(levels: &[&Level]) -> String {
    let drawing = |level: &&Level| {
        let title = level.title.as_deref().unwrap_or_default();
        let text = format!("; {title}\n{}", super::text::drawing(&level.board));
        text.lines().map(|line| format!("{}\n", escape(line))).collect::<String>()
    };
    let boards: Vec<String> = levels.iter().map(drawing).collect();
    format!("<metadata>\n{}</metadata>\n", boards.join("\n"))
}

/// A sheet of cards, `columns` to a row, numbered in order. All cards are as large as the largest.
pub fn sheet(levels: &[&Level], columns: usize) -> String {
    let columns = columns.clamp(1, levels.len().max(1));
    let sizes = levels.iter().map(|level| card_size(&level.board));
    let (width, height) = sizes.fold((0, 0), |(w, h), (cw, ch)| (w.max(cw), h.max(ch)));
    let rows = levels.len().div_ceil(columns);
    let mut text = open(width * columns, height * rows);
    for (i, level) in levels.iter().enumerate() {
        let (x, y) = (i % columns * width, i / columns * height);
        text += &format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"none\" \
             stroke=\"#999\" stroke-dasharray=\"4 4\"/>\n"
        );
        text += &card(level, Some(i + 1), x, y);
    }
    text + &metadata(levels) + "</svg>\n"
}

fn card_size(board: &Board) -> (usize, usize) {
    (board.width() * CELL + 2 * MARGIN, board.height() * CELL + 2 * MARGIN + CAPTION)
}

fn open(width: usize, height: usize) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\">\n"
    )
}

fn card(level: &Level, number: Option<usize>, x: usize, y: usize) -> String {
    let board = &level.board;
    let (width, height) = (board.width() * CELL, board.height() * CELL);
    let mut text = format!("<g transform=\"translate({} {})\">\n", x + MARGIN, y + MARGIN);
    text += &format!(
        "<rect x=\"-3\" y=\"-3\" width=\"{}\" height=\"{}\" fill=\"#f4efe6\" stroke=\"#555\" \
         stroke-width=\"6\"/>\n",
        width + 6,
        height + 6
    );
    text += &exit(board);
    for (row, column) in board.walls().iter() {
        text += &block(row, column, 1, 1, "#555");
    }
    for (i, piece) in board.pieces().iter().enumerate() {
        let (row, column) = (piece.row as usize, piece.column as usize);
        let length = piece.length as usize;
        let (rows, columns) = match piece.axis {
            Axis::Horizontal => (1, length),
            Axis::Vertical => (length, 1),
        };
        // In a grey print the red piece is known by its shade, and every piece by its letter.
        let fill = if i == board.red() { "#c8402f" } else { "#d8b27a" };
        let ink = if i == board.red() { "#fff" } else { "#222" };
        text += &block(row, column, rows, columns, fill);
        text += &format!(
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" font-size=\"16\" fill=\"{ink}\">{}</text>\n",
            column * CELL + columns * CELL / 2,
            row * CELL + rows * CELL / 2 + 6,
            piece.name
        );
    }
    text += &format!(
        "<text x=\"0\" y=\"{}\" font-size=\"14\">{}</text>\n</g>\n",
        height + MARGIN + 8,
        escape(&caption(level, number))
    );
    text
}

fn block(row: usize, column: usize, rows: usize, columns: usize, fill: &str) -> String {
    format!(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"6\" fill=\"{fill}\" \
         stroke=\"#222\"/>\n",
        column * CELL + 2,
        row * CELL + 2,
        columns * CELL - 4,
        rows * CELL - 4
    )
}

/// A gap in the frame.
fn exit(board: &Board) -> String {
    let line = board.red_piece().line() * CELL;
    let (width, height) = (board.width() * CELL, board.height() * CELL);
    let (x, y, w, h) = match board.exit() {
        Side::Left => (-7, line as isize, 8, CELL),
        Side::Right => (width as isize - 1, line as isize, 8, CELL),
        Side::Top => (line as isize, -7, CELL, 8),
        Side::Bottom => (line as isize, height as isize - 1, CELL, 8),
    };
    format!("<rect x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\" fill=\"#f4efe6\"/>\n")
}

fn caption(level: &Level, number: Option<usize>) -> String {
    let mut parts = Vec::new();
    parts.extend(number.map(|number| number.to_string()));
    parts.extend(level.title.clone());
    let ending = |count: u32| if count == 1 { "" } else { "s" };
    parts.extend(level.known.moves.map(|moves| format!("{moves} move{}", ending(moves))));
    parts.extend(level.known.steps.map(|steps| format!("{steps} step{}", ending(steps))));
    parts.join(" · ").chars().take(60).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_cannot_break_out_and_every_piece_is_drawn() {
        let board = Board::from_rows(&["..B", "AAB", "..#"]).unwrap();
        let title = Some("<script>&".to_owned());
        let level = Level { title, ..Level::from_board(board) };
        let one = svg(&level);
        assert!(one.contains("&lt;script&gt;&amp;") && !one.contains("<script>"));
        // Background, exit, wall, two pieces.
        assert_eq!(one.matches("<rect").count(), 5);
        let many = sheet(&[&level, &level, &level], 2);
        assert_eq!(many.matches("<g ").count(), 3);
        assert_eq!(sheet(&[], 3).matches("<g ").count(), 0);
    }
}
