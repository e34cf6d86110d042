//! SokoKids' online test: try to move the box; if other boxes hold it, try to move those.
//!
//! A box can move along an axis when both neighbours on it are free, or are boxes that can
//! themselves move out of the way. A box already being tried counts as a wall. When nothing can
//! move and one of the boxes looked at is off goal, the position is lost. The report's wording has
//! no test for goals, so solved corners would be refused; the test is made here.
//!
//! This is [`Freeze`] without its knowledge of dead squares, and that is how it is written.
//!
//! Source: SokoKids, section 6.2 ("online"). Cost: as [`Freeze`].

use ground::deadlock::{Freeze, Ground};
use ground::kernel::{Bits, Map, Position};
use sokoban::Square;

/// The test with its scratch space.
#[derive(Clone, Debug)]
pub struct Recursive {
    freeze: Freeze,
    everywhere: Bits,
}

impl Recursive {
    /// Scratch space for a map.
    pub fn new(map: &Map) -> Recursive {
        let everywhere = Bits::from_squares(map.n_squares() + 1, map.squares());
        Recursive { freeze: Freeze::new(map), everywhere }
    }

    /// Whether the box on `square` is stuck together with some box off goal.
    pub fn is_dead(&mut self, map: &Map, position: &Position, square: Square) -> bool {
        let ground = Ground { map, live: &self.everywhere };
        self.freeze.is_dead(ground, position.occupied(), square)
    }
}
