//! Where other plans come from.
//!
//! FESS decides early which boxes go where, and ties are broken by the order of the squares: on a turned or
//! mirrored board, with another variant or with some chance in it, it has another plan, often in a few
//! milliseconds. On level 37 of XSokoban forty plans shortened alike had from 336 to 508 pushes.
//!
//! The same idea finds solutions at all: see [`crate::engine::fess::Restarts`].

use ground::config::{Config, Engine};
use ground::kernel::{Memory, mix};
use ground::run::Run;
use ground::technique::TechniqueSet;
use search::{Budget, Outcome, Stats};
use sokoban::{Board, Push};

use crate::engine::fess::{Strategy, StrategyRun};

/// A search gets one part in this many of the memory.
const MEMORY_PART: u64 = 4;

/// A solution by an engine within a slice of a budget.
pub(super) fn by_engine(
    board: &Board,
    engine: Engine,
    slice: &mut Budget,
    budget: &mut Budget,
) -> Option<Vec<Push>> {
    let config = Config { engine, ..Config::default() };
    let answer = crate::solve(board, &config, slice, &mut Stats::default());
    budget.charge(slice);
    solution(answer.outcome)
}

/// A solution by FESS, whose view of the board, variant and chances depend on a number.
pub(super) fn by_fess(
    board: &Board,
    attempt: u64,
    nodes: u64,
    budget: &mut Budget,
) -> Option<Vec<Push>> {
    let strategy = Strategy::of_attempt(attempt, mix(attempt));
    let mut slice = budget.slice(Some(nodes), None);
    let memory = Memory::of(budget).left() / MEMORY_PART;
    let search = StrategyRun::new(board, strategy, TechniqueSet::defaults(), memory, &mut slice);
    let answer = search.ok().and_then(|mut search| search.run(&mut slice));
    budget.charge(&slice);
    answer.and_then(solution)
}

fn solution(outcome: Outcome<Vec<Push>>) -> Option<Vec<Push>> {
    match outcome {
        Outcome::Solved(pushes) => Some(pushes),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use oracle::crowded_boards;

    use super::*;

    /// What is called a plan solves the board, the same number gives the same one, and others differ.
    #[test]
    fn other_attempts_have_other_plans() {
        let (mut found, mut differ) = (0, 0);
        for board in crowded_boards(67, 100) {
            let plan = |attempt| by_fess(&board, attempt, 4_000, &mut Budget::unlimited());
            let plans = [1, 2, 3, 4].map(plan);
            assert_eq!(plan(1), plans[0]);
            for plan in plans.iter().flatten() {
                let mut state = board.start();
                plan.iter().for_each(|&push| state.push(&board, push));
                assert!(board.is_solved(&state));
            }
            found += plans.iter().flatten().count();
            differ +=
                usize::from(plans[0].is_some() && plans[1..].iter().any(|it| *it != plans[0]));
        }
        assert!(found > 20 && differ > 3, "{found} plans, on {differ} boards different ones");
    }

    #[test]
    fn without_nodes_there_is_no_plan_and_no_loop() {
        for board in crowded_boards(71, 10) {
            let mut budget = Budget::unlimited().slice(Some(0), None);
            assert!(
                by_fess(&board, 1, 4_000, &mut budget).is_none() || board.is_solved(&board.start())
            );
        }
    }
}
