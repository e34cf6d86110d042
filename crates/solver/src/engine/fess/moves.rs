//! Macro moves of both directions.

/// One box goes to a square while the others stand still.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Where the box stood.
    pub from: u16,
    /// Where it goes.
    pub to: u16,
    /// Side of `to` where the player ends (0 up, 1 right, 2 down, 3 left).
    pub side: u8,
    /// Whether a box that did not move can be pushed (or pulled) afterwards from a side that was
    /// out of reach.
    pub opens: bool,
    /// Whether the box leaves the board at `to` (backward search with a sink).
    pub removed: bool,
    /// The lowest square of the player's region afterwards.
    pub player: u16,
    /// Regions of the floor afterwards.
    pub connectivity: u16,
    /// Regions if a box that leaves the board stood on `to` (backward search).
    pub standing: u16,
}

/// The four sides of a box, the one where the player arrived before the others.
pub(super) fn arrival_first(first: u8) -> [usize; 4] {
    match first {
        0 => [0, 1, 2, 3],
        1 => [1, 0, 2, 3],
        2 => [2, 0, 1, 3],
        _ => [3, 0, 1, 2],
    }
}
