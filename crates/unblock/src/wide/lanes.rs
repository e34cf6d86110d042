//! A large board as bit rows and bit columns, and its moves.

use crate::layout::{Axis, Piece};
use crate::metric::counted;
use crate::{Board, MAX_SIDE, Metric};

/// Most pieces of a board.
pub(super) const MAX_PIECES: usize = MAX_SIDE * MAX_SIDE;

/// Owner of a cell without a piece. On a full board of 256 one-cell pieces the last one has this
/// number too and is taken for a wall; such a board is solved or shut.
const NOBODY: u8 = u8::MAX;

/// Which lines may move next: bits of the rows, then bits of the columns.
pub(super) type Lines = u32;

/// A piece without its place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub(super) vertical: bool,
    pub(super) line: usize,
    pub(super) length: usize,
    /// The least and the greatest place it can ever have, between walls and the other pieces of its
    /// line.
    pub(super) range: (i32, i32),
    /// Whether another piece moves along the same line.
    crowded: bool,
}

/// The read-only tables of the search.
#[derive(Clone, Debug)]
pub(super) struct Lanes {
    pub(super) metric: Metric,
    pub(super) shapes: Vec<Shape>,
    /// Cells of a row, cells of a column.
    pub(super) extents: [usize; 2],
    /// Walls by row and by column.
    walls: [[u16; MAX_SIDE]; 2],
    pub(super) red: usize,
    pub(super) goal: u8,
}

/// The cells of one position, by row and by column, and who covers them.
pub(super) struct Cells {
    pub(super) lines: [[u16; MAX_SIDE]; 2],
    owner: [[u8; MAX_SIDE]; MAX_SIDE],
}

impl Lanes {
    pub(super) fn new(board: &Board, metric: Metric) -> Lanes {
        let mut walls = [[0u16; MAX_SIDE]; 2];
        for (row, column) in board.walls().iter() {
            walls[0][row] |= 1 << column;
            walls[1][column] |= 1 << row;
        }
        let pieces = board.pieces();
        let shape = |piece: &Piece| {
            let line = walls[usize::from(piece.axis == Axis::Vertical)][piece.line()];
            let fellows = |p: &&Piece| (p.axis, p.line()) == (piece.axis, piece.line());
            Shape {
                vertical: piece.axis == Axis::Vertical,
                line: piece.line(),
                length: piece.length as usize,
                range: range(piece, pieces.iter().filter(fellows), line, board.extent(piece.axis)),
                crowded: pieces.iter().filter(fellows).count() > 1,
            }
        };
        Lanes {
            metric: counted(metric),
            shapes: pieces.iter().map(shape).collect(),
            extents: [board.width(), board.height()],
            walls,
            red: board.red(),
            goal: board.goal(),
        }
    }

    pub(super) fn n_pieces(&self) -> usize {
        self.shapes.len()
    }

    pub(super) fn is_goal(&self, places: &[u8]) -> bool {
        places[self.red] == self.goal
    }

    pub(super) fn cells(&self, places: &[u8]) -> Cells {
        let mut cells = Cells { lines: self.walls, owner: [[NOBODY; MAX_SIDE]; MAX_SIDE] };
        for (i, &place) in places.iter().enumerate() {
            self.cover(&mut cells, i, place, i as u8);
        }
        cells
    }

    /// Puts a piece on other cells: cheaper than starting anew for every successor.
    pub(super) fn shift(&self, cells: &mut Cells, piece: usize, from: u8, to: u8) {
        self.cover(cells, piece, from, NOBODY);
        self.cover(cells, piece, to, piece as u8);
    }

    /// Gives the cells of a piece at a place to an owner. Cells that change hands are toggled.
    fn cover(&self, cells: &mut Cells, piece: usize, at: u8, owner: u8) {
        let shape = self.shapes[piece];
        let (along, at) = (usize::from(shape.vertical), at as usize);
        cells.lines[along][shape.line] ^= span(at, shape.length);
        for place in at..at + shape.length {
            cells.lines[1 - along][place] ^= 1 << shape.line;
            let (row, column) =
                if shape.vertical { (place, shape.line) } else { (shape.line, place) };
            cells.owner[row][column] = owner;
        }
    }

    /// Calls `visit` with piece, new place, and the lines to be tried after it, for every move of
    /// a line that is allowed.
    pub(super) fn for_each_move(
        &self,
        places: &[u8],
        cells: &Cells,
        allowed: Lines,
        mut visit: impl FnMut(usize, u8, Lines),
    ) {
        for (i, shape) in self.shapes.iter().enumerate() {
            let along = usize::from(shape.vertical);
            if allowed >> (16 * along + shape.line) & 1 == 0 {
                continue;
            }
            let at = places[i] as usize;
            let line = u32::from(cells.lines[along][shape.line]);
            let end = at + shape.length;
            let back = (line << (32 - at.max(1))).leading_zeros().min(at as u32) as usize;
            let forth = (line >> end).trailing_zeros().min((self.extents[along] - end) as u32);
            let reach = |room: usize| if self.metric == Metric::Moves { room } else { room.min(1) };
            let (back, forth) = (reach(back), reach(forth as usize));
            for to in (at - back..at).rev().chain(at + 1..=at + forth) {
                let low = at.min(to);
                let sweep = span(low, at.max(to) - low + shape.length);
                visit(i, to as u8, self.lines_after(shape, sweep));
            }
        }
    }

    /// See [`crate::engine`]: columns before rows, lower numbers before higher ones; independent
    /// moves are tried in this order only.
    fn lines_after(&self, shape: &Shape, sweep: u16) -> Lines {
        let along = usize::from(shape.vertical);
        let itself = 1u32 << (16 * along + shape.line);
        let same = if shape.crowded || self.metric == Metric::Steps { itself } else { 0 };
        let later = (0xffff_u32 << (shape.line + 1)) & 0xffff;
        let rest =
            if shape.vertical { later << 16 | 0xffff } else { later | u32::from(sweep) << 16 };
        rest | same
    }
}

impl Cells {
    /// The piece on a cell of a line; `None` for a wall, and for an empty cell.
    pub(super) fn piece_at(&self, line: usize, place: usize, vertical: bool) -> Option<u8> {
        let owner = if vertical { self.owner[place][line] } else { self.owner[line][place] };
        (owner != NOBODY).then_some(owner)
    }
}

/// The least and the greatest place a piece can ever have among the other pieces and the walls of
/// its line.
fn range<'a>(
    piece: &Piece,
    fellows: impl Iterator<Item = &'a Piece>,
    walls: u16,
    extent: usize,
) -> (i32, i32) {
    let wall = |cell: &usize| walls >> cell & 1 != 0;
    let start = piece.start() as usize;
    let begin = (0..start).rev().find(wall).map_or(0, |cell| cell + 1);
    let end = (start..extent).find(wall).unwrap_or(extent);
    let (mut first, mut last) = (begin as i32, end as i32 - i32::from(piece.length));
    for other in fellows.filter(|other| (begin..end).contains(&(other.start() as usize))) {
        if other.start() < piece.start() {
            first += i32::from(other.length);
        } else if other.start() > piece.start() {
            last -= i32::from(other.length);
        }
    }
    (first, last)
}

/// Bits of `length` cells from `start` on.
pub(super) fn span(start: usize, length: usize) -> u16 {
    (((1u32 << length) - 1) << start) as u16
}
