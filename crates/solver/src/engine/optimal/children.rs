//! From a node to its children: the pushes to try with their costs, and what becomes of each.
//!
//! An [`Expander`] only reads the store: it says what is to become of a node and of its children, and the search
//! does it. So several of them can look at nodes side by side ([`super::lanes`]).

use std::ops::Range;

use ground::analysis::Analysis;
use ground::heuristic::{After, Bound};
use ground::kernel::{Position, Reach, Steps, Store, Unknown};
use ground::run::Pruning;
use search::{Budget, Metric};
use sokoban::{Dir, Push, Square};

use super::late::Late;
use super::walks::Walks;
use super::{LOST, Node, Task};

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
#[derive(Clone)]
pub(super) struct Scratch {
    pub(super) position: Position,
    pub(super) reach: Reach,
    steps: Steps,
    /// The pushes to try, each with the moves it takes with the walk to it, or 1 if walks do not count.
    pushes: Vec<(Push, u32)>,
    /// The packed boxes of the position looked up last.
    packed: Vec<u64>,
}

impl Scratch {
    fn new(analysis: &Analysis, words: usize) -> Scratch {
        Scratch {
            position: analysis.start.clone(),
            reach: Reach::new(&analysis.map),
            steps: Steps::new(&analysis.map),
            pushes: Vec::new(),
            packed: vec![0; words],
        }
    }
}

/// What there is to read while nodes are expanded.
#[derive(Clone, Copy)]
pub(super) struct Scene<'s, 'a> {
    pub(super) task: Task<'a>,
    pub(super) store: &'s Store<Node>,
    /// Nodes of this cost or more cannot lead to anything better.
    pub(super) ceiling: u32,
}

/// A node that has been taken from the queue, where it waited at a cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Taken {
    pub(super) number: u32,
    pub(super) node: Node,
    pub(super) most: u32,
}

/// What has become of it.
#[derive(Debug)]
pub(super) struct Expanded {
    pub(super) taken: Taken,
    /// Its bound, which may have been raised.
    pub(super) h: u32,
    /// Whether it is known to be open.
    pub(super) open: bool,
    /// The cost at which it waits for its turn, or for the children that were not made.
    pub(super) waits: Option<u32>,
    /// Which of the expander's children are its own, and where the boxes of the new ones are listed.
    pub(super) children: Range<usize>,
    pub(super) packed: usize,
}

/// A child that was made.
#[derive(Debug)]
pub(super) enum Child {
    /// A position in the store, reached in another way.
    Known(u32, Node),
    /// A position that was not there. Its boxes are listed with those of the others of its kind.
    New(Unknown, Node),
}

/// What was counted.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) expanded: u64,
    pub(super) generated: u64,
    pub(super) evaluations: u64,
    pub(super) dominated: u64,
    pub(super) dead_ends: u64,
}

/// Bounds, tests, and space to work with.
pub(super) struct Expander<'a> {
    pub(super) bound: Bound,
    pub(super) late: Late<'a>,
    pub(super) walks: Walks,
    pub(super) pruning: Pruning<'a>,
    pub(super) scratch: Scratch,
    /// The children of the nodes expanded, in order, until the search takes them over.
    pub(super) children: Vec<Child>,
    /// The packed boxes of those that are new.
    pub(super) packed: Vec<u64>,
    pub(super) counts: Counts,
}

