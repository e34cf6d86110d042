//! Breadth-first heuristic search (Zhou and Hansen 2004, 2006): is there a solution below a limit?
//!
//! Breadth-first, leaving out every state whose depth plus [lower bound](super::closed) reaches the
//! limit. It expands the states A* would have to expand for the proof, without a queue and without
//! reopening. Independent moves are tried in one order only, as in [`crate::engine`]; that proof
//! carries over: let `t` be a state on a shortest solution below the limit. The other predecessor
//! `s'` that the proof names for it is on a solution of the same length, so it is kept too.
//!
//! The first solved state met is as near as any, because layers are complete except for what was
//! left out, and nothing left out is on a shorter solution.

use search::{Budget, Stats, Stop};

use super::lanes::{Lines, MAX_PIECES};
use super::store::{moved, pack};
use super::{Scene, Search, Store, unpack};
use crate::Move;

/// All lines.
pub(super) const ALL: Lines = Lines::MAX;

/// How a pass ended.
pub(super) enum Pass {
    /// A shortest solution, below the limit.
    Found(Vec<Move>),
    /// No solution is below the limit.
    Cut,
    /// There is no solution at all: nothing was left out.
    Complete,
    /// A limit of the budget.
    Stopped(Stop),
}

/// What happened to a layer.
enum Layer {
    /// A solved state.
    Goal(u32),
    /// Whether states were left out.
    Done(bool),
}

impl<const W: usize> Search<'_, W> {
    /// Looks for a solution shorter than `limit`.
    pub(super) fn pass(&mut self, limit: u32, budget: &mut Budget, stats: &mut Stats) -> Pass {
        let mut store = Store::<W>::new(self.memory);
        if let Err(stop) = store.insert(pack(&self.start), 0, ALL) {
            return Pass::Stopped(stop);
        }
        let mut layer = 0..1;
        let mut cut = false;
        let mut depth = 0;
        while !layer.is_empty() {
            budget.progress.depth = depth;
            let left = limit - depth - 1;
            let done = self.expand_layer(&mut store, layer.clone(), left, budget, stats);
            self.count(&store, stats);
            match done {
                Ok(Layer::Goal(goal)) => {
                    return Pass::Found(self.path(&store, &store.parents, goal));
                }
                Ok(Layer::Done(some)) => cut |= some,
                Err(stop) => return Pass::Stopped(stop),
            }
            layer = layer.end..store.len();
            depth += 1;
        }
        if cut { Pass::Cut } else { Pass::Complete }
    }

    /// Expands a layer. A new state must be solvable within `left - 1`, as far as the bound knows.
    fn expand_layer(
        &mut self,
        store: &mut Store<W>,
        layer: std::ops::Range<usize>,
        left: u32,
        budget: &mut Budget,
        stats: &mut Stats,
    ) -> Result<Layer, Stop> {
        let Some(left) = left.checked_sub(1) else { return Ok(Layer::Done(true)) };
        let lanes = self.lanes;
        let mut buffer = [0u8; MAX_PIECES];
        let places = &mut buffer[..lanes.n_pieces()];
        let mut moves: Vec<(usize, u8, Lines)> = Vec::new();
        let mut cut = false;
        for index in layer {
            budget.tick()?;
            budget.expand(stats);
            let key = store.keys[index];
            unpack(&key, places);
            let mut cells = lanes.cells(places);
            let scene = Scene { lanes, places, cells: &cells };
            let reason = self.closed.reason(scene, left);
            moves.clear();
            lanes.for_each_move(places, &cells, store.allowed[index], |piece, to, after| {
                moves.push((piece, to, after));
            });
            stats.generated += moves.len() as u64;
            for &(piece, to, after) in &moves {
                let from = places[piece];
                let next = moved(&key, piece, from, to);
                if store.find(&next).is_some() {
                    continue;
                }
                let fits = reason.verdict(lanes, piece, to).unwrap_or_else(|| {
                    stats.evaluations += 1;
                    places[piece] = to;
                    lanes.shift(&mut cells, piece, from, to);
                    let fits = self.closed.fits(Scene { lanes, places, cells: &cells }, left);
                    lanes.shift(&mut cells, piece, to, from);
                    places[piece] = from;
                    fits
                });
                if !fits {
                    cut = true;
                    continue;
                }
                let new = store.insert(next, index as u32, after)?;
                if let (true, Some(goal)) = (piece == lanes.red && to == lanes.goal, new) {
                    return Ok(Layer::Goal(goal));
                }
            }
        }
        Ok(Layer::Done(cut))
    }
}
