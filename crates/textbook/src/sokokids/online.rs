//! The online test: a box is stuck when each of its four sides has a wall or a box that is stuck itself.
//!
//! ```text
//! ####     The box may not be stuck although it stands in a corner: a free square beside it is enough, for
//! #$       the test does not ask whether the player could stand on the other side of the box.
//! # @
//! ```
//!
//! A box that is being asked about counts as stuck. Boxes on goals are not tested. The square that the
//! box was pushed from is free, so the test refuses nothing: all counts are the same without it. The
//! published counts without offline deadlocks contain the states with boxes in corners; the stronger
//! tests that were tried are in `experiments/ledger/lab.md`.
//!
//! Source: SokoKids, section 6.2 ("online"). Cost: four looks for each box of the cluster.

use sokoban::{Board, Dir, Square};

/// Whether the box on `square` is stuck.
pub(super) fn is_lost(board: &Board, occupied: &[bool], square: Square) -> bool {
    let (mut asked, mut stack) = (vec![square], vec![square]);
    // Stuck means that no box of the cluster has a free square beside it.
    while let Some(at) = stack.pop() {
        for next in Dir::ALL.into_iter().filter_map(|dir| board.neighbor(at, dir)) {
            if !occupied[next.index()] {
                return false;
            }
            if !asked.contains(&next) {
                asked.push(next);
                stack.push(next);
            }
        }
    }
    true
}
