//! An engine at work on one board, and the way from a run to an answer.
//!
//! [`Run`] is an engine as its scheduler sees it. [`Stepwise`] is the loop of engines that expand
//! one position after another, [`Pruning`] decides what they leave out, and [`solve`] makes an
//! [`Answer`] of a run.

mod pruning;
mod stepwise;

pub use pruning::Pruning;
pub use stepwise::{End, Stepwise};

use search::{Budget, Guarantee, Outcome, Stats, Stop};
use sokoban::{Board, Push};

use crate::analysis::Analysis;
use crate::claim;
use crate::config::{Config, Engine};
use crate::deadlock::refutation;
use crate::technique::Technique;

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

/// How a search ended, and which engine ended it.
pub struct Found {
    /// How the search ended.
    pub outcome: Outcome<Vec<Push>>,
    /// The engine with the answer; `auto` when there is no answer.
    pub engine: Engine,
    /// How much of its promise the search has kept.
    pub kept: Kept,
}

/// How much of its promise a search has kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kept {
    /// Nothing: it was content with less, or a limit came first.
    Nothing,
    /// That of a pair's first count.
    First,
    /// All of it.
    All,
}

impl Found {
    /// The end of a search.
    pub fn by(engine: Engine, outcome: Outcome<Vec<Push>>) -> Found {
        Found { outcome, engine, kept: Kept::All }
    }
}

/// A solution that may not be the shortest.
#[derive(Clone, Debug)]
pub struct Best {
    /// Its pushes.
    pub pushes: Vec<Push>,
    /// Its cost in what the search counts.
    pub cost: u32,
    /// The engine that found it.
    pub engine: Engine,
    /// Whether nothing is left to prove about it.
    pub proved: bool,
}

impl Best {
    /// What was found, given the proved bound.
    pub fn found(self, bound: Option<u64>) -> Found {
        let kept = match bound.is_some_and(|bound| bound >= u64::from(self.cost)) {
            _ if self.proved => Kept::All,
            true => Kept::First,
            false => Kept::Nothing,
        };
        Found { kept, ..Found::by(self.engine, Outcome::Solved(self.pushes)) }
    }
}

/// An engine at work on one board.
///
/// When a slice of budget runs out, the engine keeps everything it has, and the next slice goes on
/// where the last one ended. Nothing restarts from zero.
pub trait Run {
    /// Works until the answer is known or the slice is used up; `None` means: call again. Full
    /// memory is an answer; the slice's time or node limit is not.
    fn run(&mut self, slice: &mut Budget) -> Option<Outcome<Vec<Push>>>;

    /// What the engine has done so far, over all slices.
    fn stats(&self) -> Stats;

    /// The best solution so far, of an engine that goes on after the first to prove that no other
    /// is shorter.
    fn best(&self) -> Option<Best> {
        None
    }

    /// Which engine has the answer, when several work together.
    fn winner(&self) -> Option<Engine> {
        None
    }
}

/// Nodes after which an unsolved level is tested for having no solution at all: on many levels that
/// proof would take longer than finding a solution.
const BEFORE_REFUTATION: u64 = 200;

/// Runs an engine on a board: `search` is called once with the tables of the board, unless the
/// start position shows that there is nothing to search for.
pub fn solve(
    board: &Board,
    config: &Config,
    budget: &mut Budget,
    stats: &mut Stats,
    search: impl FnOnce(&Analysis, &mut Budget, &mut Stats) -> Result<Found, Stop>,
) -> Answer {
    let engine = config.prover();
    let found = if board.impossible().is_some() {
        Found::by(engine, claim::refuted())
    } else {
        budget.progress.engine = engine.name();
        // Not every engine can begin where there is nothing to do: FESS needs a box that can move.
        if engine != Engine::Auto && board.is_solved(&board.start()) {
            stats.bound = Some(0);
            Found::by(engine, Outcome::Solved(Vec::new()))
        } else {
            let found = Analysis::new(board, budget);
            let found = found.and_then(|analysis| search(&analysis, budget, stats));
            found.unwrap_or_else(|stop| Found::by(engine, Outcome::Stopped(stop)))
        }
    };
    let guarantee = match found.outcome {
        Outcome::Solved(_) => match found.kept {
            Kept::All => config.guarantee(),
            Kept::First => config.guarantee_of_first(),
            Kept::Nothing => Guarantee::None,
        },
        _ => Guarantee::None,
    };
    if found.outcome == Outcome::Unsolvable {
        stats.bound = None;
    }
    Answer { outcome: found.outcome, guarantee, engine: found.engine }
}

/// Whether the start position is proved to be lost, if the proof is asked for at all.
fn is_lost(analysis: &Analysis, config: &Config, budget: &mut Budget) -> Result<bool, Stop> {
    Ok(config.techniques.has(Technique::Refutation) && refutation::is_lost(analysis, budget)?)
}

/// Runs a search to its end, with a look at whether the board has a solution at all: after a short
/// while, and for `auto`, which has the most to set up, before anything else.
///
/// # Errors
///
/// The limit that was reached, or the cancellation.
pub fn finish(
    running: &mut dyn Run,
    analysis: &Analysis,
    config: &Config,
    budget: &mut Budget,
    stats: &mut Stats,
) -> Result<Found, Stop> {
    let engine = config.prover();
    let before = if engine == Engine::Auto { 0 } else { BEFORE_REFUTATION };
    let mut first = budget.slice(Some(before), None);
    let mut outcome = running.run(&mut first);
    budget.charge(&first);
    if matches!(outcome, None | Some(Outcome::GaveUp)) {
        *stats = running.stats();
        if is_lost(analysis, config, budget)? {
            return Ok(Found::by(engine, claim::refuted()));
        }
    }
    if outcome.is_none() {
        outcome = running.run(budget);
    }
    *stats = running.stats();
    match (outcome, running.best()) {
        // The best solution found is the answer, even if the proof of optimality is missing.
        (Some(Outcome::Solved(_) | Outcome::Stopped(_)) | None, Some(best)) => {
            Ok(best.found(stats.bound))
        }
        (Some(outcome), _) => Ok(Found::by(running.winner().unwrap_or(engine), outcome)),
        // An engine that ends without an answer has reached a limit of the budget; the budget says
        // which.
        (None, None) => Ok(Found::by(engine, budget.look().map(|()| Outcome::GaveUp)?)),
    }
}
