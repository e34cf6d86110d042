//! For tests by the oracle: the bound of any position, and whether pattern search calls it lost.

use ground::analysis::Analysis;
use ground::kernel::{Memory, Position};
use ground::run::Pruning;
use ground::technique::TechniqueSet;
use search::Budget;

use super::bound::LowerBound;
use super::dynamic::Dynamic;
use super::patterns::{PatternSearch, PatternStore};

/// The parts of the engine that claim something about any position of a board.
pub struct Examined<'a> {
    analysis: &'a Analysis,
    pruning: Pruning<'a>,
    dynamic: Dynamic,
    search: PatternSearch,
    store: PatternStore,
}

impl<'a> Examined<'a> {
    /// For the positions of a board.
    pub fn new(analysis: &'a Analysis) -> Examined<'a> {
        let mut memory = Memory::bytes(1 << 30);
        let defaults = TechniqueSet::defaults();
        let pruning = Pruning::within(analysis, defaults, &mut memory).expect("there is room");
        Examined {
            analysis,
            pruning,
            dynamic: Dynamic::new(memory),
            search: PatternSearch::new(analysis, false, memory),
            store: PatternStore::new(&analysis.map, false),
        }
    }

    /// The highest bound of all that are admissible; `None` if the position is lost.
    pub fn bound(&mut self, position: &Position) -> Option<u32> {
        let start = Analysis { start: position.clone(), ..self.analysis.clone() };
        let techniques = TechniqueSet::of(|row| row.keeps.push_optimality);
        let bound = LowerBound::new(&start, techniques).root(&start)?;
        if self.pruning.is_lost(position) {
            return None;
        }
        let walls = self.pruning.walls();
        Some(bound.max(self.dynamic.bound(self.analysis, walls, position)?))
    }

    /// Whether a pattern found now, or in a position asked about before, shows it to be lost.
    pub fn has_lost_pattern(&mut self, position: &Position) -> bool {
        for &square in position.boxes() {
            let budget = &mut Budget::unlimited();
            self.search.search(self.analysis, position, square, &mut self.store, budget);
        }
        self.store.penalty(&self.analysis.map, position).is_none()
    }
}
