//! From a position to its children: the pushes to try with their costs, and what becomes of each.

use search::{Budget, Stop};
use sokoban::{Dir, Push, Square};

use super::{LOST, Metric, Node, Optimal};
use crate::analysis::Analysis;
use crate::engine::stepwise::End;
use crate::heuristic::After;
use crate::kernel::{Position, Reach, Steps, Unknown};

/// Space for one expansion.
pub(super) struct Scratch {
    pub(super) position: Position,
    pub(super) reach: Reach,
    steps: Steps,
    /// The pushes to try and what each costs.
    pub(super) pushes: Vec<(Push, u32)>,
}

impl Scratch {
    pub(super) fn new(analysis: &Analysis) -> Scratch {
        Scratch {
            position: analysis.start.clone(),
            reach: Reach::new(&analysis.map),
            steps: Steps::new(&analysis.map),
            pushes: Vec::new(),
        }
    }
}

impl Optimal<'_> {
    /// Finds the pushes to try in the position at hand: those a corral leaves, or all. Returns
    /// `false` when the position turns out to be lost. A node that was open before is not tested
    /// again.
    pub(super) fn collect_pushes(&mut self, number: u32, node: Node) -> bool {
        let Scratch { position, pushes, .. } = &mut self.scratch;
        pushes.clear();
        if node.open {
            self.stats.expanded += 1;
            self.pruning.find_regions(position);
            self.collect_all();
            return true;
        }
        if self.pruning.is_lost(position) {
            return false;
        }
        self.stats.expanded += 1;
        match self.pruning.pushes(position) {
            // This pruning is off when moves are counted, so a push costs one.
            Some(only) => {
                pushes.extend(only.iter().map(|&push| (push, 1)));
                !pushes.is_empty()
            }
            None => {
                self.store.note_mut(number).open = true;
                self.collect_all();
                true
            }
        }
    }

    /// All pushes of the position at hand with their costs, boxes in ascending order.
    fn collect_all(&mut self) {
        let map = &self.analysis.map;
        let Scratch { position, reach, steps, pushes } = &mut self.scratch;
        match self.metric {
            Metric::Pushes => _ = reach.flood(map, position.occupied(), position.player),
            Metric::Moves => steps.walk(map, position.occupied(), position.player),
        }
        for &from in position.boxes() {
            for dir in Dir::ALL {
                let (to, behind) = (map.next(from, dir), map.next(from, dir.opposite()));
                if position.is_occupied(to) || !self.analysis.live.contains(to) {
                    continue;
                }
                let cost = match self.metric {
                    Metric::Pushes => reach.reached(behind).then_some(1),
                    Metric::Moves => steps.to(behind).map(|walk| walk + 1),
                };
                pushes.extend(cost.map(|cost| (Push { from, dir }, cost)));
            }
        }
    }

    /// Makes the children of the position at hand that may cost `most` or less, by the pushes
    /// collected; the node waits for the others.
    pub(super) fn expand(
        &mut self,
        number: u32,
        node: Node,
        most: u32,
        slice: &mut Budget,
    ) -> Result<(), End> {
        let Some(bound) = self.bound.load(self.analysis, &self.scratch.position) else {
            return Ok(());
        };
        debug_assert!(bound <= node.h && node.g + node.h <= most);
        // Children that cost less were made when this node was expanded before, by all its pushes.
        let made = if node.open && node.g + node.h < most { most } else { 0 };
        let mut later = u32::MAX;
        for i in 0..self.scratch.pushes.len() {
            if slice.poll().is_err() {
                // Half expanded: it waits again, and its children will be known.
                self.queue.push(number, most, node.h);
                return Err(End::Slice);
            }
            let (push, cost) = self.scratch.pushes[i];
            let (g, to) = (node.g + cost, self.analysis.map.next(push.from, push.dir));
            let left = most.saturating_sub(g);
            match self.bound.after_up_to(self.analysis, (push.from, to), left) {
                After::Is(h) if g + h < made => {}
                After::Is(h) => {
                    self.generate(number, node.h, Node::new(g, h, push)).map_err(End::full)?;
                }
                After::More(h) => later = later.min(g + h),
                After::Lost => self.stats.dead_ends += 1,
            }
        }
        if later < self.ceiling() {
            self.queue.push(number, later, node.h);
        }
        Ok(())
    }

    /// Makes one successor with its first bound: a new node, a better path to an old one, or
    /// nothing. `before` is the bound of its parent.
    fn generate(&mut self, parent: u32, before: u32, node: Node) -> Result<(), Stop> {
        self.stats.generated += 1;
        let (map, push) = (&self.analysis.map, node.push());
        let to = map.next(push.from, push.dir);
        let Scratch { position, reach, .. } = &mut self.scratch;
        position.move_box(map, push.from, to);
        let player = match self.metric {
            Metric::Pushes => {
                let regions = self.pruning.regions();
                let name = regions.name_after(map, regions.of(position.player), push.from, to);
                name.unwrap_or_else(|| reach.name(map, position.occupied(), push.from))
            }
            Metric::Moves => push.from,
        };
        let made = match self.store.find(map, position, player) {
            Ok(old) => {
                self.improve(old, parent, node);
                Ok(())
            }
            Err(unknown) => self.consider(unknown, player, (parent, before), node),
        };
        self.scratch.position.move_box(map, to, push.from);
        made
    }

    /// Gives an old node a cheaper path, if this is one.
    fn improve(&mut self, old: u32, parent: u32, Node { g, from, dir, .. }: Node) {
        let waits = self.queue.contains(old);
        if waits {
            self.stats.duplicates_open += 1;
        } else {
            self.stats.duplicates_closed += 1;
        }
        let known = self.store.note(old);
        if g < known.g {
            let h = known.h;
            self.stats.reopened += u64::from(!waits);
            self.store.replace(old, parent, Node { g, from, dir, ..known });
            // A lost position is not in the queue, and stays out of it.
            if h != LOST {
                self.queue.push(old, g + h, h);
            }
        }
    }

    /// Judges a new position and adds a node for it unless it is lost.
    fn consider(
        &mut self,
        unknown: Unknown,
        player: Square,
        (parent, before): (u32, u32),
        node: Node,
    ) -> Result<(), Stop> {
        let (Node { g, h, .. }, push) = (node, node.push());
        let to = self.analysis.map.next(push.from, push.dir);
        self.stats.evaluations += 1;
        let position = &self.scratch.position;
        let raised = match self.pruning.refuses(position, to, push.from) {
            true => None,
            false => self.late.raise(h, position, player),
        };
        match raised.map(|h| h.max(before.saturating_sub(1))) {
            Some(h) if g + h >= self.ceiling() => Ok(()),
            Some(h) => self.add(unknown, Some(parent), Node { h, ..node }),
            None => {
                self.stats.dead_ends += 1;
                Ok(())
            }
        }
    }
}
