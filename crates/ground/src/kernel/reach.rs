//! Where the player can walk: one flood over free squares.

use sokoban::Square;

use super::{Bits, Map};

/// Scratch space for floods on one board.
#[derive(Clone, Debug)]
pub struct Reach {
    /// What is occupied, and what was visited since.
    closed: Bits,
    /// Squares are stamped, never cleared.
    stamp: u32,
    stamps: Vec<u32>,
    queue: Vec<Square>,
    lowest: Square,
    /// Squares a walk still has to look at.
    path: Vec<Square>,
}

impl Reach {
    /// Scratch space for a map.
    pub fn new(map: &Map) -> Reach {
        let n = map.n_squares() + 1;
        Reach {
            closed: Bits::new(n),
            stamp: 0,
            stamps: vec![0; n],
            queue: Vec::with_capacity(n),
            lowest: map.wall(),
            path: Vec::new(),
        }
    }

    /// Walks everywhere from `from` over squares not `occupied`; returns the lowest square reached,
    /// which names the zone. Whether `from` itself is occupied does not matter.
    pub fn flood(&mut self, map: &Map, occupied: &Bits, from: Square) -> Square {
        self.begin();
        self.closed.copy_from(occupied);
        self.visit(from);
        let mut head = 0;
        while let Some(&square) = self.queue.get(head) {
            head += 1;
            for next in map.around(square) {
                if !self.closed.contains(next) {
                    self.visit(next);
                }
            }
        }
        self.lowest
    }

    /// The name of the zone of `from`, as [`Reach::flood`] returns it, and nothing more: the walk
    /// makes for the lowest free square of all and stops if it gets there, since none is lower. It
    /// does not count as a flood.
    pub fn name(&mut self, map: &Map, occupied: &Bits, from: Square) -> Square {
        self.closed.copy_from(occupied);
        self.closed.insert(from);
        let end = from.min(self.closed.first_missing());
        let mut lowest = from;
        self.path.clear();
        self.path.push(from);
        while let Some(square) = self.path.pop() {
            if square == end {
                return end;
            }
            lowest = lowest.min(square);
            // Up and left are pushed last, so they are walked first.
            let [up, down, left, right] = map.around(square);
            for next in [down, right, left, up] {
                if !self.closed.contains(next) {
                    self.closed.insert(next);
                    self.path.push(next);
                }
            }
        }
        lowest
    }

    /// The name of the zone of a player who has walked where the last flood went and then pushed or
    /// pulled a box from `from` to `to`; `occupied` is what is occupied after that. `None` if the
    /// squares around do not decide it, see [`Map::meet_around`].
    ///
    /// After a pull he stands beyond `to`, not on `from`. Where the free squares around `to` meet,
    /// these two are in one zone all the same.
    #[inline]
    pub fn name_after(
        &self,
        map: &Map,
        occupied: &Bits,
        from: Square,
        to: Square,
    ) -> Option<Square> {
        let known = |near: Square| occupied.contains(near) || self.reached(near);
        let name = from.min(self.lowest);
        let told = map.around(from).into_iter().all(known)
            && (!self.reached(to)
                || (name != to && map.meet_around(to, |near| !occupied.contains(near))));
        told.then_some(name)
    }

    /// Whether the last flood came to a square.
    #[inline]
    pub fn reached(&self, square: Square) -> bool {
        self.stamps[square.index()] == self.stamp
    }

    /// The squares of the last flood, nearest first.
    pub fn squares(&self) -> &[Square] {
        &self.queue
    }

    /// The lowest square of the last flood.
    pub fn zone(&self) -> Square {
        self.lowest
    }

    fn begin(&mut self) {
        if self.stamp == u32::MAX {
            self.stamps.fill(0);
            self.stamp = 0;
        }
        self.stamp += 1;
        self.queue.clear();
        self.lowest = Square(u16::MAX);
    }

    #[inline]
    fn visit(&mut self, square: Square) {
        self.closed.insert(square);
        self.stamps[square.index()] = self.stamp;
        self.lowest = self.lowest.min(square);
        self.queue.push(square);
    }
}

#[cfg(test)]
mod tests {
    use sokoban::Dir;

    use super::*;
    use oracle::random_boards;

    #[test]
    fn the_name_of_a_zone_is_the_one_a_flood_gives() {
        for board in random_boards(11, 100) {
            let map = Map::new(&board);
            let occupied = map.occupied(board.start().boxes);
            let mut reach = Reach::new(&map);
            for from in map.squares() {
                let name = reach.name(&map, &occupied, from);
                assert_eq!(name, reach.flood(&map, &occupied, from), "{from:?} in {board:?}");
            }
        }
    }

    #[test]
    fn what_is_told_of_the_zone_after_a_pull_is_so() {
        let (mut told, mut pulls) = (0, 0);
        for board in random_boards(13, 400) {
            let (map, start) = (Map::new(&board), board.start());
            let occupied = map.occupied(start.boxes.iter().copied());
            let mut reach = Reach::new(&map);
            reach.flood(&map, &occupied, start.player);
            let moves = start.boxes.iter().flat_map(|&from| Dir::ALL.map(|dir| (from, dir)));
            for (from, dir) in moves {
                let to = map.next(from, dir);
                let player = map.next(to, dir);
                if occupied.contains(to) || occupied.contains(player) || !reach.reached(to) {
                    continue;
                }
                let mut after = occupied.clone();
                after.remove(from);
                after.insert(to);
                let name = Reach::new(&map).flood(&map, &after, player);
                pulls += 1;
                if let Some(zone) = reach.name_after(&map, &after, from, to) {
                    assert_eq!(zone, name, "{from:?} {dir:?} in {board:?}");
                    told += 1;
                }
            }
        }
        assert!(told > 100 && told < pulls, "{told} of {pulls}");
    }
}
