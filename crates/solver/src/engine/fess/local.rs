//! A position on the field, and the local questions asked of it.

use crate::field::Field;

/// Free floor.
pub const FREE: u8 = 0;
/// A box that may still move.
pub const BOX: u8 = 1;
/// A wall, or what counts as one: a box that can never move again, or floor behind such boxes.
pub const WALL: u8 = 2;

/// What stands where, and where the player is. The last entry is the wall.
#[derive(Clone, Debug)]
pub struct Local {
    /// `FREE`, `BOX` or `WALL` per square.
    pub at: Vec<u8>,
    /// Whether the player reaches the square.
    pub reached: Vec<bool>,
    stack: Vec<u16>,
}

impl Local {
    /// An empty field, nothing reached.
    pub fn new(field: &Field) -> Local {
        let n = field.n_squares();
        let mut at = vec![FREE; n + 1];
        at[n] = WALL;
        Local { at, reached: vec![false; n + 1], stack: Vec::with_capacity(n) }
    }

    /// Sets the boxes and floods from the player.
    pub fn set(&mut self, field: &Field, boxes: &[u16], player: u16) {
        let n = field.n_squares();
        self.at[..n].fill(FREE);
        for &square in boxes {
            self.at[square as usize] = BOX;
        }
        self.flood(field, player);
    }

    /// Finds what the player reaches.
    pub fn flood(&mut self, field: &Field, player: u16) {
        self.reached.fill(false);
        self.reached[player as usize] = true;
        self.stack.clear();
        self.stack.push(player);
        while let Some(square) = self.stack.pop() {
            for &to in &field.next()[square as usize] {
                if self.at[to as usize] == FREE && !self.reached[to as usize] {
                    self.reached[to as usize] = true;
                    self.stack.push(to);
                }
            }
        }
    }

    /// Whether a square is free.
    #[inline]
    pub fn is_free(&self, square: u16) -> bool {
        self.at[square as usize] == FREE
    }

    /// Whether a square counts as a wall.
    #[inline]
    pub fn is_wall(&self, square: u16) -> bool {
        self.at[square as usize] == WALL
    }

    /// Whether a movable box stands here.
    #[inline]
    pub fn is_box(&self, square: u16) -> bool {
        self.at[square as usize] == BOX
    }

    /// Whether a box off goal stands here.
    #[inline]
    fn is_loose(&self, field: &Field, square: u16) -> bool {
        self.is_box(square) && !field.goals().contains(square)
    }

    /// Whether a box pushed onto the free square `to` in direction `dir` is stuck there at a
    /// glance, with a box off goal in the knot:
    ///
    /// ```text
    /// #            #            two squares ahead
    /// $#  corner   $$#  Z       full 2×2
    /// ```
    #[inline]
    pub fn freezes(&self, field: &Field, to: u16, dir: usize) -> bool {
        let ring = field.ring(to);
        let off = !field.goals().contains(to);
        if field.is_dead(to) {
            return true;
        }
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
                let across = field.ring(ahead)[2 * ((dir + turn + 2) & 3)];
                if self.is_wall(across) && (off || self.is_loose(field, ahead)) {
                    return true;
                }
            }
            if !self.is_free(side)
                && !self.is_free(corner)
                && (off || [ahead, side, corner].iter().any(|&square| self.is_loose(field, square)))
            {
                return true;
            }
        }
        false
    }

    /// Whether the box on `from` can be pushed in direction `dir` by a player who may stand
    /// anywhere, without being stuck at once.
    #[inline]
    pub fn can_push(&mut self, field: &Field, from: u16, dir: usize) -> bool {
        let next = &field.next()[from as usize];
        let (behind, to) = (next[dir ^ 2], next[dir]);
        if !self.is_free(behind) || !self.is_free(to) {
            return false;
        }
        self.at[from as usize] = FREE;
        let freezes = self.freezes(field, to, dir);
        self.at[from as usize] = BOX;
        !freezes
    }

    /// Whether the box has a push in some direction, player anywhere, without being stuck at once.
    #[inline]
    pub fn is_pushable(&mut self, field: &Field, from: u16) -> bool {
        (0..4).any(|dir| self.can_push(field, from, dir))
    }

    /// Whether the boxes standing with the one on `square` are frozen with one of them off goal.
    /// Boxes with a free axis are taken away until nothing changes.
    pub fn is_frozen(&mut self, field: &Field, square: u16, boxes: &mut [u16]) -> bool {
        if self.has_free_axis(field, square) {
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
                if self.has_free_axis(field, one) {
                    self.at[one as usize] = FREE;
                    kept -= 1;
                    boxes.swap(i, kept);
                    changed = true;
                } else {
                    i += 1;
                }
            }
        }
        let frozen = boxes[..kept].iter().any(|&one| !field.goals().contains(one));
        for &one in &boxes[kept..all] {
            self.at[one as usize] = BOX;
        }
        frozen
    }

    #[inline]
    fn has_free_axis(&self, field: &Field, square: u16) -> bool {
        let next = &field.next()[square as usize];
        self.is_free(next[0]) && self.is_free(next[2])
            || self.is_free(next[1]) && self.is_free(next[3])
    }

    /// The end of a diagonal of gaps at `gap` towards the diagonal `corner` of the ring: closed by
    /// something that stands there, or by walls on both sides of it.
    #[inline]
    pub fn diagonal_is_closed(&self, field: &Field, gap: u16, corner: usize) -> bool {
        let ring = field.ring(gap);
        !self.is_free(ring[corner])
            || self.is_wall(ring[corner - 1]) && self.is_wall(ring[(corner + 1) & 7])
    }

    /// Whether all four neighbours of the free square are occupied.
    #[inline]
    pub fn is_gap(&self, field: &Field, square: u16) -> bool {
        self.is_free(square)
            && field.next()[square as usize].iter().all(|&near| !self.is_free(near))
    }
}
