//! FESS: feature space search with a packing plan.
//!
//! A short backward search finds a packing plan (`backward`); the forward search (`forward`)
//! follows it through the cells of the feature space. The positions that the backward search met
//! with all boxes on the board are a perimeter at which the forward search may end.
//!
//! One such pair of searches is a *strategy*. When the first does not finish soon, others join it,
//! on the turned board (other ties, other plans) and with other cells and orders; they take turns,
//! each with its own trees.
//!
//! A reader can follow a level to its answer through `single` (one strategy at work), `field` (the
//! board reduced and turned, with its tables), `backward` and `forward` (the two searches), and
//! from these to `pulls`, `pushes` and `movable` (moves), `feature` and `advisor` (what they are
//! worth), `tree` (which child comes next) and `replay` (the pushes). Layers depend on each other
//! in that direction only, and all of them build on the kernel's squares, positions and zones. A
//! position is loaded once for each expansion; its zones and fixed boxes are handed from the
//! deadlock tests to the generator.
//!
//! Source: Y. Shoham, J. Schaeffer, "The FESS Algorithm: A Feature Based Approach to Single-Agent
//! Search", CoG 2020. The engine uses unsound prunings and never says that a level has no solution.

mod advisor;
mod backward;
mod feature;
mod field;
mod forward;
mod known;
mod movable;
mod moves;
mod perimeter;
mod plan;
mod pulls;
mod pushes;
mod replay;
mod restarts;
mod single;
mod sink;
#[cfg(test)]
mod soundness;
mod strategy;
#[cfg(test)]
mod traces;
mod tree;

use search::{Budget, Outcome, Stats, Stop};
use sokoban::{Board, Push};

use ground::run::Run;
use ground::technique::TechniqueSet;
pub use restarts::Restarts;
pub(crate) use single::Single;
use single::{until_over, without_growth};
pub use strategy::Strategy;

/// The strategies in the order in which they join.
const STRATEGIES: [(u8, usize); 4] = [(0, 0), (0, 5), (0, 1), (6, 0)];

/// Nodes the first strategy has to itself.
const ALONE: u64 = 20_000;

/// Nodes of a turn in the first round; turns become twice as long every round.
const TURN: u64 = 4_000;

/// The engine.
pub struct Fess {
    board: Board,
    strategies: Vec<Strategy>,
    techniques: TechniqueSet,
    /// Strategies that have joined; `None` when one has given up.
    running: Vec<Option<Single>>,
    at: usize,
    left: u64,
    turn: u64,
    memory: u64,
    /// What the strategies that have left did.
    expanded: u64,
    generated: u64,
    full: bool,
}

impl Fess {
    /// An engine for a board, with `memory` bytes for its trees.
    ///
    /// # Errors
    ///
    /// The limit that was reached, or the cancellation.
    pub fn new(
        board: &Board,
        techniques: TechniqueSet,
        memory: u64,
        budget: &mut Budget,
    ) -> Result<Fess, Stop> {
        let strategies = STRATEGIES.map(|(view, variant)| Strategy::new(view, variant));
        Fess::with(board, &strategies, techniques, memory, budget)
    }

    /// An engine with the given list of strategies.
    ///
    /// # Errors
    ///
    /// The limit that was reached, or the cancellation.
    pub fn with(
        board: &Board,
        strategies: &[Strategy],
        techniques: TechniqueSet,
        memory: u64,
        budget: &mut Budget,
    ) -> Result<Fess, Stop> {
        let mut fess = Fess {
            board: board.clone(),
            strategies: strategies.to_vec(),
            techniques,
            running: Vec::new(),
            at: 0,
            left: if strategies.len() > 1 { ALONE } else { u64::MAX },
            turn: TURN,
            memory: without_growth(memory),
            expanded: 0,
            generated: 0,
            full: false,
        };
        fess.join(budget)?;
        Ok(fess)
    }

    /// The best position of the first strategy, drawn. For experiments.
    pub fn draw(&self) -> String {
        self.running[0].as_ref().map_or_else(String::new, Single::draw)
    }

    /// Starts the next strategy of the list.
    fn join(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        let strategy = self.strategies[self.running.len()];
        let memory = self.memory.saturating_sub(self.bytes());
        let single = Single::new(&self.board, strategy, self.techniques, memory, budget)?;
        self.running.push(Some(single));
        Ok(())
    }

    /// Bytes of all strategies.
    fn bytes(&self) -> u64 {
        self.running.iter().flatten().map(Single::bytes).sum()
    }

    /// Dismisses a strategy and frees its memory.
    fn leave(&mut self, at: usize) {
        if let Some(single) = self.running[at].take() {
            let stats = single.stats();
            self.expanded += stats.expanded;
            self.generated += stats.generated;
        }
        if at == self.at {
            self.left = 0;
        }
    }

    /// The memory is full: the last to have joined leaves, so that the others can go on.
    fn make_room(&mut self) {
        self.full = true;
        if let Some(last) = self.running.iter().rposition(Option::is_some) {
            self.leave(last);
        }
    }

