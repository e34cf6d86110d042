//! Who takes part in `auto`, with which share of time and memory.
//!
//! Time is shared out by *effort*: what a member has done, counted in nodes and children and priced
//! in nanoseconds by the table below. The prices are measured averages; they need not be right,
//! only the same in every run, so that a run with a node limit repeats exactly.

use search::{Budget, Stop};
use sokoban::Board;

use crate::engine::fess::{Restarts, Single, Strategy};
use ground::analysis::Analysis;
use ground::config::{Config, Engine};
use ground::heuristic::Bound;
use ground::kernel::Memory;
use ground::run::Run;

/// A member of the portfolio.
pub(super) struct Member {
    /// The engine it is counted under.
    pub(super) engine: Engine,
    /// What it does.
    manner: Manner,
    /// Its share of the time on small boards and on large ones, and both again when it is late.
    weight: [u64; 4],
    /// What to multiply that by when the bound is vague.
    vague: u64,
    /// It takes part once all members together have made this much effort.
    pub(super) joins: u64,
    /// Nodes of its first slice.
    pub(super) first: u64,
    /// What its work costs.
    price: Price,
}

/// What the shares depend on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// Squares of the board.
    squares: u64,
    /// Whether the bound of the start is below one push for every second box: most boxes stand on
    /// goals. Nearly all the work is then to move boxes away and back, of which no bound knows.
    vague: bool,
}

impl Shape {
    /// What a board is like.
    pub(super) fn of(analysis: &Analysis, config: &Config) -> Shape {
        let bound = Bound::new(analysis, config.techniques).load(analysis, &analysis.start);
        let n_boxes = analysis.start.n_boxes() as u32;
        Shape {
            squares: analysis.map.n_squares() as u64,
            vague: bound.is_some_and(|bound| 2 * bound < n_boxes),
        }
    }
}

/// Nanoseconds, measured on levels of 45 to 290 squares.
struct Price {
    /// A node, for each square of the board.
    node: u64,
    /// A child, and what is added for each square.
    child: (u64, u64),
}

/// What a member does.
enum Manner {
    /// Its engine as it is.
    Plain,
    /// FESS with one strategy: a view and a variant.
    Strategy(u8, usize),
    /// FESS again and again, each time differently.
    Restarts,
}

/// Parts into which the memory is shared out.
const MEMORY_PARTS: u64 = 14;

/// Boards of at most this many squares are small: simple searches get far there.
const SMALL: u64 = 100;

/// Effort after which it is late. A search that has not found its way by then most likely never
/// will; restarts find another, and backwards everything small and dense is solved in the end.
const LATE: u64 = 3_000 * MILLISECOND;

const MILLISECOND: u64 = 1_000_000;

const FESS: Member = Member {
    engine: Engine::Fess,
    manner: Manner::Strategy(0, 0),
    weight: [8, 20, 4, 8],
    vague: 1,
    joins: 0,
    first: 200,
    price: Price { node: 400, child: (700, 0) },
};

/// The members in the order in which they begin.
pub(super) const MEMBERS: [Member; 8] = [
    Member {
        engine: Engine::Push,
        manner: Manner::Plain,
        weight: [8, 2, 4, 2],
        vague: 1,
        joins: 0,
        first: 100,
        price: Price { node: 100, child: (1_000, 0) },
    },
    Member {
        engine: Engine::Pull,
        manner: Manner::Plain,
        weight: [14, 8, 22, 13],
        vague: 1,
        joins: 0,
        first: 3_000,
        price: Price { node: 0, child: (300, 4) },
    },
    FESS,
    Member {
        engine: Engine::Phase,
        manner: Manner::Plain,
        weight: [2, 4, 2, 4],
        vague: 1,
        joins: 50 * MILLISECOND,
        first: 500,
        price: Price { node: 150, child: (1_000, 0) },
    },
    Member { manner: Manner::Restarts, weight: [6, 9, 8, 9], joins: 40 * MILLISECOND, ..FESS },
    Member {
        engine: Engine::Imagined,
        manner: Manner::Plain,
        weight: [2, 4, 3, 6],
        vague: 1,
        joins: 300 * MILLISECOND,
        first: 500,
        price: Price { node: 50, child: (700, 3) },
    },
    Member {
        manner: Manner::Strategy(0, 5),
        weight: [2, 3, 2, 6],
        joins: 500 * MILLISECOND,
        ..FESS
    },
    Member {
        engine: Engine::Beam,
        manner: Manner::Plain,
        weight: [6, 2, 6, 4],
        vague: 10,
        joins: 60 * MILLISECOND,
        first: 500,
        price: Price { node: 150, child: (500, 10) },
    },
];

impl Member {
    /// Bytes its engine may take, all members of that engine together.
    pub(super) fn share(&self, mut memory: Memory) -> Memory {
        let parts = match self.engine {
            Engine::Push | Engine::Phase | Engine::Imagined | Engine::Beam => 2,
            _ => 3,
        };
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
        match self.manner {
            Manner::Plain => super::engine(self.engine, board, analysis, config, memory, budget),
            Manner::Strategy(view, variant) => {
                let strategy = Strategy::new(view, variant);
                Ok(Box::new(Single::new(board, strategy, techniques, memory.left(), budget)?))
            }
            Manner::Restarts => {
                Ok(Box::new(Restarts::new(board, techniques, config.seed, memory.left())))
            }
        }
    }

    /// Its share of the time on a board when all members together have made this much effort, in no
    /// special unit.
    pub(super) fn weight(&self, shape: Shape, effort: u64) -> u64 {
        let at = usize::from(shape.squares > SMALL) + 2 * usize::from(effort > LATE);
        self.weight[at] * if shape.vague { self.vague } else { 1 }
    }

    /// What this many nodes and children cost on a board.
    pub(super) fn effort(&self, nodes: u64, children: u64, shape: Shape) -> u64 {
        let squares = shape.squares;
        let Price { node, child: (child, more) } = self.price;
        nodes * node * squares + children * (child + more * squares)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table of techniques says that `auto` reads what these engines read.
    #[test]
    fn the_members_are_those_that_the_table_of_techniques_knows() {
        let members = |engine: &Engine| MEMBERS.iter().any(|member| member.engine == *engine);
        assert!(MEMBERS.iter().all(|member| Engine::MEMBERS.contains(&member.engine)));
        assert!(Engine::MEMBERS.iter().all(members));
    }
}
