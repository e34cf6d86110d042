//! The stronger bound of a search that takes long.
//!
//! [`Conflicts`] needs tables of a tenth of a second to some seconds, which most levels do not take
//! as a whole. So the search begins with the matching and makes the tables when it has expanded
//! some thousands of nodes; the nodes that wait are then judged again. What was expanded before
//! stays: its costs were least under a consistent bound, and where this one, which is not
//! consistent, is too pessimistic about an order, nodes are reopened.

use search::{Budget, Stop};
use sokoban::Square;

use crate::analysis::Analysis;
use crate::heuristic::Conflicts;
use crate::kernel::{Memory, Position};
use crate::technique::{Technique, TechniqueSet};

/// Nodes expanded before the tables are made.
const PATIENCE: u64 = 30_000;

/// More than the tables take on any board.
const TABLE_BYTES: u64 = 256 << 20;

/// The bound, once it is there.
pub(super) struct Late<'a> {
    /// Nodes to expand first; `None` when the tables are made or not wanted.
    patience: Option<u64>,
    conflicts: Option<Conflicts<'a>>,
    /// The boxes of the position at hand, ascending.
    boxes: Vec<Square>,
}

impl<'a> Late<'a> {
    /// Takes the memory of the tables where they are wanted and leave most of it to the nodes.
    pub(super) fn new(techniques: TechniqueSet, memory: &mut Memory) -> Late<'a> {
        let wanted = techniques.has(Technique::Conflicts) && memory.left() >= 4 * TABLE_BYTES;
        let patience = (wanted && memory.take(TABLE_BYTES).is_ok()).then_some(PATIENCE);
        Late { patience, conflicts: None, boxes: Vec::new() }
    }

    /// Makes the tables after other than the usual number of nodes, whatever memory there is.
    #[cfg(test)]
    pub(super) fn after(patience: u64) -> Late<'a> {
        Late { patience: Some(patience), conflicts: None, boxes: Vec::new() }
    }

    /// Makes the tables if it is time for them; whether it did.
    pub(super) fn prepare(
        &mut self,
        analysis: &'a Analysis,
        expanded: u64,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        if self.patience.is_none_or(|patience| expanded < patience) {
            return Ok(false);
        }
        self.conflicts = Some(Conflicts::new(analysis, budget)?);
        self.patience = None;
        Ok(true)
    }

    /// Whether the tables are there.
    pub(super) fn is_here(&self) -> bool {
        self.conflicts.is_some()
    }

    /// A bound at least as good as `h`, which is that of the matching; `None` when the position is
    /// lost.
    pub(super) fn raise(&mut self, h: u32, position: &Position, player: Square) -> Option<u32> {
        let Some(conflicts) = &mut self.conflicts else { return Some(h) };
        self.boxes.clear();
        self.boxes.extend(position.occupied().iter().take(position.n_boxes()));
        conflicts.raise(&self.boxes, player, h)
    }
}

#[cfg(test)]
mod tests {
    use search::Heuristic;
    use sokoban::Dir;

    use super::*;
    use crate::heuristic::{Bound, PushConflicts};
    use crate::kernel::Reach;
    use crate::soundness::crowded_boards;
    use crate::textbook::space::BoxState;

    /// Compares every push of a position of a small random board: the matching that is kept up with
    /// the pushes, and one made for the new position.
    #[test]
    fn the_bound_after_a_push_is_that_of_the_new_position() {
        let (mut equal, mut lost, mut raised) = (0, 0, 0);
        for board in crowded_boards(61, 1000) {
            let analysis = Analysis::new(&board, &mut Budget::unlimited()).unwrap();
            let map = &analysis.map;
            let mut bound = Bound::new(&analysis, TechniqueSet::defaults());
            let mut late = Late::after(0);
            late.prepare(&analysis, 0, &mut Budget::unlimited()).unwrap();
            let mut anew = PushConflicts::new(&analysis, &mut Budget::unlimited()).unwrap();
            let (mut position, mut reach) = (analysis.start.clone(), Reach::new(map));
            for step in 0..40 {
                reach.flood(map, position.occupied(), position.player);
                let dirs = |&from: &Square| Dir::ALL.map(|dir| (from, dir));
                let mut pushes: Vec<_> = position.boxes().iter().flat_map(dirs).collect();
                pushes.retain(|&(from, dir)| {
                    reach.reached(map.next(from, dir.opposite()))
                        && analysis.live.contains(map.next(from, dir))
                        && !position.is_occupied(map.next(from, dir))
                });
                if pushes.is_empty() || bound.load(&analysis, &position).is_none() {
                    break;
                }
                for &(from, dir) in &pushes {
                    let h = bound.after(&analysis, from, map.next(from, dir));
                    let mut child = position.clone();
                    child.push(map, from, dir);
                    let player = reach.name(map, child.occupied(), from);
                    let ours = h.and_then(|h| late.raise(h, &child, player));
                    assert_eq!(ours, anew.estimate(&BoxState::new(map, &child, player)));
                    equal += 1;
                    lost += usize::from(ours.is_none());
                    raised += usize::from(ours > h);
                }
                let (from, dir) = pushes[step % pushes.len()];
                position.push(map, from, dir);
            }
        }
        assert!(equal > 2_000 && lost > 50 && raised > 50, "{equal}, {lost} lost, {raised} raised");
    }
}
