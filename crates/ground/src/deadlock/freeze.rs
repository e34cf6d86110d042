//! Freeze deadlock: boxes that can never move again, one of them off goal.
//!
//! ```text
//! ####      The two boxes hold each other against the wall: neither can move up or down, and
//! #$$       neither can move sideways, because the left one has a wall at its side and the right
//! #         one has the left one.
//! ```
//!
//! A box is blocked on an axis when a wall is on either side, when both sides are dead squares, or
//! when a box on either side is itself frozen. While that box is examined, the first one counts as
//! a wall: if the first one can move along its other axis, it moves first and is not frozen anyway.
//! Blocked on both axes means frozen for good: walls do not move, a box pushed to a dead square is
//! lost anyway, and every box that would have to move first has been examined too.
//!
//! Marks made while examining a box are valid only on the path to it. A mark that outlives its path
//! gives false alarms, so a box found free is unmarked.
//!
//! Source: the Sokoban wiki, "freeze deadlocks"; the dead-square rule is Festival's and YASS's.
//! Cost: about ten nanoseconds when the box is not blocked on one axis, else a few hundred.

use sokoban::{Dir, Square};

use super::Ground;
use crate::kernel::{Bits, Map};

/// The test with its scratch space.
#[derive(Clone, Debug)]
pub struct Freeze {
    /// Boxes on the current path, those found frozen, and those known to be: they count as walls.
    marked: Bits,
    frozen: Vec<Square>,
}

impl Freeze {
    /// Scratch space for a map.
    pub fn new(map: &Map) -> Freeze {
        Freeze { marked: map.no_squares(), frozen: Vec::new() }
    }

    /// Treats boxes known to be fixed for good as walls. They are not listed as frozen afterwards.
    pub fn set_walls(&mut self, walls: &Bits) {
        self.marked.copy_from(walls);
    }

    /// Whether the box on `square` is frozen together with some box off goal.
    pub fn is_dead(&mut self, ground: Ground<'_>, occupied: &Bits, square: Square) -> bool {
        let frozen = self.is_frozen(ground, occupied, square);
        frozen && self.frozen.iter().any(|&square| !ground.map.is_goal(square))
    }

    /// Whether the box on `square` can never move again. [`Freeze::frozen`] then lists it and the
    /// boxes it leans on.
    pub fn is_frozen(&mut self, ground: Ground<'_>, occupied: &Bits, square: Square) -> bool {
        self.frozen.clear();
        let frozen = self.look(ground, occupied, square, [true; 2]);
        for i in 0..self.frozen.len() {
            self.marked.remove(self.frozen[i]);
        }
        frozen
    }

    /// The boxes of the last cluster found frozen.
    pub fn frozen(&self) -> &[Square] {
        &self.frozen
    }

    /// Whether a box is blocked on the axes given (vertical, horizontal). Boxes found frozen on the
    /// way stay marked.
    fn look(
        &mut self,
        ground: Ground<'_>,
        occupied: &Bits,
        square: Square,
        axes: [bool; 2],
    ) -> bool {
        let before = self.frozen.len();
        self.marked.insert(square);
        self.frozen.push(square);
        let blocked =
            (0..2).all(|axis| !axes[axis] || self.is_blocked(ground, occupied, square, axis));
        if !blocked {
            for &square in &self.frozen[before..] {
                self.marked.remove(square);
            }
            self.frozen.truncate(before);
        }
        blocked
    }

    /// Whether a box can never move along an axis.
    fn is_blocked(
        &mut self,
        ground: Ground<'_>,
        occupied: &Bits,
        square: Square,
        axis: usize,
    ) -> bool {
        let Ground { map, live } = ground;
        let sides = [Dir::ALL[axis * 2], Dir::ALL[axis * 2 + 1]].map(|dir| map.next(square, dir));
        if sides.iter().any(|&side| map.is_wall(side) || self.marked.contains(side)) {
            return true;
        }
        if sides.iter().all(|&side| !live.contains(side)) {
            return true;
        }
        // A neighbour on this axis cannot move along it, since this box counts as a wall; it is
        // frozen when it cannot move along the other one either.
        let other = [axis == 1, axis == 0];
        sides
            .iter()
            .any(|&side| occupied.contains(side) && self.look(ground, occupied, side, other))
    }
}

#[cfg(test)]
mod tests {
    use search::Budget;

    use super::*;
    use crate::analysis::Analysis;
    use oracle::board;

    /// Whether any box of the start is dead by freezing.
    fn is_dead(rows: &[&str]) -> bool {
        let board = board(rows);
        let analysis = Analysis::new(&board, &mut Budget::unlimited()).unwrap();
        let mut freeze = Freeze::new(&analysis.map);
        let (start, ground) = (&analysis.start, Ground::of(&analysis));
        start.boxes().iter().any(|&square| freeze.is_dead(ground, start.occupied(), square))
    }

    #[test]
    fn two_boxes_at_a_wall_hold_each_other() {
        assert!(is_dead(&["#######", "# $$. #", "#   . #", "#  @  #", "#######"]));
        assert!(!is_dead(&["#######", "# **  #", "#     #", "#  @  #", "#######"]));
        assert!(!is_dead(&["#######", "#.$ $.#", "#     #", "#  @  #", "#######"]));
    }

    #[test]
    fn a_box_that_leans_on_a_free_one_is_free() {
        let rows = ["########", "# .  . #", "#  $$  #", "#  @   #", "#      #", "########"];
        assert!(!is_dead(&rows));
    }
}
