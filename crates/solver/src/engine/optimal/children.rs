//! From a position to its children: the pushes to try with their costs, and what becomes of each.

use ground::analysis::Analysis;
use ground::heuristic::After;
use ground::kernel::{Position, Reach, Steps, Unknown};
use ground::run::End;
use search::{Budget, Metric, Stop};
use sokoban::{Dir, Push, Square};

use super::{LOST, Node, Optimal};

/// What is known from other nodes with the same boxes and the player in the same zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Zone {
    /// Nothing.
    Unknown,
    /// It is lost.
    Lost,
    /// It is not known to be lost.
    Open,
    /// The player could have come here from another node without extra cost.
    Dominated,
}

/// Space for one expansion.
pub(super) struct Scratch {
    pub(super) position: Position,
    pub(super) reach: Reach,
    steps: Steps,
    /// The pushes to try, each with the moves it takes with the walk to it, or 1 if walks do not count.
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
    /// `false` when nothing need be tried. A node that was open before is not tested again.
    pub(super) fn collect_pushes(&mut self, number: u32, node: Node) -> bool {
        self.scratch.pushes.clear();
        if self.walks() {
            return self.collect_walks(number, node);
        }
        let Scratch { position, pushes, .. } = &mut self.scratch;
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

    /// The same when walks count.
    fn collect_walks(&mut self, number: u32, node: Node) -> bool {
        let Scratch { position, steps, .. } = &mut self.scratch;
        steps.walk(&self.analysis.map, position.occupied(), position.player);
        let zone = if node.open { Zone::Open } else { self.zone(node) };
        let lost = match zone {
            Zone::Open => false,
            Zone::Unknown => self.pruning.is_lost(&self.scratch.position),
            Zone::Lost => true,
            Zone::Dominated => {
                self.stats.duplicates_closed += 1;
                return false;
            }
        };
        let note = self.store.note_mut(number);
        if lost {
            note.h = LOST;
            self.stats.dead_ends += 1;
            return false;
        }
        note.open = true;
        self.stats.expanded += 1;
        self.collect_all();
        true
    }

    /// What is known about the position of a node from nodes with the same boxes and the player
    /// elsewhere in the zone.
    fn zone(&mut self, node: Node) -> Zone {
        if !self.dominance {
            return Zone::Unknown;
        }
        let (map, mut zone) = (&self.analysis.map, Zone::Unknown);
        let moves = if self.metric == Metric::Moves { node.g } else { node.spent };
        let Scratch { position, steps, .. } = &self.scratch;
        // Only to look at the boxes: the position itself is known.
        let _ = self.store.find(map, position, position.player);
        for &square in position.boxes() {
            for side in Dir::ALL {
                // Where the player would be if this box had been pushed last.
                let player = map.next(square, side);
                let Some(walk) = steps.to(player).filter(|&walk| 0 < walk && walk <= moves) else {
                    continue;
                };
                let came_from = map.next(player, side);
                if position.is_occupied(came_from) {
                    continue;
                }
                let Some(other) = self.store.beside(map, position, player) else { continue };
                let other = self.store.note(other);
                if other.h == LOST {
                    return Zone::Lost;
                }
                let (spent, g) = match self.metric {
                    Metric::Moves => (other.spent, other.g + walk),
                    _ => (other.spent + walk, other.g),
                };
                if (spent, g) <= node.cost() {
                    return Zone::Dominated;
                }
                if other.open {
                    zone = Zone::Open;
                }
            }
        }
        zone
    }

    /// All pushes of the position at hand with their moves, boxes in ascending order.
    fn collect_all(&mut self) {
        let map = &self.analysis.map;
        let walks = self.metric == Metric::Moves || self.cap.is_some();
        let Scratch { position, reach, steps, pushes } = &mut self.scratch;
        if !walks {
            reach.flood(map, position.occupied(), position.player);
        }
        for &from in position.boxes() {
            for dir in Dir::ALL {
                let (to, behind) = (map.next(from, dir), map.next(from, dir.opposite()));
                if position.is_occupied(to) || !self.analysis.live.contains(to) {
                    continue;
                }
                let cost = match walks {
                    false => reach.reached(behind).then_some(1),
                    true => steps.to(behind).map(|walk| walk + 1),
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
        if !self.walks.load(self.analysis, &self.scratch.position) {
            return Ok(());
        }
        // Children that cost less were made when this node was expanded before, by all its pushes.
        let made = if node.open && node.g + node.h < most { most } else { 0 };
        let mut later = u32::MAX;
        for i in 0..self.scratch.pushes.len() {
            if slice.poll().is_err() {
                // Half expanded: it waits again, and its children will be known.
                self.queue.push(number, most, node.h);
                return Err(End::Slice);
            }
            let (push, moves) = self.scratch.pushes[i];
            let (cost, spends) = if self.metric == Metric::Moves { (moves, 1) } else { (1, moves) };
            let (g, to) = (node.g + cost, self.analysis.map.next(push.from, push.dir));
            let spent = if self.cap.is_some() { node.spent + spends } else { 0 };
            let (from, left) = (push.from, most.saturating_sub(g));
            let pushes = self.bound.after_up_to(self.analysis, from, to, left);
            let mut rest = pushes.least();
            if self.is_over(spent, rest) {
                continue;
            }
            let mut after = pushes;
            if self.metric == Metric::Moves {
                after = pushes.and(|| self.walks.after_up_to(self.analysis, from, to, left));
            } else if let Some(cap) = self.cap {
                let walks = self.walks.after_up_to(self.analysis, from, to, cap - spent);
                rest = rest.max(walks.least());
                if self.is_over(spent, rest) {
                    continue;
                }
            }
            match (pushes, after) {
                (_, After::Is(h)) if g + h < made => {}
                (After::Is(h), After::Is(least)) => {
                    // What an edge costs is all that the bound may fall along it.
                    let least = least.max(node.h.saturating_sub(cost));
                    let child = Node::new((spent, g), h, push);
                    self.generate(number, (least, rest), child).map_err(End::full)?;
                }
                (_, After::Is(h) | After::More(h)) => later = later.min(g + h),
                (_, After::Lost) => self.stats.dead_ends += 1,
            }
        }
        if later < self.ceiling() {
            self.queue.push(number, later, node.h);
        }
        Ok(())
    }

    /// Makes one successor with its first bound on pushes: a new node, a better path to an old one,
    /// or nothing. What is left costs `least` at least, and `rest` in the count that is capped.
    fn generate(&mut self, parent: u32, least: (u32, u32), node: Node) -> Result<(), Stop> {
        self.stats.generated += 1;
        let (map, push) = (&self.analysis.map, node.push());
        let to = map.next(push.from, push.dir);
        let walks = self.walks();
        let Scratch { position, reach, .. } = &mut self.scratch;
        position.move_box(map, push.from, to);
        let player = match walks {
            false => {
                let regions = self.pruning.regions();
                let name = regions.name_after(map, regions.of(position.player), push.from, to);
                name.unwrap_or_else(|| reach.name(map, position.occupied(), push.from))
            }
            true => push.from,
        };
        let made = match self.store.find(map, position, player) {
            Ok(old) => {
                self.improve(old, parent, node);
                Ok(())
            }
            Err(unknown) => self.consider(unknown, player, parent, least, node),
        };
        self.scratch.position.move_box(map, to, push.from);
        made
    }

    /// Gives an old node a cheaper path, if this is one.
    fn improve(&mut self, old: u32, parent: u32, node: Node) {
        let Node { g, spent, from, dir, .. } = node;
        let waits = self.queue.contains(old);
        if waits {
            self.stats.duplicates_open += 1;
        } else {
            self.stats.duplicates_closed += 1;
        }
        let known = self.store.note(old);
        if node.cost() < known.cost() {
            let h = known.h;
            self.stats.reopened += u64::from(!waits);
            self.store.replace(old, parent, Node { g, spent, from, dir, ..known });
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
        parent: u32,
        (least, rest): (u32, u32),
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
        match raised {
            Some(h) if g + h.max(least) >= self.ceiling() => Ok(()),
            Some(pushes) if self.is_over(node.spent, pushes.max(rest)) => Ok(()),
            Some(h) => self.add(unknown, Some(parent), Node { h: h.max(least), ..node }),
            None => {
                self.stats.dead_ends += 1;
                Ok(())
            }
        }
    }
}
