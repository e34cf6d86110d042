//! One entry point: a board and a metric in, a shortest solution or the reason why not out.

use search::{Budget, Guarantee, Outcome, Stats};

use crate::{Board, Engine, Metric, Move, wide};

/// Solves a board in a metric: with the exact [`Engine`] where the board is within its reach, else
/// with [`wide`]. The guarantee belongs to the solution of a solved outcome; when the optimum of a
/// large board could not be proved it is `None`, and `stats.extra` holds `lower-bound`.
pub fn solve(
    board: &Board,
    metric: Metric,
    budget: &mut Budget,
    stats: &mut Stats,
) -> (Outcome<Vec<Move>>, Guarantee) {
    let (outcome, optimal) = match Engine::new().solve(board, metric, budget, stats) {
        Some(outcome) => (outcome, true),
        None => {
            let answer = wide::solve(board, metric, budget, stats);
            (answer.outcome, answer.optimal)
        }
    };
    let guarantee = match outcome {
        Outcome::Solved(_) if optimal => metric.guarantee(),
        _ => Guarantee::None,
    };
    (outcome, guarantee)
}
