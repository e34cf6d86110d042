//! A position as one byte a square, and the questions that the squares around a box answer.
//!
//! Directions are numbered clockwise from 0, up: `dir ^ 2` is the opposite, and the neighbour in
//! direction `dir` is entry `2 * dir` of [`Map::ring`], the diagonals between.

use sokoban::Square;

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

impl Ground<'_> {
    #[inline]
    fn is_goal(&self, square: Square) -> bool {
        self.map.is_goal(square)
    }

    #[inline]
    fn next(&self, square: Square, dir: usize) -> Square {
        self.map.ring(square)[2 * dir]
    }
}

/// What stands where, and where the player is. The last entry is the wall.
#[derive(Clone, Debug)]
pub struct Local {
    /// `FREE`, `BOX` or `WALL` per square.
    pub at: Vec<u8>,
    /// Whether the player reaches the square.
    pub reached: Vec<bool>,
    stack: Vec<Square>,
}

impl Local {
    /// An empty board, nothing reached.
    pub fn new(map: &Map) -> Local {
        let n = map.n_squares();
        let mut at = vec![FREE; n + 1];
        at[n] = WALL;
        Local { at, reached: vec![false; n + 1], stack: Vec::with_capacity(n) }
    }

    /// Sets the boxes and floods from the player.
    pub fn set<S: Into<Square> + Copy>(&mut self, map: &Map, boxes: &[S], player: S) {
        self.set_boxes(map, boxes);
        self.flood(map, player.into());
    }

    /// Sets the boxes and what the player reaches, when that is known.
    pub fn set_known(&mut self, map: &Map, boxes: &[Square], reached: &[Square]) {
        self.set_boxes(map, boxes);
        self.reached.fill(false);
        reached.iter().for_each(|square| self.reached[square.index()] = true);
    }

    fn set_boxes<S: Into<Square> + Copy>(&mut self, map: &Map, boxes: &[S]) {
        self.at[..map.n_squares()].fill(FREE);
        for &square in boxes {
            self.at[square.into().index()] = BOX;
        }
    }

    /// Finds what the player reaches.
    pub fn flood(&mut self, map: &Map, player: Square) {
        self.reached.fill(false);
        self.reached[player.index()] = true;
        self.stack.clear();
        self.stack.push(player);
        while let Some(square) = self.stack.pop() {
            for to in map.around(square) {
                if self.at[to.index()] == FREE && !self.reached[to.index()] {
                    self.reached[to.index()] = true;
                    self.stack.push(to);
                }
            }
        }
    }

    /// Puts something on a square, or nothing.
    #[inline]
    pub fn put(&mut self, square: impl Into<Square>, what: u8) {
        self.at[square.into().index()] = what;
    }

    /// Whether a square is free.
    #[inline]
    pub fn is_free(&self, square: impl Into<Square>) -> bool {
        self.at[square.into().index()] == FREE
    }

    /// Whether a square counts as a wall.
    #[inline]
    pub fn is_wall(&self, square: impl Into<Square>) -> bool {
        self.at[square.into().index()] == WALL
    }

    /// Whether a movable box stands here.
    #[inline]
    pub fn is_box(&self, square: impl Into<Square>) -> bool {
        self.at[square.into().index()] == BOX
    }

    /// Whether the player reaches a square.
    #[inline]
    pub fn is_reached(&self, square: impl Into<Square>) -> bool {
        self.reached[square.into().index()]
    }

    /// Whether a box off goal stands here.
    #[inline]
    fn is_loose(&self, ground: Ground, square: Square) -> bool {
        self.is_box(square) && !ground.is_goal(square)
    }

    /// Whether a box pushed onto the free square `to` in direction `dir` is stuck there at a
    /// glance, with a box off goal in the knot:
    ///
    /// ```text
    /// #            #            two squares ahead
    /// $#  corner   $$#  Z       full 2×2
    /// ```
    #[inline]
    pub fn freezes(&self, ground: Ground, to: Square, dir: usize) -> bool {
        if !ground.live.contains(to) {
            return true;
        }
        let ring = ground.map.ring(to);
        let off = !ground.is_goal(to);
        let ahead = ring[2 * dir];
        if self.is_free(ahead) {
            return false;
        }
        let wall = self.is_wall(ahead);
        for turn in [1, 3] {
            let side = ring[2 * ((dir + turn) & 3)];
            // The ring holds the diagonal between `ahead` and `side`.
            let corner = ring[if turn == 1 { 2 * dir + 1 } else { (2 * dir + 7) & 7 }];
            if wall && off && self.is_wall(side) {
                return true;
            }
            if !wall && self.is_wall(side) {
                let across = ground.next(ahead, (dir + turn + 2) & 3);
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
    pub fn can_push(&mut self, ground: Ground, from: impl Into<Square>, dir: usize) -> bool {
        let from = from.into();
        let (behind, to) = (ground.next(from, dir ^ 2), ground.next(from, dir));
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
        (0..4).any(|dir| self.can_push(ground, from, dir))
    }

    /// Whether the boxes standing with the one on `square` are frozen with one of them off goal.
    /// Boxes with a free axis are taken away until nothing changes; the list comes back in another
    /// order.
    pub fn is_frozen(&mut self, map: &Map, square: u16, boxes: &mut [u16]) -> bool {
        if self.has_free_axis(map, square.into()) {
            return false;
        }
        let all = boxes.len();
        let mut kept = all;
        let mut changed = true;
        while changed {
            changed = false;
            let mut i = 0;
            while i < kept {
                let one = boxes[i];
                if self.has_free_axis(map, one.into()) {
                    self.put(one, FREE);
                    kept -= 1;
                    boxes.swap(i, kept);
                    changed = true;
                } else {
                    i += 1;
                }
            }
        }
        let frozen = boxes[..kept].iter().any(|&one| !map.is_goal(one.into()));
        for &one in &boxes[kept..all] {
            self.put(one, BOX);
        }
        frozen
    }

    #[inline]
    fn has_free_axis(&self, map: &Map, square: Square) -> bool {
        let [up, down, left, right] = map.around(square);
        self.is_free(up) && self.is_free(down) || self.is_free(left) && self.is_free(right)
    }

    /// The end of a diagonal of gaps at `gap` towards the diagonal `corner` of the ring: closed by
    /// something that stands there, or by walls on both sides of it.
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
