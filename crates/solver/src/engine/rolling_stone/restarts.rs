//! Rapid random restarts: a search that has found nothing for a while begins again, in another
//! order.
//!
//! A depth-first search that has gone wrong near the root spends all its nodes there. So after a
//! number of nodes the path is given up, and the iteration begins again from the root, with moves
//! of equal rank shuffled and other moves released by the relevance cuts. Each attempt may take a
//! quarter more nodes than the one before. What was learned stays: the patterns, and the positions
//! in which they were looked for; what the transposition table says about positions searched does
//! not, since the way through them may be another one.
//!
//! Keeps completeness, since attempts get longer without end. Source: Junghanns and Schaeffer's
//! later work on Rolling Stone (57 levels); the idea is Gomes, Selman and Kautz's, 1998. Cost: what
//! the attempts given up have cost.

use crate::kernel::mix;

/// Nodes of the first attempt.
const FIRST: u64 = 3_000;

/// When to begin again, and how to shuffle.
#[derive(Clone, Debug)]
pub(super) struct Restarts {
    on: bool,
    drawn: u64,
    /// The nodes of this attempt end here.
    end: u64,
    length: u64,
    /// Attempts given up.
    pub(super) count: u64,
}

impl Restarts {
    /// For a search.
    pub(super) fn new(on: bool, seed: u64) -> Restarts {
        Restarts { on, drawn: mix(seed), end: FIRST, length: FIRST, count: 0 }
    }

    /// Whether it is time to begin again, after this many nodes; if so, the next attempt begins.
    pub(super) fn is_due(&mut self, nodes: u64) -> bool {
        if !self.on || nodes < self.end {
            return false;
        }
        self.length += self.length / 4;
        self.end = nodes + self.length;
        self.count += 1;
        true
    }

    /// What is added to the distance of a move when moves are ordered: nothing in the first
    /// attempt.
    pub(super) fn noise(&mut self) -> u32 {
        if self.count == 0 {
            return 0;
        }
        self.drawn = self.drawn.wrapping_add(1);
        (mix(self.drawn) % 32) as u32
    }
}
