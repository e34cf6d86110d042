//! Fixed boxes: all boxes that will never move again, found together and turned into walls, again
//! and again until no more are found.
//!
//! ```text
//! ######     The boxes in the corner hold each other and stand on goals: they are walls now. So
//! #**  #     the floor to their right has become a corner, and a box there would be fixed too, or
//! #*$  #     lost when it is off goal.
//! ```
//!
//! Take off every box that could be pushed somewhere if the player were everywhere: both
//! neighbours on an axis are free (of walls and of boxes not taken off), and one of them is a live
//! square. What remains can never move: the first of them to move would need a free axis while
//! the others still stand. With these boxes as walls fewer squares are live, so more may be fixed.
//! In addition, a box on a goal which could never be taken off backwards from the solved position
//! is fixed.
//!
//! Source: Festival (Shoham), "fixed boxes to walls"; the order of steps is ours.
//! Cost: a microsecond when nothing is fixed; new sets of walls cost some fifty.

use sokoban::{Dir, Square};

use super::walls::{Walled, WalledCache};
use crate::analysis::Analysis;
use crate::kernel::{Bits, Position};

/// The closure with its scratch space and cache.
#[derive(Clone, Debug)]
pub struct Fixed {
    cache: WalledCache,
    /// The wall, the fixed boxes.
    walls: Bits,
    /// Boxes not taken off.
    held: Bits,
    fixed: Vec<Square>,
}

impl Fixed {
    /// Scratch space for a board.
    pub fn new(analysis: &Analysis) -> Fixed {
        let map = &analysis.map;
        Fixed {
            cache: WalledCache::new(analysis),
            walls: map.occupied([]),
            held: map.no_squares(),
            fixed: Vec::new(),
        }
    }

    /// Finds the fixed boxes of a position. `None` when that shows the position to be lost, else
    /// the place in the cache of the board with these boxes as walls.
    pub fn find(&mut self, analysis: &Analysis, position: &Position) -> Option<usize> {
        let map = &analysis.map;
        self.walls.clear();
        self.walls.insert(map.wall());
        self.fixed.clear();
        let mut key = 0;
        loop {
            let at = self.cache.get(map, &self.walls, key);
            let before = self.fixed.len();
            self.hold(analysis, position, at);
            let walled = self.cache.at(at);
            for &square in position.boxes() {
                if self.walls.contains(square) {
                    continue;
                }
                if self.held.contains(square) || walled.crystal.contains(square) {
                    if !map.is_goal(square) {
                        self.fixed.push(square);
                        return None;
                    }
                    self.walls.insert(square);
                    self.fixed.push(square);
                    key ^= map.box_key(square);
                } else if !walled.live.contains(square) {
                    self.fixed.push(square);
                    return None;
                }
            }
            if self.fixed.len() == before {
                return Some(at);
            }
        }
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

    /// Takes off every box that could be pushed, until none can.
    fn hold(&mut self, analysis: &Analysis, position: &Position, at: usize) {
        let map = &analysis.map;
        let live = &self.cache.at(at).live;
        self.held.copy_from(position.occupied());
        loop {
            let mut changed = false;
            for &square in position.boxes() {
                if !self.held.contains(square) || self.walls.contains(square) {
                    continue;
                }
                let free = [[Dir::Up, Dir::Down], [Dir::Left, Dir::Right]].iter().any(|axis| {
                    let [a, b] = axis.map(|dir| map.next(square, dir));
                    !self.held.contains(a)
                        && !self.held.contains(b)
                        && (live.contains(a) || live.contains(b))
                });
                if free {
                    self.held.remove(square);
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }
}
