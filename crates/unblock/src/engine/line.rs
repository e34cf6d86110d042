//! Lines as digits: what one row or column can do, computed once per kind of line.
//!
//! The pieces of a row never leave it and never pass each other or a wall, so a row has few
//! *arrangements*: at most 6 on a board of 6 × 6, at most 15 on 8 × 8 without one-cell pieces. A
//! state is one digit per line. What a line can do next depends on its digit and on the cells that
//! pieces of the other axis cover, at most 8 bits: so one table per kind of line answers "which
//! arrangements are one move away", walls and several pieces included, and a second table does the
//! same for steps.

use crate::Metric;

/// Most cells of a line.
pub(crate) const MAX_CELLS: usize = 8;
/// Most arrangements of a line.
pub(crate) const MAX_ARRANGEMENTS: usize = 16;
/// Entries of one successor table: arrangement, then blockers.
const TABLE: usize = MAX_ARRANGEMENTS << MAX_CELLS;

/// A line as found on a board, before it is looked up in the cache.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RawLine {
    /// Cells in the line.
    pub(crate) extent: u8,
    /// Fixed cells.
    pub(crate) walls: u8,
    /// Start and length of each piece, in order.
    pub(crate) pieces: [(u8, u8); MAX_CELLS],
    /// Number of pieces.
    pub(crate) n_pieces: u8,
}

impl RawLine {
    fn pieces(&self) -> &[(u8, u8)] {
        &self.pieces[..self.n_pieces as usize]
    }

    /// The cells a piece can ever cover: from the wall before it to the wall after it.
    fn segment(&self, start: u8) -> (u8, u8) {
        let wall = |cell: u8| self.walls >> cell & 1 != 0;
        let first = (0..start).rev().find(|&cell| wall(cell)).map_or(0, |cell| cell + 1);
        let end = (start..self.extent).find(|&cell| wall(cell)).unwrap_or(self.extent);
        (first, end)
    }

    /// Two bits per cell, pieces slid to the start of their segments: lines of the same kind have
    /// the same code. Cells beyond the extent count as walls.
    fn code(&self) -> u16 {
        let mut code = 0;
        for cell in 0..MAX_CELLS as u8 {
            let wall = cell >= self.extent || self.walls >> cell & 1 != 0;
            code |= u16::from(wall) << (2 * cell);
        }
        let mut free = 0;
        for &(start, length) in self.pieces() {
            free = self.segment(start).0.max(free);
            for i in 0..length {
                code |= (if i == 0 { 2 } else { 3 }) << (2 * (free + i));
            }
            free += length;
        }
        code
    }
}

/// A kind of line.
#[derive(Clone, Debug)]
pub(crate) struct LineKind {
    /// Where the pieces stand in each arrangement, in lexicographic order.
    pub(crate) starts: Vec<[u8; MAX_CELLS]>,
    /// Cells covered in each arrangement.
    pub(crate) cells: Vec<u8>,
    /// Number of pieces.
    pub(crate) n_pieces: usize,
}

impl LineKind {
    /// All arrangements, or `None` when there are more than [`MAX_ARRANGEMENTS`].
    fn new(line: &RawLine) -> Option<LineKind> {
        let mut kind =
            LineKind { starts: Vec::new(), cells: Vec::new(), n_pieces: line.pieces().len() };
        let mut starts = [0; MAX_CELLS];
        kind.arrange(line, 0, 0, 0, &mut starts).then_some(kind)
    }

    fn arrange(
        &mut self,
        line: &RawLine,
        index: usize,
        free: u8,
        cells: u8,
        starts: &mut [u8; MAX_CELLS],
    ) -> bool {
        let Some(&(start, length)) = line.pieces().get(index) else {
            self.starts.push(*starts);
            self.cells.push(cells);
            return self.starts.len() <= MAX_ARRANGEMENTS;
        };
        let (first, end) = line.segment(start);
        // The pieces after this one in its segment need their room.
        let behind = line.pieces()[index + 1..].iter().take_while(|piece| piece.0 < end);
        let room: u8 = behind.map(|piece| piece.1).sum();
        for at in first.max(free)..=(end - room).saturating_sub(length) {
            starts[index] = at;
            let covered = cells | cells_of(at, length);
            if !self.arrange(line, index + 1, at + length, covered, starts) {
                return false;
            }
        }
        true
    }

