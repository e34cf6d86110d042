//! Room search: the boxes of a small room played alone, until each has left or found a goal.
//!
//! ```text
//! #######     Three boxes in a room with two ways out. All others are taken off the board, and a
//! #  $  .     box that gets out of the room and the squares beside it is taken off too. If even
//! # $$  #     then no line of pushes ends with every box out or on a goal, the position is lost.
//! ##  ###
//! ```
//!
//! A room is a connected group of squares that lie in 2×2 blocks of floor, with the squares beside
//! it; which squares are in it is a matter of what pays, not of soundness.
//! Soundness: boxes that are not there are in nobody's way, and boxes known to be fixed for ever
//! stand as walls. So whoever solves the position has solved the room on the way.
//! Source: Festival (Shoham), "room deadlock".
//! Cost: a flood and a look-up for each small room with two boxes or more; some ten to a hundred
//! microseconds when its boxes stand as never before.

use sokoban::Square;

use super::few::Few;
use super::verdicts::{Answer, Key, Verdicts};
use crate::analysis::Analysis;
use crate::kernel::{Bits, Map, Position};

/// Positions of a first search, and the most any search may take.
const FIRST_NODES: usize = 200;
const MOST_NODES: usize = 3_200;

/// The most squares of a room, with those beside it, that is looked at with so many boxes.
const MOST_SQUARES: [usize; 6] = [0, 0, 24, 24, 20, 17];

/// The test with its scratch space and its verdicts.
#[derive(Clone, Debug)]
pub struct RoomSearch {
    rooms: Vec<Bits>,
    verdicts: Verdicts,
    boxes: Vec<Square>,
    /// The wall and the boxes of the room that never move.
    walls: Bits,
    few: Few,
    stack: Vec<u32>,
}

impl RoomSearch {
    /// Finds the small rooms of a board; verdicts take at most so many bytes.
    pub fn new(analysis: &Analysis, bytes: u64) -> RoomSearch {
        let map = &analysis.map;
        let small = |room: &Bits| room.len() <= MOST_SQUARES[2];
        RoomSearch {
            rooms: rooms(map).into_iter().filter(small).collect(),
            verdicts: Verdicts::new(bytes, FIRST_NODES, MOST_NODES),
            boxes: Vec::new(),
            walls: map.occupied([]),
            few: Few::new(analysis),
            stack: Vec::new(),
        }
    }

    /// Bytes of the verdicts.
    pub fn bytes(&self) -> u64 {
        self.verdicts.bytes()
    }

    /// Bytes of the verdicts once there is one.
    pub fn most_bytes(&self) -> u64 {
        if self.rooms.is_empty() { 0 } else { self.verdicts.most_bytes() }
    }

    /// Whether the boxes of some small room are lost. `fixed` holds the wall and the boxes known to
    /// be fixed for ever (none, at the least).
    pub fn is_dead(&mut self, analysis: &Analysis, fixed: &Bits, position: &Position) -> bool {
        (0..self.rooms.len()).any(|room| self.is_lost(analysis, fixed, position, room))
    }

    fn is_lost(
        &mut self,
        analysis: &Analysis,
        fixed: &Bits,
        position: &Position,
        room: usize,
    ) -> bool {
        let map = &analysis.map;
        let area = &self.rooms[room];
        let n = area.len_common(position.occupied());
        if !(2..MOST_SQUARES.len()).contains(&n) || area.len() > MOST_SQUARES[n] {
            return false;
        }
        self.boxes.clear();
        self.boxes.extend(area.iter().filter(|&square| position.is_occupied(square)));
        if self.boxes.iter().all(|&square| map.is_goal(square)) {
            return false;
        }
        self.walls.clear();
        self.walls.insert(map.wall());
        for &square in self.boxes.iter().filter(|&&square| fixed.contains(square)) {
            self.walls.insert(square);
        }
        let key = self.key(map, position.player, room);
        let nodes = match self.verdicts.ask(key) {
            Answer::Known(dead) => return dead,
            Answer::Search(nodes) => nodes,
        };
        let (dead, used) = self.search(analysis, position.player, room, nodes);
        self.verdicts.tell(key, dead, used, nodes);
        dead
    }

