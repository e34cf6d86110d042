//! The fewest of one count and, of the solutions with as few, the fewest of the other.
//!
//! ```text
//! first search     fewest pushes: 97                       zones of the player, every technique
//! second search    fewest moves with 97 pushes: 389        squares of the player, cap 97
//! ```
//!
//! The first search is any that proves its count: that of `optimal` or the rounds of `auto`. Its solution,
//! shortened in the other count, is what the second one has to beat, and it is the answer when a limit
//! comes before the second proof. That search drops all that cannot keep to the first count; for fewest
//! moves it comes from both ends.
//!
//! Why a cap is enough, and what decides between two paths: [`optimal`](crate::engine::optimal). Measures: the score lists of YASC
//! and JSoko. Cost: up to as many nodes as there are ways to be equally short in the first count, which on some
//! levels is far more than the first proof takes.

use ground::analysis::Analysis;
use ground::config::Engine;
use ground::run::{Best, Run};
use ground::technique::TechniqueSet;
use search::{Budget, Metric, Outcome, Stats, Stop};
use sokoban::{Board, Push};

use crate::engine::optimal::{costs, second_search};
use crate::optimizer::shorten;

/// Nodes of the optimizer between the two searches.
const SHORTEN: u64 = 100_000;

/// Both searches for a pair, one after the other.
pub(crate) struct Pair<'a> {
    board: &'a Board,
    analysis: &'a Analysis,
    /// What counts first.
    metric: Metric,
    techniques: TechniqueSet,
    stage: Stage<'a>,
    /// What the first search has done, once it is over.
    before: Stats,
}

enum Stage<'a> {
    First(Box<dyn Run + 'a>),
    Second(Box<dyn Run + 'a>, Best),
}

impl<'a> Pair<'a> {
    /// Begins with a search that proves the fewest of `metric`, which answers only what is proved.
    pub(crate) fn new(
        board: &'a Board,
        analysis: &'a Analysis,
        metric: Metric,
        techniques: TechniqueSet,
        first: Box<dyn Run + 'a>,
    ) -> Pair<'a> {
        let (stage, before) = (Stage::First(first), Stats::default());
        Pair { board, analysis, metric, techniques, stage, before }
    }

    /// Goes on with the second count, from a solution with the fewest of the first.
    fn go_on(&mut self, pushes: &[Push], engine: Engine, slice: &mut Budget) -> Result<(), Stop> {
        // Its nodes are neither charged nor shown: they are not nodes of a search.
        let mut turn = slice.slice(Some(SHORTEN), None).uncounted();
        let pushes = shorten(self.board, pushes, self.metric, &mut turn);
        let (cap, ..) = costs(self.board, &pushes, self.metric);
        if let Stage::First(first) = &self.stage {
            self.before = first.stats();
        }
        // The memory of the first search is free before the second takes any.
        let best = Best { pushes, cost: cap, engine, proved: false };
        self.stage = Stage::First(Box::new(Over(best.clone())));
        let Analysis { memory, .. } = *self.analysis;
        let (board, techniques) = (self.board, self.techniques);
        let second =
            second_search(board, self.analysis, &best.pushes, self.metric, techniques, memory)?;
        self.stage = Stage::Second(second, best);
        Ok(())
    }
}

/// A search that is over, with its solution: memory for another one may be missing.
struct Over(Best);

impl Run for Over {
    fn run(&mut self, _slice: &mut Budget) -> Option<Outcome<Vec<Push>>> {
        Some(Outcome::Stopped(Stop::Memory))
    }

    fn stats(&self) -> Stats {
        Stats::default()
    }

    fn best(&self) -> Option<Best> {
        Some(self.0.clone())
    }
}

impl Run for Pair<'_> {
    fn run(&mut self, slice: &mut Budget) -> Option<Outcome<Vec<Push>>> {
        if let Stage::First(first) = &mut self.stage {
            let answer = first.run(slice)?;
            let Outcome::Solved(pushes) = answer else { return Some(answer) };
            let engine = first.best().map_or(Engine::Optimal, |best| best.engine);
            if let Err(stop) = self.go_on(&pushes, engine, slice) {
                return Some(Outcome::Stopped(stop));
            }
        }
        let Stage::Second(second, best) = &mut self.stage else { return None };
        let answer = second.run(slice)?;
        if let Outcome::Solved(pushes) = &answer {
            if *pushes != best.pushes {
                (best.pushes, best.engine) = (pushes.clone(), Engine::Optimal);
            }
            best.proved = true;
        }
        Some(answer)
    }

    fn stats(&self) -> Stats {
        match &self.stage {
            Stage::First(first) if self.before == Stats::default() => first.stats(),
            Stage::First(_) => self.before.clone(),
            Stage::Second(second, _) => self.before.clone().plus(&second.stats()),
        }
    }

    fn best(&self) -> Option<Best> {
        match &self.stage {
            Stage::First(first) => first.best(),
            Stage::Second(_, best) => Some(best.clone()),
        }
    }
}
