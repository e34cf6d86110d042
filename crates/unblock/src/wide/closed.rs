//! A lower bound: the least a closed set of pieces costs.
//!
//! Whatever the solution, the red piece moves, and so does every piece on its way. Such a piece
//! must leave the red one's line to one side or the other, and whatever stands on the cells it
//! crosses must leave *its* line first, to one side or the other, and so on. The pieces that a
//! solution moves therefore form a *closed* set: for every piece that has to leave a line there is
//! a side to which everything in its way is in the set too. The cheapest closed set is a lower
//! bound: in moves every piece of it costs one, in steps the cells it has to cross.
//!
//! ```text
//!   . . C C C .    A needs B off its row. Upwards B needs C off its column, downwards E, and
//!   . . . B . .    either can go. So three pieces move at least: the bound is 3 moves. In steps
//!   A A . B . .    A pays 4, then B 1 and C 2, or B 2 and E 1: the bound is 7.
//!   . E E E . .
//!   . . . . . .
//! ```
//!
//! *Sound:* let a piece cover a cell of a line and be off it later. It has gone far enough to one
//! side for that; each cell crossed was free at some time, so every piece that stands there now has
//! moved away from it. Pieces of its own line cannot be passed, so they go before it. Walls and
//! edges forbid a side. If no side is left, the position is lost. The argument never asks *when*
//! something moves, so each piece is paid for once, by the dearest thing asked of it.
//!
//! *Source:* the blockers of the red piece, and those of one blocker, are the usual bound (Fogleman
//! 2018 among others). Closing the set under "in the way of", with a choice of sides, is ours; it
//! is a landmark bound in the sense of planning (Hoffmann, Porteous, Sebastia 2004).
//!
//! *Cost:* a depth-first choice of sides, about ten nodes a call on 9 × 9 boards and forty on the
//! 12 × 12 one measured, and never more than [`LOOKS`]. Callers usually ask only whether the bound
//! stays within a limit, which cuts most choices at once; the exact value is needed only for
//! guidance.

use super::lanes::{Cells, Lanes, MAX_PIECES, span};
use crate::{MAX_SIDE, Metric};

/// Nodes of one search for a set; beyond that, the answer is "it may fit".
const LOOKS: u32 = 2000;
/// The end of a list of tasks.
const NONE: u32 = u32::MAX;

/// A piece has to leave a line that crosses its own.
#[derive(Clone, Copy, Debug)]
struct Task {
    piece: u8,
    line: u8,
    /// The task below it in the list.
    next: u32,
}

/// Tasks that wait, as lists.
#[derive(Clone, Copy, Debug)]
struct Tasks {
    /// Those of pieces that can leave to one side only: no choice, so they come first.
    forced: u32,
    /// The others.
    free: u32,
}

/// A position to be judged.
#[derive(Clone, Copy)]
pub(super) struct Scene<'a> {
    pub(super) lanes: &'a Lanes,
    pub(super) places: &'a [u8],
    pub(super) cells: &'a Cells,
}

/// Why a position fits a limit or does not, so that most neighbours need no search of their own.
#[derive(Clone, Debug)]
pub(super) enum Reason {
    /// A closed set within the limit: its pieces, and by row the cells they have to cross. It stays
    /// a closed set while no piece of it moves and no other piece enters those cells.
    Set([u64; 4], [u16; MAX_SIDE]),
    /// No set fits; these are the pieces the search met. Where any other piece stands makes no
    /// difference, unless it gets in the way and makes things worse.
    Met([u64; 4]),
    /// The search was cut off, or the position is solved and none was needed.
    Unknown,
}

impl Reason {
    /// Whether the position after a move to new cells fits the same limit, if that is clear.
    pub(super) fn verdict(&self, lanes: &Lanes, piece: usize, to: u8) -> Option<bool> {
        let within = |set: &[u64; 4]| set[piece / 64] >> (piece % 64) & 1 != 0;
        match self {
            Reason::Set(set, rows) => {
                let shape = lanes.shapes[piece];
                let cells = span(to as usize, shape.length);
                let crossed = if shape.vertical {
                    (to as usize..to as usize + shape.length)
                        .any(|row| rows[row] >> shape.line & 1 != 0)
                } else {
                    rows[shape.line] & cells != 0
                };
                (!within(set) && !crossed).then_some(true)
            }
            Reason::Met(set) => (!within(set)).then_some(false),
            Reason::Unknown => None,
        }
    }
}

