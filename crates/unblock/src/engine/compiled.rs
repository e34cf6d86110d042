//! A board compiled to lines: the read-only tables of this engine's searches.

use super::line::{LineCache, MAX_ARRANGEMENTS, MAX_CELLS, RawLine, sweep_index, table_index};
use crate::layout::Axis;
use crate::{Board, Metric, Move, State};

/// Lines of each axis.
const LINES: usize = 8;

/// Bit `i` of a byte moved to bit `8 i`.
const SPREAD: [u64; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            if byte >> bit & 1 != 0 {
                table[byte] |= 1 << (8 * bit);
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// One state. The cells covered by rows are kept column by column and those covered by columns row
/// by row, so that the blockers of a line are one byte of the other axis.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Node {
    /// Cells covered by rows (a byte per column) and by columns (a byte per row).
    pub(crate) occ: [u64; 2],
    /// Four bits per line: rows first, then columns.
    pub(crate) digits: u64,
    /// The digits as one mixed-radix number; different states have different keys.
    pub(crate) key: u64,
}

impl Node {
    /// The order in which Fogleman's database prefers positions of equal distance: by the cells of
    /// the horizontal pieces, then of the vertical ones, each read as a number whose lowest bit is
    /// the first cell in reading order.
    pub(crate) fn rank(&self) -> (u64, u64) {
        (transpose(self.occ[0]), self.occ[1])
    }
}

/// Rows and columns of 8 × 8 bits exchanged.
fn transpose(mut bits: u64) -> u64 {
    for (shift, mask) in
        [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)]
    {
        let swapped = (bits ^ bits >> shift) & mask;
        bits ^= swapped ^ swapped << shift;
    }
    bits
}

/// Which lines may move next: bits of the rows, then bits of the columns.
pub(crate) type Lines = u16;

/// The board.
#[derive(Clone, Debug)]
pub(crate) struct Compiled {
    /// Kind of each line, rows first, then columns.
    kinds: [u16; 2 * LINES],
    /// Where the successor table of each line begins.
    tables: [u32; 2 * LINES],
    /// Where the sweeps of each line begin; for columns and lines without pieces, a place that
    /// holds zeros.
    pub(crate) sweeps: [u32; 2 * LINES],
    /// What each arrangement of each line adds to the key, by `line << stride | arrangement`.
    pub(crate) keys: [u64; 32 * LINES],
    /// What each arrangement of each line covers, by the same index and by axis.
    pub(crate) cells: [[u64; 2]; 32 * LINES],
    /// Rows and columns to look at; those beyond hold no pieces.
    pub(crate) extents: [usize; 2],
    /// Lines that hold pieces.
    pub(crate) lines: Lines,
    /// Lines with more than one piece.
    crowded: Lines,
    /// Number of keys.
    pub(crate) n_keys: u64,
    /// Log2 of the places kept per line in `keys` and `cells`: 3 when no line has more than eight
    /// arrangements, else 4.
    pub(crate) stride: usize,
    /// Lines to try after each line has moved, without those its sweep adds; see [`super::flood`].
    pub(crate) after: [Lines; 2 * LINES],
    /// Line of the red piece.
    red: usize,
    /// Arrangements of that line with the red piece at the exit.
    goal: u16,
    /// Cells that must be free for the red piece to go out at once, by arrangement of its line.
    ways: [u8; MAX_ARRANGEMENTS],
    /// Arrangements of that line from which the red piece cannot go out at once, whatever is free.
    far: u16,
    /// Arrangements of each crossing line that leave the red piece's line free.
    aside: [u16; LINES],
    pub(crate) start: Node,
    /// Piece of the board by line and place in the line.
    pieces: [[u8; MAX_CELLS]; 2 * LINES],
}

