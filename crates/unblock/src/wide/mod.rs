//! Large boards, up to 16 × 16: proved optima where the proof fits into memory, good solutions
//! elsewhere.
//!
//! 1. `novelty.rs` finds some solution quickly, and `shorten.rs` looks for shorter ones around it.
//! 2. `layers.rs` proves that there is no solution below a limit, and raises the limit until it
//!    meets the best solution known or finds a better one. Every limit passed is a proven lower
//!    bound.
//! 3. When memory or its share of time ends first, larger neighbourhoods of the best solution, and
//!    further solutions, are explored with what is left.

mod closed;
mod lanes;
mod layers;
mod novelty;
mod shorten;
mod store;

use search::{Budget, Outcome, Stats, Stop};

use crate::engine::joins;
use crate::{Board, Metric, Move};
use closed::{Closed, Scene};
use lanes::Lanes;
use layers::Pass;
use novelty::Taste;
use store::{Key, Store, unpack};

/// Bytes for the tables when the budget names none.
const DEFAULT_MEMORY: u64 = 4 << 30;
/// States of the first neighbourhood searched around a solution.
const FIRST_RING: usize = 1 << 14;
/// States of the largest neighbourhood searched before the proof.
const QUICK_RING: usize = 1 << 16;
/// States of the largest neighbourhood searched at all.
const LAST_RING: usize = 1 << 22;

/// The end of a search of a large board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Best {
    /// The best solution, or why there is none.
    pub outcome: Outcome<Vec<Move>>,
    /// No solution is shorter than this.
    pub lower_bound: u32,
    /// Whether the solution is proved to be shortest.
    pub optimal: bool,
}

/// Solves a board of any size in a metric. With `Outcome::Solved` and `optimal` false, a limit came
/// before the proof: the solution is the best one found, and `lower_bound` is what has been proved.
pub fn solve(board: &Board, metric: Metric, budget: &mut Budget, stats: &mut Stats) -> Best {
    let lanes = Lanes::new(board, metric);
    match lanes.n_pieces().div_ceil(16) {
        0 | 1 => Search::<1>::new(&lanes, board, budget).solve(budget, stats),
        2 => Search::<2>::new(&lanes, board, budget).solve(budget, stats),
        3 | 4 => Search::<4>::new(&lanes, board, budget).solve(budget, stats),
        _ => Search::<16>::new(&lanes, board, budget).solve(budget, stats),
    }
}

/// A board being solved, with what is known about it so far.
struct Search<'a, const W: usize> {
    lanes: &'a Lanes,
    start: Vec<u8>,
    /// Bytes a table may take.
    memory: u64,
    closed: Closed,
    /// The shortest solution known, one entry per move or step.
    best: Option<Vec<Move>>,
    /// No solution is shorter.
    lower_bound: u32,
}

