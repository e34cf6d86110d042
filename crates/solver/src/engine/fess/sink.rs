//! The sink of the backward search: start squares among which boxes can be pushed freely.
//!
//! With the present boxes as walls, two start squares (*bases*) that still wait for a box belong
//! together when a lone box can be pushed from each to the other. The largest groups together are
//! the sink. A box pulled there from far away can stand for any of them, so it leaves the board
//! together with that base: this relaxation turns the search for a packing order into a short walk.
//! Source: FESS (Y. Shoham, CoG 2020); ties between groups as in the published program.
//!
//! Cost: one lone-box search per base.

use ground::analysis::LoneReach;
use ground::kernel::{Bits, Mode, Position, Regions};
use sokoban::Square;

use super::reduced_board::ReducedBoard;

/// Walking distance from which two squares count as far apart.
const FAR_STEPS: u16 = 6;

/// No group, no owner.
const NONE: u16 = u16::MAX;

/// The sink of one position.
#[derive(Clone, Debug)]
pub(super) struct Sink {
    lone: LoneReach,
    bases: Vec<Square>,
    group: Vec<u16>,
    reach: Vec<Bits>,
    matching: BaseMatching,
    /// The bases of the sink, ascending.
    pub squares: Vec<Square>,
    /// The one square where a box is out of the way of the sink, if there is one.
    pub parking: Option<Square>,
}

impl Sink {
    /// Scratch space for a board.
    pub(super) fn new(reduced: &ReducedBoard) -> Sink {
        Sink {
            lone: LoneReach::new(reduced.map()),
            bases: Vec::new(),
            group: Vec::new(),
            reach: Vec::new(),
            matching: BaseMatching::default(),
            squares: Vec::new(),
            parking: None,
        }
    }

    /// Finds the sink of a position.
    pub(super) fn find(&mut self, reduced: &ReducedBoard, position: &Position, bases: &Bits) {
        let free = |square| !position.is_occupied(square);
        self.bases.clear();
        self.bases.extend(bases.iter().filter(|&base| free(base)));
        let starts = self.bases.iter().copied();
        self.lone.find(reduced.map(), Mode::Push, free, starts, &mut self.reach);
        self.group_bases();
        self.find_parking(reduced);
    }

    /// Each base without a group founds one and takes every later base that belongs with it, even
    /// from older groups; all groups of the largest size are the sink.
    fn group_bases(&mut self) {
        let count = self.bases.len();
        self.group.clear();
        self.group.resize(count, NONE);
        for i in 0..count {
            if self.group[i] != NONE {
                continue;
            }
            for j in i..count {
                if self.reach[i].contains(self.bases[j]) && self.reach[j].contains(self.bases[i]) {
                    self.group[j] = i as u16;
                }
            }
        }
        let size = |i: usize| self.group.iter().filter(|&&group| group == i as u16).count();
        let sizes: Vec<usize> = (0..count).map(size).collect();
        let largest = sizes.iter().copied().max().unwrap_or(0);
        self.squares.clear();
        for i in 0..count {
            if sizes[self.group[i] as usize] == largest {
                self.squares.push(self.bases[i]);
            }
        }
    }

    fn find_parking(&mut self, reduced: &ReducedBoard) {
        let far = |square: &Square| {
            self.squares.iter().all(|&base| reduced.walk(base, *square) >= FAR_STEPS)
        };
        let first = reduced.map().squares().find(far);
        let reached = |square: Square| {
            self.bases.iter().zip(&self.reach).any(|(base, reach)| {
                self.squares.binary_search(base).is_ok() && reach.contains(square)
            })
        };
        self.parking = first.filter(|&square| reached(square));
    }

    /// Whether the player of the position reaches the whole sink.
    pub(super) fn is_reached(&self, position: &Position, regions: &Regions) -> bool {
        let reached = regions.of(position.player);
        self.squares.iter().all(|&square| regions.of(square) == reached)
    }

    /// Whether a pull from `from` to `to` takes the box off the board.
    pub(super) fn removes(
        &mut self,
        reduced: &ReducedBoard,
        boxes: &[Square],
        bases: &Bits,
        from: Square,
        to: Square,
    ) -> bool {
        self.squares.binary_search(&to).is_ok()
            && is_far(reduced, from, to)
            && self.matching.covers_without(reduced, boxes, bases, from, to)
    }
}

/// Whether two squares are far apart: six steps, or different rooms.
fn is_far(reduced: &ReducedBoard, a: Square, b: Square) -> bool {
    if reduced.walk(a, b) >= FAR_STEPS {
        return true;
    }
    let rooms = reduced.rooms();
    let outside = |room: usize, square: Square| {
        let ((ra, ca), (rb, cb)) = (reduced.board().place(a), reduced.board().place(b));
        !rooms.with_corridors(room).contains(square) && ra != rb && ca != cb
    };
    match (rooms.of(a), rooms.of(b)) {
        (None, None) => false,
        (None, Some(room)) => outside(room, a),
        (Some(room), None) => outside(room, b),
        (one, other) => one != other,
    }
}

/// Whether bases can be matched to boxes by static push distances.
#[derive(Clone, Debug, Default)]
pub(super) struct BaseMatching {
    owner: Vec<u16>,
    seen: Vec<bool>,
    left: Vec<Square>,
    right: Vec<Square>,
}

impl BaseMatching {
    /// Whether every base but `base` can send a box to a square of its own among the boxes, leaving
    /// out the one on `from`.
    fn covers_without(
        &mut self,
        reduced: &ReducedBoard,
        boxes: &[Square],
        bases: &Bits,
        from: Square,
        base: Square,
    ) -> bool {
        self.left.clear();
        self.left.extend(bases.iter().filter(|&square| square != base));
        self.right.clear();
        self.right.extend(boxes.iter().filter(|&&square| square != from));
        self.solve(reduced)
    }

    /// Whether every base can send a box to a square of its own among the boxes.
    pub(super) fn covers(
        &mut self,
        reduced: &ReducedBoard,
        boxes: &[Square],
        bases: &Bits,
    ) -> bool {
        self.left.clear();
        self.left.extend(bases.iter());
        self.right.clear();
        self.right.extend_from_slice(boxes);
        self.solve(reduced)
    }

    fn solve(&mut self, reduced: &ReducedBoard) -> bool {
        self.owner.clear();
        self.owner.resize(self.right.len(), NONE);
        for i in 0..self.left.len() {
            self.seen.clear();
            self.seen.resize(self.right.len(), false);
            if !self.augment(reduced, i) {
                return false;
            }
        }
        true
    }

    fn augment(&mut self, reduced: &ReducedBoard, i: usize) -> bool {
        for j in 0..self.right.len() {
            if self.seen[j] || !reduced.is_way(self.left[i], self.right[j]) {
                continue;
            }
            self.seen[j] = true;
            if self.owner[j] == NONE || self.augment(reduced, self.owner[j] as usize) {
                self.owner[j] = i as u16;
                return true;
            }
        }
        false
    }
}