    fn find(&self, starts: &[u8; MAX_CELLS]) -> usize {
        self.starts.iter().position(|other| other == starts).expect("all arrangements are known")
    }

    /// Bit set of the arrangements reached from one by a single move or step past blockers, with
    /// the cells covered on the way.
    fn successors(
        &self,
        line: &RawLine,
        from: usize,
        blockers: u8,
        metric: Metric,
        mut visit: impl FnMut(usize, u8),
    ) {
        let blocked = self.cells[from] | line.walls | blockers;
        for (i, &(_, length)) in line.pieces().iter().enumerate() {
            let start = self.starts[from][i];
            let own = cells_of(start, length);
            let others = blocked & !own;
            let mut go = |target: u8| {
                let crossed = own | cells_of(target, length);
                if others & crossed != 0 {
                    return false;
                }
                let mut starts = self.starts[from];
                starts[i] = target;
                visit(self.find(&starts), crossed | cells_between(start, target, length));
                metric == Metric::Moves
            };
            let last = line.extent - length;
            let _ = (0..start).rev().try_for_each(|target| go(target).then_some(()));
            let _ = (start + 1..=last).try_for_each(|target| go(target).then_some(()));
        }
    }
}

fn cells_of(start: u8, length: u8) -> u8 {
    (((1u16 << length) - 1) << start) as u8
}

fn cells_between(start: u8, target: u8, length: u8) -> u8 {
    let (low, high) = (start.min(target), start.max(target));
    cells_of(low, high - low + length)
}

/// All kinds of lines met so far, with their tables. Kept from board to board: there are few
/// kinds, and building one costs as much as solving a small board.
#[derive(Clone, Debug)]
pub(crate) struct LineCache {
    /// Kind by code, plus one; 0 is unknown, [`u16::MAX`] is "too many arrangements".
    by_code: Vec<u16>,
    pub(crate) kinds: Vec<LineKind>,
    moves: Vec<u16>,
    steps: Vec<u16>,
    /// Cells crossed by kind, arrangement, target.
    sweeps: Vec<u8>,
}

impl LineCache {
    pub(crate) fn new() -> LineCache {
        let mut cache = LineCache {
            by_code: vec![0; 1 << 16],
            kinds: Vec::new(),
            moves: Vec::new(),
            steps: Vec::new(),
            sweeps: Vec::new(),
        };
        // Kind 0 is the line without pieces, which never moves: the searches may look at every
        // line of a board without asking which hold pieces.
        let empty = RawLine { extent: MAX_CELLS as u8, ..RawLine::default() };
        cache.look_up(&empty).expect("an empty line has one arrangement");
        cache
    }

    /// Bytes the tables take.
    pub(crate) fn bytes(&self) -> u64 {
        (2 * (self.moves.len() + self.steps.len() + self.by_code.len()) + self.sweeps.len()) as u64
    }

    /// The kind of a line and its arrangement now; `None` when it has too many arrangements.
    pub(crate) fn look_up(&mut self, line: &RawLine) -> Option<(usize, usize)> {
        let code = line.code() as usize;
        let kind = match self.by_code[code] {
            0 => self.add(line, code)?,
            u16::MAX => return None,
            known => known as usize - 1,
        };
        let mut starts = [0; MAX_CELLS];
        for (start, piece) in starts.iter_mut().zip(line.pieces()) {
            *start = piece.0;
        }
        Some((kind, self.kinds[kind].find(&starts)))
    }

