//! Boards of Unblock in the arrays of the environments.
//!
//! A board is its squares (0 empty, 1 the red piece, 2 and more the others, 255 a wall, with a row of walls above and
//! below) and behind them, for each piece, how far it stands along its line. The red piece comes first.

use puzzle::Puzzle;
use puzzle::plain::{Axis, Piece};

use super::boards::Start;

/// A wall, or a square beside a board that is smaller than others.
const WALL: u8 = 255;

/// A piece without its place along its line.
#[derive(Clone)]
pub(super) struct Shape {
    /// The square on which it would begin at the start of its line.
    line: usize,
    /// From one square of the line to the next.
    step: usize,
    length: usize,
    /// Squares of the line.
    extent: usize,
}

impl Shape {
    fn is_lying(&self) -> bool {
        self.step == 1
    }
}

/// The size of a board, and its pieces.
pub(super) fn size(level: &Puzzle) -> Option<(usize, usize, usize)> {
    let Puzzle::Unblock(level) = level else { return None };
    Some((level.board.height(), level.board.width(), level.board.pieces().len()))
}

/// Compiles a board for squares of a width and a number of bytes.
pub(super) fn start(level: &Puzzle, width: usize, stride: usize, pieces: usize) -> Option<Start> {
    let Puzzle::Unblock(level) = level else { return None };
    let board = &level.board;
    let mut cells = vec![WALL; stride];
    for row in 0..board.height() {
        cells[(row + 1) * width..][..board.width()].fill(0);
    }
    for (row, column) in board.walls().iter() {
        cells[(row + 1) * width + column] = WALL;
    }
    let mut order: Vec<&Piece> = board.pieces().iter().collect();
    let red = order.remove(board.red());
    order.insert(0, red);
    let mut shapes = Vec::new();
    for (number, piece) in order.iter().enumerate() {
        for (row, column) in piece.cells_at(piece.start()) {
            cells[(row + 1) * width + column] = number as u8 + 1;
        }
        cells[stride - pieces + number] = piece.start();
        let (row, column) = (usize::from(piece.row) + 1, usize::from(piece.column));
        let (line, step) = match piece.axis {
            Axis::Horizontal => (row * width, 1),
            Axis::Vertical => (width + column, width),
        };
        let (length, extent) = (usize::from(piece.length), board.extent(piece.axis));
        shapes.push(Shape { line, step, length, extent });
    }
    let goal = board.goal();
    let left = u16::from(red.start() != goal);
    Some(Start { cells, player: 0, left, free: Vec::new(), shapes, goal })
}

/// The square that an action frees and the one it takes; `None` if it is impossible.
fn target(cells: &[u8], start: &Start, places: usize, action: usize) -> Option<(usize, usize)> {
    let (number, forth) = (action / 2, action % 2 == 1);
    let shape = start.shapes.get(number)?;
    let at = usize::from(cells[places + number]);
    let square = |place: usize| shape.line + place * shape.step;
    let (from, to) = match forth {
        true => (at, at + shape.length),
        false => (at + shape.length - 1, at.checked_sub(1)?),
    };
    (to < shape.extent && cells[square(to)] == 0).then_some((square(from), square(to)))
}

/// Makes a move if it is possible, and says whether the red piece has got out by it.
pub(super) fn slide(cells: &mut [u8], start: &Start, pieces: usize, action: usize) -> bool {
    let places = cells.len() - pieces;
    let Some((from, to)) = target(cells, start, places, action) else { return false };
    let number = action / 2;
    cells[from] = 0;
    cells[to] = number as u8 + 1;
    let place = &mut cells[places + number];
    *place = if action % 2 == 1 { *place + 1 } else { *place - 1 };
    number == 0 && *place == start.goal
}

/// Writes which actions are possible.
pub(super) fn mask(cells: &[u8], start: &Start, pieces: usize, mask: &mut [i8]) {
    let places = cells.len() - pieces;
    for (action, possible) in mask.iter_mut().enumerate() {
        *possible = i8::from(target(cells, start, places, action).is_some());
    }
}

/// Draws a board: its squares, or five planes of walls, red piece, other lying pieces, standing pieces, first squares.
pub(super) fn draw(
    cells: &[u8],
    start: &Start,
    width: usize,
    area: usize,
    pieces: usize,
    observation: &mut [u8],
) {
    let squares = &cells[width..width + area];
    if observation.len() == area {
        observation.copy_from_slice(squares);
        return;
    }
    observation.fill(0);
    for (at, &square) in squares.iter().enumerate() {
        let plane = match square {
            0 => continue,
            WALL => 0,
            1 => 1,
            number if start.shapes[usize::from(number) - 1].is_lying() => 2,
            _ => 3,
        };
        observation[plane * area + at] = 1;
    }
    let places = cells.len() - pieces;
    for (shape, &at) in start.shapes.iter().zip(&cells[places..]) {
        observation[4 * area + shape.line + usize::from(at) * shape.step - width] = 1;
    }
}
