//! Closed diagonals: gaps one square wide between boxes, a diagonal chain of them closed at both
//! ends.
//!
//! ```text
//!   $#      Two gaps (x), corner to corner, all their neighbours taken, and a wall at both ends of
//!  $x$      the diagonal. The player is outside. A box beside a gap can be pushed into it and
//! $x$       nowhere else: every other push is barred by a wall, by a box of the chain, or because
//! #$        the player would have to stand in a gap.
//! ```
//!
//! A box pushed into a gap leaves a square open on one side of it along the diagonal. On the other
//! side, what is left of the chain is closed by this very box, and shorter; or, at the end of the
//! chain, the box stands in a full 2x2 block. So, by induction, some gap ends up in such a block
//! and must be a goal. If none of the gaps is a goal, no such push is any good, and all boxes
//! around the chain are fixed where they stand ([`fix`]); if one of them is off goal, the position
//! is lost.
//!
//! Source: Sokoban wiki, "closed diagonal deadlock"; Festival (Shoham) for chains of any length and
//! for turning them into walls. Sound. Cost: four looks a box when nothing is closed.

use sokoban::Square;

use super::local::{Local, WALL};
use crate::kernel::Map;

/// Turns the boxes around every closed diagonal without a goal into walls; returns whether there
/// was one.
pub fn fix(local: &mut Local, map: &Map, boxes: &[Square]) -> bool {
    let mut changed = false;
    for &square in boxes {
        for gap in map.around(square) {
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

/// The last gap of the chain in a direction, if the chain is closed there.
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
    use crate::deadlock::Deadlocks;
    use crate::technique::{Technique, TechniqueSet};
    use oracle::board;

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
            Deadlocks::new(&analysis, techniques).when_expanded(&analysis, &analysis.start)
        };
        let fixed = TechniqueSet::NONE.with(Technique::Fixed);
        assert_eq!(found(fixed), None);
        assert_eq!(found(fixed.with(Technique::Diagonal)), Some(Technique::Fixed));
        // The same with a goal in a gap: the chain may be opened there.
        (rows[4], rows[8]) = ("#  $.$   #", "#   ..   #");
        let analysis = Analysis::new(&board(&rows), &mut Budget::unlimited()).unwrap();
        let mut deadlocks = Deadlocks::new(&analysis, fixed.with(Technique::Diagonal));
        assert_eq!(deadlocks.when_expanded(&analysis, &analysis.start), None);
    }
}
