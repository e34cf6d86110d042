//! The laboratory: every textbook search in both metrics with any estimate, and the searches of the
//! FEUP report counted the way the report counts.

mod config;
mod feup;
mod heuristic;

pub use config::{Config, ConfigError};
pub use feup::Feup;
pub use heuristic::{Bound, Estimate};

use search::{Budget, Guarantee, Heuristic, Outcome, Stats};
use unblock::{Board, Move, Space};

use config::Recipe;

/// Runs a configuration on a board within a budget. The guarantee belongs to a solved outcome.
pub fn solve(
    board: &Board,
    config: &Config,
    budget: &mut Budget,
    stats: &mut Stats,
) -> (Outcome<Vec<Move>>, Guarantee) {
    match config.recipe {
        Recipe::Feup(feup) => feup.solve(board, budget, stats),
        Recipe::Textbook { algorithm, metric, estimate } => {
            let mut space = Space::new(board, metric);
            let mut bound = Bound { estimate, board, metric };
            let outcome = algorithm.search(&mut space, &mut bound, &config.options, budget, stats);
            let claims = bound.properties();
            let optimal = algorithm.found_optimum(claims, true, &config.options, stats);
            match (&outcome, optimal) {
                (Outcome::Solved(_), true) => (outcome, Guarantee::Optimal(metric)),
                _ => (outcome, Guarantee::None),
            }
        }
    }
}

#[cfg(test)]
mod tests;
