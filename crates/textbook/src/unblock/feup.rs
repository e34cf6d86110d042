//! The searches of the FEUP report, counted the way the report counts.
//!
//! The report's searches differ from the textbook in ways that decide its tables:
//! * a successor equal to the board's own parent is not generated;
//! * a board is *visited* each time it is taken from the list, even when it turns out to be a
//!   duplicate, and the duplicate test happens at that moment, against the boards already expanded;
//! * breadth-first, greedy and A* test all successors for the goal, in order, before any is queued;
//!   depth-first tests and queues them one by one, each to the front of the list, so the last one
//!   generated is expanded next;
//! * greedy orders the list by h and A* by g + h, stably: equals leave in the order they came;
//! * iterative deepening runs limits 10 to 100; a board deeper than the limit is dropped when it is
//!   taken, and so is one already expanded at the same or a smaller depth;
//! * in iterative deepening, a board that waits once more in the list is dropped when it is taken,
//!   and the program's loop then also takes the next board off the list, without examining it.
//!   That board is lost for the round, and with it perhaps a solution.
//!
//! Testing the goal when boards are generated makes A* no longer optimal in general; with these
//! estimates and unit steps it can only be off by the parity of the last step. Iterative deepening
//! loses boards. The report's six boards come out optimal all the same, but the guarantee is given
//! to breadth-first search alone.
//!
//! Source: Cruz, Montenegro and Marques, *Resolução do Unblock me*, FEUP 2019, section VI; the
//! rules of counting were found by running the program of its authors on its six boards.

use std::collections::{BTreeMap, VecDeque};

use hashbrown::HashMap;
use search::{Budget, Guarantee, Outcome, StateSpace, Stats, Stop, Successor};
use unblock::{Board, Metric, Move, Space, State};

use super::Estimate;

/// First and last depth limit of iterative deepening.
const LIMITS: std::ops::RangeInclusive<u32> = 10..=100;

/// Bytes a queued board costs at most: itself, its place in the list and in the set of expanded
/// boards.
const BYTES_PER_BOARD: u64 = 160;

/// Bytes for the lists when the budget names none.
const DEFAULT_MEMORY: u64 = 1 << 30;

/// A search of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Feup {
    /// "Pesquisa em largura".
    Bfs,
    /// "Pesquisa em profundidade".
    Dfs,
    /// "Aprofundamento progressivo".
    Iddfs,
    /// "Pesquisa gananciosa", by distance and blockers.
    Greedy,
    /// "A*", by one of the estimates.
    Astar(Estimate),
}

impl Feup {
    /// All of them, with the name of the preset.
    pub const ALL: [(Feup, &'static str); 7] = [
        (Feup::Bfs, "feup-bfs"),
        (Feup::Dfs, "feup-dfs"),
        (Feup::Iddfs, "feup-iddfs"),
        (Feup::Greedy, "feup-greedy"),
        (Feup::Astar(Estimate::Both), "feup-astar"),
        (Feup::Astar(Estimate::Distance), "feup-astar-distance"),
        (Feup::Astar(Estimate::Blockers), "feup-astar-blockers"),
    ];

    /// The search of the preset with this name.
    pub fn from_name(name: &str) -> Option<Feup> {
        Feup::ALL.iter().find(|(_, known)| *known == name).map(|(feup, _)| *feup)
    }

    /// One sentence for help texts.
    pub const fn description(self) -> &'static str {
        match self {
            Feup::Bfs => "FEUP: breadth-first search, counted as the report counts",
            Feup::Dfs => "FEUP: depth-first search, counted as the report counts",
            Feup::Iddfs => "FEUP: iterative deepening, limits 10 to 100",
            Feup::Greedy => "FEUP: greedy search by distance and blockers",
            Feup::Astar(Estimate::Both) => "FEUP: A* by distance and blockers",
            Feup::Astar(Estimate::Distance) => "FEUP: A* by distance",
            Feup::Astar(_) => "FEUP: A* by blockers",
        }
    }

