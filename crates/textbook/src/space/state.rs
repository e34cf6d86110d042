//! A position as the textbook searches store it: small, hashed once, compared in full.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use ground::kernel::{Bits, Map, Position};
use sokoban::Square;

/// Boxes in ascending order, the player, and the Zobrist key of both.
///
/// In spaces whose states differ by the player's zone, `player` is the lowest square of the zone;
/// otherwise it is the square the player stands on.
///
/// Marks are left on the board by the path; they are not part of a state's identity.
#[derive(Clone, Debug)]
pub struct BoxState {
    key: u64,
    boxes: Box<[Square]>,
    player: Square,
    marks: Option<Arc<Bits>>,
}

impl PartialEq for BoxState {
    fn eq(&self, other: &BoxState) -> bool {
        self.key == other.key && self.boxes == other.boxes && self.player == other.player
    }
}

impl Eq for BoxState {}

impl Hash for BoxState {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.key);
    }
}

impl BoxState {
    /// The state of a position, with the player given the way the space wants it.
    pub fn new(map: &Map, position: &Position, player: Square) -> BoxState {
        // Exact capacity: the blocks that a growing list frees are too small to be reused.
        let mut boxes = Vec::with_capacity(position.n_boxes());
        boxes.extend(position.occupied().iter().take(position.n_boxes()));
        let key = position.key() ^ map.player_key(player);
        BoxState { key, boxes: boxes.into_boxed_slice(), player, marks: None }
    }

    /// The same state with marks.
    pub(super) fn marked(self, marks: Option<Arc<Bits>>) -> BoxState {
        BoxState { marks, ..self }
    }

    /// The marks, if there are any.
    pub(super) fn marks(&self) -> Option<&Arc<Bits>> {
        self.marks.as_ref()
    }

    /// Whether a square is marked.
    pub(crate) fn is_marked(&self, square: Square) -> bool {
        self.marks.as_ref().is_some_and(|marks| marks.contains(square))
    }

    /// The boxes, ascending.
    pub fn boxes(&self) -> &[Square] {
        &self.boxes
    }

    /// The player.
    pub fn player(&self) -> Square {
        self.player
    }

    /// Makes `position` this state.
    pub fn load(&self, map: &Map, position: &mut Position) {
        position.clear();
        for &square in &self.boxes {
            position.add_box(map, square);
        }
        position.player = self.player;
    }

    /// Heap bytes of one state on a board with `n_boxes` boxes: the allocator rounds up and keeps
    /// a header.
    pub fn heap_bytes(n_boxes: usize) -> usize {
        (n_boxes * size_of::<Square>() + 8).next_multiple_of(16).max(32)
    }
}
