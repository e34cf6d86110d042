//! One backward search for a plan and one forward search along it.

use ground::run::Run;
use ground::technique::TechniqueSet;
use search::{Budget, Outcome, Progress, Stats, Stop};
use sokoban::{Board, Push};

use super::backward::{BackwardSearch, BackwardStep};
use super::forward::{ForwardSearch, ForwardStep};
use super::perimeter::Perimeter;
use super::reduced_board::{NoField, ReducedBoard};
use super::replay;
use super::strategy::{PushRules, Strategy};

/// Expansions of the backward search before its best plan is taken.
const BACKWARD_LIMIT: usize = 2_000;

/// Positions the perimeter may hold.
const PERIMETER: usize = 1 << 20;

/// Bytes of the whole memory per position of the perimeter, which takes an eighth at most.
const PERIMETER_SHARE: u64 = 500;

/// What the engine works on now.
enum Work {
    /// A packing plan.
    Backward(Box<BackwardSearch>),
    /// The solution.
    Forward(Box<ForwardSearch>),
    /// Nothing: there is no reduced board, or everything has been tried.
    Over,
    /// Nothing: the reduced board does not fit into the memory.
    Full,
}

/// One strategy at work.
pub(crate) struct StrategyRun {
    board: Board,
    reduced: Option<ReducedBoard>,
    perimeter: Perimeter,
    work: Work,
    strategy: Strategy,
    techniques: TechniqueSet,
    memory: u64,
    /// What the searches that are over have expanded and generated.
    expanded: u64,
    generated: u64,
}

impl StrategyRun {
    /// A strategy for a board, with `memory` bytes for its trees.
    ///
    /// # Errors
    ///
    /// The limit that was reached, or the cancellation.
    pub(crate) fn new(
        board: &Board,
        strategy: Strategy,
        techniques: TechniqueSet,
        memory: u64,
        budget: &mut Budget,
    ) -> Result<StrategyRun, Stop> {
        let (reduced, work) = match ReducedBoard::new(board, strategy.view, memory, budget) {
            Ok(reduced) => (Some(reduced), Work::Over),
            Err(NoField::Full) => (None, Work::Full),
            Err(NoField::Stopped(stop)) => return Err(stop),
            Err(NoField::TooLarge | NoField::Impossible) => (None, Work::Over),
        };
        let mut fess = StrategyRun {
            board: board.clone(),
            reduced,
            perimeter: Perimeter::new(PERIMETER.min((memory / PERIMETER_SHARE) as usize)),
            work,
            strategy,
            techniques,
            memory,
            expanded: 0,
            generated: 0,
        };
        if let Some(reduced) = &fess.reduced {
            let rules = PushRules::ALL.among(techniques);
            let perimeter = &mut fess.perimeter;
            let search = BackwardSearch::new(reduced, perimeter, rules, strategy.seed, budget)?;
            fess.work = Work::Backward(Box::new(search));
        }
        Ok(fess)
    }

    /// Reports how far the search has come: the packed feature of the best position and the number
    /// of macro moves to it.
    fn report(&self, progress: &mut Progress) {
        if let Work::Forward(search) = &self.work {
            let best = search.tree.best();
            progress.best = search.tree.score(best).forward().packed.into();
            progress.depth = search.tree.path(best).len() as u32;
        }
    }

    /// One iteration; returns an outcome when the search is over.
    fn step(&mut self, budget: &mut Budget) -> Result<Option<Outcome<Vec<Push>>>, Stop> {
        match self.work {
            Work::Full => Ok(Some(Outcome::Stopped(Stop::Memory))),
            Work::Over => Ok(Some(Outcome::GaveUp)),
            Work::Backward(_) => self.step_backward(budget).map(|()| None),
            Work::Forward(_) => self.step_forward(budget),
        }
    }

