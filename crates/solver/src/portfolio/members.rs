//! The members of the [pool](super::pool): what each searches, with which share of time and memory.
//!
//! `auto` seats all of them; an engine by name seats its own, with the same rules for joining and
//! the same shares, so that what an engine solves alone is what it solves as a part of `auto`.
//!
//! Time is shared out by *effort*: what a member has done, counted in nodes and children and priced
//! in nanoseconds by the table below. The prices are measured averages; they need not be right,
//! only the same in every run, so that a run with a node limit repeats exactly.

use ground::analysis::Analysis;
use ground::config::{Config, Engine};
use ground::heuristic::Bound;
use ground::kernel::{Memory, Mode, Symmetries, mix};
use ground::run::Run;
use ground::technique::TechniqueSet;
use search::{Budget, Stop};
use sokoban::Board;

use crate::engine::beam::Beam;
use crate::engine::fess::{Restarts, Strategy, StrategyRun};
use crate::engine::imagined::Imagined;
use crate::engine::phase::PhaseSearch;
use crate::engine::push_pull::PushPull;

/// A member of the pool.
pub(super) struct Member {
    /// What it runs.
    search: Search,
    /// Its share of the time on tiny boards, small ones and large ones, and all three again when it is late.
    weight: [[u64; 3]; 2],
    /// What to multiply that by when most boxes are home.
    mostly_home: u64,
    /// The same when the board and its boxes fall on themselves turned or mirrored; the larger of the two counts.
    symmetric: u64,
    /// It takes part once all members together have made this much effort.
    joins: u64,
    /// Nodes of its first slice.
    pub(super) first: u64,
    /// What its work costs.
    price: Price,
}

/// What the shares depend on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// Squares of the board, and its boxes.
    squares: u64,
    boxes: u64,
    /// Whether the bound of the start is below one push for every second box: most boxes stand on
    /// goals. Nearly all the work is then to move boxes away and back, of which no bound knows.
    mostly_home: bool,
    /// Whether there are symmetries that leave the boxes of the start where they are.
    symmetric: bool,
}

impl Shape {
    /// What a board is like.
    pub(super) fn of(analysis: &Analysis, config: &Config) -> Shape {
        let bound = Bound::new(analysis, config.techniques).load(analysis, &analysis.start);
        let n_boxes = analysis.start.n_boxes() as u32;
        let symmetries = Symmetries::of(&analysis.map).keeping(analysis.start.boxes());
        Shape {
            squares: analysis.map.n_squares() as u64,
            boxes: u64::from(n_boxes),
            mostly_home: bound.is_some_and(|bound| 2 * bound < n_boxes),
            symmetric: !symmetries.images().is_empty(),
        }
    }
}

/// Nanoseconds, measured on levels of 45 to 290 squares.
struct Price {
    /// A node, for each square of the board.
    node: u64,
    /// A child, and what is added for each square and for each box: floods go over squares, matchings over boxes.
    child: (u64, u64, u64),
}

/// What a member runs.
enum Search {
    Push,
    Pull,
    Novelty,
    Phase,
    Imagined,
    Beam,
    /// FESS with one strategy: a view and a variant.
    Fess(u8, usize),
    /// FESS again and again, each time differently.
    FessRestarts,
}

/// Parts into which `auto` divides the memory: see [`Member::share`].
const MEMORY_PARTS: u64 = 16;

/// Boards of at most this many squares are tiny: backwards everything is solved there in the end.
const TINY: u64 = 70;

/// Boards of at most this many squares are small: simple searches get far there.
const SMALL: u64 = 100;

/// Effort after which it is late. A search that has not found its way by then most likely never
/// will; restarts find another, and backwards everything tiny and dense is solved in the end.
const LATE: u64 = 3_000 * MILLISECOND;

const MILLISECOND: u64 = 1_000_000;

const FESS: Member = Member {
    search: Search::Fess(0, 0),
    weight: [[8, 8, 18], [4, 5, 9]],
    mostly_home: 1,
    symmetric: 1,
    joins: 0,
    first: 200,
    price: Price { node: 400, child: (700, 0, 0) },
};

