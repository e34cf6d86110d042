//! The boxes that may move, by PI-corral pruning ([`crate::prune::PiCorral`]).
//!
//! FESS lets the boxes of the corral make all their macro moves, as Festival does (Y. Shoham), not
//! only the pushes into it: every solution can still be reordered so that one of these comes first.

use crate::deadlock::local::Local;
use crate::engine::fess::field::Field;
use crate::kernel::{Bits, Position, Regions};
use crate::prune;

/// Scratch space.
#[derive(Clone, Debug)]
pub struct PiCorral {
    test: prune::PiCorral,
    regions: Regions,
    position: Position,
    walls: Bits,
    /// The boxes allowed by the last search, ascending.
    pub allowed: Vec<u16>,
}

impl PiCorral {
    /// Scratch space for a field.
    pub fn new(field: &Field) -> PiCorral {
        let map = field.map();
        PiCorral {
            test: prune::PiCorral::new(map),
            regions: Regions::new(map),
            position: field.analysis().start.clone(),
            walls: map.occupied([]),
            allowed: Vec::new(),
        }
    }

    /// Looks for a corral; the boxes allowed to move are then in `allowed`. Boxes that `local` has
    /// as walls are fixed for ever.
    pub fn find(&mut self, local: &Local, field: &Field, boxes: &[u16], player: u16) -> bool {
        let map = field.map();
        self.position.clear();
        self.walls.clear();
        self.walls.insert(map.wall());
        for &square in boxes {
            self.position.add_box(map, square.into());
            if local.is_wall(square) {
                self.walls.insert(square);
            }
        }
        self.position.player = player.into();
        self.regions.find(map, self.position.occupied());
        if self.regions.count() < 2 {
            return false;
        }
        let boxes = self.test.boxes(field.analysis(), &self.walls, &self.position, &self.regions);
        self.allowed.clear();
        self.allowed.extend(boxes.iter().flatten().map(|square| square.0));
        self.allowed.sort_unstable();
        self.allowed.dedup();
        boxes.is_some()
    }
}
