//! The sink of the backward search: start squares among which boxes can be pushed freely.
//!
//! With the present boxes as walls, two start squares (*bases*) that still wait for a box belong
//! together when a lone box can be pushed from each to the other. The largest groups together are
//! the sink. A box pulled there from far away can stand for any of them, so it leaves the board
//! together with that base: this relaxation turns the search for a packing order into a short walk.
//! Source: FESS (Y. Shoham, CoG 2020); ties between groups as in the published program.
//!
//! Cost: one lone-box search per base.

use crate::analysis::{FAR, LoneReach};
use crate::engine::fess::field::{Field, NO_ROOM};
use crate::kernel::{Bits, Mode};

/// Walking distance from which two squares count as far apart.
const FAR_STEPS: u16 = 6;

/// The sink of one position.
#[derive(Clone, Debug)]
pub struct Sink {
    lone: LoneReach,
    occupied: Bits,
    bases: Vec<u16>,
    group: Vec<u16>,
    reach: Vec<Bits>,
    matching: Matching,
    /// The bases of the sink, ascending.
    pub squares: Vec<u16>,
    /// The one square where a box is out of the way of the sink, if there is one.
    pub parking: Option<u16>,
}

impl Sink {
    /// Scratch space for a field.
    pub fn new(field: &Field) -> Sink {
        Sink {
            lone: LoneReach::new(field.map()),
            occupied: Bits::new(field.n_squares()),
            bases: Vec::new(),
            group: Vec::new(),
            reach: Vec::new(),
            matching: Matching::default(),
            squares: Vec::new(),
            parking: None,
        }
    }

    /// Finds the sink of a position.
    pub fn find(&mut self, field: &Field, boxes: &[u16], bases: &Bits) {
        self.occupied.clear();
        boxes.iter().for_each(|&square| self.occupied.insert(square));
        self.bases.clear();
        self.bases.extend(bases.numbers().filter(|&base| !self.occupied.contains(base)));
        let starts = self.bases.iter().map(|&base| base.into());
        let free = |square| !self.occupied.contains(square);
        self.lone.find(field.map(), Mode::Push, free, starts, &mut self.reach);
        self.group_bases();
        self.find_parking(field);
    }

    /// Each base without a group founds one and takes every later base that belongs with it, also
    /// from older groups; all groups of the largest size are the sink.
    fn group_bases(&mut self) {
        let count = self.bases.len();
        self.group.clear();
        self.group.resize(count, u16::MAX);
        for i in 0..count {
            if self.group[i] != u16::MAX {
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

    fn find_parking(&mut self, field: &Field) {
        let far =
            |square: u16| self.squares.iter().all(|&base| field.walk(base, square) >= FAR_STEPS);
        let first = (0..field.wall()).find(|&square| far(square));
        let reached = |square: u16| {
            self.bases.iter().zip(&self.reach).any(|(base, reach)| {
                self.squares.binary_search(base).is_ok() && reach.contains(square)
            })
        };
        self.parking = first.filter(|&square| reached(square));
    }

    /// Whether the player reaches the whole sink.
    pub fn is_reached(&self, reached: &[bool]) -> bool {
        self.squares.iter().all(|&square| reached[square as usize])
    }

    /// Whether a pull from `from` to `to` takes the box off the board.
    pub fn removes(
        &mut self,
        field: &Field,
        boxes: &[u16],
        bases: &Bits,
        from: u16,
        to: u16,
    ) -> bool {
        self.squares.binary_search(&to).is_ok()
            && is_far(field, from, to)
            && self.matching.is_perfect(field, boxes, bases, from, to)
    }
}

/// Whether two squares are far apart: six steps, or different rooms.
fn is_far(field: &Field, a: u16, b: u16) -> bool {
    if field.walk(a, b) >= FAR_STEPS {
        return true;
    }
    let rooms = field.rooms();
    let outside = |room: u8, square: u16| {
        let ((ra, ca), (rb, cb)) = (field.place(a), field.place(b));
        !rooms.with_corridors(room as usize).contains(square) && ra != rb && ca != cb
    };
    match (rooms.of[a as usize], rooms.of[b as usize]) {
        (NO_ROOM, NO_ROOM) => false,
        (NO_ROOM, room) => outside(room, a),
        (room, NO_ROOM) => outside(room, b),
        (one, other) => one != other,
    }
}

/// Whether bases can be matched to boxes by static push distances.
#[derive(Clone, Debug, Default)]
pub struct Matching {
    owner: Vec<u16>,
    seen: Vec<bool>,
    left: Vec<u16>,
    right: Vec<u16>,
}

impl Matching {
    /// Whether every base but `base` can send a box to a square of its own among the boxes
    /// without the one on `from`.
    fn is_perfect(
        &mut self,
        field: &Field,
        boxes: &[u16],
        bases: &Bits,
        from: u16,
        base: u16,
    ) -> bool {
        self.left.clear();
        self.left.extend(bases.numbers().filter(|&square| square != base));
        self.right.clear();
        self.right.extend(boxes.iter().filter(|&&square| square != from));
        self.solve(field)
    }

    /// Whether every base can send a box to a square of its own among the boxes.
    pub fn covers(&mut self, field: &Field, boxes: &[u16], bases: &Bits) -> bool {
        self.left.clear();
        self.left.extend(bases.numbers());
        self.right.clear();
        self.right.extend_from_slice(boxes);
        self.solve(field)
    }

    fn solve(&mut self, field: &Field) -> bool {
        self.owner.clear();
        self.owner.resize(self.right.len(), u16::MAX);
        for i in 0..self.left.len() {
            self.seen.clear();
            self.seen.resize(self.right.len(), false);
            if !self.augment(field, i) {
                return false;
            }
        }
        true
    }

    fn augment(&mut self, field: &Field, i: usize) -> bool {
        for j in 0..self.right.len() {
            if self.seen[j] || field.push_distance(self.left[i], self.right[j]) == FAR {
                continue;
            }
            self.seen[j] = true;
            if self.owner[j] == u16::MAX || self.augment(field, self.owner[j] as usize) {
                self.owner[j] = i as u16;
                return true;
            }
        }
        false
    }
}
