//! How far the player has to walk to every square.

use sokoban::Square;

use super::{Bits, Map};

/// Walking distances from one square. Squares are stamped, never cleared.
#[derive(Clone, Debug)]
pub struct Steps {
    stamp: u32,
    stamps: Vec<u32>,
    distances: Vec<u16>,
    queue: Vec<Square>,
}

impl Steps {
    /// Scratch space for a map.
    pub fn new(map: &Map) -> Steps {
        let n = map.n_squares() + 1;
        Steps { stamp: 0, stamps: vec![0; n], distances: vec![0; n], queue: Vec::with_capacity(n) }
    }

    /// Walks everywhere from `from` over squares not `occupied`.
    pub fn walk(&mut self, map: &Map, occupied: &Bits, from: Square) {
        if self.stamp == u32::MAX {
            self.stamps.fill(0);
            self.stamp = 0;
        }
        self.stamp += 1;
        self.queue.clear();
        self.visit(from, 0);
        let mut head = 0;
        while head < self.queue.len() {
            let square = self.queue[head];
            head += 1;
            let distance = self.distances[square.index()] + 1;
            for next in map.around(square) {
                if self.stamps[next.index()] != self.stamp && !occupied.contains(next) {
                    self.visit(next, distance);
                }
            }
        }
    }

    /// Steps to a square; `None` if the last walk did not get there.
    #[inline]
    pub fn to(&self, square: Square) -> Option<u32> {
        let reached = self.stamps[square.index()] == self.stamp;
        reached.then(|| u32::from(self.distances[square.index()]))
    }

    #[inline]
    fn visit(&mut self, square: Square, distance: u16) {
        self.stamps[square.index()] = self.stamp;
        self.distances[square.index()] = distance;
        self.queue.push(square);
    }
}
