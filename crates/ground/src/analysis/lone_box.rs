//! A single box on a board: where it can be pushed, and with the player on which side.
//!
//! The state of a lone box is its square and the zone the player is in, that is, which of its four
//! sides the player can get to. One zone search over the board answers that for every square, so a
//! breadth-first search over all states costs O(squares).

use sokoban::{Dir, Square};

use super::FAR;
use crate::kernel::{Bits, Map, Mode, Zones};

/// The sides of every square, as a lone box there would part them into zones.
#[derive(Clone, Debug)]
pub struct LoneBox {
    /// For each square, the zone of each side if a box stood there; the wall where a side is not
    /// free.
    sides: Vec<[Square; 4]>,
}

impl LoneBox {
    /// A lone box among squares that are `blocked` for box and player alike; these must include the
    /// wall.
    pub fn new(map: &Map, blocked: &Bits) -> LoneBox {
        let mut zones = Zones::new(map);
        zones.find(map, blocked);
        let sides = |square| match zones.is_free(square) {
            true => zones.sides(map, square),
            false => [map.wall(); 4],
        };
        LoneBox { sides: map.squares().chain([map.wall()]).map(sides).collect() }
    }

    /// The zones of the four sides of a box on a square.
    #[inline]
    pub fn sides(&self, square: Square) -> [Square; 4] {
        self.sides[square.index()]
    }

    /// Fills `out` (four entries a square, one per side) with the number of pushes or pulls from
    /// the nearest of `starts`, whatever side the player starts on; [`FAR`] where the box cannot
    /// get to. In [`Mode::Pull`] this is the number of pushes from the entry to the start square.
    pub fn search(
        &self,
        map: &Map,
        mode: Mode,
        starts: impl IntoIterator<Item = Square>,
        queue: &mut Vec<(Square, u8)>,
        out: &mut [u16],
    ) {
        out.fill(FAR);
        queue.clear();
        for square in starts {
            for side in Dir::ALL {
                self.visit(map, square, side, 0, queue, out);
            }
        }
        let mut head = 0;
        while head < queue.len() {
            let (square, side) = queue[head];
            head += 1;
            let length = out[square.index() * 4 + side as usize] + 1;
            let zones = self.sides(square);
            for dir in Dir::ALL {
                // The player stands on the same side of the box before and after.
                let stands = match mode {
                    Mode::Push => dir.opposite(),
                    Mode::Pull => dir,
                };
                if zones[stands.index()] == zones[side as usize] {
                    self.visit(map, map.next(square, dir), stands, length, queue, out);
                }
            }
        }
    }

    /// Notes a box on `square` with the player on `side` and on all sides connected to it. Blocked
    /// squares have no free side and are never noted.
    #[inline]
    fn visit(
        &self,
        map: &Map,
        square: Square,
        side: Dir,
        length: u16,
        queue: &mut Vec<(Square, u8)>,
        out: &mut [u16],
    ) {
        let zones = self.sides(square);
        let zone = zones[side.index()];
        if map.is_wall(zone) || out[square.index() * 4 + side.index()] <= length {
            return;
        }
        for other in 0..4 {
            if zones[other] == zone {
                out[square.index() * 4 + other] = length;
            }
        }
        queue.push((square, side.index() as u8));
    }
}
