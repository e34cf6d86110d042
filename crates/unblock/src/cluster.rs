//! The cluster of a board: every position that can be reached, with its exact distance to the
//! goal. From it come hints, "you are N away", "that made it worse", the number of shortest
//! solutions, the hardest position, and the proof that there is no solution.
//!
//! Two floods build it: one from the start finds all positions, the solved ones among them; a
//! second, from all solved positions at once, gives the distances, because moves are reversible. A
//! median board of 6 × 6 takes well under a millisecond, so nothing is stored between puzzles.

use search::{Budget, Stop};

use crate::engine::flood::{Flood, Until, View};
use crate::engine::{Compiled, DEFAULT_MEMORY, Node};
use crate::{Board, Engine, Metric, Move, State};

/// All positions reachable from the start of a board, in one metric.
#[derive(Clone, Debug)]
pub struct Cluster {
    board: Board,
    metric: Metric,
    engine: Engine,
    compiled: Compiled,
    solvable: bool,
}

impl Cluster {
    /// Builds the cluster of a board. Boards beyond the reach of the [`Engine`] (see
    /// [`Engine::takes`]) count as too large for any memory, because their clusters are.
    ///
    /// # Errors
    ///
    /// The limit that was reached, or the cancellation.
    pub fn new(board: &Board, metric: Metric, budget: &mut Budget) -> Result<Cluster, Stop> {
        Cluster::new_in(Engine::new(), board, metric, budget)
    }

    /// Builds the cluster of a board with the tables of an engine, which
    /// [`Cluster::into_engine`] gives back.
    ///
    /// # Errors
    ///
    /// The limit that was reached, or the cancellation.
    pub fn new_in(
        mut engine: Engine,
        board: &Board,
        metric: Metric,
        budget: &mut Budget,
    ) -> Result<Cluster, Stop> {
        let compiled = engine.compile(board, metric).ok_or(Stop::Memory)?;
        let solvable = flood_twice(&mut engine, &compiled, metric, budget)?;
        let count = engine.flood.len();
        engine.flood.index(&compiled, count)?;
        Ok(Cluster { board: board.clone(), metric, engine, compiled, solvable })
    }

    /// Gives the engine back for the next board.
    pub fn into_engine(self) -> Engine {
        self.engine
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The metric all distances here are in.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.flood().len()
    }

    /// Always `false`: the start is always there.
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Whether some position is solved; if not, that proves that none of them can be solved.
    pub fn is_solvable(&self) -> bool {
        self.solvable
    }

    /// How far a position is from the nearest solved one. `None` when it is not in the cluster, or
    /// the cluster cannot be solved.
    pub fn distance(&self, state: &State) -> Option<u32> {
        let node = self.compiled.node(&self.engine.cache, state)?;
        self.distance_of(node.key)
    }

    /// Whether a position is in the cluster.
    pub fn contains(&self, state: &State) -> bool {
        let node = self.compiled.node(&self.engine.cache, state);
        node.is_some_and(|node| self.flood().find(&self.compiled, node.key).is_some())
    }

    /// All moves that bring a position one nearer to the goal, in the order of the board's lines.
    /// Empty when the position is solved, cannot be solved, or is not in the cluster.
    pub fn hints(&self, state: &State) -> Vec<Move> {
        let mut hints = Vec::new();
        let Some(node) = self.compiled.node(&self.engine.cache, state) else { return hints };
        let Some(distance) = self.distance_of(node.key) else { return hints };
        self.for_each_neighbor(&node, |next| {
            if self.distance_of(next.key).is_some_and(|d| d < distance) {
                let step = self.compiled.move_between(&self.engine.cache, node.digits, next.digits);
                hints.push(step);
            }
        });
        hints
    }

    /// A shortest way to the goal from any position; empty if there is no way.
    pub fn solution(&self, state: &State) -> Vec<Move> {
        let mut state = state.clone();
        let mut moves = Vec::new();
        while let Some(&step) = self.hints(&state).first() {
            let at = &mut state.positions[step.piece as usize];
            *at = at.wrapping_add_signed(step.delta);
            moves.push(step);
        }
        moves
    }

    /// Number of different shortest solutions from the start; `u64::MAX` stands for "more".
    pub fn optimal_solutions(&self) -> u64 {
        let Some(start) = self.start_index() else { return 0 };
        let mut counts = vec![0u64; self.len()];
        let flood = self.flood();
        for index in 0..=start {
            let distance = self.layer_of(index);
            if distance == 0 {
                counts[index] = 1;
                continue;
            }
            let node = flood.node(index);
            let mut count = 0u64;
            self.for_each_neighbor(node, |next| {
                let found = flood.find(&self.compiled, next.key).expect("clusters are closed");
                if self.layer_of(found) < distance {
                    count = count.saturating_add(counts[found]);
                }
            });
            counts[index] = count;
        }
        counts[start]
    }

    /// Number of positions at each distance; empty when the cluster cannot be solved.
    pub fn histogram(&self) -> Vec<u64> {
        if !self.solvable {
            return Vec::new();
        }
        self.flood().layer_sizes()
    }

    /// The largest distance, and the position there that ranks first in Fogleman's order: the
    /// hardest start of this cluster. `None` when the cluster cannot be solved.
    pub fn farthest(&self) -> Option<(u32, State)> {
        self.solvable.then(|| farthest(&self.engine, &self.compiled))
    }

    /// A position by number; positions are ordered by distance.
    pub fn state(&self, index: usize) -> State {
        self.compiled.state(&self.engine.cache, self.flood().node(index).digits)
    }

