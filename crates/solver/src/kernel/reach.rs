//! Where the player can walk: one flood over free squares.

use sokoban::Square;

use super::{Bits, Map};

/// Scratch space for floods on one board. Squares are stamped, never cleared.
#[derive(Clone, Debug)]
pub struct Reach {
    stamp: u32,
    stamps: Vec<u32>,
    queue: Vec<Square>,
    lowest: Square,
}

impl Reach {
    /// Scratch space for a map.
    pub fn new(map: &Map) -> Reach {
        let n = map.n_squares() + 1;
        Reach { stamp: 0, stamps: vec![0; n], queue: Vec::with_capacity(n), lowest: map.wall() }
    }

    /// Walks everywhere from `from` over squares not `occupied`; returns the lowest square reached,
    /// which names the zone. `from` itself is not looked at.
    pub fn flood(&mut self, map: &Map, occupied: &Bits, from: Square) -> Square {
        self.begin();
        self.visit(from);
        let mut head = 0;
        while head < self.queue.len() {
            let square = self.queue[head];
            head += 1;
            for next in map.around(square) {
                if self.stamps[next.index()] != self.stamp && !occupied.contains(next) {
                    self.visit(next);
                }
            }
        }
        self.lowest
    }

    /// Whether the last flood came to a square.
    #[inline]
    pub fn reached(&self, square: Square) -> bool {
        self.stamps[square.index()] == self.stamp
    }

    /// The squares of the last flood, nearest first.
    pub fn squares(&self) -> &[Square] {
        &self.queue
    }

    /// The lowest square of the last flood.
    pub fn zone(&self) -> Square {
        self.lowest
    }

    fn begin(&mut self) {
        if self.stamp == u32::MAX {
            self.stamps.fill(0);
            self.stamp = 0;
        }
        self.stamp += 1;
        self.queue.clear();
        self.lowest = Square(u16::MAX);
    }

    #[inline]
    fn visit(&mut self, square: Square) {
        self.stamps[square.index()] = self.stamp;
        self.lowest = self.lowest.min(square);
        self.queue.push(square);
    }
}
