//! A large board as bit rows and bit columns: moves and the lower bound.

use crate::layout::Axis;
use crate::{Board, MAX_SIDE, Metric};

/// Most pieces of a board.
pub(super) const MAX_PIECES: usize = MAX_SIDE * MAX_SIDE;

/// Which lines may move next: bits of the rows, then bits of the columns.
pub(super) type Lines = u32;

/// A piece without its place.
#[derive(Clone, Copy, Debug)]
struct Shape {
    vertical: bool,
    line: usize,
    length: usize,
    /// Whether another piece moves along the same line.
    crowded: bool,
}

/// What the search reads and never changes.
#[derive(Clone, Debug)]
pub(super) struct Lanes {
    metric: Metric,
    shapes: Vec<Shape>,
    /// Cells of a row, cells of a column.
    extents: [usize; 2],
    /// Walls by row and by column.
    walls: [[u16; MAX_SIDE]; 2],
    red: usize,
    goal: u8,
}

/// The cells of one position, by row and by column, and who covers them.
pub(super) struct Cells {
    lines: [[u16; MAX_SIDE]; 2],
    owner: [[u8; MAX_SIDE]; MAX_SIDE],
}

impl Lanes {
    pub(super) fn new(board: &Board, metric: Metric) -> Lanes {
        let pieces = board.pieces();
        let shape = |piece: &crate::Piece| Shape {
            vertical: piece.axis == Axis::Vertical,
            line: piece.line(),
            length: piece.length as usize,
            crowded: pieces
                .iter()
                .filter(|p| (p.axis, p.line()) == (piece.axis, piece.line()))
                .count()
                > 1,
        };
        let mut walls = [[0u16; MAX_SIDE]; 2];
        for (row, column) in board.walls().iter() {
            walls[0][row] |= 1 << column;
            walls[1][column] |= 1 << row;
        }
        Lanes {
            metric,
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

    /// Whether something that can never be passed stands between the red piece and the exit: a
    /// wall, or a piece of the same line. Then there is no solution.
    pub(super) fn is_shut(&self, places: &[u8]) -> bool {
        let red = self.shapes[self.red];
        let way = self.way(places[self.red]);
        let same = |i: usize, shape: &Shape| {
            i != self.red
                && shape.vertical == red.vertical
                && shape.line == red.line
                && span(places[i] as usize, shape.length) & way != 0
        };
        self.walls[usize::from(red.vertical)][red.line] & way != 0
            || self.shapes.iter().enumerate().any(|(i, shape)| same(i, shape))
    }

    /// The cells the red piece has still to cross.
    fn way(&self, at: u8) -> u16 {
        let red = self.shapes[self.red];
        let (low, high) = (at.min(self.goal) as usize, at.max(self.goal) as usize);
        span(low, high - low + red.length) & !span(at as usize, red.length)
    }

    pub(super) fn cells(&self, places: &[u8]) -> Cells {
        let mut cells = Cells { lines: self.walls, owner: [[u8::MAX; MAX_SIDE]; MAX_SIDE] };
        for (i, &place) in places.iter().enumerate() {
            self.cover(&mut cells, i, place, i as u8);
        }
        cells
    }

    /// Puts a piece on other cells: cheaper than to begin anew for every successor.
    pub(super) fn shift(&self, cells: &mut Cells, piece: usize, from: u8, to: u8) {
        self.cover(cells, piece, from, u8::MAX);
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

    /// A lower bound on the distance to the goal; `None` when the goal cannot be reached any more.
    /// Not for boards that are [shut](Lanes::is_shut).
    ///
    /// Every piece on the red one's way must move, and the red one too. A piece on the way must
    /// clear the line to one side or the other; pieces that stand where it has to go must move as
    /// well. They are added up over pieces on the way as long as the sets of pieces concerned are
    /// disjoint, so that none is counted twice. In steps, the way of the red piece and the least
    /// way of each piece that blocks it are added up instead.
    pub(super) fn bound(&self, places: &[u8], cells: &Cells) -> Option<u32> {
        if self.is_goal(places) {
            return Some(0);
        }
        let red = self.shapes[self.red];
        let across = usize::from(!red.vertical);
        let way = self.way(places[self.red]);
        let mut first = [0u64; 4];
        let mut blockers = [0u8; MAX_SIDE];
        let mut n_blockers = 0;
        let mut bits = way;
        while bits != 0 {
            let place = bits.trailing_zeros() as usize;
            bits &= bits - 1;
            let owner = cells.at(red.line, place, red.vertical);
            if owner != u8::MAX {
                first[owner as usize / 64] |= 1 << (owner % 64);
                blockers[n_blockers] = owner;
                n_blockers += 1;
            }
        }
        let distance = u32::from(places[self.red].abs_diff(self.goal));
        let mut bound = match self.metric {
            Metric::Moves => 1,
            Metric::Steps => distance,
        };
        let (mut seen, mut behind) = ([0u64; 4], 0);
        for &blocker in &blockers[..n_blockers] {
            let shape = self.shapes[blocker as usize];
            let at = places[blocker as usize] as usize;
            let sides = [
                (red.line >= shape.length).then(|| (red.line - shape.length, at)),
                (red.line + 1 + shape.length <= self.extents[across])
                    .then_some((at + shape.length, red.line + 1 + shape.length)),
            ];
            let mut least: Option<(u32, u32)> = None;
            let mut union = [0u64; 4];
            for (low, high) in sides.into_iter().flatten() {
                if self.walls[across][shape.line] & span(low, high - low) != 0 {
                    continue;
                }
                let mut set = [0u64; 4];
                for place in low..high {
                    let owner = cells.at(shape.line, place, !red.vertical);
                    if owner != u8::MAX && first[owner as usize / 64] >> (owner % 64) & 1 == 0 {
                        set[owner as usize / 64] |= 1 << (owner % 64);
                    }
                }
                let count: u32 = set.iter().map(|word| word.count_ones()).sum();
                let steps = (high - low) as u32;
                let (c, s) = least.unwrap_or((u32::MAX, u32::MAX));
                least = Some((c.min(count), s.min(steps)));
                union.iter_mut().zip(set).for_each(|(all, more)| *all |= more);
            }
            let (count, steps) = least?;
            bound += if self.metric == Metric::Moves { 1 } else { steps };
            let apart = union.iter().zip(seen).all(|(a, b)| a & b == 0);
            if apart {
                behind += count;
                seen.iter_mut().zip(union).for_each(|(all, more)| *all |= more);
            }
        }
        Some(bound + behind)
    }
}

impl Cells {
    /// Who covers a cell of a line.
    fn at(&self, line: usize, place: usize, vertical: bool) -> u8 {
        if vertical { self.owner[place][line] } else { self.owner[line][place] }
    }
}

/// Bits of `length` cells from `start` on.
fn span(start: usize, length: usize) -> u16 {
    (((1u32 << length) - 1) << start) as u16
}
