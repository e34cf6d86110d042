//! Fixed boxes: all boxes that will never move again, found together and turned into walls, again
//! and again until no more are found.
//!
//! ```text
//! ######     The boxes in the corner hold each other and stand on goals: they are walls now. So
//! #**  #     the floor to their right has become a corner, and a box there would be fixed too, or
//! #*$  #     lost if it is off goal.
//! ```
//!
//! The rules of `closure.rs` find them from the squares around the boxes. With those boxes as
//! walls, fewer squares are live, and more boxes on goals can never be taken off backwards from the
//! solved position, so more may be fixed. If one is fixed off goal, or stands on a square that is
//! no longer live, the position is lost.
//!
//! Source: Festival (Shoham), "fixed boxes to walls"; the order of steps is ours.
//! Cost: a microsecond or two when nothing is fixed; a new set of walls costs about fifty.

use sokoban::Square;

use super::closure::Closure;
use super::local::{Ground, Local, WALL};
use super::walls::{Walled, WalledCache};
use crate::analysis::Analysis;
use crate::kernel::{Bits, Position, Regions};

/// The test with its scratch space and cache.
#[derive(Clone, Debug)]
pub struct Fixed {
    cache: WalledCache,
    closure: Closure,
    /// Whether closed diagonals are tested.
    pub diagonals: bool,
    local: Local,
    /// The position after the rules alone, before the boards with walls are consulted.
    settled: Local,
    /// The wall and the fixed boxes.
    walls: Bits,
    fixed: Vec<Square>,
    key: u64,
}

impl Fixed {
    /// Scratch space for a board, with tables of at most this many bytes.
    pub fn new(analysis: &Analysis, bytes: u64) -> Fixed {
        let map = &analysis.map;
        Fixed {
            cache: WalledCache::new(analysis, bytes),
            closure: Closure::new(map),
            diagonals: true,
            local: Local::new(map),
            settled: Local::new(map),
            walls: map.occupied([]),
            fixed: Vec::new(),
            key: 0,
        }
    }

    /// Bytes of the tables kept.
    pub fn bytes(&self) -> u64 {
        self.cache.bytes()
    }

    /// Bytes of the tables when the cache is full.
    pub fn most_bytes(&self) -> u64 {
        self.cache.most_bytes()
    }

    /// Finds the fixed boxes of a position. `None` if that shows the position to be lost, else the
    /// index in the cache of the board with these boxes as walls. `regions` are those of the
    /// position.
    pub fn find(
        &mut self,
        analysis: &Analysis,
        position: &Position,
        regions: &Regions,
    ) -> Option<usize> {
        let map = &analysis.map;
        let reached = regions.squares(regions.of(position.player));
        self.local.set_known(map, position.boxes(), reached);
        // A gap is a zone of its own.
        self.closure.diagonals = self.diagonals && regions.count() > 1;
        self.walls.clear();
        self.walls.insert(map.wall());
        self.fixed.clear();
        self.key = 0;
        let ground = Ground::of(analysis);
        self.closure.fix(&mut self.local, ground, position.boxes());
        self.settled.clone_from(&self.local);
        self.collect(analysis, position)?;
        loop {
            let at = self.cache.get(map, &self.walls, self.key);
            let walled = self.cache.at(at);
            let mut changed = !self.fixed.is_empty();
            for &square in position.boxes() {
                if !self.local.is_box(square) {
                    continue;
                }
                if walled.crystal.contains(square) {
                    self.local.put(square, WALL);
                    changed = true;
                } else if !walled.live.contains(square) {
                    self.fixed.push(square);
                    return None;
                }
            }
            if !changed {
                // Nothing is fixed, so the walls are those the rules have seen.
                return Some(at);
            }
            let ground = Ground { map, live: &walled.live };
            self.closure.fix(&mut self.local, ground, position.boxes());
            if !self.collect(analysis, position)? {
                return Some(at);
            }
        }
    }

    /// Notes the boxes that have become walls; returns whether there are new ones, or `None` if one
    /// of them is off goal.
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

    /// The last position with those boxes as walls that [`Closure::fix`] finds by itself, for tests
    /// that continue from there.
    pub fn settled(&self) -> &Local {
        &self.settled
    }

    /// The fixed boxes of the last position; if it was found lost, the last one says why.
    pub fn fixed(&self) -> &[Square] {
        &self.fixed
    }

    /// The board with the fixed boxes as walls, by the index [`Fixed::find`] returned last.
    pub fn walled(&self, at: usize) -> &Walled {
        self.cache.at(at)
    }

    /// The fixed boxes of the last position and the wall.
    pub fn walls(&self) -> &Bits {
        &self.walls
    }
}
