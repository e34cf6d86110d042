//! A few boxes alone on the board, played backwards from all squares they may end on.
//!
//! ```text
//! goals filled ── all pulls of these boxes, by a player who may start anywhere ──→ what is met
//! ```
//!
//! Positions that are never reached cannot be solved, even with no other box on the board. Played
//! forwards from the start squares, the same search shows which positions can never arise; backward
//! searches use that. [`super::Pairs`] and [`super::Triples`] are built on this.
//!
//! Cost: one flood for every zone of every set of squares that is met.

use search::{Budget, Stop};
use sokoban::{Dir, Square};

use crate::kernel::{Bits, Map, Mode, Reach};

/// Stands for a square that is not part of the ground.
const NONE: usize = usize::MAX;

/// Boxes in ascending order, which of them the player stands beside, and on which side.
type Waiting<const K: usize> = ([Square; K], usize, Dir);

/// A game with `K` boxes.
pub(super) struct Together<'a, const K: usize> {
    map: &'a Map,
    mode: Mode,
    /// The number of every square among those on which boxes may stand.
    numbers: Vec<usize>,
    n: usize,
    /// For each box, with the others in ascending order: the sides of that box on which the player
    /// has been.
    met: Vec<u8>,
    waiting: Vec<Waiting<K>>,
    occupied: Bits,
    reach: Reach,
}

impl<'a, const K: usize> Together<'a, K> {
    /// A game that has not begun, for boxes that stay on the squares of `ground`. It goes
    /// against `mode`, the direction of the game it is to judge.
    pub(super) fn new(map: &'a Map, mode: Mode, ground: &Bits) -> Together<'a, K> {
        let mut numbers = vec![NONE; map.n_squares() + 1];
        for (number, square) in ground.iter().enumerate() {
            numbers[square.index()] = number;
        }
        let n = ground.len();
        Together {
            map,
            mode,
            numbers,
            n,
            met: vec![0; n.pow(K as u32)],
            waiting: Vec::new(),
            occupied: map.occupied([]),
            reach: Reach::new(map),
        }
    }

    /// Plays everything out from every set of `K` of the `ends`, which are in ascending order.
    pub(super) fn play(&mut self, ends: &[Square], budget: &mut Budget) -> Result<(), Stop> {
        let ground = |square: &&Square| self.numbers[square.index()] != NONE;
        let ends: Vec<Square> = ends.iter().filter(ground).copied().collect();
        let mut chosen = [self.map.wall(); K];
        self.choose(&ends, &mut chosen, 0, budget)
    }

    /// The sides of the first of these boxes on which the player may be, as bits; the other boxes
    /// are in ascending order. Boxes off the ground are never met.
    #[inline]
    pub(super) fn met(&self, first: Square, others: &[Square]) -> u8 {
        self.index(first, others.iter().copied()).map_or(0, |index| self.met[index])
    }

    /// Completes the set of ends from index `at` on, and plays from each.
    fn choose(
        &mut self,
        ends: &[Square],
        chosen: &mut [Square; K],
        at: usize,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        if at == K {
            return self.begin(*chosen, budget);
        }
        for (i, &end) in ends.iter().enumerate() {
            chosen[at] = end;
            self.choose(&ends[i + 1..], chosen, at + 1, budget)?;
        }
        Ok(())
    }

    /// Plays from one set of ends, with the player beside any of them.
    fn begin(&mut self, boxes: [Square; K], budget: &mut Budget) -> Result<(), Stop> {
        for (i, &square) in boxes.iter().enumerate() {
            for dir in Dir::ALL {
                let player = self.map.next(square, dir);
                if !self.map.is_wall(player) && !boxes.contains(&player) {
                    self.waiting.push((boxes, i, dir));
                }
            }
        }
        while let Some(next) = self.waiting.pop() {
            budget.poll()?;
            self.visit(next);
        }
        Ok(())
    }

    /// Notes boxes with the player beside one of them and everywhere he can walk, and makes
    /// everything one step further wait, unless it is known.
    fn visit(&mut self, (boxes, beside, side): Waiting<K>) {
        if self.knows(&boxes, beside, side) {
            return;
        }
        boxes.iter().for_each(|&square| self.occupied.insert(square));
        let player = self.map.next(boxes[beside], side);
        self.reach.flood(self.map, &self.occupied, player);
        for i in 0..K {
            let reached = |dir: &Dir| self.reach.reached(self.map.next(boxes[i], *dir));
            let sides = Dir::ALL.into_iter().filter(reached);
            let sides = sides.fold(0, |sides, dir| sides | 1 << dir.index());
            if let Some(index) = self.index_of(&boxes, i) {
                self.met[index] |= sides;
            }
            for dir in Dir::ALL {
                self.step(&boxes, i, dir);
            }
        }
        boxes.iter().for_each(|&square| self.occupied.remove(square));
    }

    /// Moves a box one step against the game, if possible.
    fn step(&mut self, boxes: &[Square; K], i: usize, dir: Dir) {
        let from = boxes[i];
        let to = self.map.next(from, dir);
        // Where the player stands before and after, and on which side of the box he is then.
        let (stands, ends, side) = match self.mode {
            Mode::Push => (to, self.map.next(to, dir), dir),
            Mode::Pull => (self.map.next(from, dir.opposite()), from, dir.opposite()),
        };
        let free = |square: Square| square == from || !self.occupied.contains(square);
        if !self.reach.reached(stands) || self.numbers[to.index()] == NONE {
            return;
        }
        if !free(to) || !free(ends) {
            return;
        }
        let mut moved = *boxes;
        moved[i] = to;
        let place = sort(&mut moved, i);
        if !self.knows(&moved, place, side) {
            self.waiting.push((moved, place, side));
        }
    }

    fn knows(&self, boxes: &[Square; K], beside: usize, side: Dir) -> bool {
        let index = self.index_of(boxes, beside);
        index.is_some_and(|index| self.met[index] >> side.index() & 1 != 0)
    }

    /// Where the sides of one of the boxes are kept.
    #[inline]
    fn index_of(&self, boxes: &[Square; K], first: usize) -> Option<usize> {
        let others = (0..K).filter(|&i| i != first).map(|i| boxes[i]);
        self.index(boxes[first], others)
    }

    #[inline]
    fn index(&self, first: Square, others: impl Iterator<Item = Square>) -> Option<usize> {
        let mut index = self.numbers[first.index()];
        for other in others {
            let number = self.numbers[other.index()];
            if index == NONE || number == NONE {
                return None;
            }
            index = index * self.n + number;
        }
        Some(index)
    }
}

/// Brings the one box that may be out of order to its place; returns that place.
fn sort<const K: usize>(boxes: &mut [Square; K], mut i: usize) -> usize {
    while i > 0 && boxes[i - 1] > boxes[i] {
        boxes.swap(i - 1, i);
        i -= 1;
    }
    while i + 1 < K && boxes[i + 1] < boxes[i] {
        boxes.swap(i, i + 1);
        i += 1;
    }
    i
}