impl Compiled {
    /// Compiles a board; `None` when it is too large for this engine: more than 8 × 8, a line
    /// with more than 16 arrangements, or more than 2⁶³ keys.
    pub(crate) fn new(board: &Board, metric: Metric, cache: &mut LineCache) -> Option<Compiled> {
        if board.width() > LINES || board.height() > LINES {
            return None;
        }
        let mut compiled = Compiled {
            kinds: [0; 2 * LINES],
            tables: [0; 2 * LINES],
            sweeps: [0; 2 * LINES],
            keys: [0; 32 * LINES],
            cells: [[0; 2]; 32 * LINES],
            extents: [board.height(), board.width()],
            lines: 0,
            crowded: 0,
            n_keys: 1,
            stride: 3,
            after: [0; 2 * LINES],
            red: axis_index(board.red_piece().axis) * LINES + board.red_piece().line(),
            goal: 0,
            ways: [0; MAX_ARRANGEMENTS],
            far: 0,
            aside: [0; LINES],
            start: Node::default(),
            pieces: [[0; MAX_CELLS]; 2 * LINES],
        };
        let raw = compiled.gather(board);
        for line in compiled.each_line() {
            let (kind, _) = cache.look_up(&raw[line])?;
            if cache.kinds[kind].starts.len() > 8 {
                compiled.stride = 4;
            }
        }
        for line in compiled.each_line() {
            compiled.add_line(line, &raw[line], cache)?;
            compiled.after[line] = compiled.lines_after(metric, line);
        }
        compiled.set_goal(board, cache);
        compiled.set_ways(cache, metric);
        Some(compiled)
    }

    /// The pieces and walls of every line, in order along it.
    fn gather(&mut self, board: &Board) -> [RawLine; 2 * LINES] {
        let mut raw = [RawLine::default(); 2 * LINES];
        for (i, line) in raw.iter_mut().enumerate() {
            line.extent = if i < LINES { board.width() } else { board.height() } as u8;
        }
        for (row, column) in board.walls().iter() {
            raw[row].walls |= 1 << column;
            raw[LINES + column].walls |= 1 << row;
        }
        for (i, piece) in board.pieces().iter().enumerate() {
            let number = axis_index(piece.axis) * LINES + piece.line();
            let (line, places) = (&mut raw[number], &mut self.pieces[number]);
            let mut at = line.n_pieces as usize;
            while at > 0 && line.pieces[at - 1].0 > piece.start() {
                line.pieces[at] = line.pieces[at - 1];
                places[at] = places[at - 1];
                at -= 1;
            }
            line.pieces[at] = (piece.start(), piece.length);
            places[at] = i as u8;
            line.n_pieces += 1;
            self.crowded |= self.lines & 1 << number;
            self.lines |= 1 << number;
        }
        raw
    }

    fn add_line(&mut self, line: usize, raw: &RawLine, cache: &mut LineCache) -> Option<()> {
        let (kind, at) = cache.look_up(raw)?;
        self.kinds[line] = kind as u16;
        self.tables[line] = table_index(kind) as u32;
        if line < LINES {
            self.sweeps[line] = sweep_index(kind, 0, 0) as u32;
        }
        let covered = &cache.kinds[kind].cells;
        for (arrangement, &cells) in covered.iter().enumerate() {
            let place = line << self.stride | arrangement;
            self.keys[place] = arrangement as u64 * self.n_keys;
            self.cells[place][line / LINES] = SPREAD[cells as usize] << (line % LINES);
        }
        let place = line << self.stride | at;
        self.start.key += self.keys[place];
        self.start.occ[line / LINES] |= self.cells[place][line / LINES];
        self.start.digits |= (at as u64) << (4 * line);
        self.n_keys = self.n_keys.checked_mul(covered.len() as u64).filter(|&n| n < 1 << 63)?;
        Some(())
    }

    fn set_goal(&mut self, board: &Board, cache: &LineCache) {
        let place = self.pieces[self.red].iter().position(|&i| i as usize == board.red());
        let place = place.expect("the red piece is in its line");
        let kind = &cache.kinds[self.kinds[self.red] as usize];
        for (arrangement, starts) in kind.starts.iter().enumerate() {
            if starts[place] == board.goal() {
                self.goal |= 1 << arrangement;
            }
        }
    }

    /// What stands between the red piece and the exit.
    fn set_ways(&mut self, cache: &LineCache, metric: Metric) {
        let table = &cache.table(metric)[self.tables[self.red] as usize..];
        let n_red = cache.kinds[self.kinds[self.red] as usize].cells.len();
        for at in 0..n_red {
            let out = |blockers: usize| table[at << MAX_CELLS | blockers] & self.goal != 0;
            self.far |= u16::from(!out(0)) << at;
            let blocking = (0..MAX_CELLS).filter(|cell| !out(1 << cell));
            self.ways[at] = blocking.fold(0, |way, cell| way | 1 << cell);
        }
        let across = LINES - self.red / LINES * LINES;
        for (i, aside) in self.aside.iter_mut().enumerate() {
            let cells = &cache.kinds[self.kinds[across + i] as usize].cells;
            for (at, covered) in cells.iter().enumerate() {
                *aside |= u16::from(covered >> (self.red % LINES) & 1 == 0) << at;
            }
        }
    }

