//! Labels: the fewest pushes and the fewest moves of a level, proved, each with a checked solution.
//!
//! A [`Labeller`] takes level after level. Small Sokoban boards go to [`solver::Compact`], which keeps
//! its memory; all others to the engine `optimal`. Nothing in a [`Label`] depends on the clock unless a
//! limit of time was reached, so a set labelled twice gives the same labels.

use std::panic::{AssertUnwindSafe, catch_unwind};

use search::{Cancel, Limits, Outcome, Stats};

use crate::check::check_sokoban;
use crate::run::{budget, run, walked};
use crate::{Counts, Game, Goal, Puzzle, Request, SokobanPuzzle, Status};

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fewest {
    /// Pushes.
    Pushes,
    /// Moves.
    Moves,
}

impl Fewest {
    fn goal(self) -> Goal {
        match self {
            Fewest::Pushes => Goal::Pushes,
            Fewest::Moves => Goal::Moves,
        }
    }

    /// This figure of a solution.
    fn of(self, counts: &Counts) -> Option<u64> {
        match self {
            Fewest::Pushes => counts.pushes,
            Fewest::Moves => counts.moves,
        }
    }
}

/// What is known about the shortest solution of a level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// How the search ended.
    pub status: Status,
    /// The fewest pushes or moves, proved.
    pub fewest: Option<u64>,
    /// No solution has fewer, proved; absent when nothing is known or there is no solution.
    pub bound: Option<u64>,
    /// A solution with the fewest, replayed by the checker.
    pub solution: Option<String>,
    /// Positions expanded.
    pub expanded: u64,
    /// What went wrong.
    pub error: Option<String>,
}

impl Label {
    fn empty(status: Status) -> Label {
        Label { status, fewest: None, bound: None, solution: None, expanded: 0, error: None }
    }

    /// The label of a level that cannot be labelled.
    pub fn invalid(error: String) -> Label {
        Label { error: Some(error), ..Label::empty(Status::Invalid) }
    }

    fn crashed(error: String) -> Label {
        Label { error: Some(error), ..Label::empty(Status::Crashed) }
    }
}

/// Labels level after level, with memory that is used again.
#[derive(Default)]
pub struct Labeller {
    compact: solver::Compact,
    limits: Limits,
    cancel: Cancel,
}

impl Labeller {
    /// A labeller with limits for each search.
    pub fn new(limits: Limits, cancel: Cancel) -> Labeller {
        Labeller { compact: solver::Compact::new(), limits, cancel }
    }

    /// The shortest solution of a level, or how far the search came.
    pub fn label(&mut self, puzzle: &Puzzle, fewest: Fewest) -> Label {
        let Puzzle::Sokoban(level) = puzzle else {
            let game = Game::Unblock.name();
            return Label::invalid(format!("labels are for sokoban, this is {game}"));
        };
        match solver::Compact::fits(level.board()) {
            true => self.small(level, fewest),
            false => self.large(puzzle, fewest),
        }
    }

    fn request(&self, fewest: Fewest) -> Request {
        Request {
            engine: "optimal".to_owned(),
            goal: fewest.goal(),
            limits: self.limits,
            cancel: self.cancel.clone(),
            ..Request::default()
        }
    }

    fn small(&mut self, level: &SokobanPuzzle, fewest: Fewest) -> Label {
        let mut budget = budget(&self.request(fewest));
        let mut stats = Stats::default();
        let moves = fewest == Fewest::Moves;
        let compact = &mut self.compact;
        let solve =
            AssertUnwindSafe(|| compact.solve(level.board(), moves, &mut budget, &mut stats));
        let Ok(Some(proved)) = catch_unwind(solve) else {
            // Nothing the engine has touched is used after it has panicked.
            self.compact = solver::Compact::new();
            return Label::crashed("the engine crashed; please report this level".to_owned());
        };
        let mut label = Label::empty(Status::of(&proved.outcome));
        label.expanded = stats.expanded;
        label.bound = match proved.outcome {
            Outcome::Solved(_) | Outcome::Stopped(_) => Some(u64::from(proved.bound)),
            Outcome::Unsolvable | Outcome::GaveUp => None,
        };
        match proved.outcome {
            Outcome::Solved(pushes) => finish(label, level, &pushes, fewest),
            _ => label,
        }
    }

