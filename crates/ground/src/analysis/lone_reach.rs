//! Where a lone box can get to from each of several squares, with some squares blocked.
//!
//! A state is the square of the box and the zone of the player beside it. Searches from squares
//! that lie close together find almost the same states, so when a search reaches the first state of
//! an earlier search, it reuses that search's result and goes no further.
//!
//! Cost: one search over all states, and little more for every further square. For boards of at
//! most 16,000 squares.

use sokoban::{Dir, Square};

use crate::kernel::{Bits, Map, Mode, Zones};

/// No search has begun here.
const NONE: u16 = u16::MAX;

/// Scratch space.
#[derive(Clone, Debug)]
pub struct LoneReach {
    zones: Zones,
    /// For each square, the zone of each side if a box stood there; the wall where a side is not
    /// free.
    sides: Vec<[Square; 4]>,
    /// Per square and side: the search that began there.
    began: Vec<[u16; 4]>,
    /// States found by each search, four bits a square.
    found: Vec<Bits>,
    stack: Vec<(Square, u8)>,
}

impl LoneReach {
    /// Scratch space for a map.
    pub fn new(map: &Map) -> LoneReach {
        let n = map.n_squares() + 1;
        LoneReach {
            zones: Zones::new(map),
            sides: vec![[map.wall(); 4]; n],
            began: vec![[NONE; 4]; n],
            found: Vec::new(),
            stack: Vec::new(),
        }
    }

    /// Fills `out` with the squares a box can be pushed (or pulled) to from each of `starts` when
    /// only some squares are free, whatever side the player is on at first. A start is among its
    /// own squares.
    pub fn find(
        &mut self,
        map: &Map,
        mode: Mode,
        free: impl Fn(Square) -> bool,
        starts: impl IntoIterator<Item = Square>,
        out: &mut Vec<Bits>,
    ) {
        self.zones.find_where(map, free);
        for square in map.squares() {
            let free = self.zones.is_free(square);
            self.sides[square.index()] =
                if free { self.zones.sides(map, square) } else { [map.wall(); 4] };
        }
        self.began.fill([NONE; 4]);
        self.found.clear();
        out.clear();
        for start in starts {
            let first = self.found.len();
            let sides = self.sides[start.index()];
            for side in 0..4 {
                if !map.is_wall(sides[side]) && !sides[..side].contains(&sides[side]) {
                    self.search(map, mode, start, side);
                }
            }
            let mut squares = Bits::new(map.n_squares());
            self.found[first..].iter().for_each(|states| squares.add_quarters(states));
            squares.insert(start);
            out.push(squares);
        }
    }

    /// Finds all states that can be reached from one.
    fn search(&mut self, map: &Map, mode: Mode, start: Square, side: usize) {
        let mut states = Bits::new(4 * (map.n_squares() + 1));
        self.visit(&mut states, start, side);
        while let Some((square, side)) = self.stack.pop() {
            let sides = self.sides[square.index()];
            for dir in Dir::ALL {
                // The player stands on the same side of the box before and after.
                let stands = match mode {
                    Mode::Push => dir.opposite(),
                    Mode::Pull => dir,
                };
                if sides[stands.index()] == sides[side as usize] {
                    let to = map.next(square, dir);
                    if !map.is_wall(self.sides[to.index()][stands.index()]) {
                        self.visit(&mut states, to, stands.index());
                    }
                }
            }
        }
        let sides = self.sides[start.index()];
        for other in (0..4).filter(|&other| sides[other] == sides[side]) {
            self.began[start.index()][other] = self.found.len() as u16;
        }
        self.found.push(states);
    }

    /// Notes a state, or everything another search has found from there.
    #[inline]
    fn visit(&mut self, states: &mut Bits, square: Square, side: usize) {
        let state = |side: usize| Square((4 * square.index() + side) as u16);
        if states.contains(state(side)) {
            return;
        }
        if let Some(known) = self.found.get(usize::from(self.began[square.index()][side])) {
            states.add_all(known);
            return;
        }
        let sides = self.sides[square.index()];
        for other in (0..4).filter(|&other| sides[other] == sides[side]) {
            states.insert(state(other));
        }
        self.stack.push((square, side as u8));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{FAR, LoneBox};
    use oracle::random_boards;

    #[test]
    fn every_search_finds_what_it_finds_alone() {
        for board in random_boards(13, 100) {
            let map = Map::new(&board);
            let blocked = map.occupied(board.start().boxes);
            let starts: Vec<_> = map.squares().filter(|&at| !blocked.contains(at)).collect();
            let (lone, mut reach) = (LoneBox::new(&map, &blocked), LoneReach::new(&map));
            for mode in [Mode::Push, Mode::Pull] {
                let (mut out, mut queue) = (Vec::new(), Vec::new());
                let mut distances = vec![FAR; 4 * (map.n_squares() + 1)];
                reach.find(&map, mode, |at| !blocked.contains(at), starts.clone(), &mut out);
                for (&start, found) in starts.iter().zip(&out) {
                    lone.search(&map, mode, [start], &mut queue, &mut distances);
                    for square in map.squares() {
                        let alone = distances[4 * square.index()..][..4].iter().any(|&d| d != FAR);
                        assert_eq!(found.contains(square), alone || square == start);
                    }
                }
            }
        }
    }
}
