//! FESS: feature space search with a packing plan.
//!
//! A short backward search finds a packing plan ([`backward`]); the forward search ([`forward`])
//! follows it through the cells of the feature space. Positions the backward search met with all
//! boxes on the board are a perimeter the forward search may end at.
//!
//! Source: Y. Shoham, J. Schaeffer, "The FESS Algorithm: A Feature Based Approach to Single-Agent
//! Search", CoG 2020. The engine uses unsound prunings and never says that a level has no solution.

pub mod backward;
pub mod corral;
pub mod enclosure;
pub mod fixed;
pub mod forward;
pub mod local;
pub mod lost;
pub mod moves;
pub mod perimeter;
pub mod pulls;
pub mod pushes;
pub mod reachable;
mod replay;
pub mod sink;
pub mod tree;
pub mod zobrist;

use search::{Budget, Outcome, Stats, Stop};
use sokoban::{Board, Push};

use crate::engine::Run;
use crate::feature::Order;
use crate::field::{Field, NoField};
use backward::BackwardSearch;
use forward::{Cell, ForwardSearch, Variant};
use perimeter::Perimeter;
use pushes::PushRules;
use zobrist::Zobrist;

/// Expansions of the backward search before its best plan is taken.
const BACKWARD_LIMIT: usize = 2_000;

/// Positions the perimeter may hold.
const PERIMETER: usize = 1 << 20;

const RULES: PushRules = PushRules { pi_corral: true, inefficient: true };
const SOUND: PushRules = PushRules { pi_corral: true, inefficient: false };

/// The ways in which the forward search is run; the first is the published one.
pub const VARIANTS: [Variant; 10] = [
    Variant { cell: Cell::Connectivity, order: Order::Listed, weighted: true, rules: RULES },
    Variant { cell: Cell::Connectivity, order: Order::Near, weighted: true, rules: RULES },
    Variant { cell: Cell::Hotspots, order: Order::PlanFirst, weighted: true, rules: RULES },
    Variant { cell: Cell::Packed, order: Order::Careless, weighted: true, rules: RULES },
    Variant { cell: Cell::Rooms, order: Order::Listed, weighted: true, rules: RULES },
    Variant { cell: Cell::Connectivity, order: Order::Listed, weighted: false, rules: RULES },
    Variant { cell: Cell::Connectivity, order: Order::Near, weighted: false, rules: RULES },
    Variant { cell: Cell::Hotspots, order: Order::Careless, weighted: false, rules: RULES },
    Variant { cell: Cell::Connectivity, order: Order::Listed, weighted: true, rules: SOUND },
    Variant { cell: Cell::Packed, order: Order::Near, weighted: true, rules: SOUND },
];

/// What the engine works on now.
enum Phase {
    /// A packing plan.
    Backward(Box<BackwardSearch>),
    /// The solution.
    Forward(Box<ForwardSearch>),
    /// Nothing: there is no field, or everything is used up.
    Over,
}

/// The engine.
pub struct Fess {
    board: Board,
    field: Option<Field>,
    zobrist: Zobrist,
    perimeter: Perimeter,
    phase: Phase,
    variant: Variant,
    memory: u64,
    expanded: u64,
}

impl Fess {
    /// An engine for a board, with `memory` bytes for its trees.
    pub fn new(board: &Board, memory: u64, budget: &mut Budget) -> Result<Fess, Stop> {
        let field = match Field::new(board, budget) {
            Ok(field) => Some(field),
            Err(NoField::Stopped(stop)) => return Err(stop),
            Err(NoField::TooLarge | NoField::Impossible) => None,
        };
        let mut fess = Fess {
            board: board.clone(),
            zobrist: Zobrist::new(field.as_ref().map_or(0, Field::n_squares)),
            field,
            perimeter: Perimeter::new(PERIMETER),
            phase: Phase::Over,
            variant: VARIANTS[0],
            memory,
            expanded: 0,
        };
        if let Some(field) = &fess.field {
            let accept = |_| true;
            let search = BackwardSearch::new(field, &fess.zobrist, &mut fess.perimeter, accept);
            fess.phase = Phase::Backward(Box::new(search));
        }
        Ok(fess)
    }

    /// Chooses how the forward search is run.
    pub fn with_variant(mut self, variant: Variant) -> Fess {
        self.variant = variant;
        self
    }

    /// One iteration; an outcome when the search is over.
    fn step(&mut self, budget: &mut Budget) -> Result<Option<Outcome<Vec<Push>>>, Stop> {
        let Some(field) = &self.field else {
            return Ok(Some(Outcome::GaveUp));
        };
        match &mut self.phase {
            Phase::Over => Ok(Some(Outcome::GaveUp)),
            Phase::Backward(search) => {
                let step = search.step(field, &self.zobrist, &mut self.perimeter, budget)?;
                if step == backward::Step::Over || search.tree.len() >= BACKWARD_LIMIT {
                    let plan = search.plan(field);
                    self.expanded += search.tree.len() as u64;
                    let search = ForwardSearch::new(field, &self.zobrist, plan, self.variant);
                    self.phase = Phase::Forward(Box::new(search));
                }
                Ok(None)
            }
            Phase::Forward(search) => {
                if search.tree.bytes() > self.memory {
                    return Ok(Some(Outcome::Stopped(Stop::Memory)));
                }
                match search.step(field, &self.zobrist, &self.perimeter, budget)? {
                    forward::Step::Solved(moves) => {
                        Ok(replay::pushes(field, &self.board, &moves).map(Outcome::Solved))
                    }
                    forward::Step::Exhausted => {
                        self.expanded += search.tree.len() as u64;
                        self.phase = Phase::Over;
                        Ok(Some(Outcome::GaveUp))
                    }
                    _ => Ok(None),
                }
            }
        }
    }
}

impl Run for Fess {
    fn run(&mut self, slice: &mut Budget) -> Option<Outcome<Vec<Push>>> {
        loop {
            match self.step(slice) {
                Ok(None) => {}
                Ok(outcome) => return outcome,
                Err(_) => return None,
            }
        }
    }

    fn stats(&self) -> Stats {
        let mut stats = Stats { expanded: self.expanded, ..Stats::default() };
        match &self.phase {
            Phase::Backward(search) => stats.expanded += search.tree.len() as u64,
            Phase::Forward(search) => {
                stats.expanded += search.tree.len() as u64;
                stats.table_bytes = search.tree.bytes();
                stats.extra.push(("cells", search.tree.n_cells() as u64));
                stats.extra.push(("lost by matching", search.lost.refused[0]));
                stats.extra.push(("lost by corral search", search.lost.refused[1]));
            }
            Phase::Over => {}
        }
        stats
    }
}