    fn large(&self, puzzle: &Puzzle, fewest: Fewest) -> Label {
        let report = run(puzzle, &self.request(fewest));
        let length = fewest.of(&report.counts);
        Label {
            status: report.status,
            fewest: length,
            bound: length.or(report.stats.bound),
            solution: report.solution,
            expanded: report.stats.expanded,
            error: report.error,
        }
    }
}

/// Lets the referee count the solution; it must be as long as the search says.
fn finish(label: Label, level: &SokobanPuzzle, pushes: &[sokoban::Push], fewest: Fewest) -> Label {
    let Some(moves) = walked(level.board(), pushes) else {
        return Label::crashed("the engine's pushes cannot be walked".to_owned());
    };
    match check_sokoban(&level.level().grid.to_string(), &moves) {
        Ok(counts) if fewest.of(&counts) == label.bound => {
            Label { fewest: label.bound, solution: Some(moves), ..label }
        }
        Ok(counts) => {
            let (found, said) = (fewest.of(&counts), label.bound);
            Label::crashed(format!("the checker counts {found:?}, the search {said:?}"))
        }
        Err(reason) => Label::crashed(format!("the checker refused the solution: {reason}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;

    fn puzzles(text: &str) -> Vec<Puzzle> {
        let entries = read(text.as_bytes()).unwrap().entries;
        entries.into_iter().map(|entry| entry.puzzle.unwrap()).collect()
    }

    /// The same search by the engine for boards of any size.
    fn by_optimal(puzzle: &Puzzle, fewest: Fewest) -> Label {
        Labeller::new(Limits::default(), Cancel::default()).large(puzzle, fewest)
    }

    #[test]
    fn labels_are_those_of_the_engine_for_all_boards() {
        let Some(folder) = needs::levels() else { return };
        let text = std::fs::read(folder.join("sokoban/boxoban-unfiltered-test-1000.xsb")).unwrap();
        let mut labeller = Labeller::new(Limits::default(), Cancel::default());
        let mut sums = [0, 0];
        for (i, entry) in read(&text).unwrap().entries.into_iter().enumerate() {
            let puzzle = entry.puzzle.unwrap();
            for (sum, fewest) in sums.iter_mut().zip([Fewest::Pushes, Fewest::Moves]) {
                let label = labeller.label(&puzzle, fewest);
                assert_eq!(label.status, Status::Solved);
                *sum += label.fewest.unwrap();
                if i % 25 == 0 {
                    assert_eq!(label.fewest, by_optimal(&puzzle, fewest).fewest, "{i}");
                }
            }
        }
        // The moves are also those of DeepCubeA where it found shortest solutions, and 619 fewer in all.
        assert_eq!(sums, [12_189, 31_986]);
    }

    #[test]
    fn limits_unsolvable_levels_and_the_other_game_are_told_apart() {
        let small = "########\n#@     #\n# $$$$ #\n#      #\n#....  #\n########\n";
        let lost = "######\n#@ $ #\n#    #\n#.   #\n######\n";
        let levels = puzzles(&format!("{small}\n{lost}"));
        let limits = Limits { nodes: Some(2), ..Limits::default() };
        let mut labeller = Labeller::new(limits, Cancel::default());
        let label = labeller.label(&levels[0], Fewest::Moves);
        assert_eq!((label.status, label.fewest, label.expanded), (Status::Nodes, None, 2));
        assert!(label.bound.is_some_and(|bound| bound > 8));
        let label = labeller.label(&levels[1], Fewest::Pushes);
        assert_eq!((label.status, label.bound), (Status::Unsolvable, None));
        let unblock = puzzles("IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 60 2332\n");
        assert_eq!(labeller.label(&unblock[0], Fewest::Moves).status, Status::Invalid);
    }

    #[test]
    fn large_boards_are_labelled_too() {
        let text =
            "############\n#@$.       #\n#          #\n#          #\n#  $  .    #\n############\n";
        let mut labeller = Labeller::new(Limits::default(), Cancel::default());
        let label = labeller.label(&puzzles(text)[0], Fewest::Pushes);
        assert_eq!((label.status, label.fewest, label.bound), (Status::Solved, Some(4), Some(4)));
    }
}
