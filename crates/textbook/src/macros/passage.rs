//! Passages: squares that split the board in two when a box stands on them.
//!
//! ```text
//! ####  ####     A box in the doorway locks the player out of one half. It has to leave the
//! #  #### $#     doorway anyway, so a push onto it is followed by one more.
//! #        #
//! ##########
//! ```
//!
//! What it gives up: leaving the box in the doorway for a while, hence completeness and the fewest
//! pushes. Source: the Aveiro agent, `definePassages`. Articulation squares: Hopcroft and Tarjan.
//! Cost: once per board.

use ground::kernel::{Bits, Map, Zones};
use sokoban::Square;

/// The passages of a board.
#[derive(Clone, Debug)]
pub(crate) struct Passages {
    squares: Bits,
}

impl Passages {
    /// Finds the passages of the board without boxes.
    pub(crate) fn new(map: &Map) -> Passages {
        let mut zones = Zones::new(map);
        zones.find(map, &map.occupied([]));
        let parts = map.squares().filter(|&square| zones.count_without(square) > 1);
        Passages { squares: Bits::from_squares(map.n_squares() + 1, parts) }
    }

    /// Whether a square is a passage.
    #[inline]
    pub(crate) fn contains(&self, square: Square) -> bool {
        self.squares.contains(square)
    }
}

#[cfg(test)]
mod tests {
    use oracle::board;

    use super::*;

    #[test]
    fn a_doorway_is_a_passage_and_a_room_is_not() {
        let board = board(&["########", "#@ #   #", "# $  . #", "#  #   #", "########"]);
        let passages = Passages::new(&Map::new(&board));
        let found: Vec<_> = board
            .squares()
            .filter(|&square| passages.contains(square))
            .map(|square| board.place(square))
            .collect();
        assert_eq!(found, [(2, 2), (2, 3), (2, 4)]);
    }
}
