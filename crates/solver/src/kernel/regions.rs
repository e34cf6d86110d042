//! The free squares of a position, sorted into zones, with the squares of each at hand.

use sokoban::Square;

use super::{Bits, Map};

/// The zones of a position, numbered from 0 in the order of their lowest squares.
#[derive(Clone, Debug)]
pub struct Regions {
    /// Number of the zone of each square; [`Regions::NONE`] where it is not free.
    of: Vec<u16>,
    squares: Vec<Square>,
    /// Where the squares of each zone begin in `squares`.
    starts: Vec<u32>,
}

impl Regions {
    /// Not the number of any zone.
    pub const NONE: u16 = u16::MAX;

    /// Scratch space for a map.
    pub fn new(map: &Map) -> Regions {
        let n = map.n_squares() + 1;
        Regions { of: vec![Regions::NONE; n], squares: Vec::with_capacity(n), starts: Vec::new() }
    }

    /// Finds the zones of the squares not `occupied`.
    pub fn find(&mut self, map: &Map, occupied: &Bits) {
        self.of.fill(Regions::NONE);
        self.squares.clear();
        self.starts.clear();
        for root in map.squares() {
            if occupied.contains(root) || self.of[root.index()] != Regions::NONE {
                continue;
            }
            let number = self.starts.len() as u16;
            let mut head = self.squares.len();
            self.starts.push(head as u32);
            self.of[root.index()] = number;
            self.squares.push(root);
            while head < self.squares.len() {
                for next in map.around(self.squares[head]) {
                    if self.of[next.index()] == Regions::NONE && !occupied.contains(next) {
                        self.of[next.index()] = number;
                        self.squares.push(next);
                    }
                }
                head += 1;
            }
        }
        self.starts.push(self.squares.len() as u32);
    }

    /// Number of zones.
    pub fn count(&self) -> usize {
        self.starts.len() - 1
    }

    /// The zone of a square, or [`Regions::NONE`].
    #[inline]
    pub fn of(&self, square: Square) -> u16 {
        self.of[square.index()]
    }

    /// The squares of a zone; the first is the lowest.
    pub fn squares(&self, number: u16) -> &[Square] {
        let at = number as usize;
        &self.squares[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}
