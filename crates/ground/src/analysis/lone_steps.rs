//! How far a lone box is from a square, as FESS counts it.
//!
//! The breadth-first search counts two kinds of steps alike, pushes (or pulls) and walks of the
//! player to another side of the box, and the distance kept is the number of pushes on the path
//! found first. It is therefore not always the least number of pushes. Plans and features were
//! designed with these numbers (Festival, Y. Shoham), so that engine keeps them; lower bounds must
//! use [`LoneBox::search`].
//!
//! Cost: linear in the squares per search.

use sokoban::{Dir, Square};

use super::{FAR, LoneBox};
use crate::kernel::{Bits, Map, Mode};

/// Scratch space for one set of blocked squares.
#[derive(Clone, Debug)]
pub struct LoneSteps {
    lone_box: LoneBox,
    /// Per square and side.
    pushes: Vec<[u16; 4]>,
    queue: Vec<(Square, Dir)>,
    /// The answer: per square, over all sides.
    distance: Vec<u16>,
}

impl LoneSteps {
    /// A lone box among squares that are `blocked` for box and player alike; these must include the
    /// wall.
    pub fn new(map: &Map, blocked: &Bits) -> LoneSteps {
        let n = map.n_squares() + 1;
        LoneSteps {
            lone_box: LoneBox::new(map, blocked),
            pushes: vec![[FAR; 4]; n],
            queue: Vec::with_capacity(4 * n),
            distance: vec![FAR; n],
        }
    }

    /// Searches from all of `starts` at once, with the player on any side of the box. None of the
    /// starts may be blocked.
    pub fn search(
        &mut self,
        map: &Map,
        mode: Mode,
        starts: impl IntoIterator<Item = Square>,
    ) -> &[u16] {
        self.pushes.fill([FAR; 4]);
        self.distance.fill(FAR);
        self.queue.clear();
        for start in starts {
            self.distance[start.index()] = 0;
            Dir::CLOCKWISE.into_iter().for_each(|side| self.visit(map, start, side, 0));
        }
        let mut head = 0;
        while head < self.queue.len() {
            let (square, side) = self.queue[head];
            head += 1;
            let pushes = self.pushes[square.index()][side.index()];
            let zones = self.lone_box.sides(square);
            for other in Dir::CLOCKWISE {
                if zones[other.index()] == zones[side.index()] {
                    self.visit(map, square, other, pushes);
                }
            }
            self.visit(map, map.next(square, mode.dir(side)), side, pushes + 1);
        }
        &self.distance
    }

    /// Notes a box on `square` with the player on `side`. Blocked squares have no free side and are
    /// never noted.
    #[inline]
    fn visit(&mut self, map: &Map, square: Square, side: Dir, pushes: u16) {
        let free = !map.is_wall(self.lone_box.sides(square)[side.index()]);
        let slot = &mut self.pushes[square.index()][side.index()];
        if free && *slot == FAR {
            *slot = pushes;
            let best = &mut self.distance[square.index()];
            *best = (*best).min(pushes);
            self.queue.push((square, side));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use oracle::board;

    #[test]
    fn a_box_in_a_corridor_goes_both_ways_only_if_the_player_can_turn() {
        let board = board(&["#########", "#@ $   .#", "#########"]);
        let map = Map::new(&board);
        let mut lone = LoneSteps::new(&map, &map.occupied([]));
        let from = board.start().boxes;
        // Player anywhere: both directions, but a pull needs room for the player behind the box.
        let push = lone.search(&map, Mode::Push, from.clone()).to_vec();
        assert_eq!(push, [2, 1, 0, 1, 2, 3, 4, FAR]);
        let pull = lone.search(&map, Mode::Pull, from).to_vec();
        assert_eq!(pull, [FAR, 1, 0, 1, 2, 3, FAR, FAR]);
    }
}