/// Scratch lists of the search for a closed set.
#[derive(Clone, Debug)]
pub(super) struct Closed {
    tasks: Vec<Task>,
    /// What each piece costs so far.
    paid: [u8; MAX_PIECES],
    /// What to undo: piece and what it had paid before.
    payments: Vec<(u8, u8)>,
    /// Lines each piece has been asked to leave.
    met: [u16; MAX_PIECES],
    /// What has to be crossed: axis, line, cells.
    crossings: Vec<(bool, u8, u16)>,
    /// All pieces met.
    touched: [u64; 4],
    looks: u32,
}

/// How much of the lists to keep.
#[derive(Clone, Copy)]
struct Mark {
    tasks: usize,
    payments: usize,
    crossings: usize,
}

impl Closed {
    pub(super) fn new() -> Closed {
        Closed {
            tasks: Vec::new(),
            paid: [0; MAX_PIECES],
            payments: Vec::new(),
            met: [0; MAX_PIECES],
            crossings: Vec::new(),
            touched: [0; 4],
            looks: 0,
        }
    }

    /// Whether the position may be solved at a cost of at most `limit`.
    pub(super) fn fits(&mut self, scene: Scene<'_>, limit: u32) -> bool {
        let lanes = scene.lanes;
        if lanes.is_goal(scene.places) {
            return true;
        }
        self.undo(Mark { tasks: 0, payments: 0, crossings: 0 });
        self.touched = [0; 4];
        self.met[..lanes.n_pieces()].fill(0);
        self.looks = 0;
        let none = Tasks { forced: NONE, free: NONE };
        match self.cross(scene, lanes.red, i32::from(lanes.goal), none, limit) {
            Some((tasks, left)) => self.meet(scene, tasks, left),
            None => false,
        }
    }

    /// Whether the position may be solved at a cost of at most `limit`, and why.
    pub(super) fn reason(&mut self, scene: Scene<'_>, limit: u32) -> Reason {
        let fits = self.fits(scene, limit);
        if self.looks > LOOKS || scene.lanes.is_goal(scene.places) {
            return Reason::Unknown;
        }
        if !fits {
            return Reason::Met(self.touched);
        }
        let (mut pieces, mut rows) = ([0; 4], [0; MAX_SIDE]);
        for &(piece, _) in &self.payments {
            pieces[piece as usize / 64] |= 1 << (piece % 64);
        }
        for &(vertical, line, cells) in &self.crossings {
            if !vertical {
                rows[line as usize] |= cells;
                continue;
            }
            for (row, bits) in rows.iter_mut().enumerate() {
                *bits |= (cells >> row & 1) << line;
            }
        }
        Reason::Set(pieces, rows)
    }

    /// The cost of the cheapest closed set, searched around a guess; `None` if there is no closed
    /// set, so that the position is lost.
    pub(super) fn least(&mut self, scene: Scene<'_>, guess: u32) -> Option<u32> {
        let mut least = guess;
        if self.fits(scene, least) {
            while least > 0 && self.fits(scene, least - 1) {
                least -= 1;
            }
            // A goal fits every limit.
            return Some(least);
        }
        if !self.fits(scene, u32::MAX) {
            return None;
        }
        while !self.fits(scene, least) {
            least += 1;
        }
        Some(least)
    }

    /// Whether all tasks can be met within what is left.
    fn meet(&mut self, scene: Scene<'_>, mut tasks: Tasks, left: u32) -> bool {
        self.looks += 1;
        if self.looks > LOOKS {
            return true;
        }
        // Step 1: the first task that is not met already and would cost something.
        let (piece, line) = loop {
            let Some(task) = self.pop(&mut tasks) else { return true };
            let (piece, line) = (task.piece as usize, task.line);
            if self.met[piece] >> line & 1 == 0 && !self.is_open(scene, piece, line) {
                break (piece, line);
            }
        };
        // Step 2: one side, then the other.
        self.met[piece] |= 1 << line;
        let mark = Mark {
            tasks: self.tasks.len(),
            payments: self.payments.len(),
            crossings: self.crossings.len(),
        };
        for target in sides(scene.lanes, piece, line) {
            if let Some((tasks, left)) = self.cross(scene, piece, target, tasks, left)
                && self.meet(scene, tasks, left)
            {
                return true;
            }
            self.undo(mark);
        }
        self.met[piece] &= !(1 << line);
        false
    }

