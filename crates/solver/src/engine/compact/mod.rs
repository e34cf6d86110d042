//! Optimal A* for many small boards in a row: at most four boxes and 64 places, as in the sets that
//! learned solvers are trained on.
//!
//! The search of [`optimal`](super::optimal) prepares itself for boards of any size, and on a small
//! level that takes longer than the search. Here a set of squares is one word, the tables take some
//! microseconds, and memory is reused from level to level. States, costs and claims are the same:
//! boxes and the player's zone when pushes are counted, boxes and the player's square after a push
//! when moves are. Both bounds are consistent, so a position is expanded once. When moves are
//! counted, the walking that cannot be avoided is added to the pushes ([`balance`]).

mod assignment;
mod balance;
mod frozen;
mod grid;
mod lone;
mod nodes;
#[cfg(test)]
mod tests;

use ground::claim;
use ground::kernel::Memory;
use ground::technique::{Keeps, Technique, TechniqueSet};
use search::{Budget, Guarantee, Metric, Outcome, Stats, Stop};
use sokoban::{Board, Dir, Push};

use self::assignment::Assignment;
use self::balance::Balance;
use self::grid::{Grid, ones};
use self::lone::Lone;
use self::nodes::{Node, Nodes};

/// Boxes that the assignment can take.
const MOST_BOXES: usize = 4;

/// An exact solver for small boards that keeps its memory from one board to the next.
#[derive(Default)]
pub struct Compact {
    nodes: Nodes,
    pushes: Vec<Ready>,
}

/// The result of a search on a small board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proved {
    /// How it ended.
    pub outcome: Outcome<Vec<Push>>,
    /// What is known about the length of the solution.
    pub guarantee: Guarantee,
    /// No solution costs less, in what was counted.
    pub bound: u32,
}

/// A push that can be made: where the player stands before it, its direction, and what it costs with
/// the walk to it.
#[derive(Clone, Copy)]
struct Ready {
    stand: u8,
    dir: Dir,
    cost: u16,
}

impl Compact {
    /// A solver that has no memory yet.
    pub fn new() -> Compact {
        Compact::default()
    }

    /// Whether a board is small enough.
    pub fn fits(board: &Board) -> bool {
        Ground::of(board).is_some()
    }

    /// A solution with the fewest pushes or the fewest moves; `None` if the board is too large.
    pub fn solve(
        &mut self,
        board: &Board,
        metric: Metric,
        budget: &mut Budget,
        stats: &mut Stats,
    ) -> Option<Proved> {
        let ground = Ground::of(board)?;
        let mut search = Search {
            lone: Lone::new(&ground.grid),
            balance: (metric == Metric::Moves).then(|| Balance::new(&ground.grid)),
            assignment: Assignment::new(board.n_boxes()),
            nodes: &mut self.nodes,
            pushes: &mut self.pushes,
            keeps: techniques().keeps(),
            ground,
        };
        search.nodes.clear(Memory::of(budget).left());
        let outcome = search.run(budget, stats).unwrap_or_else(Outcome::Stopped);
        stats.tree = search.nodes.len() as u64;
        stats.table_bytes = search.nodes.bytes();
        stats.bound = Some(u64::from(search.nodes.bound()));
        let guarantee = match outcome {
            Outcome::Solved(_) => claim::guarantee(Some(metric), search.keeps),
            _ => Guarantee::None,
        };
        Some(Proved { outcome, guarantee, bound: search.nodes.bound() })
    }
}

/// The techniques of the table that this search is made of.
fn techniques() -> TechniqueSet {
    TechniqueSet::NONE.with(Technique::Matching).with(Technique::Freeze)
}

/// A board that is small enough, with its start.
struct Ground {
    grid: Grid,
    boxes: u64,
    player: u64,
}

impl Ground {
    fn of(board: &Board) -> Option<Ground> {
        let few = (1..=MOST_BOXES).contains(&board.n_boxes());
        if !few || board.impossible().is_some() || board.goals().len() != board.n_boxes() {
            return None;
        }
        let grid = Grid::new(board)?;
        let start = board.start();
        Some(Ground { boxes: grid.set(&start.boxes), player: grid.set(&[start.player]), grid })
    }
}

/// A search at work.
struct Search<'a> {
    ground: Ground,
    lone: Lone,
    /// `None` when pushes are counted.
    balance: Option<Balance>,
    assignment: Assignment,
    nodes: &'a mut Nodes,
    pushes: &'a mut Vec<Ready>,
    keeps: Keeps,
}

