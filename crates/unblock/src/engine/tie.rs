//! Among the shortest solutions in one metric, the shortest in the other.
//!
//! After a flood, the states of the last layer from which the red piece is out in two moves are
//! known. From them the search goes back layer by layer, only over states that lie on shortest
//! solutions (6 to 9 per cent of those met, on Fogleman's database), and keeps the cheapest way to
//! go on. Moves are reversible, so the predecessors of a state are its successors one layer down.
//! All successors are looked at here, not only those the flood needed: it may have left out the
//! edge that is cheapest in the other metric.

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
    /// Number of the next state, or [`END`].
    next: u32,
    /// Which way of the next state goes on. At the end, line and arrangement of the first move, as
    /// `line << 4 | arrangement`; the second one leads out.
    next_way: u32,
}

const END: u32 = u32::MAX;

/// Lists kept from board to board.
#[derive(Clone, Debug, Default)]
pub(super) struct Scratch {
    /// Number in `ways` of the last way of each state, plus one.
    heads: Vec<u32>,
    /// Ways, each with the number plus one of the previous way of the same state.
    ways: Vec<(Way, u32)>,
}

impl Scratch {
    /// Gives the lists back when they take more than `bytes`.
    pub(super) fn shrink_to(&mut self, bytes: u64) {
        let taken = self.heads.capacity() * size_of::<u32>()
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
        self.heads.clear();
        self.heads.resize(flood.len(), 0);
        self.ways.clear();
        let layers = &flood.layers;
        let last = layers[layers.len() - 1] as usize;
        let mut marked: Vec<u32> = Vec::new();
        for index in last..flood.len() {
            let node = flood.node(index);
            if !view.board.can_exit_in_two(view.table, node) {
                continue;
            }
            marked.push(index as u32);
            for (line, at) in view.board.ways_out(view.table, node) {
                let next = view.board.moved(node, line, at);
                let exit = view.board.exited(view.table, &next).expect("the exit is open here");
                let first = view.board.move_between(cache, node.digits, next.digits);
                let second = view.board.move_between(cache, next.digits, exit.digits);
                let cost = cost_of_last(metric, first, second);
                let next_way = (line << 4 | at) as u32;
                self.offer(index, metric, Way { cost, first, next: END, next_way });
            }
        }
        for depth in (0..layers.len() - 1).rev() {
            let (low, high) = (layers[depth] as usize, layers[depth + 1] as usize);
            let mut before = Vec::new();
            for &index in &marked {
                let node = *flood.node(index as usize);
                view.board.for_each_successor(view.table, &node, |back: Node| {
                    let Some(found) = flood.find(view.board, back.key) else { return };
                    if (low..high).contains(&found) {
                        if self.heads[found] == 0 {
                            before.push(found as u32);
                        }
                        let first = view.board.move_between(cache, back.digits, node.digits);
                        self.extend(found, index as usize, metric, first);
                    }
                });
            }
            marked = before;
        }
        self.follow(view, flood)
    }

    /// Offers the ways of state `from` that begin with `first` and go on as state `to` can.
    fn extend(&mut self, from: usize, to: usize, metric: Metric, first: Move) {
        let mut at = self.heads[to];
        let mut best: Option<Way> = None;
        while at != 0 {
            let (way, before) = self.ways[at as usize - 1];
            let added = match metric {
                Metric::Moves => u32::from(first.delta.unsigned_abs()),
                Metric::Steps => u32::from(!joins(first, way.first)),
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
        let mut at = self.heads[state];
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
        self.ways.push((way, self.heads[state]));
        self.heads[state] = self.ways.len() as u32;
    }

    fn follow(&self, view: View<'_>, flood: &Flood) -> Vec<u64> {
        let mut best = self.heads[0];
        let mut at = best;
        while at != 0 {
            let (way, before) = &self.ways[at as usize - 1];
            if way.cost < self.ways[best as usize - 1].0.cost {
                best = at;
            }
            at = *before;
        }
        let mut digits = vec![flood.node(0).digits];
        let mut way = self.ways[best as usize - 1].0;
        let mut state = 0;
        while way.next != END {
            state = way.next as usize;
            digits.push(flood.node(state).digits);
            way = self.ways[way.next_way as usize].0;
        }
        let (line, at) = (way.next_way as usize >> 4, way.next_way as usize & 15);
        let next = view.board.moved(flood.node(state), line, at);
        let exit = view.board.exited(view.table, &next).expect("the exit is open here");
        digits.extend([next.digits, exit.digits]);
        digits
    }
}

/// What the last two moves cost in the other metric.
fn cost_of_last(metric: Metric, first: Move, second: Move) -> u32 {
    match metric {
        Metric::Moves => {
            u32::from(first.delta.unsigned_abs()) + u32::from(second.delta.unsigned_abs())
        }
        Metric::Steps => 1 + u32::from(!joins(first, second)),
    }
}
