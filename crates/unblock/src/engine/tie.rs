//! Among the shortest solutions in one metric, the shortest in the other.
//!
//! After a flood, the states of the last layer from which the red piece is out in two moves are
//! known. From them the search goes back layer by layer, only over states that lie on shortest
//! solutions (6 to 9 per cent of those met, on Fogleman's database), and keeps the cheapest way to
//! go on. Moves are reversible, so the predecessors of a state are its successors one layer down.
//! All successors are looked at here, not only those the flood needed: it may have left out the
//! edge that is cheapest in the other metric.

use std::ops::Range;

use super::flood::{Flood, View};
use super::line::LineCache;
use super::{Node, joins};
use crate::{Metric, Move};

/// A way to go on from a state.
#[derive(Clone, Copy, Debug)]
struct Way {
    /// Cost in the other metric from here to the end.
    cost: u32,
    /// The move made here.
    first: Move,
    /// Number of the next state among those kept, or [`END`].
    next: u32,
    /// Which way of the next state goes on. At the end, line and arrangement of the first move, as
    /// `line << 4 | arrangement`; the second one leads out.
    next_way: u32,
}

const END: u32 = u32::MAX;

/// A state on a shortest solution.
#[derive(Clone, Copy, Debug)]
struct Kept {
    node: Node,
    /// Number in the ways of the last way of this state, plus one.
    head: u32,
}

/// A move on a shortest solution, found from its end.
#[derive(Clone, Copy, Debug)]
struct Edge {
    from: Node,
    /// Number of the state it leads to among those kept.
    to: u32,
}

/// Lists kept from board to board.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    /// States on shortest solutions, from the last layer to the first.
    kept: Vec<Kept>,
    /// Moves between the layer before and the layer just kept.
    edges: Vec<Edge>,
    /// Ways, each with the number plus one of the previous way of the same state.
    ways: Vec<(Way, u32)>,
}

impl Scratch {
    /// Gives the lists back when they take more than `bytes`.
    pub(super) fn shrink_to(&mut self, bytes: u64) {
        let taken = self.kept.capacity() * size_of::<Kept>()
            + self.edges.capacity() * size_of::<Edge>()
            + self.ways.capacity() * size_of::<(Way, u32)>();
        if taken as u64 > bytes {
            *self = Scratch::default();
        }
    }

    /// The digits of the states of a best solution. The flood must have met all states of its last
    /// layer, and from at least one of them the red piece must be out in two moves.
    pub(super) fn best(
        &mut self,
        cache: &LineCache,
        view: View<'_>,
        flood: &Flood,
        metric: Metric,
    ) -> Vec<u64> {
        self.kept.clear();
        self.ways.clear();
        self.keep_last(cache, view, flood, metric);
        let mut layer = 0;
        for depth in (1..flood.layers.len()).rev() {
            let end = self.kept.len();
            self.find_edges(view, flood, layer..end, depth);
            self.keep_before(cache, view, metric);
            layer = end;
        }
        self.follow(view)
    }

    /// Keeps the states of the last layer from which the red piece is out in two moves.
    fn keep_last(&mut self, cache: &LineCache, view: View<'_>, flood: &Flood, metric: Metric) {
        let last = flood.layers.last().map_or(0, |&last| last as usize);
        for node in &flood.nodes()[last..] {
            if !view.board.can_exit_in_two(view.table, node) {
                continue;
            }
            let number = self.keep(*node);
            for (line, at) in view.board.ways_out(view.table, node) {
                let next = view.board.moved(node, line, at);
                let exit = view.board.exited(view.table, &next).expect("the exit is open here");
                let first = view.board.move_between(cache, node.digits, next.digits);
                let second = view.board.move_between(cache, next.digits, exit.digits);
                let cost = cost_of_last(metric, first, second);
                let next_way = (line << 4 | at) as u32;
                self.offer(number, metric, Way { cost, first, next: END, next_way });
            }
        }
    }

