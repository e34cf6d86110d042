//! A level that has been solved, ready to be kept.

use puzzle::{Counts, Metric, Puzzle, WrongMoves};

use crate::{Drawing, Result, Solution, Store, drawing, key};

/// A solution that the checker has replayed, once for every metric it is counted in.
#[derive(Clone, Debug)]
pub struct Solved {
    level: Drawing,
    solutions: Vec<Solution>,
    /// What the checker counted.
    pub counts: Counts,
}

impl Solved {
    /// Lets the checker replay a solution.
    ///
    /// # Errors
    /// The first move that is wrong, or that the level is not solved at the end.
    pub fn new(
        puzzle: &Puzzle,
        moves: &str,
        hints: u32,
        solver: bool,
    ) -> Result<Solved, WrongMoves> {
        let counts = puzzle::check(puzzle, moves)?;
        let solution = |metric: Metric| {
            Some(Solution {
                level: key(puzzle),
                metric,
                value: u32::try_from(counts.of(metric)?).ok()?,
                moves: moves.to_owned(),
                hints,
                solver,
            })
        };
        let solutions = Metric::PROVABLE.into_iter().filter_map(solution).collect();
        let drawing = drawing(puzzle).expect("a level holds nothing JSON cannot say");
        Ok(Solved { level: Drawing { level: key(puzzle), drawing }, solutions, counts })
    }

    /// Keeps it where it is the best of its kind.
    pub fn keep(&self, store: &Store) -> Result<()> {
        store.keep_solutions(&self.level, &self.solutions)
    }
}
