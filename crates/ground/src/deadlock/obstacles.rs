//! Finds the boxes that block a solution found without them.

use sokoban::{Dir, Push, Square};

use crate::kernel::{Bits, Map, Position};

/// Scratch space for a board.
#[derive(Clone, Debug)]
pub struct Obstacles {
    path: Path,
    found: Vec<Square>,
}

impl Obstacles {
    /// Scratch space for a map.
    pub fn new(map: &Map) -> Obstacles {
        Obstacles { path: Path::new(map), found: Vec::new() }
    }

    /// The boxes in the way of the first push that cannot be made, for a solution found with only
    /// the boxes of `set`; empty if all pushes can be made.
    pub fn find(
        &mut self,
        map: &Map,
        position: &Position,
        set: &[Square],
        pushes: &[Push],
    ) -> &[Square] {
        self.found.clear();
        let mut own = map.occupied(set.iter().copied());
        let mut others = position.occupied().clone();
        set.iter().for_each(|&square| others.remove(square));
        others.remove(map.wall());
        let mut player = position.player;
        for push in pushes {
            let (behind, to) =
                (map.next(push.from, push.dir.opposite()), map.next(push.from, push.dir));
            self.path.walk(map, &own, &others, player, behind);
            self.found.extend_from_slice(&self.path.crossed);
            if others.contains(to) && !self.found.contains(&to) {
                self.found.push(to);
            }
            if !self.found.is_empty() {
                break;
            }
            own.remove(push.from);
            own.insert(to);
            player = push.from;
        }
        &self.found
    }
}

/// Walks that go through as few boxes as possible.
#[derive(Clone, Debug)]
struct Path {
    /// Boxes crossed on the way to each square, and the square before it.
    cost: Vec<(u16, Square)>,
    front: Vec<Square>,
    later: Vec<Square>,
    /// The boxes crossed by the last walk.
    crossed: Vec<Square>,
}

impl Path {
    fn new(map: &Map) -> Path {
        let cost = vec![(u16::MAX, map.wall()); map.n_squares() + 1];
        Path { cost, front: Vec::new(), later: Vec::new(), crossed: Vec::new() }
    }

    /// Walks from one square to another, never through `barred` and through as few of `boxes` as
    /// possible.
    fn walk(&mut self, map: &Map, barred: &Bits, boxes: &Bits, from: Square, to: Square) {
        self.crossed.clear();
        self.cost.fill((u16::MAX, map.wall()));
        self.cost[from.index()] = (0, map.wall());
        self.front.clear();
        self.front.push(from);
        let mut round = 0;
        while !self.front.is_empty() {
            while let Some(square) = self.front.pop() {
                if self.cost[square.index()].0 != round {
                    continue;
                }
                for dir in Dir::ALL {
                    let next = map.next(square, dir);
                    let cost = round + u16::from(boxes.contains(next));
                    if barred.contains(next) || self.cost[next.index()].0 <= cost {
                        continue;
                    }
                    self.cost[next.index()] = (cost, square);
                    if cost == round { &mut self.front } else { &mut self.later }.push(next);
                }
            }
            round += 1;
            std::mem::swap(&mut self.front, &mut self.later);
        }
        let mut square = to;
        while square != map.wall() {
            if boxes.contains(square) {
                self.crossed.push(square);
            }
            square = self.cost[square.index()].1;
        }
    }
}
