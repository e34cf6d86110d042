//! Small pictures of levels: with colours two squares share a character, above and below.

use puzzle::Puzzle;
use puzzle::plain::{SokobanBoard, UnblockBoard};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::palette::{Ink, Palette};

/// How many times as large as its squares a picture is at most.
const MOST: usize = 3;

/// Draws a level into an area, as large as it goes; one that is too large is made coarser.
pub(crate) fn draw(buffer: &mut Buffer, area: Rect, palette: Palette, puzzle: &Puzzle) {
    let picture = Picture::of(puzzle);
    let halves = if palette.coloured() { 2 } else { 1 };
    let room = (usize::from(area.height) * halves, usize::from(area.width));
    let larger = (room.0 / picture.height.max(1)).min(room.1 / picture.width.max(1)).min(MOST);
    let picture = picture.enlarged(larger);
    let coarse = picture.height.div_ceil(room.0).max(picture.width.div_ceil(room.1)).max(1);
    let (height, width) = (picture.height.div_ceil(coarse), picture.width.div_ceil(coarse));
    let left = area.x + (area.width - width as u16) / 2;
    let top = area.y + (area.height - height.div_ceil(halves) as u16) / 2;
    for row in 0..height.div_ceil(halves) {
        for column in 0..width {
            let ink = |row: usize| picture.sample(row, column, coarse);
            let (symbol, style) = match palette.coloured() {
                true => half_blocks(palette, ink(2 * row), ink(2 * row + 1)),
                false => letter(palette, ink(row)),
            };
            buffer.set_string(left + column as u16, top + row as u16, symbol, style);
        }
    }
}

/// Two squares in one character.
fn half_blocks(palette: Palette, above: Option<Ink>, below: Option<Ink>) -> (&'static str, Style) {
    let colour = |ink: Ink| {
        let style = palette.style(ink);
        // Boxes and pieces are shown by their background colour, everything else by its foreground.
        match ink {
            Ink::Piece | Ink::Red | Ink::Floor | Ink::Box | Ink::BoxHome => style.bg,
            _ => style.fg,
        }
    };
    let (above, below) = (above.and_then(colour), below.and_then(colour));
    match (above, below) {
        (None, None) => (" ", Style::new()),
        (Some(above), None) => ("▀", Style::new().fg(above)),
        (None, Some(below)) => ("▄", Style::new().fg(below)),
        (Some(above), Some(below)) => ("▀", Style::new().fg(above).bg(below)),
    }
}

fn letter(palette: Palette, ink: Option<Ink>) -> (&'static str, Style) {
    let Some(ink) = ink else { return (" ", Style::new()) };
    let symbol = match ink {
        Ink::Wall => "#",
        Ink::Box => "$",
        Ink::BoxHome => "*",
        Ink::Goal => ".",
        Ink::Player => "@",
        Ink::Red => "=",
        Ink::Piece => "o",
        _ => " ",
    };
    (symbol, palette.style(ink))
}

/// A level as a grid of inks.
struct Picture {
    width: usize,
    height: usize,
    inks: Vec<Option<Ink>>,
}

impl Picture {
    fn of(puzzle: &Puzzle) -> Picture {
        match puzzle {
            Puzzle::Sokoban(puzzle) => Picture::sokoban(puzzle.board()),
            Puzzle::Unblock(level) => Picture::unblock(&level.board),
        }
    }

    fn empty(height: usize, width: usize, ink: Option<Ink>) -> Picture {
        Picture { width, height, inks: vec![ink; width * height] }
    }

    fn set(&mut self, row: usize, column: usize, ink: Ink) {
        self.inks[row * self.width + column] = Some(ink);
    }

    fn sokoban(board: &SokobanBoard) -> Picture {
        let mut picture = Picture::empty(board.height(), board.width(), None);
        let state = board.start();
        for square in board.squares() {
            let (row, column) = board.place(square);
            for r in row.saturating_sub(1)..=(row + 1).min(board.height() - 1) {
                for c in column.saturating_sub(1)..=(column + 1).min(board.width() - 1) {
                    if board.square_at(r, c).is_none() {
                        picture.set(r, c, Ink::Wall);
                    }
                }
            }
            let goal = board.is_goal(square);
            picture.set(
                row,
                column,
                match (state.has_box(square), state.player == square) {
                    (true, _) if goal => Ink::BoxHome,
                    (true, _) => Ink::Box,
                    (_, true) => Ink::Player,
                    _ if goal => Ink::Goal,
                    _ => Ink::Floor,
                },
            );
        }
        picture
    }

    fn unblock(board: &UnblockBoard) -> Picture {
        let mut picture = Picture::empty(board.height(), board.width(), Some(Ink::Floor));
        for (row, column) in board.walls().iter() {
            picture.set(row, column, Ink::Wall);
        }
        for (i, piece) in board.pieces().iter().enumerate() {
            for (n, (row, column)) in piece.cells_at(piece.start()).enumerate() {
                // Neighbours of one colour would run together: the first cell of a piece is another.
                let ink = match (i == board.red(), n) {
                    (true, _) => Ink::Red,
                    (false, 0) => Ink::Box,
                    (false, _) => Ink::Piece,
                };
                picture.set(row, column, ink);
            }
        }
        picture
    }

    /// Some times as large: small boards would be lost in their place.
    fn enlarged(self, times: usize) -> Picture {
        if times < 2 {
            return self;
        }
        let (height, width) = (self.height * times, self.width * times);
        let ink = |i: usize| self.inks[i / width / times * self.width + i % width / times];
        Picture { width, height, inks: (0..width * height).map(ink).collect() }
    }

    /// What is most worth seeing in a block of squares.
    fn sample(&self, row: usize, column: usize, coarse: usize) -> Option<Ink> {
        let rows = row * coarse..((row + 1) * coarse).min(self.height);
        let columns = column * coarse..((column + 1) * coarse).min(self.width);
        let all = rows.flat_map(|r| columns.clone().map(move |c| (r, c)));
        let worth = |ink: &Ink| match ink {
            Ink::Player | Ink::Red => 5,
            Ink::Box => 4,
            Ink::BoxHome => 3,
            Ink::Goal => 2,
            Ink::Wall => 1,
            _ => 0,
        };
        all.filter_map(|(r, c)| self.inks[r * self.width + c]).max_by_key(worth)
    }
}
