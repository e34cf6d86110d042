//! The deadlock tests of the forward search, asked when a child is chosen, cheapest first.

use super::enclosure::Enclosure;
use super::fixed::fix;
use super::local::Local;
use super::reachable::Reachable;
use super::zobrist::Zobrist;
use crate::field::Field;

/// Which tests are on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tests {
    /// Matching with fixed boxes as walls.
    pub matching: bool,
    /// Corral search.
    pub corral_search: bool,
}

/// The tests with their caches.
#[derive(Clone, Debug)]
pub struct Lost {
    tests: Tests,
    local: Local,
    scratch: Vec<u16>,
    reachable: Reachable,
    enclosure: Enclosure,
    /// Positions refused by matching and by corral search.
    pub refused: [u64; 2],
}

impl Lost {
    /// Tests for a field.
    pub fn new(field: &Field, tests: Tests) -> Lost {
        Lost {
            tests,
            local: Local::new(field),
            scratch: Vec::new(),
            reachable: Reachable::new(field),
            enclosure: Enclosure::new(field),
            refused: [0; 2],
        }
    }

    /// Bytes of the caches.
    pub fn bytes(&self) -> u64 {
        self.enclosure.bytes() + self.reachable.bytes()
    }

    /// Whether the position is lost.
    pub fn is_lost(
        &mut self,
        field: &Field,
        zobrist: &Zobrist,
        boxes: &[u16],
        player: u16,
    ) -> bool {
        self.local.set(field, boxes, player);
        fix(&mut self.local, field, boxes, &mut self.scratch);
        let off_goal =
            |&square: &u16| self.local.is_wall(square) && !field.goals().contains(square);
        if self.tests.matching
            && (boxes.iter().any(off_goal)
                || self.reachable.is_dead(&self.local, field, zobrist, boxes))
        {
            self.refused[0] += 1;
            return true;
        }
        if self.tests.corral_search
            && self.enclosure.is_dead(&self.local, field, zobrist, boxes, player)
        {
            self.refused[1] += 1;
            return true;
        }
        false
    }
}
