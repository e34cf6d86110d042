//! Labels: the fewest pushes and the fewest moves of a level, proved, each with a checked solution.
//!
//! A [`Labeller`] takes level after level. Small Sokoban boards go to [`solver::Compact`], which keeps
//! its memory; all others to the engine `optimal`. Nothing in a [`Label`] depends on the clock unless a
//! limit of time was reached, so a set labelled twice gives the same labels.

use std::panic::{AssertUnwindSafe, catch_unwind};

use search::{Cancel, Goal, Limits, Metric, Outcome, Stats};
use serde::{Deserialize, Serialize};

use crate::check::walk;
use crate::run::budget;
use crate::{Game, Puzzle, Request, SokobanPuzzle, Status};

/// What is known about the shortest solution of a level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Label {
    /// How the search ended.
    pub status: Status,
    /// The fewest pushes or moves, proved.
    pub fewest: Option<u64>,
    /// Asked about a pair: of the solutions with the fewest, the fewest of the other count, proved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second: Option<u64>,
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
    /// A label that says how a search ended and nothing else.
    pub fn empty(status: Status) -> Label {
        Label {
            status,
            fewest: None,
            second: None,
            bound: None,
            solution: None,
            expanded: 0,
            error: None,
        }
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

    /// The same memory under other limits.
    #[must_use]
    pub fn within(self, limits: Limits, cancel: Cancel) -> Labeller {
        Labeller { limits, cancel, ..self }
    }

    /// The same with another flag that stops it.
    pub fn stopped_by(&mut self, cancel: Cancel) {
        self.cancel = cancel;
    }

    /// The shortest solution of a level, or how far the search came.
    pub fn label(&mut self, puzzle: &Puzzle, goal: Goal) -> Label {
        let Puzzle::Sokoban(level) = puzzle else {
            let game = Game::Unblock.name();
            return Label::invalid(format!("labels are for sokoban, this is {game}"));
        };
        match solver::Compact::fits(level.board()) && !goal.is_pair() {
            true => self.small(level, goal.first()),
            false => self.large(puzzle, goal),
        }
    }

    fn request(&self, goal: Goal) -> Request {
        Request {
            engine: "optimal".to_owned(),
            goal: Some(goal),
            limits: self.limits,
            cancel: self.cancel.clone(),
            ..Request::default()
        }
    }

    fn small(&mut self, level: &SokobanPuzzle, metric: Metric) -> Label {
        let mut budget = budget(self.limits, &self.request(metric.into()));
        let mut stats = Stats::default();
        let compact = &mut self.compact;
        let solve =
            AssertUnwindSafe(|| compact.solve(level.board(), metric, &mut budget, &mut stats));
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
            Outcome::Solved(pushes) => finish(label, level, &pushes, metric),
            _ => label,
        }
    }

    fn large(&self, puzzle: &Puzzle, goal: Goal) -> Label {
        let report = match puzzle.solve(&self.request(goal)) {
            Ok(report) => report,
            Err(error) => return Label::invalid(error.to_string()),
        };
        let length = report.counts.of(goal.first());
        let both = goal.is_pair() && report.guarantee.keeps(goal);
        Label {
            status: report.status,
            fewest: length,
            second: report.counts.of(goal.second()).filter(|_| both),
            bound: length.or(report.stats.bound),
            solution: report.solution,
            expanded: report.stats.expanded,
            error: report.error,
        }
    }
}

/// Lets the referee count the solution; it must be as long as the search says.
fn finish(label: Label, level: &SokobanPuzzle, pushes: &[sokoban::Push], metric: Metric) -> Label {
    match walk(level, pushes) {
        Ok(found) if found.counts.of(metric) == label.bound => {
            Label { fewest: label.bound, solution: Some(found.moves), ..label }
        }
        Ok(found) => {
            let (found, said) = (found.counts.of(metric), label.bound);
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
    fn by_optimal(puzzle: &Puzzle, goal: Goal) -> Label {
        Labeller::new(Limits::default(), Cancel::default()).large(puzzle, goal)
    }

    #[test]
    fn labels_are_those_of_the_engine_for_all_boards() {
        let Some(folder) = needs::levels() else { return };
        let text = std::fs::read(folder.join("sokoban/boxoban-unfiltered-test-1000.xsb")).unwrap();
        let mut labeller = Labeller::new(Limits::default(), Cancel::default());
        let mut sums = [0, 0];
        for (i, entry) in read(&text).unwrap().entries.into_iter().enumerate() {
            let puzzle = entry.puzzle.unwrap();
            for (sum, metric) in sums.iter_mut().zip([Goal::Pushes, Goal::Moves]) {
                let label = labeller.label(&puzzle, metric);
                assert_eq!(label.status, Status::Solved);
                *sum += label.fewest.unwrap();
                if i % 25 == 0 {
                    assert_eq!(label.fewest, by_optimal(&puzzle, metric).fewest, "{i}");
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
        let label = labeller.label(&levels[0], Goal::Moves);
        assert_eq!((label.status, label.fewest, label.expanded), (Status::Nodes, None, 2));
        assert!(label.bound.is_some_and(|bound| bound > 8));
        let label = labeller.label(&levels[1], Goal::Pushes);
        assert_eq!((label.status, label.bound), (Status::Unsolvable, None));
        let unblock = puzzles("IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM 60 2332\n");
        assert_eq!(labeller.label(&unblock[0], Goal::Moves).status, Status::Invalid);
    }

    #[test]
    fn a_pair_has_the_fewest_of_both_and_a_limit_leaves_the_second_open() {
        let text = "#########\n#   .   #\n# $   $ #\n#   @ . #\n#       #\n#########\n";
        let mut labeller = Labeller::new(Limits::default(), Cancel::default());
        let puzzle = &puzzles(text)[0];
        let [pushes, moves] = [Goal::Pushes, Goal::Moves].map(|it| labeller.label(puzzle, it));
        let [one, other] =
            [Goal::PushesMoves, Goal::MovesPushes].map(|it| labeller.label(puzzle, it));
        assert_eq!((one.fewest, other.fewest), (pushes.fewest, moves.fewest));
        assert!(one.second >= moves.fewest && other.second >= pushes.fewest);
        assert_eq!((pushes.second, moves.second), (None, None));
        let limits = Limits { nodes: Some(1), ..Limits::default() };
        let stopped = Labeller::new(limits, Cancel::default()).label(puzzle, Goal::PushesMoves);
        assert_eq!(stopped.second, None);
    }

    #[test]
    fn large_boards_are_labelled_too() {
        let text =
            "############\n#@$.       #\n#          #\n#          #\n#  $  .    #\n############\n";
        let mut labeller = Labeller::new(Limits::default(), Cancel::default());
        let label = labeller.label(&puzzles(text)[0], Goal::Pushes);
        assert_eq!((label.status, label.fewest, label.bound), (Status::Solved, Some(4), Some(4)));
    }
}
