//! Many short searches instead of one long one.
//!
//! How a strategy fares on a level depends on the first plan and the first moves; when they are
//! bad, the tree below them grows without end. So every *attempt* has a different view of the
//! board, a different variant and a different seed, and a limited number of nodes. Every second
//! attempt that stalls is not thrown away at once: the position that got farthest becomes the start
//! of a new search with a new plan, a few times over, because what was packed by then may have been
//! the hard part. How long attempts are is for [`Attempts`] to say.
//!
//! Source: C. P. Gomes, B. Selman, H. Kautz, "Boosting Combinatorial Search Through
//! Randomization", AAAI 1998 (heavy tails).

use ground::kernel::mix;
use ground::run::Run;
use ground::technique::TechniqueSet;
use search::{Attempts, Budget, Growth, Outcome, Stats, Stop};
use sokoban::{Board, Push};

use super::strategy::Strategy;
use super::strategy_run::{StrategyRun, until_over, without_growth};

/// Nodes of the shortest attempt, for each of its searches.
const SHORTEST: u64 = 3_000;

/// Searches per attempt, alternating: the first from the start, each later one from where the last
/// one got to. With and without the later ones equally many levels are solved, but not the same
/// ones.
const STAGES: [u32; 2] = [1, 4];

/// The engine.
pub(crate) struct Restarts {
    board: Board,
    techniques: TechniqueSet,
    seed: u64,
    memory: u64,
    attempts: Attempts,
    /// Searches begun in this attempt.
    stage: u32,
    /// The search under way.
    search: Option<StrategyRun>,
    /// Nodes of all searches.
    nodes: u64,
    /// The pushes from the start of the board to the start of that search.
    before: Vec<Push>,
    /// What the searches before it did.
    done: Stats,
}

impl Restarts {
    /// An engine for a board, with `memory` bytes for a search.
    pub(crate) fn new(board: &Board, techniques: TechniqueSet, seed: u64, memory: u64) -> Restarts {
        Restarts {
            board: board.clone(),
            techniques,
            seed,
            memory: without_growth(memory),
            attempts: Attempts::new(Growth::Luby, SHORTEST),
            stage: 0,
            search: None,
            nodes: 0,
            before: Vec::new(),
            done: Stats::default(),
        }
    }

    /// Leaves the search under way and says where the next one begins: at the best position of the
    /// last one, or anew.
    fn advance(&mut self) {
        let last = self.search.take();
        let best = last.as_ref().and_then(StrategyRun::best).filter(|best| !best.is_empty());
        match best {
            Some(best) if self.stage < STAGES[self.attempts.begun() as usize % 2] => {
                self.before.extend(best);
                self.attempts = self.attempts.renewed(self.nodes);
                self.stage += 1;
            }
            _ => {
                self.before.clear();
                self.attempts = self.attempts.next(self.nodes);
                self.stage = 1;
            }
        }
        if let Some(last) = last {
            let stats = last.stats();
            self.done.expanded += stats.expanded;
            self.done.generated += stats.generated;
        }
    }

    /// Sets the next search up; the last one has freed its memory.
    fn set_up(&self, budget: &mut Budget) -> Result<StrategyRun, Stop> {
        let mut start = self.board.start();
        self.before.iter().for_each(|&push| start.push(&self.board, push));
        let board = self.board.starting_with(start);
        let attempt = self.attempts.begun();
        let seed = mix(self.seed.wrapping_add(attempt << 8).wrapping_add(self.stage.into()));
        let strategy = Strategy::of_attempt(attempt, seed);
        StrategyRun::new(&board, strategy, self.techniques, self.memory, budget)
    }

    /// Works on the search under way; returns an outcome when the level is solved.
    fn work(&mut self, budget: &mut Budget) -> Result<Option<Outcome<Vec<Push>>>, Stop> {
        if self.attempts.left(self.nodes) == 0 {
            self.advance();
        }
        // If time runs out here, the next slice sets the same search up again.
        let search = match &mut self.search {
            Some(search) => search,
            None => self.search.insert(self.set_up(budget)?),
        };
        let mut slice = budget.slice(Some(self.attempts.left(self.nodes)), None);
        let outcome = search.run(&mut slice);
        budget.charge(&slice);
        self.nodes += slice.nodes();
        match outcome {
            Some(Outcome::Solved(rest)) => {
                let pushes = self.before.iter().copied().chain(rest).collect();
                return Ok(Some(Outcome::Solved(pushes)));
            }
            Some(_) => self.attempts.end(),
            None => {}
        }
        budget.look()?;
        // Even a search that ends at once costs a node, so that a board on which none can begin
        // does not hold the slice forever.
        budget.tick()?;
        Ok(None)
    }
}

impl Run for Restarts {
    fn run(&mut self, slice: &mut Budget) -> Option<Outcome<Vec<Push>>> {
        until_over(slice, |slice| self.work(slice))
    }

    fn stats(&self) -> Stats {
        let mut stats = self.done.clone();
        if let Some(search) = &self.search {
            let own = search.stats();
            stats.expanded += own.expanded;
            stats.generated += own.generated;
            stats.table_bytes = own.table_bytes;
        }
        stats.extra.push(("attempts", self.attempts.begun()));
        stats
    }
}

#[cfg(test)]
mod tests {
    use search::{Cancel, Limits};
    use sokoban::Walker;

    use super::*;

    #[test]
    fn a_solution_through_several_searches_plays() {
        let board = crate::engine::fess::tests::board();
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let mut budget = Budget::new(limits, Cancel::default());
        let mut engine = Restarts::new(&board, TechniqueSet::defaults(), 7, 1 << 28);
        // Begins and leaves searches again and again, as if each stalled after a few nodes.
        engine.attempts = Attempts::new(Growth::Luby, 3);
        let solved = (0..5_000).find_map(|_| engine.run(&mut budget.slice(Some(5), None)));
        assert!(engine.attempts.begun() > 1);
        let Some(Outcome::Solved(pushes)) = solved.or_else(|| engine.run(&mut budget)) else {
            panic!("not solved")
        };
        let moves = Walker::new(&board).walk_pushes(&board, &board.start(), &pushes).unwrap();
        let mut state = board.start();
        state.play(&board, &moves.to_string()).unwrap();
        assert!(board.is_solved(&state));
    }
}