    /// Lists the moves to a layer of kept states, at distance `depth`, from the layer before it.
    fn find_edges(&mut self, view: View<'_>, flood: &Flood, layer: Range<usize>, depth: usize) {
        self.edges.clear();
        for to in layer {
            let node = self.kept[to].node;
            let known = |key| flood.is_before(view.board, key, depth);
            view.board.for_each_successor_if(view.table, &node, known, |from| {
                self.edges.push(Edge { from, to: to as u32 });
            });
        }
        // Moves from the same state come to stand together; a stable order keeps the answer the
        // same from run to run.
        self.edges.sort_unstable_by_key(|edge| (edge.from.key, edge.to));
    }

    /// Keeps the states from which the listed moves start, with their ways to go on.
    fn keep_before(&mut self, cache: &LineCache, view: View<'_>, metric: Metric) {
        for at in 0..self.edges.len() {
            let Edge { from, to } = self.edges[at];
            let same = at > 0 && self.edges[at - 1].from.key == from.key;
            let number = if same { self.kept.len() - 1 } else { self.keep(from) };
            let node = &self.kept[to as usize].node;
            let first = view.board.move_between(cache, from.digits, node.digits);
            self.extend(number, to as usize, metric, first);
        }
    }

    /// Keeps a state and returns its number.
    fn keep(&mut self, node: Node) -> usize {
        self.kept.push(Kept { node, head: 0 });
        self.kept.len() - 1
    }

    /// Offers the ways of state `from` that begin with `first` and go on as state `to` can.
    fn extend(&mut self, from: usize, to: usize, metric: Metric, first: Move) {
        let mut at = self.kept[to].head;
        let mut best: Option<Way> = None;
        while at != 0 {
            let (way, before) = self.ways[at as usize - 1];
            let added = if metric == Metric::Moves {
                u32::from(first.delta.unsigned_abs())
            } else {
                u32::from(!joins(first, way.first))
            };
            let cost = way.cost + added;
            if best.is_none_or(|best| cost < best.cost) {
                best = Some(Way { cost, first, next: to as u32, next_way: at - 1 });
            }
            at = before;
        }
        self.offer(from, metric, best.expect("marked states have a way"));
    }

    /// Keeps a way if it is the best of its kind. Counting steps, the best is all that matters.
    /// Counting moves, a dearer way may be joined with the move before it, so the best is kept for
    /// each first move.
    fn offer(&mut self, state: usize, metric: Metric, way: Way) {
        let mut at = self.kept[state].head;
        while at != 0 {
            let (old, before) = &mut self.ways[at as usize - 1];
            if metric == Metric::Moves || joins(old.first, way.first) {
                if way.cost < old.cost {
                    *old = way;
                }
                return;
            }
            at = *before;
        }
        self.ways.push((way, self.kept[state].head));
        self.kept[state].head = self.ways.len() as u32;
    }

    /// The states along the best way of the start, which was kept last.
    fn follow(&self, view: View<'_>) -> Vec<u64> {
        let mut state = self.kept.len() - 1;
        let mut best = self.kept[state].head;
        let mut at = best;
        while at != 0 {
            let (way, before) = &self.ways[at as usize - 1];
            if way.cost < self.ways[best as usize - 1].0.cost {
                best = at;
            }
            at = *before;
        }
        let mut digits = vec![self.kept[state].node.digits];
        let mut way = self.ways[best as usize - 1].0;
        while way.next != END {
            state = way.next as usize;
            digits.push(self.kept[state].node.digits);
            way = self.ways[way.next_way as usize].0;
        }
        let (line, at) = (way.next_way as usize >> 4, way.next_way as usize & 15);
        let next = view.board.moved(&self.kept[state].node, line, at);
        let exit = view.board.exited(view.table, &next).expect("the exit is open here");
        digits.extend([next.digits, exit.digits]);
        digits
    }
}

/// What the last two moves cost in the other metric.
fn cost_of_last(metric: Metric, first: Move, second: Move) -> u32 {
    if metric == Metric::Moves {
        u32::from(first.delta.unsigned_abs()) + u32::from(second.delta.unsigned_abs())
    } else {
        1 + u32::from(!joins(first, second))
    }
}
