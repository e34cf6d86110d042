//! Boxes that hold each other fast, all at once.
//!
//! Assume that all boxes are fixed, then repeatedly release those that can be pushed along a row or
//! a column when every fixed box counts as a wall. The boxes that remain can never move: the first
//! of them to move would have to do so while the others still stand. A square on both of whose
//! sides along an axis a box would be lost blocks that axis too. A fixed box that is not on a goal
//! loses.
//!
//! ```text
//! ######    Both boxes are fixed: each is blocked by the wall above it or by the other one.
//! # $$.#
//! ######
//! ```
//!
//! The test is [`Freeze`](ground::deadlock::Freeze) for boards of one word; no recursion is needed,
//! because it finds the largest fixed set, not one that contains a given box. Sound for pushes and
//! for moves. A round costs about twenty operations, and two rounds are usual.

use sokoban::Dir;

use super::grid::Grid;

/// Whether some box can never be moved again and is not on a goal. `live` are the squares where a
/// box is not lost.
#[inline]
pub(super) fn is_lost(grid: &Grid, live: u64, boxes: u64) -> bool {
    let beside =
        |set: u64, one: Dir, other: Dir| (grid.without(set, one), grid.without(set, other));
    // An axis is blocked for good where a box would be lost on both sides of it.
    let (up, down) = beside(live, Dir::Up, Dir::Down);
    let (left, right) = beside(live, Dir::Left, Dir::Right);
    let (always_v, always_h) = (up & down, left & right);
    let mut fixed = boxes;
    loop {
        let open = grid.floor & !fixed;
        let (up, down) = beside(open, Dir::Up, Dir::Down);
        let (left, right) = beside(open, Dir::Left, Dir::Right);
        let blocked = (up | down | always_v) & (left | right | always_h);
        let still = fixed & blocked;
        if still & !grid.goals == 0 {
            return false;
        }
        if still == fixed {
            return true;
        }
        fixed = still;
    }
}

#[cfg(test)]
mod tests {
    use oracle::board;

    use super::*;
    use crate::engine::compact::lone::Lone;

    #[test]
    fn two_boxes_at_a_wall_are_fixed_and_one_is_not() {
        let lost = |rows: &[&str]| {
            let board = board(rows);
            let grid = Grid::new(&board).unwrap();
            is_lost(&grid, Lone::new(&grid).live, grid.set(&board.start().boxes))
        };
        assert!(lost(&["######", "# $$.#", "# @ .#", "######"]));
        assert!(!lost(&["######", "#@   #", "# $ .#", "#    #", "######"]));
        assert!(!lost(&["######", "#@** #", "#  $.#", "#    #", "######"]));
    }
}
