//! Large boards, up to 16 × 16: proofs where they fit into memory, good solutions where not.
//!
//! 1. A beam search (a breadth-first search that keeps only the states nearest to the goal by a
//!    lower bound) finds some solution: an upper bound `u`.
//! 2. Breadth-first heuristic search (Zhou and Hansen 2006) looks for a shorter one: breadth-first,
//!    leaving out every state whose depth plus lower bound reaches `u`. It expands the states A*
//!    would have to expand for the proof, without queue and without reopening, and independent
//!    moves are tried in one order only, as in [`crate::engine`]. (That proof carries over: every
//!    state on a solution shorter than `u` is kept, and so are the other predecessors it needs.)
//!    When it ends, the best solution known is optimal, or there is none.
//! 3. When memory or its share of time ends first, the least depth plus bound among the states left
//!    is a proven lower bound, and wider and wider beams look for a better solution.

mod lanes;
mod store;

use search::{Budget, Outcome, Stats, Stop};

use crate::engine::joins;
use crate::{Board, Metric, Move};
use lanes::{Lanes, Lines, MAX_PIECES};
use store::{Store, moved, pack, unpack};

/// Bytes for the tables when the budget names none.
const DEFAULT_MEMORY: u64 = 4 << 30;
/// States kept per layer by the first beam.
const FIRST_BEAM: usize = 1 << 10;
/// States kept per layer by the widest beam.
const LAST_BEAM: usize = 1 << 17;
/// Layers after which a beam gives up: one that has lost its way would wander for ever.
const BEAM_DEPTH: u32 = 300;
/// All lines.
const ALL: Lines = Lines::MAX;

/// The end of a search of a large board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The best solution, or why there is none.
    pub outcome: Outcome<Vec<Move>>,
    /// No solution is shorter than this.
    pub lower_bound: u32,
    /// Whether the solution is proved to be shortest.
    pub optimal: bool,
}

/// Solves a board of any size in a metric. With `Outcome::Solved` and `optimal` false, a limit came
/// before the proof: the solution is the best found, and `lower_bound` what is proved.
pub fn solve(board: &Board, metric: Metric, budget: &mut Budget, stats: &mut Stats) -> Answer {
    let lanes = Lanes::new(board, metric);
    match lanes.n_pieces().div_ceil(16) {
        0 | 1 => Search::<1>::new(&lanes, board).solve(budget, stats),
        2 => Search::<2>::new(&lanes, board).solve(budget, stats),
        3 | 4 => Search::<4>::new(&lanes, board).solve(budget, stats),
        _ => Search::<16>::new(&lanes, board).solve(budget, stats),
    }
}

struct Search<'a, const W: usize> {
    lanes: &'a Lanes,
    start: Vec<u8>,
    best: Option<Vec<Move>>,
    lower_bound: u32,
}

/// How one pass ended.
enum Pass {
    /// A solution shorter than the bound, as a list of moves or steps.
    Found(Vec<Move>),
    /// Nothing left to try.
    Exhausted,
    /// A limit, with the least depth plus bound left.
    Stopped(Stop, u32),
}