    fn pop(&self, tasks: &mut Tasks) -> Option<Task> {
        let list = if tasks.forced == NONE { &mut tasks.free } else { &mut tasks.forced };
        let task = *self.tasks.get(*list as usize)?;
        *list = task.next;
        Some(task)
    }

    /// Whether a piece can leave a line at once to some side, at no further cost. Then that side is
    /// as good as any, and what is crossed is noted.
    fn is_open(&mut self, scene: Scene<'_>, piece: usize, line: u8) -> bool {
        let Scene { lanes, places, cells } = scene;
        let shape = lanes.shapes[piece];
        let at = i32::from(places[piece]);
        let length = shape.length as i32;
        for target in sides(lanes, piece, line) {
            if target < shape.range.0 || target > shape.range.1 {
                continue;
            }
            let (low, high) =
                if target < at { (target, at) } else { (at + length, target + length) };
            let ahead = span(low as usize, (high - low) as usize);
            let taken = cells.lines[usize::from(shape.vertical)][shape.line] & ahead;
            if taken == 0 && price(lanes, at.abs_diff(target)) <= self.paid[piece] {
                self.crossings.push((shape.vertical, shape.line as u8, ahead));
                return true;
            }
        }
        false
    }

    /// Pays for a piece to get to a place and adds what that asks of others: the new lists of tasks
    /// and what is left, or `None` when the board or the limit forbids it.
    fn cross(
        &mut self,
        scene: Scene<'_>,
        piece: usize,
        target: i32,
        mut tasks: Tasks,
        mut left: u32,
    ) -> Option<(Tasks, u32)> {
        let Scene { lanes, places, cells } = scene;
        let shape = lanes.shapes[piece];
        if target < shape.range.0 || target > shape.range.1 {
            return None;
        }
        let along = usize::from(shape.vertical);
        let at = i32::from(places[piece]);
        let length = shape.length as i32;
        let back = target < at;
        // The cells `low..high` are to be free except for pieces that go on before this one.
        let (mut low, mut high) = if back { (target, at) } else { (at + length, target + length) };
        left = self.pay(lanes, piece, at.abs_diff(target), left)?;
        while low < high {
            let ahead = span(low as usize, (high - low) as usize);
            self.crossings.push((shape.vertical, shape.line as u8, ahead));
            let taken = cells.lines[along][shape.line] & ahead;
            if taken == 0 {
                break;
            }
            let place = if back { 15 - taken.leading_zeros() } else { taken.trailing_zeros() };
            let other = cells.piece_at(shape.line, place as usize, shape.vertical)? as usize;
            let its = lanes.shapes[other];
            if its.vertical == shape.vertical {
                let (length, start) = (its.length as i32, i32::from(places[other]));
                let target = if back {
                    (low, high) = (low - length, start);
                    low
                } else {
                    (low, high) = (start + length, high + length);
                    high - length
                };
                left = self.pay(lanes, other, start.abs_diff(target), left)?;
                continue;
            }
            left = self.pay(lanes, other, 1, left)?;
            self.add(lanes, other, shape.line as u8, &mut tasks);
            if back {
                high = place as i32;
            } else {
                low = place as i32 + 1;
            }
        }
        Some((tasks, left))
    }

    fn add(&mut self, lanes: &Lanes, piece: usize, line: u8, tasks: &mut Tasks) {
        let (first, last) = lanes.shapes[piece].range;
        let ways = sides(lanes, piece, line).into_iter().filter(|at| (first..=last).contains(at));
        let list = if ways.count() < 2 { &mut tasks.forced } else { &mut tasks.free };
        self.tasks.push(Task { piece: piece as u8, line, next: *list });
        *list = self.tasks.len() as u32 - 1;
    }

    /// What is left after a piece has paid for a distance; `None` when it is not enough.
    fn pay(&mut self, lanes: &Lanes, piece: usize, distance: u32, left: u32) -> Option<u32> {
        self.touched[piece / 64] |= 1 << (piece % 64);
        let price = price(lanes, distance);
        let old = self.paid[piece];
        if price <= old {
            return Some(left);
        }
        let left = left.checked_sub(u32::from(price - old))?;
        self.payments.push((piece as u8, old));
        self.paid[piece] = price;
        Some(left)
    }

