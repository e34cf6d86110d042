//! The boards of both games, drawn square by square.

use puzzle::plain::{Axis, Side, Square};
use puzzle::why::{Explanation, Place};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::layout::Grid;
use super::palette::{Ink, Palette};
use crate::game::{SokobanGame, UnblockGame};

/// What is pointed at on a board.
#[derive(Clone, Debug, Default)]
pub(crate) struct Marks {
    /// The selected box or piece.
    pub(crate) selected: Option<usize>,
    /// Where the selected box can go.
    pub(crate) targets: Vec<Square>,
    /// What a hint points at: boxes and squares, as rows and columns, or a piece.
    pub(crate) hint: Vec<(usize, usize)>,
    /// Why the position is lost.
    pub(crate) lost: Option<Explanation>,
    /// Dead squares.
    pub(crate) dead: Vec<Place>,
    /// A piece that is being dragged, and how far.
    pub(crate) dragged: Option<(usize, i8)>,
}

/// Draws a game of Sokoban.
pub(crate) fn sokoban(
    buffer: &mut Buffer,
    grid: &Grid,
    palette: Palette,
    game: &SokobanGame,
    marks: &Marks,
) {
    let (rows, columns) = (grid.first.0..grid.first.0 + grid.shown.0, grid.first.1..);
    for row in rows {
        for column in columns.clone().take(grid.shown.1) {
            let Some(area) = grid.square(row, column) else { continue };
            let (look, ink) = thing(game, marks, row, column);
            tile(buffer, area, palette, look, ink);
        }
    }
}

/// The shapes a square can have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    Nothing,
    Wall,
    Floor,
    Goal,
    Box,
    BoxHome,
    Player,
    Target,
    Dead,
}

/// What is on a square, and in which ink.
fn thing(game: &SokobanGame, marks: &Marks, row: usize, column: usize) -> (Look, Ink) {
    let board = game.board();
    let Some(square) = board.square_at(row, column) else {
        return match is_wall(game, row, column) {
            true => (Look::Wall, Ink::Wall),
            false => (Look::Nothing, Ink::Text),
        };
    };
    let (goal, state) = (board.is_goal(square), game.state());
    let (look, ink) = match (state.has_box(square), state.player == square) {
        (true, _) if goal => (Look::BoxHome, Ink::BoxHome),
        (true, _) => (Look::Box, Ink::Box),
        (_, true) => (Look::Player, Ink::Player),
        _ if marks.targets.contains(&square) => (Look::Target, Ink::Target),
        _ if goal => (Look::Goal, Ink::Goal),
        _ if marks.dead.contains(&Place { row, column }) => (Look::Dead, Ink::Dead),
        _ => (Look::Floor, Ink::Floor),
    };
    let place = Place { row, column };
    let lost = marks.lost.as_ref();
    let ink = match () {
        () if marks.selected.is_some_and(|it| it == square_number(square)) => Ink::Selected,
        () if marks.hint.contains(&(row, column)) => Ink::Hint,
        () if lost.is_some_and(|it| it.boxes.contains(&place) || it.squares.contains(&place)) => {
            Ink::Lost
        }
        () => ink,
    };
    (look, ink)
}

/// A square as a number, for marks that hold either a square or a piece.
pub(crate) fn square_number(square: Square) -> usize {
    square.index()
}

/// Whether a place beside the squares is a wall that can be seen.
fn is_wall(game: &SokobanGame, row: usize, column: usize) -> bool {
    let near = |at: usize| at.saturating_sub(1)..=at + 1;
    let mut places = near(row).flat_map(|r| near(column).map(move |c| (r, c)));
    places.any(|(r, c)| game.board().square_at(r, c).is_some())
}

fn tile(buffer: &mut Buffer, area: Rect, palette: Palette, look: Look, ink: Ink) {
    if look == Look::Nothing {
        return;
    }
    let style = palette.style(ink);
    let small = area.height == 1;
    let ground = if look == Look::Wall && palette.coloured() { "█" } else { " " };
    let ground = if look == Look::Wall && !palette.coloured() { "▒" } else { ground };
    fill(buffer, area, ground, style);
    match look {
        Look::Wall | Look::Floor | Look::Nothing => {}
        Look::Goal => middle(buffer, area, "··", style),
        Look::Target => middle(buffer, area, "◦◦", style),
        Look::Dead => middle(buffer, area, "××", style),
        Look::Player if small => text(buffer, area.x, area.y, "()", style),
        Look::Player => player(buffer, area, style),
        Look::Box if small => text(buffer, area.x, area.y, "[]", style),
        Look::BoxHome if small => text(buffer, area.x, area.y, "■■", style),
        Look::Box => frame(buffer, area, ["┌", "─", "┐", "│", "└", "┘"], style),
        Look::BoxHome => {
            frame(buffer, area, ["╔", "═", "╗", "║", "╚", "╝"], style);
            if area.height > 2 {
                middle(buffer, area, "■■", style);
            }
        }
    }
}

/// A figure with a round head.
fn player(buffer: &mut Buffer, area: Rect, style: Style) {
    let centre = area.x + area.width / 2 - 1;
    match area.height {
        2 => {
            text(buffer, centre, area.y, "()", style);
            text(buffer, centre, area.y + 1, "/\\", style);
        }
        height => {
            let top = area.y + (height - 3) / 2;
            text(buffer, centre, top, "()", style);
            text(buffer, centre - 1, top + 1, "/██\\", style);
            text(buffer, centre, top + 2, "/\\", style);
        }
    }
}

