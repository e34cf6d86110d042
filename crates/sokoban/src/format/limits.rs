//! Limits on level files, in addition to those on any text.
//!
//! Everything is checked before memory is asked for. The largest public collections stay far below
//! these limits: of 43,540 levels in 550 collections the largest is 200x200 and has 11,048 boxes.

/// Levels of a file.
pub const MAX_LEVELS: usize = 100_000;
/// Moves of one solution; the longest public ones have about a hundred thousand.
pub const MAX_MOVES: usize = 1 << 20;
/// A run length.
pub(super) const MAX_COUNT: usize = 65_536;
/// Groups within groups.
pub(super) const MAX_DEPTH: usize = 64;
/// Bytes of a title or a comment line; longer ones are cut.
pub(super) const MAX_NOTE: usize = 16 << 10;
/// Tiles and moves of all levels of a file together, written out. Ragged rows and run lengths can
/// make a board a thousand times larger than its text.
const MAX_EXPANSION: usize = 64 << 20;

/// What is left of the expansion allowed to one file.
#[derive(Clone, Debug)]
pub(super) struct Allowance {
    left: usize,
}

impl Allowance {
    /// The allowance of a new file.
    pub(super) fn new() -> Allowance {
        Allowance { left: MAX_EXPANSION }
    }

    /// How much is left.
    pub(super) fn left(&self) -> usize {
        self.left
    }

    /// Takes `n` away; `false` when less than that was left.
    pub(super) fn charge(&mut self, n: usize) -> bool {
        let enough = n <= self.left;
        self.left = if enough { self.left - n } else { 0 };
        enough
    }
}
