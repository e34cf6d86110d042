//! The deadlock tests of a space, cheapest first, with a count of what each pruned.

use ground::analysis::Analysis;
use ground::deadlock::Deadlocks;
use ground::kernel::{Bits, Position};
use ground::prune::{Corral, PiCorral};
use ground::technique::{TABLE, Technique, TechniqueSet};
use search::{Budget, Stop};
use sokoban::{Push, Square};

use crate::deadlock::{Block, Recursive, wall_squares};

/// Bytes of working space for each square, in the space and its tests.
const BYTES_PER_SQUARE: u64 = 100;

/// The tests that are on, with their scratch space.
pub(super) struct Rules<'a> {
    analysis: &'a Analysis,
    techniques: TechniqueSet,
    wall_live: Bits,
    deadlocks: Deadlocks,
    pi_corral: PiCorral,
    /// Whether a technique looks at whole positions.
    looks: bool,
    recursive: Recursive,
    refused: Vec<u64>,
}

impl<'a> Rules<'a> {
    pub(super) fn new(analysis: &'a Analysis, techniques: TechniqueSet) -> Rules<'a> {
        let map = &analysis.map;
        Rules {
            analysis,
            techniques,
            wall_live: wall_squares::live(map),
            deadlocks: Deadlocks::modest(analysis, techniques, analysis.memory),
            pi_corral: PiCorral::new(map),
            looks: techniques.iter().any(|technique| technique.row().looks),
            recursive: Recursive::new(map),
            refused: vec![0; TABLE.len()],
        }
    }

    /// Bytes that the caches and the working space of a search come to take.
    pub(super) fn most_bytes(&self) -> u64 {
        self.deadlocks.most_bytes() + self.analysis.map.n_squares() as u64 * BYTES_PER_SQUARE
    }

    /// Computes the tables that some tests need.
    pub(super) fn prepare(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        self.deadlocks.prepare(self.analysis, u64::MAX, budget)
    }

    /// Whether a box must not be pushed to a square, whatever else is on the board.
    #[inline]
    pub(super) fn refuses_square(&mut self, square: Square) -> bool {
        let dead =
            |technique, live: &Bits| self.techniques.has(technique) && !live.contains(square);
        if dead(Technique::WallSquares, &self.wall_live) {
            return self.refuse(Technique::WallSquares);
        }
        if dead(Technique::DeadSquares, &self.analysis.live) {
            return self.refuse(Technique::DeadSquares);
        }
        false
    }

    /// Whether the position is lost because of the box on `square`, which was pushed last.
    /// The player stands on `player`, beside it.
    pub(super) fn refuses(&mut self, position: &Position, square: Square, player: Square) -> bool {
        let map = &self.analysis.map;
        if self.techniques.has(Technique::Block) && Block::is_dead(map, position, square) {
            return self.refuse(Technique::Block);
        }
        if self.techniques.has(Technique::Recursive)
            && self.recursive.is_dead(map, position, square)
        {
            return self.refuse(Technique::Recursive);
        }
        match self.deadlocks.after_push(self.analysis, position, square, player) {
            Some(technique) => self.refuse(technique),
            None => false,
        }
    }

    /// Looks at a whole position that is about to be expanded: whether it is lost, and whether only
    /// the pushes in [`Rules::corral_pushes`] need to be tried.
    pub(super) fn look(&mut self, position: &Position) -> Corral {
        if !self.looks {
            return Corral::None;
        }
        if let Some(technique) = self.deadlocks.when_expanded(self.analysis, position) {
            self.refuse(technique);
            return Corral::Dead;
        }
        let regions = self.deadlocks.regions();
        if !self.techniques.has(Technique::PiCorral) || regions.count() < 2 {
            return Corral::None;
        }
        let found = self.pi_corral.find(self.analysis, self.deadlocks.walls(), position, regions);
        if found == Corral::Dead {
            self.refuse(Technique::PiCorral);
        }
        found
    }

    /// The pushes of the corral found last.
    pub(super) fn corral_pushes(&self) -> &[Push] {
        self.pi_corral.pushes()
    }

    /// Counts one refusal; always returns true.
    pub(super) fn refuse(&mut self, technique: Technique) -> bool {
        self.count(technique, 1);
        true
    }

    pub(super) fn count(&mut self, technique: Technique, n: u64) {
        self.refused[technique as usize] += n;
    }

    /// How often each technique refused something, in the order of the table.
    pub(super) fn refused(&self) -> Vec<(&'static str, u64)> {
        let counts = TABLE.iter().zip(&self.refused);
        counts.filter(|(_, n)| **n > 0).map(|(row, &n)| (row.name, n)).collect()
    }
}
