//! Sokoban engines and techniques.
//!
//! [`solve`] is the one entry point: a board, a configuration and a budget go in, an [`Answer`]
//! comes out. [`improve`] shortens a solution, [`explain()`] says why a position is lost,
//! and [`survey()`] looks at a board.
//!
//! ```
//! use search::{Budget, Outcome, Stats};
//! use sokoban::{Board, Level, Walker};
//! use banto_solver::{Config, solve};
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
mod pair;
mod portfolio;
mod survey;

pub use certify::{Certificate, Uncertified, certify};
pub use engine::compact::{Compact, Proved};
pub use engine::rolling_stone::Examined;
pub use explain::{Loss, Reason, explain};
pub use ground::config::{Config, ConfigError, Engine, GOALS};
pub use ground::run::{Answer, Run};
pub use ground::technique::{self, Switch, SwitchError, Technique, TechniqueSet};
pub use optimizer::{improve, improve_all, improve_all_on, improve_shortest};
pub use survey::{Floor, Survey, dead_squares, survey};

use ground::run;
use search::{Budget, Outcome, Stats};
use sokoban::Board;

use engine::optimal::Optimal;
use engine::rolling_stone::RollingStone;
use pair::Pair;
use portfolio::{Anytime, Pool};

/// Runs an engine on a board within a budget.
pub fn solve(board: &Board, config: &Config, budget: &mut Budget, stats: &mut Stats) -> Answer {
    let mut answer = run::solve(board, config, budget, stats, |analysis, budget, stats| {
        let techniques = config.techniques.and(config.reads());
        let pair = |first| match config.goal {
            Some(goal) if goal.is_pair() => {
                Box::new(Pair::new(board, analysis, goal.first(), techniques, first))
                    as Box<dyn Run>
            }
            _ => first,
        };
        let mut search: Box<dyn Run> = match config.engine {
            Engine::Auto if config.goal.is_some() => {
                pair(Box::new(Anytime::new(board, analysis, config)?))
            }
            Engine::Optimal => {
                let (metric, memory) = (config.minimised(), analysis.memory);
                let threads = config.threads;
                let first = Optimal::on_threads(analysis, metric, techniques, memory, threads)?;
                pair(Box::new(first))
            }
            Engine::RollingStone => {
                let Config { goal, techniques, seed, .. } = *config;
                Box::new(RollingStone::new(analysis, goal, techniques, seed, analysis.memory)?)
            }
            _ => Box::new(Pool::new(board, analysis, config)),
        };
        run::finish(&mut *search, analysis, config, budget, stats)
    });
    // What decides between equals is nobody's promise here, but nobody wants needless moves.
    if let (Outcome::Solved(pushes), Some(goal)) = (&mut answer.outcome, config.goal)
        && config.prover() == Engine::Optimal
        && !goal.is_pair()
    {
        *pushes = optimizer::settle_ties(board, pushes, goal.first(), budget);
    }
    answer
}

/// The program in the README runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
