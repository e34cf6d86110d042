//! Reproducible random choices in the order in which a tree grows.

use ground::kernel::mix;

/// Chance in the order of a tree, decided by the hash of a position: the same in every run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Luck {
    /// What makes one tree's luck differ from another's.
    pub seed: u64,
    /// Bits of the score that are drawn instead of measured.
    pub drawn: u64,
}

/// One in this many of the moves that no advisor named is free by luck.
const FREE_BY_LUCK: u64 = 16;

impl Luck {
    pub(super) fn draw(self, hash: u64) -> u64 {
        mix(hash ^ self.seed)
    }

    pub(super) fn is_free(self, hash: u64) -> bool {
        (self.draw(hash) >> 40).is_multiple_of(FREE_BY_LUCK)
    }
}
