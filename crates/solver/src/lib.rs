//! Sokoban engines and techniques.
//!
//! [`solve`] is the one entry point: a board, a configuration and a budget go in, an [`Answer`]
//! comes out. [`improve`] shortens a solution, [`explain()`] says why a position is lost,
//! and [`survey()`] looks at a board.
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

mod certify;
mod engine;
mod explain;
mod optimizer;
mod portfolio;
mod survey;

pub use certify::{Certificate, Uncertified, certify};
pub use engine::compact::{Compact, Proved};
pub use engine::fess::{Fess, Restarts, Strategy};
pub use explain::{Loss, Reason, explain};
pub use ground::config::{Config, ConfigError, Engine, GOALS};
pub use ground::run::{Answer, Run};
pub use ground::technique::{self, Switch, SwitchError, Technique, TechniqueSet};
pub use optimizer::{improve, improve_all};
pub use survey::{Floor, Survey, dead_squares, survey};

use ground::run::{self, Found};
use search::{Budget, Stats};
use sokoban::Board;

use engine::anytime::Anytime;

/// Runs an engine on a board within a budget.
///
/// # Panics
///
/// With `Engine::RollingStone`: that engine is in `banto-textbook`.
pub fn solve(board: &Board, config: &Config, budget: &mut Budget, stats: &mut Stats) -> Answer {
    run::solve(board, config, budget, stats, |analysis, budget, stats| {
        let engine = config.prover();
        if engine == Engine::Auto {
            if run::is_lost(analysis, config, budget)? {
                return Ok(Found::by(engine, ground::claim::refuted()));
            }
            return portfolio::run(board, analysis, config, budget, stats);
        }
        let mut running = match config.engine {
            Engine::Auto => Box::new(Anytime::new(board, analysis, config)?),
            _ => portfolio::engine(engine, board, analysis, config, analysis.memory, budget)?,
        };
        run::finish(&mut *running, analysis, config, budget, stats)
    })
}

/// The program in the README runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
