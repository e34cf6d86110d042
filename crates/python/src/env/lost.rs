//! Whether a position is lost for a reason that can be seen at the box that was pushed last: it stands on a dead square,
//! or it is frozen, perhaps together with others, and one of them is not on a goal.
//!
//! ```text
//!   #####
//!   # $$#    Neither box can ever move again.
//!   #  ##
//! ```
//!
//! A box is blocked along an axis if there is a wall at one side, if both sides are dead squares, or if a box at one side
//! is frozen itself; boxes under examination count as walls, which ends the recursion. A box that is blocked along both
//! axes never moves again. The test never calls a position lost that can be won; it does not see every loss. The idea is
//! the freeze deadlock of the Sokoban Wiki.

use super::boards::DEAD;
use crate::level::bits::{BOX, GOAL, WALL};

/// Whether the box on `at` is lost. The board has a row of walls around it.
pub(super) fn is_lost(cells: &mut [u8], width: usize, at: usize) -> bool {
    if cells[at] & DEAD != 0 {
        return true;
    }
    let mut examined = Vec::new();
    let frozen = is_frozen(cells, width, at, &mut examined);
    // What was turned into a wall becomes a box again.
    let is_off = |&(_, cell): &(usize, u8)| cell & GOAL == 0;
    let lost = frozen && examined.iter().any(is_off);
    for (at, cell) in examined {
        cells[at] = cell;
    }
    lost
}

/// Whether a box is frozen. If so, every box that was examined and found frozen with it stays in `examined`; if not,
/// the boxes examined on its account are taken off again.
fn is_frozen(cells: &mut [u8], width: usize, at: usize, examined: &mut Vec<(usize, u8)>) -> bool {
    let (known, before) = (examined.len(), cells[at]);
    examined.push((at, before));
    cells[at] = WALL;
    let frozen =
        is_blocked(cells, width, at, 1, examined) && is_blocked(cells, width, at, width, examined);
    if !frozen {
        for (at, cell) in examined.drain(known..).rev() {
            cells[at] = cell;
        }
    }
    frozen
}

fn is_blocked(
    cells: &mut [u8],
    width: usize,
    at: usize,
    step: usize,
    examined: &mut Vec<(usize, u8)>,
) -> bool {
    let sides = [at - step, at + step];
    if sides.iter().any(|&side| cells[side] & WALL != 0) {
        return true;
    }
    if sides.iter().all(|&side| cells[side] & DEAD != 0) {
        return true;
    }
    sides.iter().any(|&side| cells[side] & BOX != 0 && is_frozen(cells, width, side, examined))
}
