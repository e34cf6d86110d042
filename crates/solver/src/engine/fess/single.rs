//! One backward search for a plan and one forward search along it.

use search::{Budget, Outcome, Progress, Stats, Stop};
use sokoban::{Board, Push};

use super::backward::{self, BackwardSearch};
use super::forward::{self, ForwardSearch};
use super::perimeter::Perimeter;
use super::pushes::Stops;
use super::zobrist::Zobrist;
use super::{Strategy, replay};
use crate::engine::Run;
use crate::engine::fess::field::{Field, NoField};
use crate::technique::TechniqueSet;

/// Expansions of the backward search before its best plan is taken.
const BACKWARD_LIMIT: usize = 2_000;

/// Positions the perimeter may hold.
const PERIMETER: usize = 1 << 20;

/// Bytes of the whole memory per position of the perimeter: it takes an eighth at most.
const PERIMETER_SHARE: u64 = 500;

/// What the engine works on now.
enum Phase {
    /// A packing plan.
    Backward(Box<BackwardSearch>),
    /// The solution.
    Forward(Box<ForwardSearch>),
    /// Nothing: there is no field, or everything is used up.
    Over,
    /// Nothing: the field does not fit into the memory.
    Full,
}

/// One strategy at work.
pub(crate) struct Single {
    board: Board,
    field: Option<Field>,
    zobrist: Zobrist,
    perimeter: Perimeter,
    phase: Phase,
    strategy: Strategy,
    techniques: TechniqueSet,
    memory: u64,
    /// What the searches that are over have expanded and generated.
    expanded: u64,
    generated: u64,
}

impl Single {
    /// A strategy for a board, with `memory` bytes for its trees.
    pub(crate) fn new(
        board: &Board,
        strategy: Strategy,
        techniques: TechniqueSet,
        memory: u64,
        budget: &mut Budget,
    ) -> Result<Single, Stop> {
        let (field, phase) = match Field::seen(board, strategy.view, memory, budget) {
            Ok(field) => (Some(field), Phase::Over),
            Err(NoField::Full) => (None, Phase::Full),
            Err(NoField::Stopped(stop)) => return Err(stop),
            Err(NoField::TooLarge | NoField::Impossible) => (None, Phase::Over),
        };
        let mut fess = Single {
            board: board.clone(),
            zobrist: Zobrist::new(field.as_ref().map_or(0, Field::n_squares)),
            field,
            perimeter: Perimeter::new(PERIMETER.min((memory / PERIMETER_SHARE) as usize)),
            phase,
            strategy,
            techniques,
            memory,
            expanded: 0,
            generated: 0,
        };
        if let Some(field) = &fess.field {
            let stops = Stops::of(techniques);
            let search = BackwardSearch::new(
                field,
                &fess.zobrist,
                &mut fess.perimeter,
                stops,
                strategy.seed,
            );
            fess.phase = Phase::Backward(Box::new(search));
        }
        Ok(fess)
    }

    /// How far it has come, for whoever watches: the packed feature of the best position and the
    /// macro moves to it.
    fn report(&self, progress: &mut Progress) {
        if let Phase::Forward(search) = &self.phase {
            let best = search.tree.best();
            progress.best = search.tree.score(best).forward().packed.into();
            progress.depth = search.tree.path(best).len() as u32;
        }
    }