    fn add(&mut self, line: &RawLine, code: usize) -> Option<usize> {
        let Some(kind) = LineKind::new(line) else {
            self.by_code[code] = u16::MAX;
            return None;
        };
        let index = self.kinds.len();
        self.by_code[code] = index as u16 + 1;
        let (moves, steps) = (self.moves.len(), self.steps.len());
        self.moves.resize(moves + TABLE, 0);
        self.steps.resize(steps + TABLE, 0);
        self.sweeps.resize((index + 1) * MAX_ARRANGEMENTS * MAX_ARRANGEMENTS, 0);
        for from in 0..kind.starts.len() {
            for blockers in 0..1usize << line.extent {
                let at = from << MAX_CELLS | blockers;
                let blockers = blockers as u8;
                kind.successors(line, from, blockers, Metric::Moves, |to, _| {
                    self.moves[moves + at] |= 1 << to;
                });
                kind.successors(line, from, blockers, Metric::Steps, |to, _| {
                    self.steps[steps + at] |= 1 << to;
                });
            }
            kind.successors(line, from, 0, Metric::Moves, |to, crossed| {
                self.sweeps[sweep_index(index, from, to)] = crossed;
            });
        }
        self.kinds.push(kind);
        Some(index)
    }

    /// All successor tables of a metric; [`table_index`] finds an entry.
    pub(crate) fn table(&self, metric: Metric) -> &[u16] {
        if metric == Metric::Moves { &self.moves } else { &self.steps }
    }

    /// Cells covered on the way from one arrangement to another.
    pub(crate) fn sweeps(&self) -> &[u8] {
        &self.sweeps
    }
}

/// Where the table of a kind begins; add `arrangement << 8 | blockers`.
pub(crate) fn table_index(kind: usize) -> usize {
    kind * TABLE
}

/// Where the sweep between two arrangements is.
pub(crate) fn sweep_index(kind: usize, from: usize, to: usize) -> usize {
    (kind * MAX_ARRANGEMENTS + from) * MAX_ARRANGEMENTS + to
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(extent: u8, walls: u8, pieces: &[(u8, u8)]) -> RawLine {
        let mut line =
            RawLine { extent, walls, n_pieces: pieces.len() as u8, ..RawLine::default() };
        line.pieces[..pieces.len()].copy_from_slice(pieces);
        line
    }

    #[test]
    fn arrangements_are_counted_and_kinds_are_shared() {
        let mut cache = LineCache::new();
        let count = |cache: &mut LineCache, raw: RawLine| {
            let (kind, at) = cache.look_up(&raw).unwrap();
            (kind, at, cache.kinds[kind].starts.len())
        };
        assert_eq!(count(&mut cache, line(6, 0, &[(1, 2)])), (1, 1, 5));
        assert_eq!(count(&mut cache, line(6, 0, &[(4, 2)])), (1, 4, 5));
        assert_eq!(count(&mut cache, line(6, 0, &[(0, 2), (3, 2)])), (2, 1, 6));
        assert_eq!(count(&mut cache, line(6, 0b1000, &[(0, 2), (4, 2)])), (3, 0, 2));
        assert_eq!(count(&mut cache, line(8, 0, &[(0, 2), (6, 2)])), (4, 4, 15));
        assert_eq!(cache.look_up(&line(8, 0, &[(0, 1), (2, 1), (4, 1)])), None);
        assert_eq!(cache.look_up(&line(8, 0, &[(1, 1), (2, 1), (4, 1)])), None);
    }

    #[test]
    fn tables_hold_what_the_rules_allow() {
        let mut cache = LineCache::new();
        // Piece of 2 in the middle of 6 cells, blocker on the last cell.
        let (kind, at) = cache.look_up(&line(6, 0, &[(2, 2)])).unwrap();
        let entry = table_index(kind) + (at << MAX_CELLS | 0b10_0000);
        assert_eq!(cache.table(Metric::Moves)[entry], 0b01011);
        assert_eq!(cache.table(Metric::Steps)[entry], 0b01010);
        assert_eq!(cache.sweeps()[sweep_index(kind, 2, 0)], 0b1111);
    }
}
