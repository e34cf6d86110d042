//! The tables of lost pairs and triples in one direction, made once a search is long enough for
//! them.
//!
//! A search that ends after a few hundred positions does not need the tables; a longer one soon
//! saves more than they cost. So each table is built after a number of expansions that fits its
//! cost.

use std::sync::Arc;

use search::{Budget, Stop};
use sokoban::{Dir, Square};

use crate::analysis::{Analysis, Pairs, Triples};
use crate::kernel::{Bits, Mode};
use crate::technique::{Technique, TechniqueSet};

/// Expansions after which the pairs are due.
const PAIRS_DUE: u64 = 500;

/// Never.
const NEVER: u64 = u64::MAX;

/// The tables, as far as they have been made. Clones share them.
#[derive(Clone, Debug)]
pub struct LostGroups {
    mode: Mode,
    pairs: Option<Arc<Pairs>>,
    triples: Option<Arc<Triples>>,
    /// Whether triples are wanted.
    and_triples: bool,
    /// Expansions after which the next table is made.
    due: u64,
}

impl LostGroups {
    /// No tables yet, for a search that plays in `mode`.
    pub fn new(mode: Mode, techniques: TechniqueSet) -> LostGroups {
        let due = if techniques.has(Technique::Pairs) { PAIRS_DUE } else { NEVER };
        let and_triples = techniques.has(Technique::Triples);
        LostGroups { mode, pairs: None, triples: None, and_triples, due }
    }

    /// Makes the tables that are due after this many expansions.
    ///
    /// # Errors
    ///
    /// The limit that was reached, or the cancellation.
    #[inline]
    pub fn prepare(
        &mut self,
        analysis: &Analysis,
        expanded: u64,
        budget: &mut Budget,
    ) -> Result<(), Stop> {
        while expanded >= self.due && self.due != NEVER {
            self.make(analysis, budget)?;
        }
        Ok(())
    }

    /// How many tables there are.
    pub fn n_tables(&self) -> usize {
        usize::from(self.pairs.is_some()) + usize::from(self.triples.is_some())
    }

    /// Makes the next table.
    fn make(&mut self, analysis: &Analysis, budget: &mut Budget) -> Result<(), Stop> {
        if let Some(pairs) = &self.pairs {
            self.triples = analysis.triples(self.mode, pairs, budget)?.map(Arc::new);
            self.due = NEVER;
            return Ok(());
        }
        self.pairs = analysis.pairs(self.mode, budget)?.map(Arc::new);
        let due = Triples::due(self.mode, analysis.ground(self.mode));
        // While they are made, triples take two bytes for each three squares, and often as much again.
        let bytes = 4 * (analysis.ground(self.mode).len() as u64).pow(3);
        let fit = bytes <= analysis.memory.left() / 8;
        self.due = match self.pairs.is_some() && self.and_triples && fit {
            true => due.unwrap_or(NEVER),
            false => NEVER,
        };
        Ok(())
    }

    /// Which table says that the box on `square`, with the player on `side` of it, is lost together
    /// with others.
    #[inline]
    pub fn find(&self, occupied: &Bits, square: Square, side: Dir) -> Option<Technique> {
        let pairs = self.pairs.as_ref()?;
        if pairs.is_lost(occupied, square, side) {
            return Some(Technique::Pairs);
        }
        let triples = self.triples.as_ref()?;
        triples.is_lost(occupied, square, side).then_some(Technique::Triples)
    }
}
