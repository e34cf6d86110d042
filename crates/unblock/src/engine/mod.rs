//! The exact engine for boards up to 8 × 8: breadth-first search over line digits.
//!
//! [`Engine::solve`] finds a shortest solution in either metric and, among those, one that is
//! shortest in the other. Boards beyond its reach (larger than 8 × 8, or with lines of more than 16
//! arrangements, which takes pieces of one cell) are for [`crate::wide`].

mod compiled;
pub(crate) mod flood;
mod line;
mod tie;

use search::{Budget, Outcome, Stats, Stop};

pub(crate) use compiled::{Compiled, Node};
use flood::{Flood, Until, View};
pub(crate) use line::LineCache;

use crate::metric::counted;
use crate::{Board, Metric, Move};

/// Bytes for the tables when the budget names none.
pub(crate) const DEFAULT_MEMORY: u64 = 2 << 30;

/// Tables and lists that are worth keeping from board to board.
#[derive(Clone, Debug)]
pub struct Engine {
    pub(crate) cache: LineCache,
    pub(crate) flood: Flood,
    tie: tie::Scratch,
}

impl Default for Engine {
    fn default() -> Engine {
        Engine::new()
    }
}

impl Engine {
    /// An engine with empty tables.
    pub fn new() -> Engine {
        Engine { cache: LineCache::new(), flood: Flood::default(), tie: tie::Scratch::default() }
    }

    /// An engine that keeps no lists between boards, for programs that run for days, where [`Engine::new`] may keep
    /// 80 MiB. Its answers are the same.
    pub fn sparing() -> Engine {
        let mut engine = Engine::new();
        engine.spare();
        engine
    }

    /// Makes the engine a [sparing](Engine::sparing) one.
    pub(crate) fn spare(&mut self) {
        self.flood.spare();
    }

    /// Bytes of lists that are kept for the next board.
    #[cfg(test)]
    pub(crate) fn kept(&self) -> usize {
        self.flood.kept()
    }

    /// Whether a board is within reach of this engine.
    pub fn takes(&mut self, board: &Board) -> bool {
        self.compile(board, Metric::Moves).is_some()
    }

    /// Gives back tables and lists that take more than `bytes` each.
    pub(crate) fn shrink_to(&mut self, bytes: u64) {
        self.flood.shrink_to(bytes);
        self.tie.shrink_to(bytes);
        if self.cache.bytes() > bytes {
            self.cache = LineCache::new();
        }
    }

    pub(crate) fn compile(&mut self, board: &Board, metric: Metric) -> Option<Compiled> {
        Compiled::new(board, counted(metric), &mut self.cache)
    }

    /// A shortest solution in `metric`; among those one that is shortest in the other metric. In
    /// either metric, steps of one piece in one direction are joined into one move. `None` when the
    /// board is out of reach.
    pub fn solve(
        &mut self,
        board: &Board,
        metric: Metric,
        budget: &mut Budget,
        stats: &mut Stats,
    ) -> Option<Outcome<Vec<Move>>> {
        let compiled = self.compile(board, metric)?;
        let found = self.search(&compiled, metric, budget);
        let path = found.and_then(|last| {
            last.map(|last| self.best_path(&compiled, metric, last, budget)).transpose()
        });
        self.count(stats);
        Some(ended(path).map(|digits| self.moves(&compiled, &digits)))
    }

    /// A shortest solution in `metric`, whatever it costs in the other: a third faster than
    /// [`Engine::solve`]. `None` when the board is out of reach.
    pub fn solve_any(
        &mut self,
        board: &Board,
        metric: Metric,
        budget: &mut Budget,
        stats: &mut Stats,
    ) -> Option<Outcome<Vec<Move>>> {
        let compiled = self.compile(board, metric)?;
        let found = self.search(&compiled, metric, budget);
        self.count(stats);
        Some(ended(found).map(|end| self.first_path(&compiled, metric, end)))
    }

    /// The length of a shortest solution, without the solution: for callers that only compare
    /// lengths.
    pub fn optimum(
        &mut self,
        board: &Board,
        metric: Metric,
        budget: &mut Budget,
        stats: &mut Stats,
    ) -> Option<Outcome<u32>> {
        let compiled = self.compile(board, metric)?;
        let found = self.search(&compiled, metric, budget);
        self.count(stats);
        Some(ended(found).map(|end| match end {
            End::Start => 0,
            End::Once => 1,
            End::Twice(_) => self.flood.layers.len() as u32 + 1,
        }))
    }

