//! The laboratory: every textbook search on every space with any heuristic and any techniques, and
//! rebuilt programs of published documents. Sokoban's searches are at the root, Unblock Me's in
//! [`unblock`].
//!
//! A [`Config`] says what to run and prints as one line that reproduces it. [`solve`] runs it. What
//! a solution is worth is computed from the claims of search, heuristic and techniques.

#![warn(clippy::missing_errors_doc)]

mod aveiro;
mod config;
mod corner_marks;
pub mod deadlock;
pub mod heuristic;
mod macros;
mod names;
mod poster_corral;
mod preset;
mod settings;
pub mod sokokids;
pub mod space;
#[cfg(test)]
mod tests;
mod tree;
pub mod unblock;

pub use config::{Config, ConfigError, Method};
pub use names::{HeuristicName, SpaceName};
pub use preset::{PRESETS, Preset, Program};
pub use settings::{SettingError, Settings};
pub use tree::{Step, TreeNode, Watched, tree, watch};

use ground::analysis::Analysis;
use ground::claim;
use ground::technique::{Keeps, Technique};
use search::{Budget, Guarantee, Heuristic, Outcome, Stats, Stop};
use sokoban::{Board, Dir, Push, Solution, State};

use crate::heuristic::{
    Hn2, Hn2Matching, ManhattanMatching, Nearest, NearestFree, OffGoal, PushConflicts,
    PushMatching, PushPairsDoor,
};
use crate::space::{BoxState, Cost, MoveSpace, PushRun, PushSpace};

/// A solution as the laboratory finds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Its pushes.
    pub pushes: Vec<Push>,
    /// Its moves, if the search has chosen the walks between the pushes itself; otherwise any walks
    /// will do.
    pub moves: Option<Solution>,
}

impl From<Vec<Push>> for Found {
    fn from(pushes: Vec<Push>) -> Found {
        Found { pushes, moves: None }
    }
}

/// Runs a configuration on a board within a budget. The guarantee belongs to a solved outcome.
pub fn solve(
    board: &Board,
    config: &Config,
    budget: &mut Budget,
    stats: &mut Stats,
) -> (Outcome<Found>, Guarantee) {
    if board.impossible().is_some() {
        return (claim::refuted(), Guarantee::None);
    }
    if let Some(program) = config.program() {
        let (outcome, keeps) = run_program(board, config, program, budget, stats);
        return (outcome, claim::guarantee(None, keeps));
    }
    let (outcome, guarantee) = solve_once(board, config, budget, stats);
    match (&outcome, config.retry()) {
        (Outcome::GaveUp, Some(config)) => {
            let mut again = Stats::default();
            let end = solve_once(board, &config, budget, &mut again);
            again.generated += stats.generated;
            again.expanded += stats.expanded;
            again.extra.push(("retried", 1));
            *stats = again;
            end
        }
        _ => (outcome, guarantee),
    }
}

/// Runs a rebuilt program; also what it keeps of the solutions.
fn run_program(
    board: &Board,
    config: &Config,
    program: Program,
    budget: &mut Budget,
    stats: &mut Stats,
) -> (Outcome<Found>, Keeps) {
    match program {
        Program::Aveiro => {
            let order = config.plan_for(board).algorithm;
            let large = !config.is_small(board);
            (aveiro::solve(board, order, large, budget, stats), aveiro::KEEPS)
        }
        Program::Sokokids => {
            let parts = sokokids::Parts {
                hash_table: config.techniques.has(Technique::HashTable),
                offline: config.techniques.has(Technique::WallSquares),
            };
            let reading = sokokids::Reading::FITTED;
            (sokokids::solve(board, parts, &reading, budget, stats), sokokids::KEEPS)
        }
    }
}

fn solve_once(
    board: &Board,
    config: &Config,
    budget: &mut Budget,
    stats: &mut Stats,
) -> (Outcome<Found>, Guarantee) {
    let plan = config.plan_for(board);
    let (outcome, properties) = match run(board, config, &plan, budget, stats) {
        Ok(end) => end,
        Err(stop) => return (Outcome::Stopped(stop), Guarantee::None),
    };
    match outcome {
        Outcome::Solved(found) => {
            let guarantee = plan.guarantee(config, properties, stats);
            (Outcome::Solved(found), guarantee)
        }
        Outcome::Unsolvable => (claim::exhausted(config.claims(properties)), Guarantee::None),
        other => (other, Guarantee::None),
    }
}

impl Config {
    /// What an exhausted search may claim, given what the heuristic claims.
    fn claims(&self, heuristic: search::Properties) -> Keeps {
        let keeps = self.techniques.keeps();
        Keeps { completeness: keeps.completeness && heuristic.safe, ..keeps }
    }
}