    /// Runs it, in steps. `visited` is among the extra counters.
    pub fn solve(
        self,
        board: &Board,
        budget: &mut Budget,
        stats: &mut Stats,
    ) -> (Outcome<Vec<Move>>, Guarantee) {
        let mut search = Search::new(self, board, budget);
        let outcome = if board.is_solved(&board.start()) {
            Outcome::Solved(Vec::new())
        } else if self == Feup::Iddfs {
            search.deepen(budget)
        } else {
            search.run(u32::MAX, budget).unwrap_or_else(Outcome::Stopped)
        };
        *stats = search.stats;
        stats.extra.push(("visited", search.visited));
        if self == Feup::Iddfs {
            stats.extra.push(("too_deep", search.too_deep));
            stats.extra.push(("pairs_dropped", search.pairs));
        }
        match (&outcome, self) {
            (Outcome::Solved(_), Feup::Bfs) => (outcome, Guarantee::Optimal(Metric::Steps)),
            _ => (outcome, Guarantee::None),
        }
    }
}

/// A board that was generated.
struct Node {
    state: State,
    parent: u32,
    action: Option<Move>,
    depth: u32,
}

struct Search<'a> {
    feup: Feup,
    board: &'a Board,
    space: Space<'a>,
    nodes: Vec<Node>,
    list: List,
    /// The least depth at which each board was expanded.
    expanded: HashMap<State, u32, foldhash::quality::FixedState>,
    /// How often each board waits in the list; kept by iterative deepening, whose list is short.
    waiting: HashMap<State, u32, foldhash::quality::FixedState>,
    capacity: usize,
    visited: u64,
    /// Boards taken beyond the limit.
    too_deep: u64,
    /// Boards that waited once more, each dropped together with the next of the list.
    pairs: u64,
    stats: Stats,
}

/// The list of boards to visit.
enum List {
    /// First come, first served.
    Queue(VecDeque<u32>),
    /// Last come, first served.
    Stack(Vec<u32>),
    /// By value, first come first served among equals.
    Sorted(BTreeMap<(u32, u32), u32>),
}

impl List {
    fn new(feup: Feup) -> List {
        match feup {
            Feup::Bfs => List::Queue(VecDeque::new()),
            Feup::Dfs | Feup::Iddfs => List::Stack(Vec::new()),
            Feup::Greedy | Feup::Astar(_) => List::Sorted(BTreeMap::new()),
        }
    }

    fn push(&mut self, node: u32, value: u32) {
        match self {
            List::Queue(queue) => queue.push_back(node),
            List::Stack(stack) => stack.push(node),
            // Nodes are numbered in the order in which they come.
            List::Sorted(sorted) => _ = sorted.insert((value, node), node),
        }
    }

    fn pop(&mut self) -> Option<u32> {
        match self {
            List::Queue(queue) => queue.pop_front(),
            List::Stack(stack) => stack.pop(),
            List::Sorted(sorted) => sorted.pop_first().map(|(_, node)| node),
        }
    }

    fn len(&self) -> usize {
        match self {
            List::Queue(queue) => queue.len(),
            List::Stack(stack) => stack.len(),
            List::Sorted(sorted) => sorted.len(),
        }
    }
}