impl Search<'_> {
    fn run(&mut self, budget: &mut Budget, stats: &mut Stats) -> Result<Outcome<Vec<Push>>, Stop> {
        let Ground { grid, boxes, player } = &self.ground;
        let (goals, boxes) = (grid.goals, *boxes);
        if boxes == goals {
            return Ok(Outcome::Solved(Vec::new()));
        }
        let place = player.trailing_zeros() as usize;
        let Some(h) = self.load(boxes, place) else { return Ok(claim::refuted()) };
        let player = self.player(boxes, place);
        let walked = self.balance.as_ref().map_or(0, |it| it.steps(place, it.carry(boxes)));
        let h = h + walked;
        let root = Node { boxes, parent: 0, g: 0, h, player, push: (0, 0), closed: false };
        self.nodes.add(root)?;
        while let Some((number, node)) = self.nodes.next() {
            if node.boxes == goals {
                return Ok(Outcome::Solved(self.path(number)));
            }
            budget.tick()?;
            budget.expand(stats);
            self.expand(number, node, stats)?;
        }
        Ok(claim::exhausted(self.keeps))
    }

    /// Loads the assignment of a position; returns the pushes that are needed at least.
    #[inline]
    fn load(&mut self, boxes: u64, player: usize) -> Option<u16> {
        let lone = &self.lone;
        self.assignment.load(ones(boxes).map(|place| lone.from(place, player)))
    }

    /// What stands for the player in a position: its place when moves are counted, else the first
    /// place of its zone.
    #[inline]
    fn player(&self, boxes: u64, place: usize) -> u8 {
        let grid = &self.ground.grid;
        match self.balance {
            Some(_) => place as u8,
            None => grid.flood(1 << place, grid.floor & !boxes).trailing_zeros() as u8,
        }
    }

    fn expand(&mut self, number: u32, node: Node, stats: &mut Stats) -> Result<(), Stop> {
        self.collect(node.boxes, node.player);
        self.load(node.boxes, usize::from(node.player));
        let carry = self.balance.as_ref().map_or(0, |it| it.carry(node.boxes));
        for i in 0..self.pushes.len() {
            self.push(number, &node, self.pushes[i], carry, stats)?;
        }
        Ok(())
    }

    /// Finds the pushes to live squares that can be made in a position, the nearest first.
    fn collect(&mut self, boxes: u64, player: u8) {
        let grid = &self.ground.grid;
        let (free, open) = (grid.floor & !boxes, self.lone.live & !boxes);
        // Where the player must stand for a push in each direction.
        let stands = Dir::ALL.map(|dir| {
            let back = dir.opposite();
            grid.step(boxes & grid.step(open, back), back) & free
        });
        self.pushes.clear();
        let mut ready = |reached: u64, cost: u16| {
            for dir in Dir::ALL {
                let stands = ones(stands[dir.index()] & reached);
                self.pushes.extend(stands.map(|at| Ready { stand: at as u8, dir, cost }));
            }
        };
        let mut front = 1 << player;
        if self.balance.is_none() {
            return ready(grid.flood(front, free), 1);
        }
        let mut wanted = stands.iter().fold(0, |all, stand| all | stand);
        let (mut seen, mut cost) = (front, 1);
        while front != 0 && wanted != 0 {
            if front & wanted != 0 {
                ready(front, cost);
                wanted &= !front;
            }
            front = grid.around(front) & free & !seen;
            seen |= front;
            cost += 1;
        }
    }

    /// Makes one push, unless it loses or leads to a position that is known as well.
    #[inline]
    fn push(
        &mut self,
        parent: u32,
        node: &Node,
        Ready { stand, dir, cost }: Ready,
        carry: isize,
        stats: &mut Stats,
    ) -> Result<(), Stop> {
        let grid = &self.ground.grid;
        stats.generated += 1;
        let from = grid.step(1 << stand, dir);
        let to = grid.step(from, dir);
        let moved = (node.boxes & (from - 1)).count_ones() as usize;
        let row = self.lone.beside(to.trailing_zeros() as usize, dir.opposite());
        let Some(h) = self.assignment.after(moved, row) else {
            stats.dead_ends += 1;
            return Ok(());
        };
        // A push carries the player as far as it changes the sum of the boxes.
        let h = h + self.balance.as_ref().map_or(0, |it| it.steps(usize::from(stand), carry));
        let boxes = node.boxes ^ from ^ to;
        let from = from.trailing_zeros() as usize;
        let player = self.player(boxes, from);
        let child = Node {
            boxes,
            parent,
            g: node.g + u32::from(cost),
            h,
            player,
            push: (from as u8, dir.index() as u8),
            closed: false,
        };
        match self.nodes.find(boxes, player) {
            Some(old) => self.meet(old, child, stats),
            None if frozen::is_lost(grid, self.lone.live, boxes) => stats.dead_ends += 1,
            None => self.nodes.add(child)?,
        }
        Ok(())
    }

    /// A known position is met again, perhaps on a better path.
    fn meet(&mut self, old: u32, child: Node, stats: &mut Stats) {
        let known = self.nodes.get(old);
        match known.closed {
            true => stats.duplicates_closed += 1,
            false => stats.duplicates_open += 1,
        }
        if child.g < known.g {
            debug_assert!(!known.closed, "the bound is consistent");
            self.nodes.improve(old, child);
        }
    }

    fn path(&self, number: u32) -> Vec<Push> {
        let mut pushes = Vec::new();
        let mut at = number;
        while at != 0 {
            let node = self.nodes.get(at);
            let (from, dir) = node.push;
            let from = self.ground.grid.square(from);
            pushes.push(Push { from, dir: Dir::ALL[usize::from(dir)] });
            at = node.parent;
        }
        pushes.reverse();
        pushes
    }
}