    fn undo(&mut self, mark: Mark) {
        self.tasks.truncate(mark.tasks);
        self.crossings.truncate(mark.crossings);
        while self.payments.len() > mark.payments {
            if let Some((piece, old)) = self.payments.pop() {
                self.paid[piece as usize] = old;
            }
        }
    }
}

/// What a piece pays for a distance.
fn price(lanes: &Lanes, distance: u32) -> u8 {
    if lanes.metric == Metric::Moves { 1 } else { distance as u8 }
}

/// The nearest places at which a piece has left a line, whether the board has them or not.
fn sides(lanes: &Lanes, piece: usize, line: u8) -> [i32; 2] {
    [i32::from(line) - lanes.shapes[piece].length as i32, i32::from(line) + 1]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Board, Cluster, METRICS};
    use search::Budget;

    const STARTER: &str = include_str!("../../../../levels/starter-unblock.txt");

    fn boards() -> Vec<Board> {
        let drawn = [
            ["..CCC.", "...B..", "AA.B..", ".EEE..", "......", "......"],
            ["BB.C.#", "D..C..", "DAAE..", "..FE..", "GGF.HH", "..#III"],
        ];
        let starter = crate::format::read(STARTER.as_bytes()).unwrap();
        let drawn = drawn.iter().map(|rows| Board::from_rows(rows).unwrap());
        drawn.chain(starter.levels().step_by(4).map(|level| level.board.clone())).collect()
    }

    #[test]
    fn the_drawing_costs_what_it_says() {
        let board = boards().remove(0);
        for (metric, cost) in [(Metric::Moves, 3), (Metric::Steps, 7)] {
            let lanes = Lanes::new(&board, metric);
            let places = board.start().positions;
            let cells = lanes.cells(&places);
            let scene = Scene { lanes: &lanes, places: &places, cells: &cells };
            assert_eq!(Closed::new().least(scene, 0), Some(cost));
        }
    }

    #[test]
    fn no_set_costs_more_than_the_distance() {
        let mut closed = Closed::new();
        for board in boards() {
            for metric in METRICS {
                let lanes = Lanes::new(&board, metric);
                let cluster = Cluster::new(&board, metric, &mut Budget::unlimited()).unwrap();
                for index in (0..cluster.len()).step_by(1 + cluster.len() / 500) {
                    let state = cluster.state(index);
                    let cells = lanes.cells(&state.positions);
                    let scene = Scene { lanes: &lanes, places: &state.positions, cells: &cells };
                    let least = closed.least(scene, 0);
                    let distance = cluster.distance(&state);
                    assert!(distance.is_none_or(|d| least.is_some_and(|bound| bound <= d)));
                }
            }
        }
    }

    #[test]
    fn verdicts_on_neighbors_are_those_of_a_search() {
        let mut closed = Closed::new();
        let mut clear = 0;
        for board in boards() {
            let lanes = Lanes::new(&board, Metric::Moves);
            let cluster = Cluster::new(&board, Metric::Moves, &mut Budget::unlimited()).unwrap();
            for index in (0..cluster.len()).step_by(1 + cluster.len() / 200) {
                let mut places = cluster.state(index).positions;
                let mut cells = lanes.cells(&places);
                let scene = Scene { lanes: &lanes, places: &places, cells: &cells };
                let least = closed.least(scene, 0).unwrap();
                for limit in least.saturating_sub(1)..=least + 1 {
                    let scene = Scene { lanes: &lanes, places: &places, cells: &cells };
                    let reason = closed.reason(scene, limit);
                    let mut moves = Vec::new();
                    lanes.for_each_move(&places, &cells, u32::MAX, |i, to, _| moves.push((i, to)));
                    for (piece, to) in moves {
                        let Some(verdict) = reason.verdict(&lanes, piece, to) else { continue };
                        clear += 1;
                        let from = std::mem::replace(&mut places[piece], to);
                        lanes.shift(&mut cells, piece, from, to);
                        let scene = Scene { lanes: &lanes, places: &places, cells: &cells };
                        assert_eq!(closed.fits(scene, limit), verdict);
                        lanes.shift(&mut cells, piece, to, from);
                        places[piece] = from;
                    }
                }
            }
        }
        assert!(clear > 1000);
    }
}