impl<'a> Search<'a> {
    fn new(feup: Feup, board: &'a Board, budget: &Budget) -> Search<'a> {
        let capacity = budget.memory(DEFAULT_MEMORY) / BYTES_PER_BOARD;
        Search {
            feup,
            board,
            space: Space::new(board, Metric::Steps),
            nodes: Vec::new(),
            list: List::new(feup),
            expanded: HashMap::with_hasher(foldhash::quality::FixedState::default()),
            waiting: HashMap::with_hasher(foldhash::quality::FixedState::default()),
            capacity: capacity.min(u64::from(u32::MAX)) as usize,
            visited: 0,
            too_deep: 0,
            pairs: 0,
            stats: Stats::default(),
        }
    }

    /// Iterative deepening.
    fn deepen(&mut self, budget: &mut Budget) -> Outcome<Vec<Move>> {
        for limit in LIMITS {
            match self.run(limit, budget) {
                Ok(Outcome::Unsolvable) => {}
                Ok(outcome) => return outcome,
                Err(stop) => return Outcome::Stopped(stop),
            }
        }
        Outcome::GaveUp
    }

    /// One run from the start. With a limit, the end of the list proves nothing.
    fn run(&mut self, limit: u32, budget: &mut Budget) -> Result<Outcome<Vec<Move>>, Stop> {
        self.stats.iterations += 1;
        self.nodes.clear();
        self.expanded.clear();
        self.nodes.push(Node { state: self.board.start(), parent: 0, action: None, depth: 0 });
        self.list = List::new(self.feup);
        self.waiting.clear();
        self.put(0);
        let mut successors = Vec::new();
        while let Some(number) = self.take() {
            self.visited += 1;
            if self.is_dropped(number, limit) {
                continue;
            }
            budget.tick()?;
            self.space.expand(&self.nodes[number as usize].state, &mut successors);
            budget.expand(&mut self.stats);
            if let Some(goal) = self.queue(number, &mut successors)? {
                self.stats.frontier = self.list.len() as u64;
                self.stats.tree = self.nodes.len() as u64;
                return Ok(Outcome::Solved(self.path_to(goal)));
            }
        }
        self.stats.tree = self.nodes.len() as u64;
        Ok(Outcome::Unsolvable)
    }

    /// Puts a board into the list.
    fn put(&mut self, number: usize) {
        let value = self.value(number);
        self.list.push(number as u32, value);
        if self.feup == Feup::Iddfs {
            *self.waiting.entry(self.nodes[number].state.clone()).or_insert(0) += 1;
        }
    }

    /// Takes the first board off the list.
    fn take(&mut self) -> Option<u32> {
        let number = self.list.pop()?;
        if let Some(count) = self.waiting.get_mut(&self.nodes[number as usize].state) {
            *count -= 1;
            if *count == 0 {
                self.waiting.remove(&self.nodes[number as usize].state);
            }
        }
        Some(number)
    }

    /// Whether a board just taken is too deep or a duplicate; otherwise it counts as expanded.
    fn is_dropped(&mut self, number: u32, limit: u32) -> bool {
        if self.nodes[number as usize].depth > limit {
            self.too_deep += 1;
            return true;
        }
        // In a stack whose boards of one depth have one parent, an equal board that waits is
        // always at a smaller depth.
        if self.waiting.contains_key(&self.nodes[number as usize].state) {
            self.pairs += 1;
            self.take();
            return true;
        }
        let Node { state, depth, .. } = &self.nodes[number as usize];
        match self.expanded.get_mut(state) {
            Some(old) if self.feup != Feup::Iddfs || *old <= *depth => {
                self.stats.duplicates_closed += 1;
                true
            }
            Some(old) => {
                *old = *depth;
                self.stats.reopened += 1;
                false
            }
            None => {
                self.expanded.insert(state.clone(), *depth);
                false
            }
        }
    }

    /// Tests and queues successors; returns the number of a goal if there is one.
    fn queue(
        &mut self,
        parent: u32,
        successors: &mut Vec<Successor<State, Move>>,
    ) -> Result<Option<u32>, Stop> {
        let Node { action, depth, .. } = self.nodes[parent as usize];
        let back = action.map(|Move { piece, delta }| Move { piece, delta: -delta });
        let first = self.nodes.len();
        let one_by_one = matches!(self.feup, Feup::Dfs | Feup::Iddfs);
        for Successor { action, state, .. } in successors.drain(..) {
            if back == Some(action) {
                continue;
            }
            if self.nodes.len() >= self.capacity {
                return Err(Stop::Memory);
            }
            self.stats.generated += 1;
            let goal = self.board.is_solved(&state);
            self.nodes.push(Node { state, parent, action: Some(action), depth: depth + 1 });
            if goal {
                return Ok(Some(self.nodes.len() as u32 - 1));
            }
            if one_by_one {
                self.put(self.nodes.len() - 1);
            }
        }
        if !one_by_one {
            (first..self.nodes.len()).for_each(|number| self.put(number));
        }
        Ok(None)
    }

    fn value(&mut self, number: usize) -> u32 {
        let Node { state, depth, .. } = &self.nodes[number];
        let (estimate, cost) = match self.feup {
            Feup::Greedy => (Estimate::Both, 0),
            Feup::Astar(estimate) => (estimate, *depth),
            _ => return 0,
        };
        self.stats.evaluations += 1;
        cost + estimate.of(self.board, state)
    }

    fn path_to(&self, mut number: u32) -> Vec<Move> {
        let mut path = Vec::new();
        while let Some(action) = self.nodes[number as usize].action {
            path.push(action);
            number = self.nodes[number as usize].parent;
        }
        path.reverse();
        path
    }
}
