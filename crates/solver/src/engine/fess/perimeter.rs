//! Positions from which the rest of a solution is known: those the backward search has met.
//!
//! Only positions with every box on the board are entered. Positions are compared by hash only; a
//! wrong match is caught later, when the solution is replayed.

use hashbrown::HashMap;

use super::moves::MacroMove;

/// One entry: the push that comes next, and the position it leads to.
#[derive(Clone, Copy, Debug)]
struct Link {
    step: MacroMove,
    next: u64,
    /// Macro moves to the solved position.
    depth: u32,
}

/// The perimeter.
#[derive(Clone, Debug, Default)]
pub(super) struct Perimeter {
    links: HashMap<u64, Link, foldhash::quality::FixedState>,
    limit: usize,
}

impl Perimeter {
    /// A perimeter of at most `limit` positions.
    pub(super) fn new(limit: usize) -> Perimeter {
        Perimeter { limit, ..Perimeter::default() }
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> u64 {
        (self.links.capacity() * (size_of::<(u64, Link)>() + 1)) as u64
    }

    /// Enters the position `here`: the push `step` leads from it to `next`, which is `depth - 1`
    /// moves from the end.
    pub(super) fn enter(&mut self, here: u64, step: MacroMove, next: u64, depth: u32) {
        if self.links.len() >= self.limit {
            return;
        }
        let link = Link { step, next, depth };
        let slot = self.links.entry(here).or_insert(link);
        if slot.depth > depth {
            *slot = link;
        }
    }

    /// The moves from a position to the end, if it is known.
    pub(super) fn rest(&self, here: u64) -> Option<Vec<MacroMove>> {
        let mut link = self.links.get(&here)?;
        let mut moves = vec![link.step];
        while let Some(next) = self.links.get(&link.next) {
            // Depths decrease along the way; two positions with the same hash must not make a
            // circle.
            if next.depth >= link.depth {
                return None;
            }
            moves.push(next.step);
            link = next;
        }
        Some(moves)
    }
}
