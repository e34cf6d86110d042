//! All zones of a position at once, and what becomes of them when one more square is occupied.
//!
//! One depth-first search over the free squares numbers them in the order of discovery and keeps,
//! for each, the earliest square its subtree touches (Hopcroft and Tarjan, "Algorithm 447", 1973).
//! From that, the question "if a box stood on `q`, in which zone would the player on `x` be?" is
//! answered in constant time, for every `q` and `x`. Moving one box to every square it can get to
//! therefore costs one search instead of a flood per square.
//!
//! Trees are rooted at their lowest square, so the root names the zone, as in [`super::Reach`].

use sokoban::Square;

use super::{Bits, Map};

/// The number of an occupied square: later than all others.
const OCCUPIED: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Visit {
    /// Number in the order of discovery, from 1; 0 while the square waits to be discovered.
    discovered: u32,
    /// The last number given inside the subtree.
    last: u32,
    /// The earliest number a square of the subtree touches.
    low: u32,
    /// Lowest square of the subtree.
    lowest: Square,
    parent: Square,
    root: Square,
    /// Children whose subtree hangs on this square alone.
    hanging: u8,
    /// The next direction to look in, while the search is under way.
    turn: u8,
}

/// The zones of one set of occupied squares.
#[derive(Clone, Debug)]
pub struct Zones {
    visits: Vec<Visit>,
    clock: u32,
    count: usize,
}

impl Zones {
    /// Scratch space for a map.
    pub fn new(map: &Map) -> Zones {
        let wall = map.wall();
        let nobody = Visit {
            discovered: OCCUPIED,
            last: 0,
            low: 0,
            lowest: wall,
            parent: wall,
            root: wall,
            hanging: 0,
            turn: 0,
        };
        Zones { visits: vec![nobody; map.n_squares() + 1], clock: 0, count: 0 }
    }

    /// Finds the zones of the squares not `occupied`.
    pub fn find(&mut self, map: &Map, occupied: &Bits) {
        self.find_where(map, |square| !occupied.contains(square));
    }

    /// Finds the zones of the squares that are `free`. The wall never is.
    #[inline]
    pub fn find_where(&mut self, map: &Map, free: impl Fn(Square) -> bool) {
        for (visit, square) in self.visits.iter_mut().zip(map.squares()) {
            visit.discovered = if free(square) { 0 } else { OCCUPIED };
        }
        self.clock = 0;
        self.count = 0;
        for square in map.squares() {
            if self.visits[square.index()].discovered == 0 {
                self.count += 1;
                self.grow_tree(map, square);
            }
        }
    }

    /// How many zones there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Whether a square was free, and so is in a zone.
    #[inline]
    pub fn is_free(&self, square: Square) -> bool {
        self.visits[square.index()].discovered != OCCUPIED
    }

    /// The zone of a free square, named by its lowest square.
    #[inline]
    pub fn zone(&self, square: Square) -> Square {
        debug_assert!(self.is_free(square));
        self.visits[square.index()].root
    }

    /// The zone of the free square `x` if the free square `q` were occupied.
    #[inline]
    pub fn zone_without(&self, map: &Map, q: Square, x: Square) -> Square {
        debug_assert!(self.is_free(q) && self.is_free(x) && q != x);
        let (at, of) = (&self.visits[q.index()], &self.visits[x.index()]);
        let below = at.discovered < of.discovered && of.discovered <= at.last;
        if !below {
            return of.root;
        }
        for child in map.around(q) {
            let branch = &self.visits[child.index()];
            if branch.parent == q
                && branch.discovered <= of.discovered
                && of.discovered <= branch.last
            {
                let cut_off = branch.low >= at.discovered;
                return if cut_off { branch.lowest } else { of.root };
            }
        }
        unreachable!("a square below another is below one of its children")
    }

    /// The zones of the four sides of the free square `q` if it were occupied; the wall stands for
    /// a side that is not free.
    #[inline]
    pub fn sides(&self, map: &Map, q: Square) -> [Square; 4] {
        let zone = |side: Square| {
            if self.is_free(side) { self.zone_without(map, q, side) } else { map.wall() }
        };
        // Written out: a closure mapped over an array is a call for each square.
        let [up, down, left, right] = map.around(q);
        [zone(up), zone(down), zone(left), zone(right)]
    }

    /// How many zones there would be if the free square `q` were occupied.
    #[inline]
    pub fn count_without(&self, q: Square) -> usize {
        let visit = &self.visits[q.index()];
        let above = usize::from(visit.root != q);
        self.count - 1 + above + usize::from(visit.hanging)
    }

    /// Numbers the squares of the zone of a root.
    fn grow_tree(&mut self, map: &Map, root: Square) {
        self.enter(root, map.wall(), root);
        let mut square = root;
        'tree: loop {
            let Visit { turn, mut low, lowest, parent, .. } = self.visits[square.index()];
            let around = map.around(square);
            for (turn, &next) in around.iter().enumerate().skip(usize::from(turn)) {
                let touched = self.visits[next.index()].discovered;
                if touched == 0 {
                    let visit = &mut self.visits[square.index()];
                    (visit.turn, visit.low) = (turn as u8 + 1, low);
                    self.enter(next, square, root);
                    square = next;
                    continue 'tree;
                }
                // Occupied squares count as later than all others and change nothing.
                low = low.min(touched);
            }
            let visit = &mut self.visits[square.index()];
            (visit.last, visit.low) = (self.clock, low);
            if square == root {
                return;
            }
            let above = &mut self.visits[parent.index()];
            above.hanging += u8::from(low >= above.discovered);
            above.low = above.low.min(low);
            above.lowest = above.lowest.min(lowest);
            square = parent;
        }
    }

    #[inline]
    fn enter(&mut self, square: Square, parent: Square, root: Square) {
        self.clock += 1;
        self.visits[square.index()] = Visit {
            discovered: self.clock,
            last: self.clock,
            low: self.clock,
            lowest: square,
            parent,
            root,
            hanging: 0,
            turn: 0,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Reach;
    use oracle::random_boards;

    #[test]
    fn every_answer_agrees_with_a_flood() {
        for board in random_boards(7, 200) {
            let map = Map::new(&board);
            let (mut zones, mut reach) = (Zones::new(&map), Reach::new(&map));
            let mut occupied = map.occupied(board.start().boxes);
            zones.find(&map, &occupied);
            let free: Vec<_> = map.squares().filter(|&square| !occupied.contains(square)).collect();
            for &x in &free {
                assert_eq!(zones.zone(x), reach.flood(&map, &occupied, x));
            }
            for &q in &free {
                occupied.insert(q);
                let mut names = Vec::new();
                for &x in free.iter().filter(|&&x| x != q) {
                    let zone = reach.flood(&map, &occupied, x);
                    assert_eq!(zones.zone_without(&map, q, x), zone);
                    names.push(zone);
                }
                names.sort_unstable();
                names.dedup();
                assert_eq!(zones.count_without(q), names.len());
                occupied.remove(q);
            }
        }
    }
}
