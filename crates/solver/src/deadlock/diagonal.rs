//! Closed diagonals: gaps one square wide between boxes, a diagonal chain of them closed at both
//! ends.
//!
//! ```text
//! ##$       Each gap (the blank squares) has four neighbours taken, and the player is outside. To
//! #$ $      get into the chain a box must be pushed into a gap: no box can be pushed through it,
//! #  $ $    so it stays, and must stand on a goal there.
//! #   $#
//! ```
//!
//! A box beside a gap cannot be pushed sideways, along the chain: its neighbours on the two gaps'
//! far sides stand in a line with it. It can be pushed into the gap only from the other side, and
//! then the 2x2 blocks at that end of the chain are full for ever. When no gap is a goal, no such
//! push is any good, so all boxes around the chain are fixed where they stand ([`fix`]); one of
//! them off goal and the position is lost.
//!
//! Source: Sokoban wiki, "closed diagonal deadlock"; Festival (Shoham) for the chains of any length
//! and for turning them into walls. Sound. Cost: four looks a box when nothing is closed.

use sokoban::Square;

use super::local::{Local, WALL};
use crate::kernel::Map;

/// Turns the boxes around every closed diagonal without a goal into walls; whether there was one.
pub fn fix<S: Into<Square> + Copy>(local: &mut Local, map: &Map, boxes: &[S]) -> bool {
    let mut changed = false;
    for &square in boxes {
        for gap in map.around(square.into()) {
            if is_closed_gap(local, map, gap) {
                changed |= fix_chain(local, map, gap);
            }
        }
    }
    changed
}

/// Fixes the boxes around the chains through a gap, if they are closed.
fn fix_chain(local: &mut Local, map: &Map, gap: Square) -> bool {
    let mut changed = false;
    // Corners 1 (up right) and 7 (up left) lead up.
    for up in [1, 7] {
        let Some(mut square) = chain_end(local, map, gap, up) else { continue };
        let down = (up + 4) & 7;
        let Some(end) = chain_end(local, map, gap, down) else { continue };
        loop {
            for near in map.around(square) {
                changed |= local.is_box(near);
                local.put(near, WALL);
            }
            if square == end {
                break;
            }
            square = map.ring(square)[down];
        }
    }
    changed
}

fn is_closed_gap(local: &Local, map: &Map, gap: Square) -> bool {
    local.is_free(gap) && !local.is_reached(gap) && !map.is_goal(gap) && local.is_gap(map, gap)
}

/// The last gap of the chain in a direction when the chain is closed there.
fn chain_end(local: &Local, map: &Map, gap: Square, corner: usize) -> Option<Square> {
    let mut square = gap;
    while !local.diagonal_is_closed(map, square, corner) {
        square = map.ring(square)[corner];
        if !is_closed_gap(local, map, square) {
            return None;
        }
    }
    Some(square)
}

#[cfg(test)]
mod tests {
    use search::Budget;

    use crate::analysis::Analysis;
    use crate::deadlock::Stack;
    use crate::kernel::testing::board;
    use crate::technique::{Technique, TechniqueSet};

    #[test]
    fn six_boxes_around_two_gaps_are_fixed() {
        let mut rows = [
            "##########",
            "#        #",
            "#    $#  #",
            "#   $ $  #",
            "#  $ $   #",
            "#  #$    #",
            "#        #",
            "#@  ...  #",
            "#   ...  #",
            "##########",
        ];
        let analysis = Analysis::new(&board(&rows), &mut Budget::unlimited()).unwrap();
        let found = |techniques: TechniqueSet| {
            Stack::new(&analysis, techniques).when_expanded(&analysis, &analysis.start)
        };
        let fixed = TechniqueSet::NONE.with(Technique::Fixed);
        assert_eq!(found(fixed), None);
        assert_eq!(found(fixed.with(Technique::Diagonal)), Some(Technique::Fixed));
        // The same with a goal in a gap: the chain may be opened there.
        (rows[4], rows[8]) = ("#  $.$   #", "#   ..   #");
        let analysis = Analysis::new(&board(&rows), &mut Budget::unlimited()).unwrap();
        let mut stack = Stack::new(&analysis, fixed.with(Technique::Diagonal));
        assert_eq!(stack.when_expanded(&analysis, &analysis.start), None);
    }
}
