//! Who takes part in `auto`, with which share of time and memory.
//!
//! Time is shared out by *effort*: what a member has done, counted in nodes and children and priced
//! in nanoseconds by the table below. The prices are measured averages; they need not be right, only
//! the same in every run, so that a run with a node limit repeats exactly.

use search::{Budget, Stop};
use sokoban::Board;

use crate::analysis::Analysis;
use crate::config::{Config, Engine};
use crate::engine::Run;
use crate::engine::fess::{Restarts, Single, Strategy};
use crate::kernel::Memory;

/// A member of the portfolio.
pub(super) struct Member {
    /// The engine it is counted under.
    pub(super) engine: Engine,
    /// What it does.
    way: Way,
    /// Its share of the time.
    pub(super) weight: u64,
    /// Effort of all members together from which on it takes part.
    pub(super) joins: u64,
    /// Nodes of its first slice.
    pub(super) first: u64,
    /// Nanoseconds of a node and of a child.
    price: (u64, u64),
}

/// What a member does.
enum Way {
    /// Its engine as it is.
    Plain,
    /// FESS with one strategy: a view and a variant.
    Strategy(u8, usize),
    /// FESS again and again, each time otherwise.
    Restarts,
}

/// Parts into which the memory is shared out.
const MEMORY_PARTS: u64 = 8;

const MILLISECOND: u64 = 1_000_000;

const FESS: Member = Member {
    engine: Engine::Fess,
    way: Way::Strategy(0, 0),
    weight: 4,
    joins: 0,
    first: 200,
    price: (10_000, 600),
};

/// The members in the order in which they begin.
pub(super) const MEMBERS: [Member; 5] = [
    Member {
        engine: Engine::Greedy,
        way: Way::Plain,
        weight: 2,
        joins: 0,
        first: 100,
        price: (1_000, 1_000),
    },
    Member {
        engine: Engine::Pull,
        way: Way::Plain,
        weight: 3,
        joins: 0,
        first: 3_000,
        price: (300, 300),
    },
    FESS,
    Member { way: Way::Restarts, joins: 100 * MILLISECOND, ..FESS },
    Member { way: Way::Strategy(0, 5), weight: 2, joins: 500 * MILLISECOND, ..FESS },
];

impl Member {
    /// Bytes its engine may take, all members of that engine together.
    pub(super) fn share(&self, mut memory: Memory) -> Memory {
        let parts = if self.engine == Engine::Greedy { 2 } else { 3 };
        memory.share(parts, MEMORY_PARTS)
    }

    /// Sets it up.
    pub(super) fn start<'a>(
        &self,
        board: &Board,
        analysis: &'a Analysis,
        config: &Config,
        budget: &mut Budget,
    ) -> Result<Box<dyn Run + Send + 'a>, Stop> {
        let memory = self.share(analysis.memory);
        let techniques = config.techniques;
        match self.way {
            Way::Plain => super::engine(self.engine, board, analysis, config, memory, budget),
            Way::Strategy(view, variant) => {
                let strategy = Strategy::new(view, variant);
                Ok(Box::new(Single::new(board, strategy, techniques, memory.left(), budget)?))
            }
            Way::Restarts => Ok(Box::new(Restarts::new(board, techniques, config.seed, memory.left()))),
        }
    }

    /// What so many nodes and children cost.
    pub(super) fn effort(&self, nodes: u64, generated: u64) -> u64 {
        nodes * self.price.0 + generated * self.price.1
    }
}
