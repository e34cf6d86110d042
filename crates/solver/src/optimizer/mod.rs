//! Makes solutions shorter: in pushes and then in moves, or the other way round.
//!
//! A solution is a [`line::Line`] of pushes. Again and again, a few of its boxes are set free in a
//! window of it and brought to the same squares by a shorter way ([`reroute`]); [`schedule`] says
//! which boxes, which windows and how hard to try. Nothing is undone: every line is a solution no
//! longer than the one before, so the work can be stopped at any time.

mod line;
mod reroute;
mod schedule;
mod window;

use search::Budget;
use sokoban::{Board, Push};

use crate::config::Goal;
use crate::kernel::Map;
use line::Line;
use schedule::Schedule;
use window::Walks;

/// Shortens a solution within a budget. For [`Goal::Moves`] moves count first and then pushes,
/// otherwise pushes and then moves. What cannot be played or does not solve the board is returned
/// as it is.
pub fn improve(board: &Board, pushes: &[Push], goal: Goal, budget: &mut Budget) -> Vec<Push> {
    let map = Map::new(board);
    let Some(line) = Line::new(board, &map, pushes.to_vec()) else { return pushes.to_vec() };
    let walks = Walks::new(&map);
    let mut schedule = Schedule::new(board, &map, &walks, line, goal, budget);
    schedule.run(budget);
    schedule.into_pushes()
}

#[cfg(test)]
mod tests {
    use search::{Cancel, Limits, Outcome, Stats};
    use sokoban::Walker;

    use super::*;
    use crate::kernel::testing::random_boards;
    use crate::{Config, Engine, solve};

    fn found(board: &Board, engine: Engine, goal: Goal) -> Option<Vec<Push>> {
        let config = Config { engine, goal, ..Config::default() };
        let mut budget = Budget::unlimited();
        match solve(board, &config, &mut budget, &mut Stats::default()).outcome {
            Outcome::Solved(pushes) => Some(pushes),
            _ => None,
        }
    }

    /// Pushes and moves of a solution, which is played to its end.
    fn lengths(board: &Board, pushes: &[Push]) -> (usize, usize) {
        let walk = Walker::new(board).walk_pushes(board, &board.start(), pushes).unwrap();
        let mut state = board.start();
        state.play(board, &walk.to_string()).unwrap();
        assert!(board.is_solved(&state));
        (pushes.len(), walk.moves.len())
    }

    /// The sums before, after and at best, in the metric of the goal.
    fn sums(goal: Goal) -> [usize; 3] {
        let mut sums = [0; 3];
        for board in random_boards(53, 400) {
            let Some(pushes) = found(&board, Engine::Pull, Goal::Any) else { continue };
            let best = found(&board, Engine::Optimal, goal).expect("it is solvable");
            let better = improve(&board, &pushes, goal, &mut Budget::unlimited());
            for (sum, pushes) in sums.iter_mut().zip([pushes, better, best]) {
                let (pushes, moves) = lengths(&board, &pushes);
                *sum += if goal == Goal::Moves { moves } else { pushes };
            }
        }
        sums
    }

    #[test]
    fn most_of_what_is_too_long_is_lost_in_pushes_and_in_moves() {
        for goal in [Goal::Pushes, Goal::Moves] {
            let [before, after, best] = sums(goal);
            let (excess, left) = (before - best, after - best);
            assert!(left * 10 < excess, "{goal:?}: {before} became {after}, {best} at best");
        }
    }

    #[test]
    fn it_can_be_stopped_anywhere_repeats_itself_and_never_makes_a_solution_longer() {
        for board in random_boards(61, 40) {
            let Some(pushes) = found(&board, Engine::Pull, Goal::Any) else { continue };
            let (mut best, before) = (None, lengths(&board, &pushes));
            for nodes in [0, 1, 10, 50, 200, 1_000] {
                let run = || {
                    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
                    let mut budget = Budget::new(limits, Cancel::default());
                    improve(&board, &pushes, Goal::Pushes, &mut budget)
                };
                let after = run();
                assert_eq!(after, run());
                let now = lengths(&board, &after);
                assert!(now <= best.unwrap_or(before), "{before:?} became {now:?}");
                best = Some(now);
            }
        }
    }
}
