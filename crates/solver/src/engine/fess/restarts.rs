//! Many short searches instead of one long one.
//!
//! How a strategy fares on a level depends on the first plan and the first moves; when they are
//! bad, the tree below them grows without end. So every *attempt* has a different view of the
//! board, a different variant and a different seed, and a limited number of nodes. Every second
//! attempt that stalls is not thrown away at once: the position that got farthest becomes the start
//! of a new search with a new plan, a few times over, because what was packed by then may have been
//! the hard part. The limits follow the sequence 1, 1, 2, 1, 1, 2, 4, … which wastes little
//! whatever the right limit is.
//!
//! Sources: C. P. Gomes, B. Selman, H. Kautz, "Boosting Combinatorial Search Through
//! Randomization", AAAI 1998 (heavy tails); M. Luby, A. Sinclair, D. Zuckerman, "Optimal Speedup of
//! Las Vegas Algorithms", 1993 (the sequence).

use search::{Budget, Outcome, Stats, Stop};
use sokoban::{Board, Push};

use super::single::{Single, until_over, without_growth};
use super::strategy::Strategy;
use ground::kernel::mix;
use ground::run::Run;
use ground::technique::TechniqueSet;

/// Nodes of the shortest attempt, for each of its searches.
const SHORTEST: u64 = 3_000;

/// Searches per attempt, alternating: the first from the start, each later one from where the last
/// one got to. With and without the later ones equally many levels are solved, but not the same
/// ones.
const STAGES: [u32; 2] = [1, 4];

/// The variants, used in turn.
const VARIANTS: [usize; 3] = [0, 5, 1];

/// The engine.
pub struct Restarts {
    board: Board,
    techniques: TechniqueSet,
    seed: u64,
    memory: u64,
    /// Attempts begun.
    attempt: u64,
    /// Searches begun in this attempt.
    stage: u32,
    /// The search under way.
    single: Option<Single>,
    /// Nodes that search has left.
    left: u64,
    /// The pushes from the start of the board to the start of that search.
    before: Vec<Push>,
    /// What the searches before it did.
    done: Stats,
}

impl Restarts {
    /// An engine for a board, with `memory` bytes for a search.
    pub fn new(board: &Board, techniques: TechniqueSet, seed: u64, memory: u64) -> Restarts {
        Restarts {
            board: board.clone(),
            techniques,
            seed,
            memory: without_growth(memory),
            attempt: 0,
            stage: 0,
            single: None,
            left: 0,
            before: Vec::new(),
            done: Stats::default(),
        }
    }

    /// Begins the next search: from the best position of the last one, or a new attempt.
    fn begin(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        let further = self.single.as_ref().and_then(Single::best).filter(|best| !best.is_empty());
        let (before, attempt, stage) = match further {
            Some(best) if self.stage < STAGES[self.attempt as usize % 2] => {
                let before = self.before.iter().copied().chain(best).collect();
                (before, self.attempt, self.stage + 1)
            }
            _ => (Vec::new(), self.attempt + 1, 1),
        };
        let mut start = self.board.start();
        before.iter().for_each(|&push| start.push(&self.board, push));
        let board = self.board.starting_with(start);
        let seed = mix(self.seed.wrapping_add(attempt << 8).wrapping_add(stage.into()));
        let variant = VARIANTS[attempt as usize % VARIANTS.len()];
        let strategy = Strategy::new((attempt % 8) as u8, variant).seeded(seed);
        // Set up first: if time runs out here, the next slice begins the same search again.
        let single = Single::new(&board, strategy, self.techniques, self.memory, budget)?;
        if let Some(last) = self.single.replace(single) {
            let stats = last.stats();
            self.done.expanded += stats.expanded;
            self.done.generated += stats.generated;
        }
        self.left = SHORTEST * luby(attempt);
        (self.before, self.attempt, self.stage) = (before, attempt, stage);
        Ok(())
    }

    /// Works on the search under way; returns an outcome when the level is solved.
    fn work(&mut self, budget: &mut Budget) -> Result<Option<Outcome<Vec<Push>>>, Stop> {
        if self.left == 0 {
            self.begin(budget)?;
        }
        let single = self.single.as_mut().expect("a search has begun");
        match single.turn(&mut self.left, budget) {
            Some(Outcome::Solved(rest)) => {
                let pushes = self.before.iter().copied().chain(rest).collect();
                return Ok(Some(Outcome::Solved(pushes)));
            }
            Some(_) => self.left = 0,
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
        if let Some(single) = &self.single {
            let own = single.stats();
            stats.expanded += own.expanded;
            stats.generated += own.generated;
            stats.table_bytes = own.table_bytes;
        }
        stats.extra.push(("attempts", self.attempt));
        stats
    }
}

/// The sequence of Luby, Sinclair and Zuckerman, from 1.
fn luby(i: u64) -> u64 {
    let k = u64::BITS - i.leading_zeros();
    if i == (1 << k) - 1 { 1 << (k - 1) } else { luby(i - (1 << (k - 1)) + 1) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::{Cancel, Limits};
    use sokoban::Walker;

    #[test]
    fn the_sequence_is_luby_s() {
        let first: Vec<u64> = (1..=15).map(luby).collect();
        assert_eq!(first, [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]);
    }

    #[test]
    fn a_solution_through_several_searches_plays() {
        let board = crate::engine::fess::tests::board();
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let mut budget = Budget::new(limits, Cancel::default());
        let mut engine = Restarts::new(&board, TechniqueSet::defaults(), 7, 1 << 28);
        // Begins and leaves searches again and again, as if each stalled after three nodes.
        let solved = (0..5_000).find_map(|_| {
            engine.left = engine.left.min(3);
            engine.run(&mut budget.slice(Some(5), None))
        });
        let Some(Outcome::Solved(pushes)) = solved.or_else(|| engine.run(&mut budget)) else {
            panic!("not solved")
        };
        let moves = Walker::new(&board).walk_pushes(&board, &board.start(), &pushes).unwrap();
        let mut state = board.start();
        state.play(&board, &moves.to_string()).unwrap();
        assert!(board.is_solved(&state));
    }
}