type End = (Outcome<Found>, search::Properties);

fn run(
    board: &Board,
    config: &Config,
    plan: &Method,
    budget: &mut Budget,
    stats: &mut Stats,
) -> Result<End, Stop> {
    let analysis = Analysis::new(board, budget)?;
    let mut heuristic = heuristic(&analysis, board, config, plan, budget)?;
    let properties = heuristic.properties();
    let mut inner = budget.slice(None, None);
    let mut for_states = analysis.memory;
    let (algorithm, options) = (plan.algorithm, &config.options);
    let outcome = match plan.space.cost() {
        None => {
            let mut space = MoveSpace::new(&analysis, board, config.techniques);
            for_states.take(space.most_bytes())?;
            inner.set_memory(for_states.left());
            space.prepare(&mut inner)?;
            let found = algorithm.search(&mut space, &mut heuristic, options, &mut inner, stats);
            stats.pruned = space.pruned();
            found.map(|dirs| found_in_moves(board, &dirs))
        }
        Some(cost) => {
            let mut space = PushSpace::new(&analysis, config.techniques, cost);
            for_states.take(space.most_bytes())?;
            inner.set_memory(for_states.left());
            space.prepare(&mut inner)?;
            let found = algorithm.search(&mut space, &mut heuristic, options, &mut inner, stats);
            stats.pruned = space.pruned();
            let all = |runs| pushes_of_runs(board, space.opening().into_iter().chain(runs));
            found.map(all).map(Found::from)
        }
    };
    budget.charge(&inner);
    Ok((outcome, properties))
}

/// A solution of single moves, which are kept: the search has chosen the walks too.
fn found_in_moves(board: &Board, dirs: &[Dir]) -> Found {
    let mut state: State = board.start();
    let (mut pushes, mut moves) = (Vec::new(), Vec::new());
    for &dir in dirs {
        let made = state.step(board, dir).expect("a search only makes legal moves");
        if made.push {
            pushes.push(Push { from: state.player, dir });
        }
        moves.push(made);
    }
    Found { pushes, moves: Some(Solution { moves }) }
}

/// The single pushes of the given runs.
fn pushes_of_runs(board: &Board, runs: impl Iterator<Item = PushRun>) -> Vec<Push> {
    let mut pushes = Vec::new();
    for PushRun { first, count } in runs {
        let mut from = first.from;
        for _ in 0..count {
            pushes.push(Push { from, dir: first.dir });
            from = board.neighbor(from, first.dir).expect("a search only makes legal pushes");
        }
    }
    pushes
}

/// The heuristic a plan names, in the units of cost of its space.
fn heuristic<'a>(
    analysis: &'a Analysis,
    board: &Board,
    config: &Config,
    plan: &Method,
    budget: &mut Budget,
) -> Result<Scaled<'a>, Stop> {
    let inner: Box<dyn Heuristic<BoxState> + 'a> = match plan.heuristic {
        HeuristicName::None => Box::new(search::Zero),
        HeuristicName::OffGoal => Box::new(OffGoal(analysis)),
        HeuristicName::Manhattan => Box::new(Nearest::new(analysis, board)),
        HeuristicName::Hn1 => Box::new(Nearest::hn1(analysis, board)),
        HeuristicName::ManhattanMatching => Box::new(ManhattanMatching::new(board)),
        HeuristicName::Matching => Box::new(PushMatching::new(analysis)),
        HeuristicName::MatchingCount => Box::new(PushMatching::counting(analysis)),
        HeuristicName::Conflicts => Box::new(PushConflicts::new(analysis, budget)?),
        HeuristicName::PairsDoor => Box::new(PushPairsDoor::new(analysis, budget)?),
        HeuristicName::NearestFree => Box::new(NearestFree::new(analysis, board)),
        HeuristicName::Hn2 => Box::new(Hn2::new(analysis, board)),
        HeuristicName::Hn2Matching => {
            Box::new(Hn2Matching::new(analysis, board, config.techniques))
        }
    };
    Ok(Scaled { inner, factor: plan.space.cost().map_or(1, Cost::of_push) })
}

/// A heuristic in pushes, turned into the cost of a space: no push costs less than the factor.
struct Scaled<'a> {
    inner: Box<dyn Heuristic<BoxState> + 'a>,
    factor: u32,
}

impl Heuristic<BoxState> for Scaled<'_> {
    fn estimate(&mut self, state: &BoxState) -> Option<u32> {
        self.inner.estimate(state).map(|h| h.saturating_mul(self.factor))
    }

    fn properties(&self) -> search::Properties {
        self.inner.properties()
    }
}

/// The program in the README runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
