//! Pattern search: a small set of boxes of a position that is lost whatever else is on the board.
//!
//! ```text
//! ########     Such a set is found by playing one box alone ([`super::alone`]) and adding, one
//! #  $   #     after the other, the boxes of the position that are in the way of the solution
//! # $$ . #     found, until there is none: then these boxes are lost together. Boxes without
//! #@ ..###     which the others are still lost are dropped again, so that only the boxes that
//! ########     matter are named.
//! ```
//!
//! It refutes the start of a level ([`super::refutation`]) and explains lost positions
//! ([`crate::explain()`]). Keeping what it finds for the rest of a search does not pay; the figures
//! are in the ledger.
//!
//! Source: Rolling Stone's pattern search (Junghanns and Schaeffer 1998), with patterns reduced to
//! the boxes that matter as in Festival (Shoham). Sound. Cost: up to a millisecond for each box
//! that is tried, limited by the positions each game may look at.

use sokoban::{Dir, Square};

use super::alone::{Alone, End};
use crate::analysis::Analysis;
use crate::kernel::{Bits, Map, Position};

/// The most boxes of a pattern.
const MOST_BOXES: usize = 8;

/// The search with its scratch space.
#[derive(Clone, Debug)]
pub struct PatternSearch {
    alone: Alone,
    set: Vec<Square>,
    path: Path,
}

impl PatternSearch {
    /// Scratch space for a board.
    pub fn new(analysis: &Analysis) -> PatternSearch {
        PatternSearch {
            alone: Alone::new(analysis),
            set: Vec::new(),
            path: Path::new(&analysis.map),
        }
    }

    /// Positions looked at so far.
    pub fn nodes(&self) -> u64 {
        self.alone.nodes
    }

    /// The boxes that show the position to be lost, perhaps including the one on `first`, with
    /// which the search begins; each game may look at `nodes` positions.
    pub fn find(
        &mut self,
        analysis: &Analysis,
        position: &Position,
        first: Square,
        nodes: usize,
    ) -> Option<&[Square]> {
        self.set.clear();
        self.set.push(first);
        while self.set.len() <= MOST_BOXES {
            match self.alone.play(analysis, &self.set, position.player, nodes) {
                End::Open => return None,
                End::Lost => {
                    self.distil(analysis, position.player, nodes);
                    return Some(&self.set);
                }
                End::Solved => {
                    if !self.add_obstacles(&analysis.map, position) {
                        return None;
                    }
                }
            }
        }
        None
    }

    /// Adds the boxes in the way of the first push of the solution that cannot be made as it is;
    /// returns whether there are any.
    fn add_obstacles(&mut self, map: &Map, position: &Position) -> bool {
        let before = self.set.len();
        let mut own = map.occupied(self.set.iter().copied());
        let mut others = position.occupied().clone();
        self.set.iter().for_each(|&square| others.remove(square));
        others.remove(map.wall());
        let mut player = position.player;
        for push in self.alone.pushes() {
            let (behind, to) =
                (map.next(push.from, push.dir.opposite()), map.next(push.from, push.dir));
            self.path.walk(map, &own, &others, player, behind);
            self.set.extend_from_slice(&self.path.crossed);
            if others.contains(to) && !self.set.contains(&to) {
                self.set.push(to);
            }
            if self.set.len() > before {
                return true;
            }
            own.remove(push.from);
            own.insert(to);
            player = push.from;
        }
        false
    }

    /// Drops boxes without which the others are still lost.
    fn distil(&mut self, analysis: &Analysis, player: Square, nodes: usize) {
        let mut i = 0;
        while i < self.set.len() && self.set.len() > 1 {
            let dropped = self.set.swap_remove(i);
            if self.alone.play(analysis, &self.set, player, nodes) != End::Lost {
                self.set.push(dropped);
                let last = self.set.len() - 1;
                self.set.swap(i, last);
                i += 1;
            }
        }
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
