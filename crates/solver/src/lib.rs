//! Sokoban engines and techniques.
//!
//! [`solve`] is the one entry point: a board, a configuration and a budget go in, an [`Answer`]
//! comes out. Everything else is public for tests, experiments and other engines.

pub mod advisor;
pub mod analysis;
pub mod config;
pub mod deadlock;
pub mod engine;
pub mod feature;
pub mod field;
pub mod generate;
pub mod heuristic;
pub mod kernel;
pub mod plan;
pub mod prune;
pub mod technique;
#[cfg(test)]
mod traces;

#[cfg(test)]
mod soundness;

pub use config::{Config, Engine, Goal};
pub use technique::{Technique, TechniqueSet};

use search::{Budget, Guarantee, Outcome, Stats, Stop};
use sokoban::{Board, Push};

use analysis::Analysis;
use engine::Run;
use engine::optimal::Optimal;

/// How a run ended and what its answer is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The end of the search.
    pub outcome: Outcome<Vec<Push>>,
    /// What is known about the length of the solution.
    pub guarantee: Guarantee,
    /// The engine that had the answer.
    pub engine: Engine,
}

/// Runs an engine on a board within a budget.
pub fn solve(board: &Board, config: &Config, budget: &mut Budget, stats: &mut Stats) -> Answer {
    let answer = |outcome| Answer {
        guarantee: match outcome {
            Outcome::Solved(_) => config.guarantee(),
            _ => Guarantee::None,
        },
        outcome,
        engine: config.engine,
    };
    if board.impossible().is_some() {
        return answer(Outcome::Unsolvable);
    }
    let outcome = run(board, config, budget, stats).unwrap_or_else(Outcome::Stopped);
    answer(outcome)
}

fn run(
    board: &Board,
    config: &Config,
    budget: &mut Budget,
    stats: &mut Stats,
) -> Result<Outcome<Vec<Push>>, Stop> {
    budget.progress.engine = config.engine.name();
    let analysis = Analysis::new(board, budget)?;
    let mut engine = match config.engine {
        Engine::Optimal => {
            Optimal::new(&analysis, config.goal, config.techniques, analysis.memory)?
        }
    };
    let outcome = engine.run(budget);
    *stats = engine.stats();
    // An engine that ends without an answer has met a limit of the budget, which says which.
    outcome.map_or_else(|| budget.look().map(|()| Outcome::GaveUp), Ok)
}
