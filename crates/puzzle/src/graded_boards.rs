//! Graded boards by the thousand: small Sokoban boards, each with its fewest pushes and moves, proved, and a grade from
//! its solution. For programs that learn or measure on fresh boards.
//!
//! The exact engine is [`solver::Compact`], which keeps its memory from board to board. The grade stands on a solution,
//! not on all positions: it orders levels less well than [`rate`](crate::rate) does (`docs/rate.md` has both figures).

use generate::sokoban::quick;
use search::{Budget, Metric, Outcome, Stats, Stop};
use sokoban::{Board, SavedGame, Walker};

use crate::generate::{ImpossibleWish, SokobanWanted};
use crate::{NoAnswer, Puzzle};

/// Positions of one search; a board that needs more is passed over.
const NODES: u64 = 20_000;

/// Attempts in a row that may fail.
const TRIES: u32 = 10_000;

/// Makes one board after another; the same seed makes the same boards.
pub struct GradedBoards {
    wanted: SokobanWanted,
    seed: u64,
    attempt: u64,
    compact: solver::Compact,
}

/// A board with what is known about it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct GradedBoard {
    /// The board, its solution inside.
    pub puzzle: Puzzle,
    /// The share of plays that end solved, from its solution.
    pub share: f64,
    /// Fewest pushes, proved.
    pub pushes: u32,
    /// Fewest moves, proved.
    pub moves: u32,
    /// A solution with fewest moves.
    pub solution: String,
}

impl GradedBoards {
    /// A maker of boards of a size, a number of boxes and perhaps a style; the other wishes are not looked at.
    ///
    /// # Errors
    /// Wishes that no board can meet, or that are too large for the engine.
    pub fn new(wanted: SokobanWanted, seed: u64) -> Result<GradedBoards, ImpossibleWish> {
        wanted.check().map_err(|error| ImpossibleWish(error.to_string()))?;
        if wanted.boxes > 4 || wanted.width.max(wanted.height) > 10 {
            let why = "graded boards have at most four boxes and 10x10 cells".to_owned();
            return Err(ImpossibleWish(why));
        }
        Ok(GradedBoards { wanted, seed, attempt: 0, compact: solver::Compact::new() })
    }

    /// The next board.
    ///
    /// # Errors
    /// The limit that came first, or a sentence saying that no attempt made a board.
    pub fn next_board(&mut self, budget: &mut Budget) -> Result<GradedBoard, NoAnswer> {
        for _ in 0..TRIES {
            let attempt = self.attempt;
            self.attempt += 1;
            let made = quick(self.seed, attempt, &self.wanted, budget).map_err(NoAnswer::from)?;
            let Some((mut level, board)) = made else { continue };
            let Some(moves) = self.fewest(&board, Metric::Moves, budget)? else { continue };
            let Some(pushes) = self.fewest(&board, Metric::Pushes, budget)? else { continue };
            let walked = Walker::new(&board).walk_pushes(&board, &board.start(), &moves);
            let Some(walked) = walked else { continue };
            let (count, fewest) = (walked.moves.len(), pushes.len());
            let share = ::rate::share_of_solution(&board, &moves, count, fewest, budget)?;
            let solution = walked.to_string();
            level.comments = vec![
                crate::grade::noted_share(share),
                format!("fewest moves {count}, fewest pushes {fewest}"),
                format!("quick, seed {}, attempt {attempt}", self.seed),
            ];
            let game = SavedGame { moves: solution.clone(), ..SavedGame::default() };
            level.solutions = vec![game];
            let puzzle = Puzzle::sokoban(level);
            let puzzle = puzzle.map_err(|refused| NoAnswer::Nothing(refused.to_string()))?;
            let (pushes, moves) = (fewest as u32, count as u32);
            return Ok(GradedBoard { puzzle, share, pushes, moves, solution });
        }
        Err(NoAnswer::Nothing(format!("no board; tries made: {TRIES}")))
    }

    /// The pushes of a solution with the fewest of something; `None` when that takes too long.
    fn fewest(
        &mut self,
        board: &Board,
        metric: Metric,
        budget: &mut Budget,
    ) -> Result<Option<Vec<sokoban::Push>>, Stop> {
        let mut slice = budget.slice(Some(NODES), None);
        let found = self.compact.solve(board, metric, &mut slice, &mut Stats::default());
        budget.charge(&slice);
        match found.map(|found| found.outcome) {
            Some(Outcome::Solved(pushes)) => Ok(Some(pushes)),
            Some(Outcome::Stopped(stop @ (Stop::Time | Stop::Interrupted))) => Err(stop),
            _ => Ok(None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_repeat_and_have_the_fewest_pushes_and_moves() {
        let wanted = SokobanWanted { width: 8, height: 8, boxes: 2, ..SokobanWanted::default() };
        let boards = || {
            let mut quick = GradedBoards::new(wanted.clone(), 5).unwrap();
            let mut next = || quick.next_board(&mut Budget::unlimited()).unwrap();
            [next(), next(), next()]
        };
        for (made, again) in boards().iter().zip(&boards()) {
            assert_eq!(made.puzzle.level_hash(), again.puzzle.level_hash());
            assert!(made.share > 0.0 && made.share < 1.0);
            for (metric, count) in [(Metric::Pushes, made.pushes), (Metric::Moves, made.moves)] {
                let request = crate::Request::new().engine("optimal").goal(metric);
                let request = request.resolve(made.puzzle.game()).unwrap();
                let report = crate::run(&made.puzzle, &request);
                assert_eq!(report.counts.of(metric), Some(count.into()));
            }
            let counted = crate::check(&made.puzzle, &made.solution).unwrap();
            assert_eq!(counted.moves, Some(made.moves.into()));
        }
    }

    #[test]
    fn what_the_engine_cannot_take_is_refused() {
        let large = SokobanWanted { width: 11, height: 8, boxes: 2, ..SokobanWanted::default() };
        assert!(GradedBoards::new(large, 1).is_err());
        let many = SokobanWanted { width: 10, height: 10, boxes: 5, ..SokobanWanted::default() };
        assert!(GradedBoards::new(many, 1).is_err());
    }
}
