//! A stronger lower bound, computed only once a search has become long.
//!
//! [`Conflicts`] needs tables that take from a tenth of a second to some seconds to make, longer
//! than most levels take in all. So the search begins with the matching and makes the tables once
//! it has expanded some thousands of nodes; the waiting nodes are then judged again. What
//! was expanded before stays: its costs were least under a consistent bound. The stronger bound is
//! not consistent; where it led to the wrong order, nodes are reopened.

use ground::analysis::Analysis;
use ground::heuristic::Conflicts;
use ground::kernel::{Memory, Position};
use ground::technique::{Technique, TechniqueSet};
use search::{Budget, Stop};
use sokoban::Square;

/// Nodes expanded before the tables are made, and before those of the wider room.
const PATIENCE: u64 = 3_000;
const MORE_PATIENCE: u64 = 10_000;

/// More than the tables take on any board: those of up to three mazes and of the groups with prices, 96 MiB
/// each, of three rooms, about 55 MiB each (two while the wider one is being built), and of the pairs.
const TABLE_BYTES: u64 = 576 << 20;

/// With less memory there are no tables.
const LEAST_BYTES: u64 = 1 << 30;

/// The bound, once it is there. Clones share the tables.
#[derive(Clone)]
pub(super) struct Late<'a> {
    /// Nodes to expand first; `None` once the tables are made, or if they are not wanted.
    patience: Option<u64>,
    /// The same for the tables of the wider room, which come second.
    more_patience: Option<u64>,
    conflicts: Option<Conflicts<'a>>,
    /// Whether the first bound is a matching, so that it is even when the pushes left are.
    matches: bool,
    /// The boxes of the position at hand, ascending.
    boxes: Vec<Square>,
}

impl<'a> Late<'a> {
    /// Takes the memory for the tables if they are wanted and leave enough of it to the nodes.
    /// `matches` says whether the first bound is a matching; `pushes` that pushes are counted, for
    /// which alone the wider room is asked.
    pub(super) fn new(
        techniques: TechniqueSet,
        matches: bool,
        pushes: bool,
        memory: &mut Memory,
    ) -> Late<'a> {
        let wanted = techniques.has(Technique::Conflicts) && memory.left() >= LEAST_BYTES;
        let patience = (wanted && memory.take(TABLE_BYTES).is_ok()).then_some(PATIENCE);
        let more_patience = patience.and(pushes.then_some(MORE_PATIENCE));
        Late { patience, more_patience, conflicts: None, matches, boxes: Vec::new() }
    }

    /// Makes the tables after this many nodes instead of the usual number, the second ones soon after
    /// the first, however little memory there is.
    #[cfg(test)]
    pub(super) fn after(patience: u64, pushes: bool) -> Late<'a> {
        let more_patience = pushes.then_some(patience.saturating_add(1));
        let (patience, boxes) = (Some(patience), Vec::new());
        Late { patience, more_patience, conflicts: None, matches: true, boxes }
    }

    /// Makes the tables if it is time for them; returns whether all waiting nodes are to be judged
    /// again. Those of the wider room are asked for nodes that are taken, see [`Late::raise_wide`].
    pub(super) fn prepare(
        &mut self,
        analysis: &'a Analysis,
        expanded: u64,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        let is_due = |patience: Option<u64>| patience.is_some_and(|patience| expanded >= patience);
        if is_due(self.patience) {
            let mut conflicts = Conflicts::new(analysis, budget)?;
            conflicts.add_prices(budget)?;
            self.conflicts = Some(conflicts);
            self.patience = None;
            return Ok(true);
        }
        if let Some(conflicts) = self.conflicts.as_mut().filter(|_| is_due(self.more_patience)) {
            conflicts.widen(budget)?;
            self.more_patience = None;
        }
        Ok(false)
    }

    /// Whether the tables are there.
    pub(super) fn is_here(&self) -> bool {
        self.conflicts.is_some()
    }

    /// Whether there are tables of a wider room.
    pub(super) fn is_wide(&self) -> bool {
        self.conflicts.as_ref().is_some_and(Conflicts::is_wide)
    }

    /// A bound at least as good as `h`, which is that of the matching; `None` when the position is
    /// lost.
    pub(super) fn raise(&mut self, h: u32, position: &Position, player: Square) -> Option<u32> {
        let Some(conflicts) = &mut self.conflicts else { return Some(h) };
        self.boxes.clear();
        self.boxes.extend(position.occupied().iter().take(position.n_boxes()));
        let raised = conflicts.raise(&self.boxes, player, h)?;
        Some(self.even(h, raised))
    }

    /// A bound at least as good as `h` by the wider room, which takes too long to be asked for every
    /// new node; `None` when the position is lost.
    pub(super) fn raise_wide(&mut self, h: u32, position: &Position) -> Option<u32> {
        let Some(conflicts) = &mut self.conflicts else { return Some(h) };
        self.boxes.clear();
        self.boxes.extend(position.occupied().iter().take(position.n_boxes()));
        let raised = conflicts.raise_wide(&self.boxes, position.player, h)?.max(h);
        Some(self.even(h, raised))
    }

    /// The bound `raised` from `h`, which is even if the pushes left are.
    fn even(&self, h: u32, raised: u32) -> u32 {
        // Every push takes a box from a light square to a dark one or back, as on a chessboard, so
        // all solutions of a position have as many pushes as its matching, or an even number more.
        raised + (raised - h) % 2 * u32::from(self.matches)
    }
}

#[cfg(test)]
mod tests {
    use ground::heuristic::Bound;
    use ground::kernel::Reach;
    use oracle::crowded_boards;
    use sokoban::Dir;

    use super::*;

    /// For every push in positions of small random boards, compares the bound that is kept up to
    /// date push by push with one computed for the new position.
    #[test]
    fn the_bound_after_a_push_is_that_of_the_new_position() {
        let (mut equal, mut lost, mut raised) = (0, 0, 0);
        for board in crowded_boards(61, 1000) {
            let analysis = Analysis::new(&board, &mut Budget::unlimited()).unwrap();
            let map = &analysis.map;
            let mut bound = Bound::new(&analysis, TechniqueSet::defaults());
            let mut late = Late::after(0, true);
            late.prepare(&analysis, 0, &mut Budget::unlimited()).unwrap();
            let mut matching = Bound::new(&analysis, TechniqueSet::defaults());
            let mut conflicts = Conflicts::new(&analysis, &mut Budget::unlimited()).unwrap();
            conflicts.add_prices(&mut Budget::unlimited()).unwrap();
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
                    let boxes: Vec<Square> =
                        child.occupied().iter().take(child.n_boxes()).collect();
                    let anew = matching.load(&analysis, &child);
                    let anew = anew.and_then(|anew| conflicts.raise(&boxes, player, anew));
                    let even = |anew: u32| h.map(|h| anew + (anew - h) % 2);
                    assert_eq!(ours, anew.and_then(even));
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