    /// Passes the turn on.
    fn next(&mut self) {
        self.at += 1;
        if self.at == self.strategies.len() {
            self.at = 0;
            self.turn *= 2;
        }
        self.left = self.turn;
    }

    /// Lets the strategy whose turn it is work; returns an outcome when the search is over.
    fn work(&mut self, budget: &mut Budget) -> Result<Option<Outcome<Vec<Push>>>, Stop> {
        if self.at == self.running.len() {
            self.join(budget)?;
        }
        let used = self.bytes();
        let Some(single) = &mut self.running[self.at] else {
            if self.running.len() == self.strategies.len()
                && self.running.iter().all(Option::is_none)
            {
                let full = Outcome::Stopped(Stop::Memory);
                return Ok(Some(if self.full { full } else { Outcome::GaveUp }));
            }
            self.next();
            return Ok(None);
        };
        let own = single.bytes();
        single.allow((self.memory + own).saturating_sub(used));
        match single.turn(&mut self.left, budget) {
            Some(Outcome::Solved(pushes)) => return Ok(Some(Outcome::Solved(pushes))),
            Some(Outcome::Stopped(Stop::Memory)) => self.make_room(),
            Some(_) => self.leave(self.at),
            None => {
                budget.look()?;
                if budget.limits().nodes.is_some_and(|limit| budget.nodes() >= limit) {
                    budget.tick()?;
                }
            }
        }
        if self.left == 0 {
            self.next();
        }
        Ok(None)
    }
}

impl Run for Fess {
    fn run(&mut self, slice: &mut Budget) -> Option<Outcome<Vec<Push>>> {
        until_over(slice, |slice| self.work(slice))
    }

    fn stats(&self) -> Stats {
        let mut stats =
            Stats { expanded: self.expanded, generated: self.generated, ..Stats::default() };
        for single in self.running.iter().flatten() {
            let own = single.stats();
            stats.expanded += own.expanded;
            stats.generated += own.generated;
            stats.table_bytes += own.table_bytes;
            if stats.extra.is_empty() {
                stats.extra = own.extra;
            }
        }
        stats.extra.push(("strategies", self.running.len() as u64));
        stats
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::strategy::VARIANTS;
    use super::*;
    use search::{Cancel, Limits};
    use sokoban::{Level, Walker};

    /// Boxes in two rooms, goals along a wall.
    const ROWS: [&str; 10] = [
        "################",
        "#     #        #",
        "#  $  #  $     #",
        "#   $         .#",
        "##  ###  $    .#",
        "#   # #       .#",
        "# $   #       .#",
        "#   $ #       .#",
        "#     @       .#",
        "################",
    ];

    pub(crate) fn board() -> Board {
        Board::new(&Level::from_rows(&ROWS).unwrap()).unwrap()
    }

    fn budget(nodes: u64) -> Budget {
        Budget::new(Limits { nodes: Some(nodes), ..Limits::default() }, Cancel::default())
    }

    fn solve(strategies: &[Strategy], nodes: u64) -> Option<Vec<Push>> {
        let board = board();
        let mut all = budget(nodes);
        let mut fess =
            Fess::with(&board, strategies, TechniqueSet::defaults(), 1 << 28, &mut all).unwrap();
        match fess.run(&mut all) {
            Some(Outcome::Solved(pushes)) => Some(pushes),
            _ => None,
        }
    }

    #[test]
    fn every_strategy_finds_a_solution_that_plays() {
        let board = board();
        for (view, variant) in (0..8).zip((0..VARIANTS.len()).cycle().skip(2)) {
            let pushes = solve(&[Strategy::new(view, variant)], 5_000).expect("a solution");
            let moves = Walker::new(&board).walk_pushes(&board, &board.start(), &pushes);
            let mut state = board.start();
            state.play(&board, &moves.unwrap().to_string()).unwrap();
            assert!(board.is_solved(&state), "view {view}, variant {variant}");
        }
    }

    #[test]
    fn slices_give_the_same_solution_as_one_run() {
        let whole = solve(&[Strategy::new(0, 0), Strategy::new(1, 1)], 5_000).unwrap();
        let board = board();
        let strategies = [Strategy::new(0, 0), Strategy::new(1, 1)];
        let mut fess =
            Fess::with(&board, &strategies, TechniqueSet::defaults(), 1 << 28, &mut budget(1))
                .unwrap();
        let sliced = (0..5_000).find_map(|_| fess.run(&mut budget(1)));
        assert_eq!(sliced, Some(Outcome::Solved(whole)));
    }

    #[test]
    fn a_small_memory_ends_the_search() {
        let board = board();
        let mut all = budget(5_000);
        let mut fess =
            Fess::with(&board, &[Strategy::new(0, 0)], TechniqueSet::defaults(), 1_000, &mut all)
                .unwrap();
        assert_eq!(fess.run(&mut all), Some(Outcome::Stopped(Stop::Memory)));
    }
}
