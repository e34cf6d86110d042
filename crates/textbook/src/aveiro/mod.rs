//! A faithful rebuild of the Aveiro agent: the same nodes, in the same order, as its authors'
//! program.
//!
//! The report describes the search, but the counts depend on details it omits, so these are copied
//! from the program's behaviour: the order of boxes (`box_order.rs`), directions right, left, down,
//! up, the newest first among equals, the player's exact square in the state, the first path to a
//! state kept, costs as floating-point numbers, two tests for lost boxes (`refusal.rs`), blocked
//! squares (`blocked.rs`), tunnels and passages (`position.rs`), an opening push on large boards,
//! and its own walks between pushes (`walk.rs`). When the list is empty, the agent gives up.
//!
//! Several of its rules lose solutions, and one pushes boxes into walls; nothing is claimed. The
//! preset `aveiro-plus` has the same parts in a sound frame and is the stronger of the two.
//!
//! The agent searches small boards by cost and large ones by estimate. Its authors compare four
//! orders of the list; any of the four can be asked for, on any board.
//!
//! Source: Amaral, Santos and Cruz, *Relatório Sokoban*, and the behaviour of their program. Cost of a
//! node: one flood, and at most four pushes a box.

mod blocked;
mod box_order;
mod grid;
mod nodes;
mod passages;
mod position;
mod refusal;
mod walk;

#[cfg(test)]
mod tests;

use ground::claim;
use ground::technique::Keeps;
use search::{Algorithm, Budget, Outcome, Stats, Stop};
use sokoban::Board;

use super::Found;
use box_order::BoxOrder;
use grid::{DIRS, Grid};
use nodes::Nodes;
use position::{Position, Run};
use refusal::Test;

/// The priority of the start on large boards: everything else comes first.
const LAST: f64 = 1_000_000.0;

/// What the agent keeps of the solutions: nothing for sure.
pub(super) const KEEPS: Keeps =
    Keeps { completeness: false, push_optimality: false, move_optimality: false };

/// Runs the agent with one of the orders `bfs`, `ucs`, `astar` and `greedy`. On a large board it
/// begins with an opening push, if there is one.
pub(super) fn solve(
    board: &Board,
    order: Algorithm,
    large: bool,
    budget: &mut Budget,
    stats: &mut Stats,
) -> Outcome<Found> {
    let mut agent = match Agent::new(board, order, large, budget) {
        Ok(agent) => agent,
        Err(stop) => return Outcome::Stopped(stop),
    };
    let end = agent.search(budget);
    *stats = agent.stats();
    match end {
        Err(stop) => Outcome::Stopped(stop),
        Ok(None) => claim::exhausted(KEEPS),
        Ok(Some(number)) => {
            let path = agent.nodes.path_to(number);
            agent.load(ROOT);
            // A path through a wall is no solution, and the agent has no other.
            let found = walk::keys(board, &mut agent.position, &path);
            found.map_or_else(|| claim::exhausted(KEEPS), Outcome::Solved)
        }
    }
}

/// The number of the start among the nodes.
const ROOT: u32 = 0;

/// A search under way.
struct Agent {
    order: Algorithm,
    large: bool,
    test: Test,
    position: Position,
    box_order: BoxOrder,
    nodes: Nodes,
    stats: Stats,
}

impl Agent {
    fn new(board: &Board, order: Algorithm, large: bool, budget: &Budget) -> Result<Agent, Stop> {
        let grid = Grid::new(board);
        let box_order = BoxOrder::new(&grid);
        let mut boxes = grid.boxes(board);
        let player = grid.place(board, board.start().player);
        let nodes = Nodes::new(boxes.len(), grid.size(), order == Algorithm::Bfs, budget)?;
        let test = Test::for_goals(grid.goals.len());
        let position = Position::new(grid);
        let mut agent =
            Agent { order, large, test, position, box_order, nodes, stats: Stats::default() };
        agent.box_order.arrange(&mut boxes);
        agent.position.load(&boxes, player);
        agent.nodes.add(&agent.position, ROOT, None, 0.0)?;
        agent.nodes.wait(ROOT, if large { LAST } else { 0.0 });
        Ok(agent)
    }

    /// Expands nodes until one is solved; `None` when none is left.
    fn search(&mut self, budget: &mut Budget) -> Result<Option<u32>, Stop> {
        if self.large {
            self.open()?;
        }
        while let Some(number) = self.nodes.take() {
            self.load(number);
            if self.position.is_solved() {
                return Ok(Some(number));
            }
            budget.tick()?;
            budget.expand(&mut self.stats);
            self.expand(number, budget)?;
        }
        Ok(None)
    }

    /// Makes the opening push. The start stays in the list, but is forgotten.
    fn open(&mut self) -> Result<(), Stop> {
        self.load(ROOT);
        if let Some(run) = self.position.opening(self.test.other()) {
            self.create(ROOT, run)?;
            self.nodes.remember_only(ROOT + 1);
            self.stats.extra.push(("opening", 1));
        }
        Ok(())
    }

    fn load(&mut self, number: u32) {
        self.position.load(self.nodes.boxes(number), self.nodes.get(number).player);
    }

    /// With hundreds of boxes one push takes a millisecond and one node a second.
    fn expand(&mut self, number: u32, budget: &mut Budget) -> Result<(), Stop> {
        self.position.flood();
        for i in 0..self.position.list.len() {
            let from = self.nodes.boxes(number)[i];
            for dir in DIRS {
                budget.poll()?;
                if let Some(run) = self.position.push(from, dir, self.test) {
                    self.stats.generated += 1;
                    self.create(number, run)?;
                    self.load(number);
                }
            }
        }
        Ok(())
    }

    /// Adds the node a run leads to, unless its state was created before, by whatever path.
    fn create(&mut self, parent: u32, run: Run) -> Result<(), Stop> {
        let cost = self.nodes.get(parent).cost + self.cost(run);
        self.position.make(run);
        if let Some(known) = self.nodes.find(&self.position) {
            let taken = self.nodes.get(known).taken;
            self.stats.duplicates_closed += u64::from(taken);
            self.stats.duplicates_open += u64::from(!taken);
            return Ok(());
        }
        self.box_order.arrange(&mut self.position.list);
        let number = self.nodes.add(&self.position, parent, Some(run), cost)?;
        let priority = match self.order {
            Algorithm::Greedy => f64::from(self.position.estimate()),
            Algorithm::Astar => cost + f64::from(self.position.estimate()),
            _ => cost,
        };
        self.nodes.wait(number, priority);
        Ok(())
    }

    /// What a run adds to the cost: its pushes, and a hundredth of the distance to the first as the
    /// crow flies. The program adds floating-point numbers, and their rounding decides between
    /// nodes that would be equal; so they are floating-point numbers here, too.
    fn cost(&self, run: Run) -> f64 {
        if self.order == Algorithm::Bfs {
            return 1.0;
        }
        let behind = self.position.grid.step(run.from, run.dir.opposite());
        let walk = self.position.grid.distance(self.position.player, behind);
        f64::from(run.count) + f64::from(walk) / 100.0
    }

    fn stats(&self) -> Stats {
        let mut stats = self.stats.clone();
        stats.tree = self.nodes.len() as u64;
        stats.frontier = self.nodes.waiting() as u64;
        stats.table_bytes = self.nodes.bytes();
        stats.extra.push(("created", stats.tree - 1));
        stats
    }
}