    /// Names the boxes of a room, which of them are fixed, and the player's zone when nobody else is
    /// there.
    fn key(&mut self, map: &Map, player: Square, room: usize) -> Key {
        self.few.place(map, &self.boxes);
        let zone = self.few.reach.flood(map, self.few.position.occupied(), player);
        let name = map.player_key(zone).rotate_left(room as u32 % 64);
        let mut key = (self.few.position.key() ^ name, name);
        for &square in &self.boxes {
            let turn = if self.walls.contains(square) { 29 } else { 11 };
            key.0 ^= map.box_key(square).rotate_left(turn);
            key.1 = key.1.wrapping_mul(0x2545_f491_4f6c_dd1d).wrapping_add(key.0);
        }
        key
    }

    /// Plays the boxes alone; whether all lines are lost, and the positions it took to see that.
    fn search(
        &mut self,
        analysis: &Analysis,
        player: Square,
        room: usize,
        nodes: usize,
    ) -> (bool, usize) {
        let map = &analysis.map;
        self.few.begin(map, &self.boxes);
        self.few.freeze.set_walls(&self.walls);
        self.stack.clear();
        self.stack.extend(self.few.note(map, player));
        while let Some(number) = self.stack.pop() {
            self.few.load(map, number);
            if self.few.met() > nodes || self.few.position.is_solved(map) {
                return (false, self.few.met());
            }
            self.few.flood(map);
            self.few.expand(analysis, &self.walls, &self.rooms[room], &mut self.stack);
        }
        (true, self.few.met())
    }
}

/// The rooms of a board, each with the squares beside it.
fn rooms(map: &Map) -> Vec<Bits> {
    // The four squares of the block whose upper left one is given, if all are floor.
    let block = |square: Square| {
        let ring = map.ring(square);
        let block = [square, ring[2], ring[3], ring[4]];
        (!block.iter().any(|&square| map.is_wall(square))).then_some(block)
    };
    let mut seen = map.no_squares();
    let mut rooms = Vec::new();
    for root in map.squares() {
        if seen.contains(root) || block(root).is_none() {
            continue;
        }
        let mut group = vec![root];
        seen.insert(root);
        let mut head = 0;
        while head < group.len() {
            for next in map.around(group[head]) {
                if !map.is_wall(next) && !seen.contains(next) && block(next).is_some() {
                    seen.insert(next);
                    group.push(next);
                }
            }
            head += 1;
        }
        let mut room = map.no_squares();
        for square in group.iter().filter_map(|&square| block(square)).flatten() {
            let beside = map.around(square).into_iter().filter(|&near| !map.is_wall(near));
            beside.chain([square]).for_each(|square| room.insert(square));
        }
        rooms.push(room);
    }
    rooms
}

#[cfg(test)]
mod tests {
    use search::Budget;

    use super::*;
    use crate::kernel::testing::board;

    fn lost(rows: &[&str]) -> bool {
        let board = board(rows);
        let analysis = Analysis::new(&board, &mut Budget::unlimited()).unwrap();
        let bare = analysis.map.occupied([]);
        RoomSearch::new(&analysis, 1 << 16).is_dead(&analysis, &bare, &analysis.start)
    }

    #[test]
    fn rooms_are_groups_of_blocks_with_what_is_beside_them() {
        let board = board(&["########", "#  #  .#", "#@$   .#", "#  # $ #", "########"]);
        let map = Map::new(&board);
        let sizes: Vec<usize> = rooms(&map).iter().map(Bits::len).collect();
        assert_eq!(sizes, [7, 10]);
    }

    #[test]
    fn a_room_nobody_gets_out_of_is_lost() {
        // Neither box can be turned round in the room, and there is one goal in it.
        let walled_in = ["########", "#   ####", "#.$$   #", "# @ ##.#", "########"];
        assert!(lost(&walled_in));
        let free = ["########", "#   ####", "#.$ $  #", "# @ ## #", "######.#", "########"];
        assert!(!lost(&free));
    }
}