/// The members in the order in which they begin.
pub(super) const MEMBERS: [Member; 9] = [
    Member {
        search: Search::Push,
        weight: [[12, 10, 4], [10, 6, 2]],
        mostly_home: 1,
        symmetric: 1,
        joins: 0,
        first: 100,
        price: Price { node: 100, child: (2_500, 0, 0) },
    },
    Member {
        search: Search::Pull,
        weight: [[28, 14, 8], [32, 13, 4]],
        mostly_home: 1,
        symmetric: 1,
        joins: 0,
        first: 3_000,
        price: Price { node: 0, child: (200, 0, 12) },
    },
    Member {
        search: Search::Novelty,
        weight: [[6, 10, 10], [8, 14, 24]],
        mostly_home: 3,
        symmetric: 3,
        joins: 100 * MILLISECOND,
        first: 1_000,
        price: Price { node: 0, child: (300, 0, 17) },
    },
    FESS,
    Member {
        search: Search::Phase,
        weight: [[3, 3, 4], [3, 5, 6]],
        mostly_home: 1,
        symmetric: 1,
        joins: 50 * MILLISECOND,
        first: 500,
        price: Price { node: 0, child: (500, 0, 35) },
    },
    Member {
        search: Search::FessRestarts,
        weight: [[6, 6, 9], [7, 9, 9]],
        joins: 40 * MILLISECOND,
        ..FESS
    },
    Member {
        search: Search::Imagined,
        weight: [[15, 14, 12], [15, 10, 10]],
        mostly_home: 1,
        symmetric: 1,
        joins: 60 * MILLISECOND,
        first: 500,
        price: Price { node: 0, child: (250, 0, 20) },
    },
    Member {
        search: Search::Fess(0, 5),
        weight: [[2, 2, 3], [2, 2, 4]],
        joins: 500 * MILLISECOND,
        ..FESS
    },
    Member {
        search: Search::Beam,
        weight: [[4, 6, 2], [5, 8, 4]],
        mostly_home: 10,
        symmetric: 1,
        joins: 60 * MILLISECOND,
        first: 500,
        price: Price { node: 0, child: (500, 0, 30) },
    },
];

/// Seats of a member, or its beginnings on one seat, that differ. Nothing is known of more than eight threads.
pub(super) const MOST_ROUNDS: u32 = 8;

/// Effort before a second seat of a member begins, and again before each further one: quick levels do not need them.
const NEXT_SEAT: u64 = 200 * MILLISECOND;

impl Member {
    /// Whether it can begin once more, differently: *round* 0 is the member itself.
    pub(super) fn has_round(&self, round: u32) -> bool {
        let varies = match self.search {
            Search::Push | Search::Pull | Search::Novelty => true,
            Search::Fess(..) | Search::FessRestarts => true,
            Search::Phase | Search::Imagined | Search::Beam => false,
        };
        round == 0 || varies && round < MOST_ROUNDS
    }

    /// The effort of all members after which it takes part in a round.
    pub(super) fn joins(&self, round: u32) -> u64 {
        self.joins.max(NEXT_SEAT * u64::from(round))
    }

    /// The engine it is counted under.
    pub(super) fn engine(&self) -> Engine {
        match self.search {
            Search::Push => Engine::Push,
            Search::Pull => Engine::Pull,
            Search::Novelty => Engine::Novelty,
            Search::Phase => Engine::Phase,
            Search::Imagined => Engine::Imagined,
            Search::Beam => Engine::Beam,
            Search::Fess(..) | Search::FessRestarts => Engine::Fess,
        }
    }

