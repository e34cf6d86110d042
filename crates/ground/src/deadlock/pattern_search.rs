//! Pattern search: a small set of boxes of a position that is lost whatever else is on the board.
//!
//! ```text
//! ########     Such a set is found by playing one box alone ([`super::subset_search`]) and adding, one
//! #  $   #     after the other, the boxes of the position that are in the way of the solution
//! # $$ . #     found, until there is none: then these boxes are lost together. Boxes without
//! #@ ..###     which the others are still lost are dropped again, so that only the boxes that
//! ########     matter are named.
//! ```
//!
//! It refutes the start of a level ([`super::refutation`]) and explains lost positions
//! (`explain` of `banto-solver`). Keeping what it finds for the rest of a search does not pay; the figures
//! are in the ledger.
//!
//! Source: Rolling Stone's pattern search (Junghanns and Schaeffer 1998), with patterns reduced to
//! the boxes that matter as in Festival (Shoham). Sound. Cost: up to a millisecond for each box
//! that is tried, limited by the positions each game may look at.

use sokoban::Square;

use super::obstacles::Obstacles;
use super::subset_search::{End, SubsetSearch};
use crate::analysis::Analysis;
use crate::kernel::Position;

/// The most boxes of a pattern.
const MOST_BOXES: usize = 8;

/// The search with its scratch space.
#[derive(Clone, Debug)]
pub struct PatternSearch {
    alone: SubsetSearch,
    set: Vec<Square>,
    obstacles: Obstacles,
}

impl PatternSearch {
    /// Scratch space for a board.
    pub fn new(analysis: &Analysis) -> PatternSearch {
        PatternSearch {
            alone: SubsetSearch::new(analysis),
            set: Vec::new(),
            obstacles: Obstacles::new(&analysis.map),
        }
    }

    /// Positions looked at so far.
    pub fn nodes(&self) -> u64 {
        self.alone.nodes
    }

    /// The boxes that show the position to be lost, perhaps including the one on `first`, with
    /// which the search begins; each game may look at `nodes` positions.
    pub fn find(
        &mut self,
        analysis: &Analysis,
        position: &Position,
        first: Square,
        nodes: usize,
    ) -> Option<&[Square]> {
        self.set.clear();
        self.set.push(first);
        while self.set.len() <= MOST_BOXES {
            match self.alone.play(analysis, &self.set, position.player, nodes) {
                End::Open => return None,
                End::Lost => {
                    self.distil(analysis, position.player, nodes);
                    return Some(&self.set);
                }
                End::Solved => {
                    let pushes = self.alone.pushes();
                    let found = self.obstacles.find(&analysis.map, position, &self.set, pushes);
                    if found.is_empty() {
                        return None;
                    }
                    self.set.extend_from_slice(found);
                }
            }
        }
        None
    }

    /// Drops boxes without which the others are still lost.
    fn distil(&mut self, analysis: &Analysis, player: Square, nodes: usize) {
        let mut i = 0;
        while i < self.set.len() && self.set.len() > 1 {
            let dropped = self.set.swap_remove(i);
            if self.alone.play(analysis, &self.set, player, nodes) != End::Lost {
                self.set.push(dropped);
                let last = self.set.len() - 1;
                self.set.swap(i, last);
                i += 1;
            }
        }
    }
}