    /// One iteration; an outcome when the search is over.
    fn step(&mut self, budget: &mut Budget) -> Result<Option<Outcome<Vec<Push>>>, Stop> {
        let used = self.bytes();
        let Some(field) = &self.field else {
            let full = matches!(self.phase, Phase::Full);
            return Ok(Some(if full { Outcome::Stopped(Stop::Memory) } else { Outcome::GaveUp }));
        };
        match &mut self.phase {
            Phase::Over | Phase::Full => Ok(Some(Outcome::GaveUp)),
            Phase::Backward(search) => {
                let step = search.step(field, &self.zobrist, &mut self.perimeter, budget)?;
                let full = search.tree.len() >= BACKWARD_LIMIT || used > self.memory;
                if step == backward::Step::Over || full {
                    let plan = search.plan(field);
                    self.expanded += search.tree.len() as u64;
                    self.generated += search.tree.n_edges() as u64;
                    let search = ForwardSearch::new(
                        field,
                        &self.zobrist,
                        plan,
                        self.strategy,
                        self.techniques,
                    );
                    self.phase = Phase::Forward(Box::new(search));
                }
                Ok(None)
            }
            Phase::Forward(search) => {
                if used > self.memory {
                    return Ok(Some(Outcome::Stopped(Stop::Memory)));
                }
                match search.step(field, &self.zobrist, &self.perimeter, budget)? {
                    forward::Step::Solved(moves) => {
                        Ok(replay::solution(field, &self.board, self.strategy.view, &moves)
                            .map(Outcome::Solved))
                    }
                    forward::Step::Exhausted => {
                        self.expanded += search.tree.len() as u64;
                        self.generated += search.tree.n_edges() as u64;
                        self.phase = Phase::Over;
                        Ok(Some(Outcome::GaveUp))
                    }
                    _ => Ok(None),
                }
            }
        }
    }
}

impl Single {
    /// The pushes to the position that has come farthest; `None` while there is no plan yet.
    pub(super) fn best(&self) -> Option<Vec<Push>> {
        let (Some(field), Phase::Forward(search)) = (&self.field, &self.phase) else {
            return None;
        };
        let tree = &search.tree;
        let path: Vec<_> =
            tree.path(tree.best()).iter().map(|&edge| tree.edge(edge).step).collect();
        replay::pushes(field, &self.board, self.strategy.view, &path)
    }

    /// Bytes of its tables, trees and caches.
    pub(super) fn bytes(&self) -> u64 {
        self.field.as_ref().map_or(0, Field::bytes)
            + self.perimeter.bytes()
            + match &self.phase {
                Phase::Backward(search) => search.bytes(),
                Phase::Forward(search) => search.bytes(),
                Phase::Over | Phase::Full => 0,
            }
    }

    /// Changes how many bytes it may take from now on. A search that was full goes on.
    pub(super) fn allow(&mut self, memory: u64) {
        self.memory = memory;
    }
}

impl Single {
    /// The best position of the search under way, drawn, with its features.
    pub(super) fn draw(&self) -> String {
        let (Some(field), Phase::Forward(search)) = (&self.field, &self.phase) else {
            return String::new();
        };
        let best = search.tree.best();
        let features = search.tree.score(best).forward();
        let mut text = format!("{features:?}, plan of {}\n", search.plan().steps().len());
        for row in 0..field.height() {
            for column in 0..field.width() {
                let square = field.square_at(row, column);
                text.push(if square == field.wall() {
                    '#'
                } else {
                    let full = search.tree.boxes(best).any(|full| full == square);
                    match (full, field.goals().contains(square)) {
                        (true, true) => '*',
                        (true, false) => '$',
                        (false, true) => '.',
                        (false, false) if search.tree.expansion(best).player == square => '@',
                        (false, false) => ' ',
                    }
                });
            }
            text.push('\n');
        }
        text
    }
}

impl Run for Single {
    fn run(&mut self, slice: &mut Budget) -> Option<Outcome<Vec<Push>>> {
        self.report(&mut slice.progress);
        loop {
            match self.step(slice) {
                Ok(None) => {}
                Ok(outcome) => return outcome,
                Err(_) => return None,
            }
        }
    }

    fn stats(&self) -> Stats {
        let mut stats = Stats {
            expanded: self.expanded,
            generated: self.generated,
            table_bytes: self.bytes(),
            ..Stats::default()
        };
        let tree = match &self.phase {
            Phase::Backward(search) => &search.tree,
            Phase::Forward(search) => {
                stats.extra.push(("cells", search.tree.n_cells() as u64));
                stats.extra.extend(search.deadlocks.refused());
                &search.tree
            }
            Phase::Over | Phase::Full => return stats,
        };
        stats.expanded += tree.len() as u64;
        stats.generated += tree.n_edges() as u64;
        stats
    }
}