    /// The arrangement of a line.
    #[inline]
    pub(crate) fn digit(digits: u64, line: usize) -> usize {
        (digits >> (4 * line) & 15) as usize
    }

    /// Bit set of the arrangements a line can go to.
    #[inline]
    pub(crate) fn targets(&self, table: &[u16], node: &Node, line: usize) -> u16 {
        let across = node.occ[1 - line / LINES];
        let blockers = (across >> (8 * (line % LINES))) as usize & 0xff;
        let digit = Self::digit(node.digits, line);
        table[self.tables[line] as usize + (digit << MAX_CELLS | blockers)]
    }

    /// Whether the red piece is at the exit.
    #[inline]
    pub(crate) fn is_goal(&self, node: &Node) -> bool {
        self.goal >> Self::digit(node.digits, self.red) & 1 != 0
    }

    /// Whether the red piece can go to the exit at once.
    #[inline]
    pub(crate) fn can_exit(&self, table: &[u16], node: &Node) -> bool {
        self.targets(table, node, self.red) & self.goal != 0
    }

    /// Whether the red piece can go out with the move after the next one. Not for states from which
    /// it can go out at once.
    ///
    /// Counting moves, the next one must take the last piece out of the way. Counting steps, the
    /// red piece may also come nearer.
    #[inline]
    pub(crate) fn can_exit_in_two(&self, table: &[u16], node: &Node) -> bool {
        let across = node.occ[1 - self.red / LINES];
        let blockers = (across >> (8 * (self.red % LINES))) as u8;
        let at = Self::digit(node.digits, self.red);
        let blocked = blockers & self.ways[at];
        let close = self.far >> at & 1 == 0;
        (close && blocked.is_power_of_two() && self.clearing(table, node, blocked) != 0)
            || (!close && self.approaching(table, node, blockers) != 0)
    }

    /// The arrangements that the line crossing at the one cell `blocked` can go to and that leave
    /// the red piece's line free.
    fn clearing(&self, table: &[u16], node: &Node, blocked: u8) -> u16 {
        let cell = blocked.trailing_zeros() as usize & (LINES - 1);
        let line = LINES - self.red / LINES * LINES + cell;
        self.targets(table, node, line) & self.aside[cell]
    }

    /// The arrangements that the red piece's line can go to and from which the red piece can go out
    /// at once.
    #[cold]
    fn approaching(&self, table: &[u16], node: &Node, blockers: u8) -> u16 {
        let mut targets = self.targets(table, node, self.red);
        let mut near = 0;
        while targets != 0 {
            let at = targets.trailing_zeros();
            targets &= targets - 1;
            let close = self.far >> at & 1 == 0 && blockers & self.ways[at as usize] == 0;
            near |= u16::from(close) << at;
        }
        near
    }

    /// All ways out in two moves for a state that [has any](Compiled::can_exit_in_two): line and
    /// arrangement of the first of the two moves.
    pub(crate) fn ways_out(
        &self,
        table: &[u16],
        node: &Node,
    ) -> impl Iterator<Item = (usize, usize)> {
        let across = node.occ[1 - self.red / LINES];
        let blockers = (across >> (8 * (self.red % LINES))) as u8;
        let at = Self::digit(node.digits, self.red);
        let blocked = blockers & self.ways[at];
        let (line, targets) = if self.far >> at & 1 != 0 {
            (self.red, self.approaching(table, node, blockers))
        } else if blocked.is_power_of_two() {
            let cell = blocked.trailing_zeros() as usize;
            let line = LINES - self.red / LINES * LINES + cell;
            (line, self.clearing(table, node, blocked))
        } else {
            (self.red, 0)
        };
        (0..MAX_ARRANGEMENTS).filter(move |at| targets >> at & 1 != 0).map(move |at| (line, at))
    }

    /// The state with a line in another arrangement.
    #[inline]
    pub(crate) fn moved(&self, node: &Node, line: usize, to: usize) -> Node {
        let from = Self::digit(node.digits, line);
        let place = |arrangement: usize| line << self.stride | arrangement;
        let (old, new) = (&self.cells[place(from)], &self.cells[place(to)]);
        Node {
            occ: [node.occ[0] ^ old[0] ^ new[0], node.occ[1] ^ old[1] ^ new[1]],
            key: node.key - self.keys[place(from)] + self.keys[place(to)],
            digits: node.digits ^ ((from ^ to) as u64) << (4 * line),
        }
    }

