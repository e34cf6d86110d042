//! One entry point: a board and a metric in, a shortest solution or the reason why not out.

use search::{Budget, Guarantee, Outcome, Stats, bfs};

use crate::{Board, Engine, Metric, Move, Space};

/// Solves a board in a metric. The guarantee belongs to the solution of a solved outcome.
pub fn solve(
    board: &Board,
    metric: Metric,
    budget: &mut Budget,
    stats: &mut Stats,
) -> (Outcome<Vec<Move>>, Guarantee) {
    let outcome = Engine::new().solve(board, metric, budget, stats);
    let outcome =
        outcome.unwrap_or_else(|| bfs::search(&mut Space::new(board, metric), budget, stats));
    let guarantee = match outcome {
        Outcome::Solved(_) => metric.guarantee(),
        _ => Guarantee::None,
    };
    (outcome, guarantee)
}
