//! The walks in the bound of a search for the fewest moves.
//!
//! [`Heights`] suit the position for which they were made and those like it. The first are made for
//! the start, once the search has expanded some nodes: small levels end before. Later ones are made
//! for a position whose turn it is, each time the search has grown by some factor, and are kept if
//! they raise its bound; the bound is the greatest of all. Waiting nodes are judged again each time.

use ground::analysis::Analysis;
use ground::heuristic::{After, Heights};
use ground::kernel::{Memory, Position};
use ground::technique::{Technique, TechniqueSet};
use search::{Budget, Stop};
use sokoban::Square;

/// Nodes expanded before the first heights are made.
const PATIENCE: u64 = 500;

/// Sets of heights at most.
const MOST_SETS: usize = 6;

/// The heights, once they are there.
#[derive(Clone)]
pub(super) struct Walks {
    /// `None` if they are not wanted.
    heights: Option<Heights>,
    /// Nodes to expand before the next ones; `None` when there are enough.
    due: Option<u64>,
}

impl Walks {
    /// Takes the memory for the heights if they are wanted and leave most of it to the nodes.
    pub(super) fn new(analysis: &Analysis, techniques: TechniqueSet, memory: &mut Memory) -> Walks {
        let wanted = techniques.has(Technique::Heights) && memory.left() >= 4 * Heights::MOST_BYTES;
        let heights = wanted.then(|| Heights::new(analysis)).flatten();
        let heights = heights.filter(|_| memory.take(Heights::MOST_BYTES).is_ok());
        Walks { due: heights.is_some().then_some(PATIENCE), heights }
    }

    /// Makes the first heights after this many nodes instead of the usual number.
    #[cfg(test)]
    pub(super) fn after(patience: u64, analysis: &Analysis) -> Walks {
        Walks { heights: Heights::new(analysis), due: Some(patience) }
    }

    /// How many sets of heights there are.
    pub(super) fn n_sets(&self) -> usize {
        self.heights.as_ref().map_or(0, Heights::n_sets)
    }

    /// Whether it is time for new heights.
    #[inline]
    pub(super) fn are_due(&self, expanded: u64) -> bool {
        self.due.is_some_and(|due| expanded >= due)
    }

    /// Makes heights for a position; returns whether the bound has changed.
    pub(super) fn prepare(
        &mut self,
        analysis: &Analysis,
        position: &Position,
        budget: &mut Budget,
    ) -> Result<bool, Stop> {
        let Some(heights) = &mut self.heights else { return Ok(false) };
        let raised = heights.suit(analysis, position, budget)?;
        let next = self.due.map(|due| (due + 1) * 3);
        self.due = next.filter(|_| heights.n_sets() < MOST_SETS);
        Ok(raised)
    }

    /// The bound of a position, which is loaded; `None` if it is lost.
    pub(super) fn bound(&mut self, analysis: &Analysis, position: &Position) -> Option<u32> {
        match &mut self.heights {
            Some(heights) if heights.n_sets() > 0 => heights.load(analysis, position),
            _ => Some(0),
        }
    }

    /// Loads a position; returns `false` if it is lost.
    pub(super) fn load(&mut self, analysis: &Analysis, position: &Position) -> bool {
        self.bound(analysis, position).is_some()
    }

    /// The bound after a push of the loaded position, as exactly as it must be known to tell whether
    /// it is more than `most`.
    pub(super) fn after_up_to(
        &mut self,
        analysis: &Analysis,
        from: Square,
        to: Square,
        most: u32,
    ) -> After {
        match &mut self.heights {
            Some(heights) if heights.n_sets() > 0 => heights.after_up_to(analysis, from, to, most),
            _ => After::Is(0),
        }
    }
}