    /// The state in which the red piece has gone to the exit, if it can do so at once.
    pub(crate) fn exited(&self, table: &[u16], node: &Node) -> Option<Node> {
        let targets = self.targets(table, node, self.red) & self.goal;
        (targets != 0).then(|| self.moved(node, self.red, targets.trailing_zeros() as usize))
    }

    /// Calls `visit` with every successor.
    pub(crate) fn for_each_successor(&self, table: &[u16], node: &Node, visit: impl FnMut(Node)) {
        self.for_each_successor_if(table, node, |_| true, visit);
    }

    /// Calls `visit` with every successor whose key is `wanted`; the others are not made.
    pub(crate) fn for_each_successor_if(
        &self,
        table: &[u16],
        node: &Node,
        wanted: impl Fn(u64) -> bool,
        mut visit: impl FnMut(Node),
    ) {
        for line in self.each_line() {
            let mut targets = self.targets(table, node, line);
            let from = Self::digit(node.digits, line);
            let rest = node.key - self.keys[line << self.stride | from];
            while targets != 0 {
                let to = targets.trailing_zeros() as usize;
                targets &= targets - 1;
                if wanted(rest + self.keys[line << self.stride | to]) {
                    visit(self.moved(node, line, to));
                }
            }
        }
    }

    /// Which lines need to be tried after a line has moved, except for the columns that a row
    /// crosses.
    fn lines_after(&self, metric: Metric, line: usize) -> Lines {
        // The places of one piece are all one move apart: a second move of it is wasted.
        let moves = metric == Metric::Moves;
        let same = if moves { self.crowded & 1 << line } else { 1 << line };
        let later = ((0xffff << (line + 1)) & 0xffff) as Lines;
        let later = if line < LINES { later & 0xff } else { later | 0xff };
        self.lines & (later | same)
    }

    /// The node of a state of the board; `None` for a state that does not belong to the board.
    pub(crate) fn node(&self, cache: &LineCache, state: &State) -> Option<Node> {
        let mut node = Node::default();
        for line in self.each_line() {
            let kind = &cache.kinds[self.kinds[line] as usize];
            let mut starts = [0; MAX_CELLS];
            for (place, start) in starts.iter_mut().enumerate().take(kind.n_pieces) {
                *start = *state.positions.get(self.pieces[line][place] as usize)?;
            }
            let at = kind.starts.iter().position(|other| *other == starts)?;
            let place = line << self.stride | at;
            node.key += self.keys[place];
            node.occ[line / LINES] |= self.cells[place][line / LINES];
            node.digits |= (at as u64) << (4 * line);
        }
        Some(node)
    }

    /// The state of a node.
    pub(crate) fn state(&self, cache: &LineCache, digits: u64) -> State {
        let mut positions = [0; 2 * LINES * MAX_CELLS];
        let mut n_pieces = 0;
        for line in self.each_line() {
            let kind = &cache.kinds[self.kinds[line] as usize];
            let starts = &kind.starts[Self::digit(digits, line)];
            for (place, &start) in starts.iter().enumerate().take(kind.n_pieces) {
                positions[self.pieces[line][place] as usize] = start;
                n_pieces += 1;
            }
        }
        State { positions: positions[..n_pieces].to_vec() }
    }

    /// The move between two states that differ by one move.
    pub(crate) fn move_between(&self, cache: &LineCache, from: u64, to: u64) -> Move {
        let line = ((from ^ to).trailing_zeros() / 4) as usize;
        let kind = &cache.kinds[self.kinds[line] as usize];
        let old = &kind.starts[Self::digit(from, line)];
        let new = &kind.starts[Self::digit(to, line)];
        let place = (0..kind.n_pieces).find(|&i| old[i] != new[i]).expect("one piece has moved");
        let delta = new[place].wrapping_sub(old[place]) as i8;
        Move { piece: self.pieces[line][place], delta }
    }

    fn each_line(&self) -> impl Iterator<Item = usize> + use<> {
        let lines = self.lines;
        (0..2 * LINES).filter(move |line| lines >> line & 1 != 0)
    }
}

fn axis_index(axis: Axis) -> usize {
    match axis {
        Axis::Horizontal => 0,
        Axis::Vertical => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transposing_exchanges_rows_and_columns() {
        for row in 0..8 {
            for column in 0..8 {
                assert_eq!(transpose(1 << (8 * row + column)), 1 << (8 * column + row));
            }
        }
    }
}