    /// Number of positions at each distance from the start; `None` when the board is out of reach.
    ///
    /// # Errors
    ///
    /// The limit that was reached, or the cancellation.
    pub fn layers(
        &mut self,
        board: &Board,
        metric: Metric,
        budget: &mut Budget,
    ) -> Option<Result<Vec<u64>, Stop>> {
        let compiled = self.compile(board, metric)?;
        let view = View::new(&compiled, &self.cache, metric);
        self.flood.clear(&compiled, budget.memory(DEFAULT_MEMORY));
        let done = self.flood.add_start(&compiled, compiled.start);
        let done = done.and_then(|()| self.flood.run(view, Until::End, budget));
        Some(done.map(|_| self.flood.layer_sizes()))
    }

    fn search(
        &mut self,
        compiled: &Compiled,
        metric: Metric,
        budget: &mut Budget,
    ) -> Result<Option<End>, Stop> {
        let view = View::new(compiled, &self.cache, metric);
        self.flood.clear(compiled, budget.memory(DEFAULT_MEMORY));
        self.flood.add_start(compiled, compiled.start)?;
        if compiled.is_goal(&compiled.start) {
            return Ok(Some(End::Start));
        }
        if compiled.can_exit(view.table, &compiled.start) {
            return Ok(Some(End::Once));
        }
        Ok(self.flood.run(view, Until::Exit, budget)?.map(End::Twice))
    }

    fn first_path(&self, compiled: &Compiled, metric: Metric, end: End) -> Vec<Move> {
        let End::Twice(mut state) = end else {
            return self.moves(compiled, &self.short_path(compiled, metric, end));
        };
        let (table, node) = (self.cache.table(metric), self.flood.node(state));
        let (line, at) = compiled.ways_out(table, node).next().expect("it is two moves from out");
        let next = compiled.moved(node, line, at);
        let exit = compiled.exited(table, &next).expect("the exit is open here");
        let mut digits = vec![exit.digits, next.digits, node.digits];
        while state != 0 {
            state = self.flood.parent(state);
            digits.push(self.flood.node(state).digits);
        }
        digits.reverse();
        self.moves(compiled, &digits)
    }

    /// The states of a solution of at most one move.
    fn short_path(&self, compiled: &Compiled, metric: Metric, end: End) -> Vec<u64> {
        let start = &compiled.start;
        let out = match end {
            End::Once => compiled.exited(self.cache.table(metric), start),
            _ => None,
        };
        [start.digits].into_iter().chain(out.map(|node| node.digits)).collect()
    }

    fn best_path(
        &mut self,
        compiled: &Compiled,
        metric: Metric,
        end: End,
        budget: &mut Budget,
    ) -> Result<Vec<u64>, Stop> {
        let End::Twice(_) = end else { return Ok(self.short_path(compiled, metric, end)) };
        let view = View::new(compiled, &self.cache, metric);
        self.flood.finish_layer(view, budget)?;
        Ok(self.tie.best(&self.cache, view, &self.flood, metric))
    }

    /// The moves along a list of states, steps of one piece in one direction joined.
    fn moves(&self, compiled: &Compiled, digits: &[u64]) -> Vec<Move> {
        let mut moves: Vec<Move> = Vec::new();
        for pair in digits.windows(2) {
            let step = compiled.move_between(&self.cache, pair[0], pair[1]);
            match moves.last_mut() {
                Some(last) if joins(*last, step) => last.delta += step.delta,
                _ => moves.push(step),
            }
        }
        moves
    }

    fn count(&self, stats: &mut Stats) {
        let flood = &self.flood;
        stats.generated += flood.generated;
        stats.expanded += flood.expanded;
        stats.tree = flood.len() as u64;
        stats.frontier = flood.len() as u64 - flood.expanded.min(flood.len() as u64);
        stats.table_bytes = stats.table_bytes.max(flood.bytes());
    }
}

/// Ends a search that found a solution, proved that there is none, or was stopped.
fn ended<T>(found: Result<Option<T>, Stop>) -> Outcome<T> {
    match found {
        Ok(Some(found)) => Outcome::Solved(found),
        Ok(None) => Outcome::Unsolvable,
        Err(stop) => Outcome::Stopped(stop),
    }
}

/// Whether two moves in a row can be joined into one.
pub(crate) fn joins(last: Move, next: Move) -> bool {
    last.piece == next.piece && (last.delta < 0) == (next.delta < 0)
}

/// How a search succeeded.
#[derive(Clone, Copy, Debug)]
enum End {
    /// The start is solved.
    Start,
    /// The red piece can go out at once.
    Once,
    /// From this state the red piece can go out with the move after the next one.
    Twice(usize),
}
