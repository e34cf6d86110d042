//! A position as one byte a square, and the questions that the squares around a box answer.
//!
//! Where diagonals matter, squares are taken from [`Map::ring`]: the neighbour in direction number
//! `i` of [`Dir::CLOCKWISE`] is entry `2 * i`, with the diagonals in between.

use sokoban::{Dir, Square};

use crate::analysis::Analysis;
use crate::kernel::{Bits, Map};

/// Free floor.
pub const FREE: u8 = 0;
/// A box that may still move.
pub const BOX: u8 = 1;
/// A wall, or what counts as one: a box that can never move again, or floor behind such boxes.
pub const WALL: u8 = 2;

/// A board, and the squares on which a box is not lost by itself.
#[derive(Clone, Copy, Debug)]
pub struct Ground<'a> {
    /// Squares and goals.
    pub map: &'a Map,
    /// Squares from which a box may reach a goal.
    pub live: &'a Bits,
}

impl<'a> Ground<'a> {
    /// The ground of a board played forwards.
    #[inline]
    pub fn of(analysis: &'a Analysis) -> Ground<'a> {
        Ground { map: &analysis.map, live: &analysis.live }
    }

    #[inline]
    fn is_goal(&self, square: Square) -> bool {
        self.map.is_goal(square)
    }
}

/// What stands where, and where the player is. The last entry is the wall.
#[derive(Debug)]
pub struct Local {
    /// `FREE`, `BOX` or `WALL` per square.
    at: Vec<u8>,
    /// Whether the player reaches the square.
    reached: Vec<bool>,
}

impl Local {
    /// An empty board, nothing reached.
    pub fn new(map: &Map) -> Local {
        let n = map.n_squares();
        let mut at = vec![FREE; n + 1];
        at[n] = WALL;
        Local { at, reached: vec![false; n + 1] }
    }

    /// Sets the boxes and what the player reaches.
    pub fn set_known(&mut self, map: &Map, boxes: &[Square], reached: &[Square]) {
        self.at[..map.n_squares()].fill(FREE);
        boxes.iter().for_each(|square| self.at[square.index()] = BOX);
        self.reached.fill(false);
        reached.iter().for_each(|square| self.reached[square.index()] = true);
    }

    /// Puts something on a square, or nothing.
    #[inline]
    pub fn put(&mut self, square: Square, what: u8) {
        self.at[square.index()] = what;
    }

    /// Whether a square is free.
    #[inline]
    pub fn is_free(&self, square: Square) -> bool {
        self.at[square.index()] == FREE
    }

    /// Whether a square counts as a wall.
    #[inline]
    pub fn is_wall(&self, square: Square) -> bool {
        self.at[square.index()] == WALL
    }

    /// Whether a movable box stands here.
    #[inline]
    pub fn is_box(&self, square: Square) -> bool {
        self.at[square.index()] == BOX
    }

    /// Whether the player reaches a square.
    #[inline]
    pub fn is_reached(&self, square: Square) -> bool {
        self.reached[square.index()]
    }

    /// Whether a box off goal stands here.
    #[inline]
    fn is_loose(&self, ground: Ground, square: Square) -> bool {
        self.is_box(square) && !ground.is_goal(square)
    }

    /// Whether a box pushed onto the free square `to` in direction `dir` is obviously stuck
    /// there, with a box off goal in the knot:
    ///
    /// ```text
    /// #            #            two squares ahead
    /// $#  corner   $$#  Z       full 2×2
    /// ```
    #[inline]
    pub fn freezes(&self, ground: Ground, to: Square, dir: Dir) -> bool {
        if !ground.live.contains(to) {
            return true;
        }
        let ring = ground.map.ring(to);
        let off = !ground.is_goal(to);
        let front = 2 * dir.clockwise();
        let ahead = ring[front];
        if self.is_free(ahead) {
            return false;
        }
        let wall = self.is_wall(ahead);
        for turn in [1, 7] {
            // One step along the ring is the diagonal, two steps the side.
            let (corner, side) = (ring[(front + turn) & 7], ring[(front + 2 * turn) & 7]);
            if wall && off && self.is_wall(side) {
                return true;
            }
            if !wall && self.is_wall(side) {
                let across = ground.map.ring(ahead)[(front + 2 * turn + 4) & 7];
                if self.is_wall(across) && (off || self.is_loose(ground, ahead)) {
                    return true;
                }
            }
            if !self.is_free(side)
                && !self.is_free(corner)
                && (off
                    || [ahead, side, corner].iter().any(|&square| self.is_loose(ground, square)))
            {
                return true;
            }
        }
        false
    }

    /// Whether the box on `from` can be pushed in direction `dir` by a player who may stand
    /// anywhere, without being stuck at once.
    #[inline]
    pub fn can_push(&mut self, ground: Ground, from: Square, dir: Dir) -> bool {
        let (behind, to) = (ground.map.next(from, dir.opposite()), ground.map.next(from, dir));
        if !self.is_free(behind) || !self.is_free(to) {
            return false;
        }
        self.at[from.index()] = FREE;
        let freezes = self.freezes(ground, to, dir);
        self.at[from.index()] = BOX;
        !freezes
    }

    /// Whether the box has a push in some direction, player anywhere, without being stuck at once.
    #[inline]
    pub fn is_pushable(&mut self, ground: Ground, from: Square) -> bool {
        Dir::ALL.into_iter().any(|dir| self.can_push(ground, from, dir))
    }

    /// Whether some of the boxes hold each other for good, one of them off goal: boxes with a free
    /// axis are taken away until nothing changes. The list is left in another order.
    pub fn is_frozen(&mut self, map: &Map, boxes: &mut [Square]) -> bool {
        let all = boxes.len();
        let mut kept = all;
        let mut changed = true;
        while changed {
            changed = false;
            let mut i = 0;
            while i < kept {
                let one = boxes[i];
                if self.has_free_axis(map, one) {
                    self.put(one, FREE);
                    kept -= 1;
                    boxes.swap(i, kept);
                    changed = true;
                } else {
                    i += 1;
                }
            }
        }
        let frozen = boxes[..kept].iter().any(|&one| !map.is_goal(one));
        for &one in &boxes[kept..all] {
            self.put(one, BOX);
        }
        frozen
    }

    /// Whether the squares on two opposite sides are free.
    #[inline]
    pub fn has_free_axis(&self, map: &Map, square: Square) -> bool {
        let [up, down, left, right] = map.around(square);
        self.is_free(up) && self.is_free(down) || self.is_free(left) && self.is_free(right)
    }

    /// Whether a diagonal of gaps ends at `gap` towards the diagonal `corner` of the ring: closed
    /// by something that stands there, or by walls on both sides of it.
    #[inline]
    pub fn diagonal_is_closed(&self, map: &Map, gap: Square, corner: usize) -> bool {
        let ring = map.ring(gap);
        !self.is_free(ring[corner])
            || self.is_wall(ring[corner - 1]) && self.is_wall(ring[(corner + 1) & 7])
    }

    /// Whether all four neighbours of the free square are occupied.
    #[inline]
    pub fn is_gap(&self, map: &Map, square: Square) -> bool {
        self.is_free(square) && map.around(square).iter().all(|&near| !self.is_free(near))
    }
}

impl Clone for Local {
    fn clone(&self) -> Local {
        Local { at: self.at.clone(), reached: self.reached.clone() }
    }

    /// Does not allocate, since every position is copied.
    fn clone_from(&mut self, other: &Local) {
        self.at.clone_from(&other.at);
        self.reached.clone_from(&other.reached);
    }
}