    /// One iteration of the search for a plan; when it is over, the search along the plan begins.
    fn step_backward(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        let used = self.bytes();
        let (Some(reduced), Work::Backward(search)) = (&self.reduced, &mut self.work) else {
            return Ok(());
        };
        let step = search.step(reduced, &mut self.perimeter, budget)?;
        let full = search.tree.len() >= BACKWARD_LIMIT || used > self.memory;
        if step == BackwardStep::Over || full {
            let plan = search.plan(reduced);
            let (expanded, generated) = (search.tree.len(), search.tree.n_edges());
            let search = ForwardSearch::new(reduced, plan, self.strategy, self.techniques, budget)?;
            self.expanded += expanded as u64;
            self.generated += generated as u64;
            self.work = Work::Forward(Box::new(search));
        }
        Ok(())
    }

    /// One iteration of the search along the plan.
    fn step_forward(&mut self, budget: &mut Budget) -> Result<Option<Outcome<Vec<Push>>>, Stop> {
        let used = self.bytes();
        let (Some(reduced), Work::Forward(search)) = (&self.reduced, &mut self.work) else {
            return Ok(None);
        };
        if used > self.memory {
            return Ok(Some(Outcome::Stopped(Stop::Memory)));
        }
        match search.step(reduced, &self.perimeter, budget)? {
            ForwardStep::Solved(moves) => {
                let view = self.strategy.view;
                Ok(replay::solution(reduced, &self.board, view, &moves).map(Outcome::Solved))
            }
            ForwardStep::Exhausted => {
                self.expanded += search.tree.len() as u64;
                self.generated += search.tree.n_edges() as u64;
                self.work = Work::Over;
                Ok(Some(Outcome::GaveUp))
            }
            ForwardStep::Expanded | ForwardStep::Nothing => Ok(None),
        }
    }
}

impl StrategyRun {
    /// The pushes to the position that has got farthest; `None` while there is no plan yet.
    pub(super) fn best(&self) -> Option<Vec<Push>> {
        let (Some(reduced), Work::Forward(search)) = (&self.reduced, &self.work) else {
            return None;
        };
        let path = search.tree.steps(search.tree.best());
        replay::pushes(reduced, &self.board, self.strategy.view, &path)
    }

    /// States expanded by both searches, those that are over included.
    fn expanded(&self) -> u64 {
        self.expanded
            + match &self.work {
                Work::Backward(search) => search.tree.len() as u64,
                Work::Forward(search) => search.tree.len() as u64,
                Work::Over | Work::Full => 0,
            }
    }

    /// Bytes of its tables, trees and caches.
    fn bytes(&self) -> u64 {
        self.reduced.as_ref().map_or(0, ReducedBoard::bytes)
            + self.perimeter.bytes()
            + match &self.work {
                Work::Backward(search) => search.bytes(),
                Work::Forward(search) => search.bytes(),
                Work::Over | Work::Full => 0,
            }
    }
}

impl Run for StrategyRun {
    fn run(&mut self, slice: &mut Budget) -> Option<Outcome<Vec<Push>>> {
        self.report(&mut slice.progress);
        until_over(slice, |slice| {
            let before = self.expanded();
            let step = self.step(slice);
            slice.count(self.expanded() - before);
            step
        })
    }

    fn stats(&self) -> Stats {
        let mut stats = Stats {
            expanded: self.expanded(),
            generated: self.generated,
            table_bytes: self.bytes(),
            ..Stats::default()
        };
        let tree = match &self.work {
            Work::Backward(search) => &search.tree,
            Work::Forward(search) => {
                stats.extra.push(("cells", search.tree.n_cells() as u64));
                stats.extra.extend(search.deadlocks.refused());
                &search.tree
            }
            Work::Over | Work::Full => return stats,
        };
        stats.generated += tree.n_edges() as u64;
        stats
    }
}

/// Works step by step until there is an outcome or the slice is used up.
pub(super) fn until_over(
    slice: &mut Budget,
    mut step: impl FnMut(&mut Budget) -> Result<Option<Outcome<Vec<Push>>>, Stop>,
) -> Option<Outcome<Vec<Push>>> {
    loop {
        match step(slice) {
            Ok(None) => {}
            Ok(outcome) => return outcome,
            Err(_) => return None,
        }
    }
}

/// What is left of the memory for the trees, less what hash tables take while they grow (for a
/// moment the old one and the new one both exist) and what small vectors take.
pub(super) fn without_growth(memory: u64) -> u64 {
    memory / 32 * 31
}
