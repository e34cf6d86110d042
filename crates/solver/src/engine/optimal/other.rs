//! The other count of a solution, and the search that makes it the fewest where the first count is the fewest already.

use ground::analysis::Analysis;
use ground::kernel::Memory;
use ground::run::Run;
use ground::technique::TechniqueSet;
use search::{Budget, Metric, Outcome, Stop};
use sokoban::{Board, Push, Walker};

use super::Optimal;
use super::both_ends::BothEnds;

/// Of solutions that are as short as this one in `metric`, which must be the shortest, one with the fewest
/// of the other count; `None` when the budget ends first.
pub(crate) fn fewest_of_other(
    board: &Board,
    pushes: &[Push],
    metric: Metric,
    budget: &mut Budget,
) -> Option<Vec<Push>> {
    let analysis = Analysis::new(board, budget).ok()?;
    let (techniques, mut memory) = (TechniqueSet::defaults(), analysis.memory);
    let memory = memory.share(1, 2);
    let mut second = second_search(board, &analysis, pushes, metric, techniques, memory).ok()?;
    match second.run(budget)? {
        Outcome::Solved(pushes) => Some(pushes),
        _ => None,
    }
}

/// The search for one with the fewest of the other count, from such a solution.
pub(crate) fn second_search<'a>(
    board: &Board,
    analysis: &'a Analysis,
    pushes: &[Push],
    metric: Metric,
    techniques: TechniqueSet,
    memory: Memory,
) -> Result<Box<dyn Run + 'a>, Stop> {
    let (cap, cost, other) = costs(board, pushes, metric);
    if other == Metric::Moves
        && let Some(both) = BothEnds::new(analysis, (cost, pushes), techniques, memory)?
    {
        return Ok(Box::new(both));
    }
    let mut one = Optimal::among(analysis, other, cap, techniques, memory)?;
    one.know(cost, pushes);
    Ok(Box::new(one))
}

/// What a solution costs in `metric`, what in the other count, and which that is.
pub(crate) fn costs(board: &Board, pushes: &[Push], metric: Metric) -> (u32, u32, Metric) {
    let (n_pushes, n_moves) = counts(board, pushes);
    match metric {
        Metric::Moves => (n_moves, n_pushes, Metric::Pushes),
        _ => (n_pushes, n_moves, Metric::Moves),
    }
}

/// Pushes and moves of a solution that an engine has found.
pub(crate) fn counts(board: &Board, pushes: &[Push]) -> (u32, u32) {
    let walk = Walker::new(board).walk_pushes(board, &board.start(), pushes);
    let moves = walk.expect("an engine's pushes can be walked").moves.len();
    (pushes.len() as u32, moves as u32)
}
