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

    /// The name of the player's zone, its lowest square, after a push that he makes from the zone
    /// `outside`: of a box on `from` to the free square `to`. `None` if the squares around do not
    /// decide it, because the box may have cut a zone in two.
    ///
    /// ```text
    /// #####    The box comes to stand on `t`. The free squares beside `t` still meet around it, so
    /// #@$t #   walks over `t` can go around it now: no zone is cut, and `$` joins the zones
    /// #    #   beside it.
    /// #####
    /// ```
    #[inline]
    pub fn name_after(&self, map: &Map, outside: u16, from: Square, to: Square) -> Option<Square> {
        let mut name = from.min(self.squares(outside)[0]);
        let mut touches = self.of(to) == outside;
        for near in map.around(from) {
            let zone = self.of(near);
            if near != to && zone != outside && zone != Regions::NONE {
                name = name.min(self.squares(zone)[0]);
                touches |= zone == self.of(to);
            }
        }
        let is_free = |square| square == from || self.of(square) != Regions::NONE;
        let whole = !touches || (name != to && map.meet_around(to, is_free));
        whole.then_some(name)
    }

    /// The squares of a zone; the first is the lowest.
    pub fn squares(&self, number: u16) -> &[Square] {
        let at = number as usize;
        &self.squares[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use sokoban::Dir;

    use super::*;
    use crate::kernel::Reach;
    use oracle::random_boards;

    /// Both ways to tell it, from the zones and from the last flood.
    #[test]
    fn the_name_after_a_push_is_the_one_a_flood_gives() {
        let (mut told, mut untold) = ([0; 2], [0; 2]);
        for board in random_boards(13, 500) {
            let map = Map::new(&board);
            let mut regions = Regions::new(&map);
            let (mut before, mut after) = (Reach::new(&map), Reach::new(&map));
            let mut occupied = map.occupied(board.start().boxes);
            regions.find(&map, &occupied);
            for from in board.start().boxes {
                for dir in Dir::ALL {
                    let (to, behind) = (map.next(from, dir), map.next(from, dir.opposite()));
                    if occupied.contains(to) || occupied.contains(behind) {
                        continue;
                    }
                    before.flood(&map, &occupied, behind);
                    occupied.remove(from);
                    occupied.insert(to);
                    let names = [
                        regions.name_after(&map, regions.of(behind), from, to),
                        before.name_after(&map, &occupied, from, to),
                    ];
                    for (i, name) in names.into_iter().enumerate() {
                        match name {
                            Some(name) => {
                                told[i] += 1;
                                assert_eq!(name, after.name(&map, &occupied, from), "{board:?}");
                            }
                            None => untold[i] += 1,
                        }
                    }
                    occupied.remove(to);
                    occupied.insert(from);
                }
            }
        }
        assert!(told.iter().all(|&n| n > 500) && untold.iter().all(|&n| n > 50), "{told:?}");
    }
}