impl<'a, const W: usize> Search<'a, W> {
    fn new(lanes: &'a Lanes, board: &Board) -> Search<'a, W> {
        Search { lanes, start: board.start().positions, best: None, lower_bound: 0 }
    }

    fn solve(mut self, budget: &mut Budget, stats: &mut Stats) -> Answer {
        if self.lanes.is_shut(&self.start) {
            return self.answer(Outcome::Unsolvable, true, stats);
        }
        let bound = self.lanes.bound(&self.start, &self.lanes.cells(&self.start));
        let Some(bound) = bound else { return self.answer(Outcome::Unsolvable, true, stats) };
        self.lower_bound = bound;
        if bound == 0 {
            self.best = Some(Vec::new());
            return self.answer(Outcome::Unsolvable, true, stats);
        }
        let memory = budget.memory(DEFAULT_MEMORY);
        // Step 1: a first solution.
        if let Pass::Found(moves) = self.pass(Some(FIRST_BEAM), memory, budget, stats) {
            self.best = Some(moves);
        }
        // Step 2: the proof, with half of the time that is left.
        let mut slice = budget.slice(None, budget.time_left().map(|left| left / 2));
        let exact = self.pass(None, memory, &mut slice, stats);
        budget.charge(&slice);
        let stop = match exact {
            Pass::Found(moves) => {
                self.lower_bound = moves.len() as u32;
                self.best = Some(moves);
                return self.answer(Outcome::Unsolvable, true, stats);
            }
            Pass::Exhausted => return self.answer(Outcome::Unsolvable, true, stats),
            Pass::Stopped(stop, least) => {
                self.lower_bound = self.lower_bound.max(least);
                stop
            }
        };
        // Step 3: better solutions by wider beams.
        let mut beam = 4 * FIRST_BEAM;
        while beam <= LAST_BEAM && budget.look().is_ok() && stop != Stop::Nodes {
            if let Pass::Found(moves) = self.pass(Some(beam), memory, budget, stats) {
                self.best = Some(moves);
            }
            beam *= 2;
        }
        self.answer(Outcome::Stopped(stop), false, stats)
    }

    /// The best solution if there is one, else `without`.
    fn answer(self, without: Outcome<Vec<Move>>, proved: bool, stats: &mut Stats) -> Answer {
        let length = self.best.as_ref().map(|moves| moves.len() as u32);
        let lower_bound = if proved { length.unwrap_or(0) } else { self.lower_bound };
        stats.extra.push(("lower-bound", u64::from(lower_bound)));
        let optimal = length == Some(lower_bound);
        let outcome = self.best.map_or(without, |moves| Outcome::Solved(join(moves)));
        Answer { outcome, lower_bound, optimal }
    }

    /// Breadth-first search for a solution shorter than the best one. With a beam, only that many
    /// states are kept per layer, those of least bound first.
    fn pass(
        &self,
        beam: Option<usize>,
        memory: u64,
        budget: &mut Budget,
        stats: &mut Stats,
    ) -> Pass {
        let limit = self.best.as_ref().map_or(u32::MAX, |moves| moves.len() as u32);
        let mut store = Store::<W>::new(memory);
        let mut layer: Vec<(u32, u32)> = Vec::new();
        match store.insert(pack(&self.start), 0, ALL) {
            Ok(_) => layer.push((self.lower_bound, 0)),
            Err(stop) => return Pass::Stopped(stop, self.lower_bound),
        }
        let mut depth = 0;
        let mut next = Vec::new();
        let deepest = if beam.is_some() { BEAM_DEPTH } else { u32::MAX };
        while !layer.is_empty() && depth < deepest {
            budget.progress.depth = depth;
            budget.progress.best = self.lower_bound;
            let done = self.expand(
                &mut store,
                &layer,
                &mut next,
                (depth, limit, beam.is_none()),
                budget,
                stats,
            );
            stats.tree = store.len() as u64;
            stats.table_bytes = stats.table_bytes.max(store.bytes());
            match done {
                Ok(Some(goal)) => return Pass::Found(self.path(&store, goal)),
                Ok(None) => {}
                Err((stop, at)) => {
                    // What is left is the rest of this layer and what it has led to.
                    let rest = layer[at..].iter().map(|&(bound, _)| depth + bound);
                    let new = next.iter().map(|&(bound, _)| depth + 1 + bound);
                    let least = rest.chain(new).min().unwrap_or(depth + 1);
                    return Pass::Stopped(stop, least.min(limit));
                }
            }
            if let Some(width) = beam {
                // States of equal bound are kept in the order met.
                next.sort_by_key(|&(bound, _)| bound);
                next.truncate(width);
            }
            std::mem::swap(&mut layer, &mut next);
            next.clear();
            depth += 1;
        }
        Pass::Exhausted
    }

    /// Expands a layer; `Ok(Some)` is a solved state, `Err` a limit met at a place in the layer.
    fn expand(
        &self,
        store: &mut Store<W>,
        layer: &[(u32, u32)],
        next: &mut Vec<(u32, u32)>,
        (depth, limit, exact): (u32, u32, bool),
        budget: &mut Budget,
        stats: &mut Stats,
    ) -> Result<Option<u32>, (Stop, usize)> {
        let mut buffer = [0u8; MAX_PIECES];
        let places = &mut buffer[..self.lanes.n_pieces()];
        let mut moves: Vec<(usize, u8, Lines)> = Vec::new();
        for (at, &(_, index)) in layer.iter().enumerate() {
            budget.tick().map_err(|stop| (stop, at))?;
            stats.expanded += 1;
            let key = store.keys[index as usize];
            let allowed = store.allowed[index as usize];
            unpack(&key, places);
            let mut cells = self.lanes.cells(places);
            moves.clear();
            self.lanes.for_each_move(places, &cells, allowed, |piece, to, after| {
                moves.push((piece, to, if exact { after } else { ALL }));
            });
            stats.generated += moves.len() as u64;
            for &(piece, to, after) in &moves {
                let from = places[piece];
                let added = store.insert(moved(&key, piece, from, to), index, after);
                let Some(new) = added.map_err(|stop| (stop, at))? else { continue };
                places[piece] = to;
                self.lanes.shift(&mut cells, piece, from, to);
                stats.evaluations += 1;
                let bound = self.lanes.bound(places, &cells);
                self.lanes.shift(&mut cells, piece, to, from);
                places[piece] = from;
                match bound {
                    Some(0) => return Ok(Some(new)),
                    Some(bound) if depth + 1 + bound < limit => next.push((bound, new)),
                    _ => {}
                }
            }
        }
        Ok(None)
    }

    fn path(&self, store: &Store<W>, goal: u32) -> Vec<Move> {
        let n = self.lanes.n_pieces();
        let (mut here, mut before) = (vec![0; n], vec![0; n]);
        let mut moves = Vec::new();
        let mut index = goal;
        while index != 0 {
            let parent = store.parents[index as usize];
            unpack(&store.keys[index as usize], &mut here);
            unpack(&store.keys[parent as usize], &mut before);
            let piece = (0..n).find(|&i| here[i] != before[i]).expect("one piece has moved");
            let delta = here[piece] as i8 - before[piece] as i8;
            moves.push(Move { piece: piece as u8, delta });
            index = parent;
        }
        moves.reverse();
        moves
    }
}

/// Steps of one piece in one direction joined.
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