fn text(buffer: &mut Buffer, x: u16, y: u16, text: &str, style: Style) {
    buffer.set_string(x, y, text, style);
}

fn fill(buffer: &mut Buffer, area: Rect, symbol: &str, style: Style) {
    for y in area.y..area.bottom() {
        text(buffer, area.x, y, &symbol.repeat(usize::from(area.width)), style);
    }
}

/// Two characters in the middle of an area.
fn middle(buffer: &mut Buffer, area: Rect, two: &str, style: Style) {
    let (x, y) = (area.x + (area.width - 2) / 2, area.y + (area.height - 1) / 2);
    text(buffer, x, y, two, style);
}

/// A frame: the corners and lines from the top left, row by row.
pub(crate) fn frame(buffer: &mut Buffer, area: Rect, lines: [&str; 6], style: Style) {
    let [left_top, across, right_top, side, left_bottom, right_bottom] = lines;
    let inside = usize::from(area.width.saturating_sub(2));
    let row =
        |left: &str, middle: &str, right: &str| format!("{left}{}{right}", middle.repeat(inside));
    text(buffer, area.x, area.y, &row(left_top, across, right_top), style);
    for y in area.y + 1..area.bottom().saturating_sub(1) {
        text(buffer, area.x, y, &row(side, " ", side), style);
    }
    let last = area.bottom().saturating_sub(1);
    text(buffer, area.x, last, &row(left_bottom, across, right_bottom), style);
}

/// The area within the walls of Unblock: one cell on each side belongs to them.
pub(crate) fn unblock_grid(area: Rect, size: (usize, usize)) -> Grid {
    let inner = Rect::new(area.x + 2, area.y + 1, area.width - 4, area.height - 2);
    Grid::new(inner, size, (size.0 / 2, size.1 / 2))
}

/// Draws a game of Unblock.
pub(crate) fn unblock(
    buffer: &mut Buffer,
    grid: &Grid,
    palette: Palette,
    game: &UnblockGame,
    marks: &Marks,
) {
    let Rect { x, y, width, height } = grid.area;
    let around = Rect::new(x - 2, y - 1, width + 4, height + 2);
    let wall = palette.style(Ink::Wall);
    let brick = if palette.coloured() { "█" } else { "▒" };
    fill(buffer, around, brick, wall);
    fill(buffer, grid.area, " ", palette.style(Ink::Floor));
    for (row, column) in game.board().walls().iter() {
        if let Some(area) = grid.square(row, column) {
            fill(buffer, area, brick, wall);
        }
    }
    exit(buffer, grid, palette, game);
    for piece in 0..game.board().pieces().len() {
        draw_piece(buffer, grid, palette, game, piece, marks);
    }
}

/// A gap in the wall where the red piece leaves.
fn exit(buffer: &mut Buffer, grid: &Grid, palette: Palette, game: &UnblockGame) {
    let red = game.board().red_piece();
    let (width, height) = (game.board().width(), game.board().height());
    let place = match red.axis {
        Axis::Horizontal => {
            (red.line(), if game.board().exit() == Side::Right { width - 1 } else { 0 })
        }
        Axis::Vertical => {
            (if game.board().exit() == Side::Bottom { height - 1 } else { 0 }, red.line())
        }
    };
    let Some(square) = grid.square(place.0, place.1) else { return };
    let style = palette.style(Ink::Goal);
    let (gap, arrow) = match game.board().exit() {
        Side::Right => (Rect::new(square.right(), square.y, 2, square.height), "→ "),
        Side::Left => (Rect::new(square.x - 2, square.y, 2, square.height), " ←"),
        Side::Top => (Rect::new(square.x, square.y - 1, square.width, 1), "↑↑"),
        Side::Bottom => (Rect::new(square.x, square.bottom(), square.width, 1), "↓↓"),
    };
    fill(buffer, gap, " ", style);
    middle(buffer, gap, arrow, style);
}

fn draw_piece(
    buffer: &mut Buffer,
    grid: &Grid,
    palette: Palette,
    game: &UnblockGame,
    index: usize,
    marks: &Marks,
) {
    let piece = &game.board().pieces()[index];
    let dragged = marks.dragged.filter(|it| it.0 == index).map_or(0, |it| it.1);
    let at = game.state().positions[index].saturating_add_signed(dragged);
    let mut squares = piece.cells_at(at).filter_map(|(row, column)| grid.square(row, column));
    let Some(first) = squares.next() else { return };
    let area = squares.fold(first, |all, one| all.union(one));
    let hinted = marks.hint.contains(&(index, usize::MAX));
    let ink = match () {
        () if hinted => Ink::Hint,
        () if marks.selected == Some(index) => Ink::Selected,
        () if index == game.board().red() => Ink::Red,
        () => Ink::Piece,
    };
    let style = palette.style(ink);
    let lines = match index == game.board().red() {
        true => ["╔", "═", "╗", "║", "╚", "╝"],
        false => ["┌", "─", "┐", "│", "└", "┘"],
    };
    match area.height {
        1 => fill(buffer, area, "=", style),
        _ => frame(buffer, area, lines, style),
    }
    let name = piece.name.to_string();
    let width = name.chars().count() as u16;
    let (x, y) = (area.x + area.width.saturating_sub(width) / 2, area.y + (area.height - 1) / 2);
    text(buffer, x, y, &name, style);
}