impl<'a> Expander<'a> {
    /// One that packs boxes into so many words.
    pub(super) fn new(
        analysis: &'a Analysis,
        words: usize,
        bound: Bound,
        late: Late<'a>,
        walks: Walks,
        pruning: Pruning<'a>,
    ) -> Expander<'a> {
        let scratch = Scratch::new(analysis, words);
        let (children, packed, counts) = (Vec::new(), Vec::new(), Counts::default());
        Expander { bound, late, walks, pruning, scratch, children, packed, counts }
    }

    /// Another one with the same tables, and with caches that hold what these hold now.
    pub(super) fn another(&self) -> Expander<'a> {
        Expander {
            bound: self.bound.clone(),
            late: self.late.clone(),
            walks: self.walks.clone(),
            pruning: self.pruning.clone(),
            scratch: self.scratch.clone(),
            children: Vec::new(),
            packed: Vec::new(),
            counts: Counts::default(),
        }
    }

    /// The strongest bounds of the position at hand, on what is counted and on the other count; `None` if
    /// it is lost.
    pub(super) fn judge(&mut self, Task { analysis, metric, .. }: Task<'a>) -> Option<(u32, u32)> {
        let position = &self.scratch.position;
        let pushes = self.bound.load(analysis, position)?;
        let pushes = self.late.raise(pushes, position, position.player)?;
        let moves = pushes.max(self.walks.bound(analysis, position)?);
        Some(if metric == Metric::Moves { (moves, pushes) } else { (pushes, moves) })
    }

    /// Expands a node; `None` if the slice ends before that is done.
    pub(super) fn expand(
        &mut self,
        scene: &Scene<'_, 'a>,
        taken: Taken,
        slice: &mut Budget,
    ) -> Option<Expanded> {
        let (children, words) = (self.children.len(), self.packed.len());
        let Taken { number, node, .. } = taken;
        let mut done = Expanded {
            taken,
            h: node.h,
            open: false,
            waits: None,
            children: children..children,
            packed: words,
        };
        scene.store.load(&scene.task.analysis.map, number, &mut self.scratch.position);
        if !self.ask_wider(scene, &mut done) || !self.collect_pushes(scene, &mut done) {
            return Some(done);
        }
        if self.late.is_here() {
            // The newest of equals is taken first, so pushes nearest to a goal come last.
            let Analysis { map, to_goals, .. } = scene.task.analysis;
            let after = |push: Push| to_goals.nearest(map.next(push.from, push.dir));
            self.scratch.pushes.sort_by_key(|&(push, _)| std::cmp::Reverse(after(push)));
        }
        if self.make_children(scene, &mut done, slice) {
            done.children.end = self.children.len();
            Some(done)
        } else {
            self.children.truncate(children);
            self.packed.truncate(words);
            None
        }
    }

    /// Raises the bound by that of the wider room; `false` if the node is lost by that or its turn
    /// comes later.
    fn ask_wider(&mut self, scene: &Scene<'_, 'a>, done: &mut Expanded) -> bool {
        if !self.late.is_wide() {
            return true;
        }
        let Taken { node, most, .. } = done.taken;
        let raised = self.late.raise_wide(node.h, &self.scratch.position);
        done.h = raised.unwrap_or(LOST);
        let Some(h) = raised else {
            self.counts.dead_ends += 1;
            return false;
        };
        let f = node.g + h;
        done.waits = (most < f && f < scene.ceiling).then_some(f);
        f <= most
    }

    /// Finds the pushes to try in the position at hand: those a corral leaves, or all. Returns
    /// `false` when nothing need be tried. A node that was open before is not tested again.
    fn collect_pushes(&mut self, scene: &Scene<'_, 'a>, done: &mut Expanded) -> bool {
        self.scratch.pushes.clear();
        if scene.task.walks() {
            return self.collect_walks(scene, done);
        }
        let Scratch { position, pushes, .. } = &mut self.scratch;
        if done.taken.node.open {
            self.counts.expanded += 1;
            self.pruning.find_regions(position);
            self.collect_all(scene.task);
            return true;
        }
        if self.pruning.is_lost(position) {
            self.counts.dead_ends += 1;
            return false;
        }
        self.counts.expanded += 1;
        match self.pruning.pushes(position) {
            Some(only) => {
                pushes.extend(only.iter().map(|&push| (push, 1)));
                self.counts.dead_ends += u64::from(pushes.is_empty());
                !pushes.is_empty()
            }
            None => {
                done.open = true;
                self.collect_all(scene.task);
                true
            }
        }
    }

    /// The same when walks count.
    fn collect_walks(&mut self, scene: &Scene<'_, 'a>, done: &mut Expanded) -> bool {
        let Scratch { position, steps, .. } = &mut self.scratch;
        steps.walk(&scene.task.analysis.map, position.occupied(), position.player);
        let node = done.taken.node;
        let zone = if node.open { Zone::Open } else { self.zone(scene, node) };
        let lost = match zone {
            Zone::Open => false,
            Zone::Unknown => self.pruning.is_lost(&self.scratch.position),
            Zone::Lost => true,
            Zone::Dominated => {
                self.counts.dominated += 1;
                return false;
            }
        };
        if lost {
            done.h = LOST;
            self.counts.dead_ends += 1;
            return false;
        }
        done.open = true;
        self.counts.expanded += 1;
        self.collect_all(scene.task);
        true
    }

    /// What is known about the position of a node from nodes with the same boxes and the player
    /// elsewhere in the zone.
    fn zone(&mut self, scene: &Scene<'_, 'a>, node: Node) -> Zone {
        let Scene { task, store, .. } = *scene;
        if !task.dominance {
            return Zone::Unknown;
        }
        let (map, mut zone) = (&task.analysis.map, Zone::Unknown);
        let moves = if task.metric == Metric::Moves { node.g } else { node.spent };
        let Scratch { position, steps, packed, .. } = &mut self.scratch;
        // Only to pack the boxes: the position itself is known.
        let _ = store.look_up(map, position, position.player, packed);
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
                let Some(other) = store.beside_packed(map, position, player, packed) else {
                    continue;
                };
                let other = store.note(other);
                if other.h == LOST {
                    return Zone::Lost;
                }
                let (spent, g) = match task.metric {
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
    fn collect_all(&mut self, task: Task<'a>) {
        let map = &task.analysis.map;
        let walks = task.walks();
        let Scratch { position, reach, steps, pushes, .. } = &mut self.scratch;
        if !walks {
            reach.flood(map, position.occupied(), position.player);
        }
        for &from in position.boxes() {
            for dir in Dir::ALL {
                let (to, behind) = (map.next(from, dir), map.next(from, dir.opposite()));
                if position.is_occupied(to) || !task.analysis.live.contains(to) {
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

    /// Makes the children of the position at hand that may cost no more than the node waited at, by the pushes
    /// collected; the node waits for the others. `false` if the slice ends before that.
    fn make_children(
        &mut self,
        scene: &Scene<'_, 'a>,
        done: &mut Expanded,
        slice: &mut Budget,
    ) -> bool {
        let (Task { analysis, metric, cap, .. }, Taken { node, most, .. }) =
            (scene.task, done.taken);
        let Some(bound) = self.bound.load(analysis, &self.scratch.position) else { return true };
        debug_assert!(bound <= done.h && node.g + done.h <= most);
        if !self.walks.load(analysis, &self.scratch.position) {
            return true;
        }
        // Children that cost less were made when this node was expanded before, by all its pushes.
        let made = if node.open && node.g + done.h < most { most } else { 0 };
        let mut later = u32::MAX;
        for i in 0..self.scratch.pushes.len() {
            if slice.poll().is_err() {
                return false;
            }
            let (push, moves) = self.scratch.pushes[i];
            let (cost, spends) = if metric == Metric::Moves { (moves, 1) } else { (1, moves) };
            let (g, to) = (node.g + cost, analysis.map.next(push.from, push.dir));
            let spent = if cap.is_some() { node.spent + spends } else { 0 };
            let (from, left) = (push.from, most.saturating_sub(g));
            let pushes = self.bound.after_up_to(analysis, from, to, left);
            let mut rest = pushes.least();
            if scene.task.is_over(spent, rest) {
                continue;
            }
            let mut after = pushes;
            if metric == Metric::Moves {
                after = pushes.and(|| self.walks.after_up_to(analysis, from, to, left));
            } else if let Some(cap) = cap {
                let walks = self.walks.after_up_to(analysis, from, to, cap - spent);
                rest = rest.max(walks.least());
                if scene.task.is_over(spent, rest) {
                    continue;
                }
            }
            match (pushes, after) {
                (_, After::Is(h)) if g + h < made => {}
                (After::Is(h), After::Is(least)) => {
                    // What an edge costs is all that the bound may fall along it.
                    let least = least.max(done.h.saturating_sub(cost));
                    self.make_child(scene, (least, rest), Node::new((spent, g), h, push));
                }
                (_, After::Is(h) | After::More(h)) => later = later.min(g + h),
                (_, After::Lost) => self.counts.dead_ends += 1,
            }
        }
        done.waits = (later < scene.ceiling).then_some(later);
        true
    }

    /// Makes one successor with its first bound on pushes: a new node, another path to an old one,
    /// or nothing. What is left costs `least` at least, and `rest` in the count that is capped.
    fn make_child(&mut self, scene: &Scene<'_, 'a>, least: (u32, u32), node: Node) {
        self.counts.generated += 1;
        let (map, push) = (&scene.task.analysis.map, node.push());
        let to = map.next(push.from, push.dir);
        let Scratch { position, reach, packed, .. } = &mut self.scratch;
        position.move_box(map, push.from, to);
        let player = match scene.task.walks() {
            false => {
                let regions = self.pruning.regions();
                let name = regions.name_after(map, regions.of(position.player), push.from, to);
                name.unwrap_or_else(|| reach.name(map, position.occupied(), push.from))
            }
            true => push.from,
        };
        match scene.store.look_up(map, position, player, packed) {
            Ok(old) => self.children.push(Child::Known(old, node)),
            Err(unknown) => self.consider(scene, unknown, player, least, node),
        }
        self.scratch.position.move_box(map, to, push.from);
    }

    /// Judges a new position, which is a child unless it is lost or too dear.
    fn consider(
        &mut self,
        scene: &Scene<'_, 'a>,
        unknown: Unknown,
        player: Square,
        (least, rest): (u32, u32),
        node: Node,
    ) {
        let (Node { g, h, .. }, push) = (node, node.push());
        let to = scene.task.analysis.map.next(push.from, push.dir);
        self.counts.evaluations += 1;
        let position = &self.scratch.position;
        let raised = match self.pruning.refuses(position, to, push.from) {
            true => None,
            false => self.late.raise(h, position, player),
        };
        match raised {
            Some(h) if g + h.max(least) >= scene.ceiling => {}
            Some(pushes) if scene.task.is_over(node.spent, pushes.max(rest)) => {}
            Some(h) => {
                self.children.push(Child::New(unknown, Node { h: h.max(least), ..node }));
                self.packed.extend_from_slice(&self.scratch.packed);
            }
            None => self.counts.dead_ends += 1,
        }
    }
}