    /// For each move possible at a position: the distance after it.
    pub fn after_each_move(&self, state: &State) -> Vec<(Move, Option<u32>)> {
        let mut moves = Vec::new();
        let Some(node) = self.compiled.node(&self.engine.cache, state) else { return moves };
        self.for_each_neighbor(&node, |next| {
            let step = self.compiled.move_between(&self.engine.cache, node.digits, next.digits);
            moves.push((step, self.distance_of(next.key)));
        });
        moves
    }

    fn flood(&self) -> &Flood {
        &self.engine.flood
    }

    fn start_index(&self) -> Option<usize> {
        if !self.solvable {
            return None;
        }
        self.flood().find(&self.compiled, self.compiled.start.key)
    }

    fn distance_of(&self, key: u64) -> Option<u32> {
        if !self.solvable {
            return None;
        }
        self.flood().find(&self.compiled, key).map(|index| self.layer_of(index))
    }

    /// The distance of a position by number.
    fn layer_of(&self, index: usize) -> u32 {
        self.flood().layers.partition_point(|&start| start as usize <= index) as u32 - 1
    }

    fn for_each_neighbor(&self, node: &Node, visit: impl FnMut(Node)) {
        let table = self.engine.cache.table(self.metric);
        self.compiled.for_each_successor(table, node, visit);
    }
}

/// Floods from the start and, if there are solved positions, from all of these. Afterwards the
/// flood holds the whole cluster, in order of distance to the goal if it is solvable.
fn flood_twice(
    engine: &mut Engine,
    compiled: &Compiled,
    metric: Metric,
    budget: &mut Budget,
) -> Result<bool, Stop> {
    let view = View::new(compiled, &engine.cache, metric);
    let flood = &mut engine.flood;
    let memory = budget.memory(DEFAULT_MEMORY);
    flood.clear(compiled, memory);
    flood.add_start(compiled, compiled.start)?;
    flood.run(view, Until::End, budget)?;
    flood_back(engine, compiled, metric, budget)
}

/// Floods again, from all solved positions of the previous flood; `false` when there are none.
pub(crate) fn flood_back(
    engine: &mut Engine,
    compiled: &Compiled,
    metric: Metric,
    budget: &mut Budget,
) -> Result<bool, Stop> {
    let view = View::new(compiled, &engine.cache, metric);
    let flood = &mut engine.flood;
    let goals: Vec<Node> =
        flood.nodes().iter().filter(|node| compiled.is_goal(node)).copied().collect();
    if goals.is_empty() {
        return Ok(false);
    }
    flood.clear(compiled, budget.memory(DEFAULT_MEMORY));
    for goal in goals {
        flood.add_start(compiled, goal)?;
    }
    flood.run(view, Until::End, budget)?;
    Ok(true)
}

/// The largest distance of a flooded cluster, and the position there that ranks first.
pub(crate) fn farthest(engine: &Engine, compiled: &Compiled) -> (u32, State) {
    let flood = &engine.flood;
    let last = flood.layers[flood.layers.len() - 1] as usize;
    let node = flood.nodes()[last..].iter().min_by_key(|node| node.rank());
    let node = node.expect("the last layer is not empty");
    (flood.layers.len() as u32 - 1, compiled.state(&engine.cache, node.digits))
}

impl Engine {
    /// The hardest position of the cluster of a board with its distance, and the size of the
    /// cluster; `None` when there is no solution. Cheaper than a [`Cluster`], which can also be
    /// asked about single positions. Boards out of reach count as too large for the memory.
    ///
    /// # Errors
    ///
    /// The limit that was reached, or the cancellation.
    pub fn hardest(
        &mut self,
        board: &Board,
        metric: Metric,
        budget: &mut Budget,
    ) -> Result<Option<(u32, State, u64)>, Stop> {
        let compiled = self.compile(board, metric).ok_or(Stop::Memory)?;
        let solvable = flood_twice(self, &compiled, metric, budget)?;
        let size = self.flood.len() as u64;
        Ok(solvable.then(|| farthest(self, &compiled)).map(|(d, state)| (d, state, size)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_cluster_is_known_by_hand() {
        // B can stand in three places, A in one or two: A moves only when B is at the bottom.
        let board = Board::from_rows(&["..B", "AAB", "...", "..."]).unwrap();
        let cluster = Cluster::new(&board, Metric::Moves, &mut Budget::unlimited()).unwrap();
        assert_eq!((cluster.len(), cluster.is_solvable()), (4, true));
        assert_eq!(cluster.histogram(), [1, 1, 2]);
        assert_eq!(cluster.distance(&board.start()), Some(2));
        assert_eq!(board.show_moves(&cluster.hints(&board.start())), "B+2");
        assert_eq!(board.show_moves(&cluster.solution(&board.start())), "B+2 A+1");
        assert_eq!(cluster.optimal_solutions(), 1);
        assert_eq!(cluster.farthest().unwrap().0, 2);
        let stranger = State { positions: vec![0, 1] };
        assert_eq!((cluster.distance(&stranger), cluster.contains(&stranger)), (None, false));
    }

    #[test]
    fn unsolvable_is_proved() {
        let board = Board::from_rows(&["..B", "AAB", "..B"]).unwrap();
        let cluster = Cluster::new(&board, Metric::Steps, &mut Budget::unlimited()).unwrap();
        assert_eq!((cluster.len(), cluster.is_solvable()), (1, false));
        assert!(cluster.contains(&board.start()));
        assert_eq!((cluster.distance(&board.start()), cluster.farthest()), (None, None));
        assert_eq!((cluster.optimal_solutions(), cluster.histogram()), (0, vec![]));
    }
}
