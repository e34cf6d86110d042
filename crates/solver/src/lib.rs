//! Sokoban engines and techniques.
//!
//! [`solve`] is the one entry point: a board, a configuration and a budget go in, an [`Answer`]
//! comes out. [`improve`] shortens a solution, [`explain()`] says why a position is lost,
//! [`survey()`] looks at a board, [`generate`] makes levels, and [`textbook`] runs the textbook
//! searches.
//!
//! ```
//! use search::{Budget, Outcome, Stats};
//! use sokoban::{Board, Level, Walker};
//! use solver::{Config, solve};
//!
//! let level = Level::from_rows(&["#######", "#@ $ .#", "#######"]).unwrap();
//! let board = Board::new(&level).unwrap();
//! let mut budget = Budget::unlimited();
//! let answer = solve(&board, &Config::default(), &mut budget, &mut Stats::default());
//! let Outcome::Solved(pushes) = answer.outcome else { panic!("two pushes are enough") };
//! let solution = Walker::new(&board).walk_pushes(&board, &board.start(), &pushes).unwrap();
//! assert_eq!(solution.to_string(), "rRR");
//! ```

#![warn(clippy::missing_errors_doc)]

mod analysis;
mod certify;
mod claim;
mod config;
mod deadlock;
mod engine;
mod explain;
pub mod generate;
mod heuristic;
#[doc(hidden)]
pub mod internals;
mod kernel;
mod optimizer;
mod portfolio;
mod prune;
mod survey;
pub mod technique;
pub mod textbook;

#[cfg(test)]
mod soundness;

pub use certify::{Certificate, Uncertified, certify};
pub use config::{Config, ConfigError, Engine, GOALS};
pub use engine::compact::{Compact, Proved};
pub use explain::{Loss, Reason, explain};
pub use optimizer::{improve, improve_all};
pub use survey::{Floor, Survey, dead_squares, survey};
pub use technique::{Switch, SwitchError, Technique, TechniqueSet};

use search::{Budget, Guarantee, Outcome, Stats, Stop};
use sokoban::{Board, Push};

use analysis::Analysis;
use deadlock::refutation;
use engine::anytime::Anytime;
use portfolio::Found;

/// How a run ended and what its answer is worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// How the search ended.
    pub outcome: Outcome<Vec<Push>>,
    /// What is known about the length of the solution.
    pub guarantee: Guarantee,
    /// The engine that gave the answer.
    pub engine: Engine,
}

/// Nodes after which a level that is not solved yet may have no solution at all: to try to prove
/// that earlier would take longer than finding many a solution.
const BEFORE_REFUTATION: u64 = 200;

/// Runs an engine on a board within a budget.
pub fn solve(board: &Board, config: &Config, budget: &mut Budget, stats: &mut Stats) -> Answer {
    let found = if board.impossible().is_some() {
        Found::by(config.effective_engine(), claim::refuted())
    } else {
        let stopped = |stop| Found::by(config.effective_engine(), Outcome::Stopped(stop));
        run(board, config, budget, stats).unwrap_or_else(stopped)
    };
    let guarantee = match found.outcome {
        Outcome::Solved(_) if found.to_the_end => config.guarantee(),
        _ => Guarantee::None,
    };
    if found.outcome == Outcome::Unsolvable {
        stats.bound = None;
    }
    Answer { outcome: found.outcome, guarantee, engine: found.engine }
}

fn run(
    board: &Board,
    config: &Config,
    budget: &mut Budget,
    stats: &mut Stats,
) -> Result<Found, Stop> {
    let engine = config.effective_engine();
    budget.progress.engine = engine.name();
    // Not every engine can begin where there is nothing to do: FESS needs a box that can move.
    if engine != Engine::Auto && board.is_solved(&board.start()) {
        stats.bound = Some(0);
        return Ok(Found::by(engine, Outcome::Solved(Vec::new())));
    }
    let analysis = Analysis::new(board, budget)?;
    let is_lost = |budget: &mut Budget| {
        Ok(config.techniques.has(Technique::Refutation) && refutation::is_lost(&analysis, budget)?)
    };
    let refuted = Found::by(engine, claim::refuted());
    if engine == Engine::Auto {
        if is_lost(budget)? {
            return Ok(refuted);
        }
        return portfolio::run(board, &analysis, config, budget, stats);
    }
    let mut running = match config.engine {
        Engine::Auto => Box::new(Anytime::new(board, &analysis, config)?),
        _ => portfolio::engine(engine, board, &analysis, config, analysis.memory, budget)?,
    };
    let mut first = budget.slice(Some(BEFORE_REFUTATION), None);
    let mut outcome = running.run(&mut first);
    budget.charge(&first);
    if matches!(outcome, None | Some(Outcome::GaveUp)) {
        *stats = running.stats();
        if is_lost(budget)? {
            return Ok(refuted);
        }
    }
    if outcome.is_none() {
        outcome = running.run(budget);
    }
    *stats = running.stats();
    match (outcome, running.best()) {
        // What was found on the way to a proof is the answer, also when the proof is missing.
        (Some(Outcome::Solved(_) | Outcome::Stopped(_)) | None, Some(best)) => {
            Ok(best.found(stats.bound))
        }
        (Some(outcome), _) => Ok(Found::by(engine, outcome)),
        // An engine that ends without an answer has reached a limit of the budget; the budget says
        // which.
        (None, None) => Ok(Found::by(engine, budget.look().map(|()| Outcome::GaveUp)?)),
    }
}

/// The program in the README runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