impl<'a, const W: usize> Search<'a, W> {
    fn new(lanes: &'a Lanes, board: &Board, budget: &Budget) -> Search<'a, W> {
        Search {
            lanes,
            start: board.start().positions,
            memory: budget.memory(DEFAULT_MEMORY),
            closed: Closed::new(),
            best: None,
            lower_bound: 0,
        }
    }

    fn solve(mut self, budget: &mut Budget, stats: &mut Stats) -> Best {
        let cells = self.lanes.cells(&self.start);
        let scene = Scene { lanes: self.lanes, places: &self.start, cells: &cells };
        let Some(bound) = self.closed.least(scene, 0) else {
            return self.answer(Outcome::Unsolvable, true, stats);
        };
        self.lower_bound = bound;
        if self.lanes.is_goal(&self.start) {
            self.best = Some(Vec::new());
            return self.answer(Outcome::Unsolvable, true, stats);
        }
        let stop = match self.prove_or_improve(budget, stats) {
            Ok(()) => return self.answer(Outcome::Unsolvable, true, stats),
            Err(stop) => stop,
        };
        self.answer(Outcome::Stopped(stop), false, stats)
    }

    /// `Ok` when it is proved that the best solution is a shortest one, or that there is none.
    fn prove_or_improve(&mut self, budget: &mut Budget, stats: &mut Stats) -> Result<(), Stop> {
        // Step 1: a good solution, quickly.
        self.find(Taste::default(), budget, stats)?;
        self.polish(FIRST_RING, QUICK_RING, budget, stats)?;
        // Step 2: the proof, with half of the time that is left.
        let mut slice = budget.slice(None, budget.time_left().map(|left| left / 2));
        let proof = self.prove(&mut slice, stats);
        budget.charge(&slice);
        let Err(stop) = proof else { return Ok(()) };
        if stop == Stop::Nodes {
            return Err(stop);
        }
        // Step 3: better solutions with the rest.
        self.polish(2 * QUICK_RING, LAST_RING, budget, stats)?;
        for taste in Taste::others() {
            let kept = self.best.take();
            let found = self.find(taste, budget, stats);
            let polished = found.and_then(|()| self.polish(FIRST_RING, LAST_RING, budget, stats));
            let length = |moves: &Option<Vec<Move>>| moves.as_ref().map_or(usize::MAX, Vec::len);
            if length(&kept) <= length(&self.best) {
                self.best = kept;
            }
            polished?;
            if self.best.as_ref().is_some_and(|moves| moves.len() as u32 == self.lower_bound) {
                return Ok(());
            }
        }
        Err(stop)
    }

    /// Raises the limit until a shortest solution is known, or it is proved that there is none.
    fn prove(&mut self, budget: &mut Budget, stats: &mut Stats) -> Result<(), Stop> {
        let (mut step, mut before) = (1, 0);
        loop {
            let known = self.best.as_ref().map_or(u32::MAX, |moves| moves.len() as u32);
            if self.lower_bound >= known {
                return Ok(());
            }
            let limit = self.lower_bound.saturating_add(step).min(known);
            budget.progress.best = self.lower_bound;
            let nodes = budget.nodes();
            stats.iterations += 1;
            match self.pass(limit, budget, stats) {
                Pass::Found(moves) => {
                    self.best = Some(moves);
                    return Ok(());
                }
                Pass::Complete => return Ok(()),
                Pass::Cut => self.lower_bound = limit,
                Pass::Stopped(stop) => return Err(stop),
            }
            // Each pass should cost a few times the one before it.
            let spent = budget.nodes() - nodes;
            if spent < 4 * before {
                step = step.saturating_mul(2);
            } else if spent > 16 * before && step > 1 {
                step /= 2;
            }
            before = spent;
        }
    }

    /// Looks around the best solution, farther and farther, as long as that helps.
    fn polish(
        &mut self,
        first: usize,
        last: usize,
        budget: &mut Budget,
        stats: &mut Stats,
    ) -> Result<(), Stop> {
        let mut size = first;
        while let Some(moves) = &self.best
            && size <= last
            && moves.len() as u32 > self.lower_bound
        {
            match self.shorter(moves, size, budget, stats)? {
                Some(better) => self.best = Some(better),
                None => size *= 2,
            }
        }
        Ok(())
    }

    /// The best solution if there is one, else `without`.
    fn answer(self, without: Outcome<Vec<Move>>, proved: bool, stats: &mut Stats) -> Best {
        let length = self.best.as_ref().map(|moves| moves.len() as u32);
        let lower_bound = if proved { length.unwrap_or(0) } else { self.lower_bound };
        stats.bound = Some(u64::from(lower_bound));
        let optimal = length == Some(lower_bound);
        let outcome = self.best.map_or(without, |moves| Outcome::Solved(join(moves)));
        Best { outcome, lower_bound, optimal }
    }

    fn count(&self, store: &Store<W>, stats: &mut Stats) {
        stats.tree = store.len() as u64;
        stats.table_bytes = stats.table_bytes.max(store.bytes());
    }

    /// The moves that lead to a state, by the parents in a list.
    fn path(&self, store: &Store<W>, parents: &[u32], goal: u32) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut index = goal;
        while index != 0 {
            let parent = parents[index as usize];
            let (before, here) = (&store.keys[parent as usize], &store.keys[index as usize]);
            moves.push(self.move_between(before, here));
            index = parent;
        }
        moves.reverse();
        moves
    }

    fn move_between(&self, before: &Key<W>, here: &Key<W>) -> Move {
        let n = self.lanes.n_pieces();
        let (mut old, mut new) = (vec![0; n], vec![0; n]);
        unpack(before, &mut old);
        unpack(here, &mut new);
        let piece = (0..n).find(|&i| old[i] != new[i]).expect("one piece has moved");
        Move { piece: piece as u8, delta: new[piece] as i8 - old[piece] as i8 }
    }
}

/// Joins steps of one piece in one direction.
fn join(moves: Vec<Move>) -> Vec<Move> {
    let mut joined: Vec<Move> = Vec::with_capacity(moves.len());
    for step in moves {
        match joined.last_mut() {
            Some(last) if joins(*last, step) => last.delta += step.delta,
            _ => joined.push(step),
        }
    }
    joined
}
