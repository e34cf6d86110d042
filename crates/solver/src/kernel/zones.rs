//! All zones of a position at once, and what becomes of them when one more square is occupied.
//!
//! One depth-first search over the free squares numbers them in the order of discovery and keeps,
//! for each, the earliest square its subtree touches (Hopcroft and Tarjan, "Algorithm 447", 1973).
//! From that, the question "if a box stood on `q`, in which zone would the player on `x` be?" is
//! answered in constant time, for every `q` and `x`. Moving one box to every square it can get to
//! therefore costs one search instead of a flood per square.
//!
//! Trees are rooted at their lowest square, so the root names the zone, as in [`super::Reach`].

use sokoban::{Dir, Square};

use super::{Bits, Map};

#[derive(Clone, Copy, Debug)]
struct Visit {
    /// Number in the order of discovery; at most the run's base when not visited in this run.
    discovered: u32,
    /// The last number given inside the subtree.
    last: u32,
    /// The earliest number a square of the subtree touches.
    low: u32,
    /// Lowest square of the subtree.
    lowest: Square,
    parent: Square,
    root: Square,
}

/// The zones of one set of occupied squares.
#[derive(Clone, Debug)]
pub struct Zones {
    visits: Vec<Visit>,
    base: u32,
    clock: u32,
    count: usize,
    stack: Vec<(Square, u8)>,
}

impl Zones {
    /// Scratch space for a map.
    pub fn new(map: &Map) -> Zones {
        let wall = map.wall();
        let nobody =
            Visit { discovered: 0, last: 0, low: 0, lowest: wall, parent: wall, root: wall };
        Zones {
            visits: vec![nobody; map.n_squares() + 1],
            base: 0,
            clock: 0,
            count: 0,
            stack: Vec::new(),
        }
    }

    /// Finds the zones of the squares not `occupied`.
    pub fn find(&mut self, map: &Map, occupied: &Bits) {
        if self.clock >= u32::MAX - u32::from(u16::MAX) {
            self.clock = 0;
            self.visits.iter_mut().for_each(|visit| visit.discovered = 0);
        }
        self.base = self.clock;
        self.count = 0;
        for square in map.squares() {
            if !occupied.contains(square) && !self.is_free(square) {
                self.count += 1;
                self.grow_tree(map, occupied, square);
            }
        }
    }

    /// How many zones there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Whether a square was free, so that it is in a zone.
    #[inline]
    pub fn is_free(&self, square: Square) -> bool {
        self.visits[square.index()].discovered > self.base
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
            if branch.discovered > self.base
                && branch.parent == q
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
        map.around(q).map(|side| {
            if self.is_free(side) { self.zone_without(map, q, side) } else { map.wall() }
        })
    }

    /// How many zones there would be if the free square `q` were occupied.
    pub fn count_without(&self, map: &Map, q: Square) -> usize {
        let sides = self.sides(map, q);
        let new = |i: usize| sides[i] != map.wall() && !sides[..i].contains(&sides[i]);
        self.count - 1 + (0..4).filter(|&i| new(i)).count()
    }

    fn grow_tree(&mut self, map: &Map, occupied: &Bits, root: Square) {
        self.enter(root, map.wall(), root);
        while let Some(top) = self.stack.last_mut() {
            let (square, side) = *top;
            if side == 4 {
                self.leave(square);
                continue;
            }
            top.1 += 1;
            let next = map.next(square, Dir::ALL[side as usize]);
            if occupied.contains(next) {
                continue;
            }
            if self.is_free(next) {
                let touched = self.visits[next.index()].discovered;
                let visit = &mut self.visits[square.index()];
                visit.low = visit.low.min(touched);
            } else {
                self.enter(next, square, root);
            }
        }
    }

    fn enter(&mut self, square: Square, parent: Square, root: Square) {
        self.clock += 1;
        self.visits[square.index()] = Visit {
            discovered: self.clock,
            last: self.clock,
            low: self.clock,
            lowest: square,
            parent,
            root,
        };
        self.stack.push((square, 0));
    }

    fn leave(&mut self, square: Square) {
        self.stack.pop();
        self.visits[square.index()].last = self.clock;
        let Visit { low, lowest, parent, .. } = self.visits[square.index()];
        if !self.stack.is_empty() {
            let above = &mut self.visits[parent.index()];
            above.low = above.low.min(low);
            above.lowest = above.lowest.min(lowest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Reach;
    use crate::kernel::testing::random_boards;

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
                assert_eq!(zones.count_without(&map, q), names.len());
                occupied.remove(q);
            }
        }
    }
}
