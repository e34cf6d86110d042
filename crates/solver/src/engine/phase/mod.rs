//! The phase engine: a packing order found backwards, then followed forwards.
//!
//! ```text
//! goals filled ── boxes taken off, set by set (order) ──→ nothing left
//! start ── best score first along these sets, last to first (follow) ──→ goals filled
//! ```
//!
//! First [`packing_order`] plays backwards with nothing but the boxes on goals and finds sets of
//! squares that can be filled one after another, parking included; [`phases`] keeps them and
//! answers questions about them; [`follow`] is a greedy search by the [`score`] of a position,
//! which is mostly how many targets are missing and what is [in the way](approach) of the next one.
//!
//! It fails on different levels from FESS: the order is different, and so is what counts between
//! two targets.
//!
//! Source: Brian Damgaard's YASS, from a description; the files say what is different here.

pub(crate) mod approach;
pub(crate) mod follow;
pub(crate) mod packing_order;
pub(crate) mod phases;
pub(crate) mod score;
pub(crate) mod share;

use ground::analysis::Analysis;
use ground::kernel::Memory;
use ground::run::Run;
use ground::technique::{Technique, TechniqueSet};
use search::{Budget, Outcome, Stats, Stop};
use sokoban::Push;

use self::follow::Follow;
use self::packing_order::OrderSearch;
use self::phases::Phases;

/// The engine.
pub(crate) struct PhaseSearch<'a> {
    analysis: &'a Analysis,
    techniques: TechniqueSet,
    memory: Memory,
    work: Work<'a>,
    /// What the search for the order did.
    ordering: Stats,
    answer: Option<Outcome<Vec<Push>>>,
}

/// What is being worked on.
enum Work<'a> {
    Order(Box<OrderSearch<'a>>),
    Follow(Box<Follow<'a>>),
}

impl<'a> PhaseSearch<'a> {
    /// An engine for a board.
    pub(crate) fn new(
        analysis: &'a Analysis,
        techniques: TechniqueSet,
        memory: Memory,
    ) -> PhaseSearch<'a> {
        let work = Work::Order(Box::new(OrderSearch::new(analysis)));
        let solved = analysis.start.is_solved(&analysis.map);
        let answer = solved.then(|| Outcome::Solved(Vec::new()));
        PhaseSearch { analysis, techniques, memory, work, ordering: Stats::default(), answer }
    }

    /// Works until the answer is known; `None` and errors of time and nodes mean: call again.
    fn work(&mut self, slice: &mut Budget) -> Result<Option<Outcome<Vec<Push>>>, Stop> {
        if let Work::Order(order) = &mut self.work {
            let map = &self.analysis.map;
            let sets = if self.techniques.has(Technique::PackingOrder) {
                order.run(slice)?;
                order.sets(slice)?
            } else {
                vec![map.goals().clone()]
            };
            let mut memory = self.memory;
            let phases = Phases::new(self.analysis, &sets, &mut memory, slice)?;
            let follow = Follow::new(self.analysis, phases, self.techniques, memory)?;
            self.ordering = order.stats();
            self.work = Work::Follow(Box::new(follow));
        }
        match &mut self.work {
            Work::Order(_) => Ok(None),
            Work::Follow(follow) => Ok(follow.run(slice)),
        }
    }
}

impl Run for PhaseSearch<'_> {
    fn run(&mut self, slice: &mut Budget) -> Option<Outcome<Vec<Push>>> {
        if self.answer.is_none() {
            self.answer = match self.work(slice) {
                Ok(answer) => answer,
                Err(Stop::Memory) => Some(Outcome::Stopped(Stop::Memory)),
                Err(_) => None,
            };
        }
        self.answer.clone()
    }

    fn stats(&self) -> Stats {
        match &self.work {
            Work::Order(order) => order.stats(),
            Work::Follow(follow) => self.ordering.clone().plus(&follow.stats()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Engine;
    use crate::engine::testing;

    #[test]
    fn it_solves_what_can_be_solved_and_proves_the_rest() {
        testing::solves_or_proves(Engine::Phase, 71);
    }

    #[test]
    fn a_node_limit_is_named_as_the_reason() {
        testing::names_the_node_limit(Engine::Phase, 79);
    }

    #[test]
    fn a_run_in_slices_is_the_same_run() {
        testing::each_analysed(73, 100, |analysis| {
            let new = || PhaseSearch::new(analysis, TechniqueSet::defaults(), analysis.memory);
            testing::slices_change_nothing(new);
        });
    }
}
