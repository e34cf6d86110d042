//! Fixed boxes: all boxes that will never move again, found together and turned into walls, again
//! and again until no more are found.
//!
//! ```text
//! ######     The boxes in the corner hold each other and stand on goals: they are walls now. So
//! #**  #     the floor to their right has become a corner, and a box there would be fixed too, or
//! #*$  #     lost when it is off goal.
//! ```
//!
//! The rules of [`super::closure`] find them from the squares around the boxes. With the boxes
//! found as walls fewer squares are live, and more boxes on goals can never be taken off backwards
//! from the solved position, so more may be fixed. One fixed off goal, or one on a square that is
//! no longer live, and the position is lost.
//!
//! Source: Festival (Shoham), "fixed boxes to walls"; the order of steps is ours.
//! Cost: a microsecond or two when nothing is fixed; new sets of walls cost some fifty.

use sokoban::Square;

use super::closure::Closure;
use super::local::{Ground, Local, WALL};
use super::walls::{Walled, WalledCache};
use crate::analysis::Analysis;
use crate::kernel::{Bits, Position};

/// The test with its scratch space and cache.
#[derive(Clone, Debug)]
pub struct Fixed {
    cache: WalledCache,
    /// The rules.
    pub closure: Closure,
    local: Local,
    /// The wall, the fixed boxes.
    walls: Bits,
    fixed: Vec<Square>,
    key: u64,
}

impl Fixed {
    /// Scratch space for a board.
    pub fn new(analysis: &Analysis) -> Fixed {
        let map = &analysis.map;
        Fixed {
            cache: WalledCache::new(analysis),
            closure: Closure::new(map),
            local: Local::new(map),
            walls: map.occupied([]),
            fixed: Vec::new(),
            key: 0,
        }
    }

    /// Bytes of the tables kept.
    pub fn bytes(&self) -> u64 {
        self.cache.bytes()
    }

    /// Finds the fixed boxes of a position. `None` when that shows the position to be lost, else
    /// the place in the cache of the board with these boxes as walls.
    pub fn find(&mut self, analysis: &Analysis, position: &Position) -> Option<usize> {
        let map = &analysis.map;
        self.local.set(map, position.boxes(), position.player);
        self.walls.clear();
        self.walls.insert(map.wall());
        self.fixed.clear();
        self.key = 0;
        let ground = Ground { map, live: &analysis.live };
        self.closure.fix(&mut self.local, ground, position.boxes());
        self.collect(analysis, position)?;
        loop {
            let at = self.cache.get(map, &self.walls, self.key);
            let walled = self.cache.at(at);
            for &square in position.boxes() {
                if !self.local.is_box(square) {
                    continue;
                }
                if walled.crystal.contains(square) {
                    self.local.put(square, WALL);
                } else if !walled.live.contains(square) {
                    self.fixed.push(square);
                    return None;
                }
            }
            let ground = Ground { map, live: &walled.live };
            self.closure.fix(&mut self.local, ground, position.boxes());
            if !self.collect(analysis, position)? {
                return Some(at);
            }
        }
    }

    /// Notes the boxes that have become walls: whether there are new ones, or `None` when one of
    /// them is off goal.
    fn collect(&mut self, analysis: &Analysis, position: &Position) -> Option<bool> {
        let before = self.fixed.len();
        for &square in position.boxes() {
            if self.local.is_wall(square) && !self.walls.contains(square) {
                self.walls.insert(square);
                self.key ^= analysis.map.box_key(square);
                self.fixed.push(square);
                if !analysis.map.is_goal(square) {
                    return None;
                }
            }
        }
        Some(self.fixed.len() > before)
    }

    /// The fixed boxes of the last position; when it was found lost, the last one says why.
    pub fn fixed(&self) -> &[Square] {
        &self.fixed
    }

    /// The board with the fixed boxes as walls, by the place [`Fixed::find`] returned last.
    pub fn walled(&self, at: usize) -> &Walled {
        self.cache.at(at)
    }

    /// The fixed boxes of the last position and the wall.
    pub fn walls(&self) -> &Bits {
        &self.walls
    }
}