    /// Its name in accounts: that of its engine, with the strategy where the engine has several members.
    pub(super) fn name(&self) -> &'static str {
        match self.search {
            Search::FessRestarts => "fess-restarts",
            Search::Fess(0, 5) => "fess-unweighted",
            _ => self.engine().name(),
        }
    }

    /// Whether it never gives up. Once all others have, nothing can be expected of it either.
    pub(super) fn is_endless(&self) -> bool {
        matches!(self.search, Search::FessRestarts)
    }

    /// Bytes that all members of its engine may take together in a pool for `engine`.
    pub(super) fn share(&self, engine: Engine, mut memory: Memory) -> Memory {
        match (engine, self.engine()) {
            (Engine::Auto, Engine::Pull | Engine::Fess) => memory.share(3, MEMORY_PARTS),
            (Engine::Auto, _) => memory.share(2, MEMORY_PARTS),
            _ => memory,
        }
    }

    /// Whether the members of its engine share one memory: each has all of it, and what one takes the others do not
    /// use.
    pub(super) fn shares_memory(&self) -> bool {
        self.engine() == Engine::Fess
    }

    /// Bytes it may take itself, of as many equal `seats`. FESS alone divides the memory among its members, less what
    /// hash tables take for a moment while they grow.
    pub(super) fn memory(&self, engine: Engine, memory: Memory, seats: u64) -> Memory {
        let mut memory = self.share(engine, memory);
        match (engine, &self.search) {
            (Engine::Fess, Search::Fess(0, 0)) => memory.share(31, 64),
            (Engine::Fess, _) => memory.share(31, 128),
            _ if self.shares_memory() => memory,
            _ => memory.share(1, seats),
        }
    }

    /// Sets it up for a round, with this memory.
    pub(super) fn start<'a>(
        &self,
        (board, analysis, config): (&Board, &'a Analysis, &Config),
        round: u32,
        memory: Memory,
        budget: &mut Budget,
    ) -> Result<Box<dyn Run + Send + 'a>, Stop> {
        // What an engine does not read says nothing about what its answer is worth.
        let techniques = config.techniques.and(TechniqueSet::read_by(self.engine(), config.goal));
        let seed = mix(config.seed.wrapping_add(u64::from(round) << 32));
        let chance = (round > 0).then_some(seed);
        let greedy = |search: PushPull<'a>| Box::new(search.varied(chance));
        Ok(match self.search {
            Search::Push => greedy(PushPull::new(analysis, Mode::Push, techniques, memory)?),
            Search::Pull => greedy(PushPull::new(analysis, Mode::Pull, techniques, memory)?),
            Search::Novelty => greedy(PushPull::novel(analysis, Mode::Pull, techniques, memory)?),
            Search::Phase => Box::new(PhaseSearch::new(analysis, techniques, memory)),
            Search::Imagined => Box::new(Imagined::new(analysis, techniques, memory)?),
            Search::Beam => Box::new(Beam::new(analysis, techniques, memory)?),
            Search::Fess(view, variant) => {
                let strategy = match chance {
                    None => Strategy::new(view, variant),
                    Some(seed) => Strategy::new(view + round as u8, variant).seeded(seed),
                };
                Box::new(StrategyRun::new(board, strategy, techniques, memory.left(), budget)?)
            }
            Search::FessRestarts => {
                let seed = if round == 0 { config.seed } else { seed };
                Box::new(Restarts::new(board, techniques, seed, memory.left()))
            }
        })
    }

    /// Its share of the time on a board when all members together have made this much effort, in no
    /// special unit.
    pub(super) fn weight(&self, shape: Shape, effort: u64) -> u64 {
        let size = usize::from(shape.squares > TINY) + usize::from(shape.squares > SMALL);
        let late = usize::from(effort > LATE);
        let home = if shape.mostly_home { self.mostly_home } else { 1 };
        let symmetric = if shape.symmetric { self.symmetric } else { 1 };
        self.weight[late][size] * home.max(symmetric)
    }

    /// What this many nodes and children cost on a board.
    pub(super) fn effort(&self, nodes: u64, children: u64, shape: Shape) -> u64 {
        let Shape { squares, boxes, .. } = shape;
        let Price { node, child: (child, square, each_box) } = self.price;
        nodes * node * squares + children * (child + square * squares + each_box * boxes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table of techniques says that `auto` reads what these engines read.
    #[test]
    fn the_members_are_those_that_the_table_of_techniques_knows() {
        let members = |engine: &Engine| MEMBERS.iter().any(|member| member.engine() == *engine);
        assert!(MEMBERS.iter().all(|member| Engine::MEMBERS.contains(&member.engine())));
        assert!(Engine::MEMBERS.iter().all(members));
    }
}
