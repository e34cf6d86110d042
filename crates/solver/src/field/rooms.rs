//! Rooms, the graph of rooms, and how much of it the boxes cut now.
//!
//! A room is a connected group of 2×2 blocks of squares with at least two blocks, so the smallest
//! room is 2×3. A square that two diagonal blocks share without a third belongs to no room.
//!
//! ```text
//! 000.111     squares marked . belong to no room: corridors
//! 000.111
//! ```
//!
//! Two rooms are joined when one is met from the other through squares of no room. With boxes on
//! the board a room may be in parts; an edge counts only when every part of the room still meets
//! the other room. A room met counts as seen even where a box stands on the square met.
//! The feature is the number of edges of the empty board that are missing now; it is 0 when a
//! level has fewer than two rooms.
//! Source: FESS (Y. Shoham, CoG 2020), with the details of the published program.
//! Cost of the feature: one flood per part of a room, linear in room and corridor squares.

/// No room.
pub const NO_ROOM: u8 = u8::MAX;

/// More rooms than this are not told apart; levels of that size gain nothing from the feature.
const MAX_ROOMS: usize = 128;

/// Rooms of one field.
#[derive(Clone, Debug)]
pub struct Rooms {
    /// Room of every square, `NO_ROOM` for corridors and for the wall at the end.
    pub of: Vec<u8>,
    /// Number of rooms.
    pub count: usize,
    /// Squares of each room, ascending.
    squares: Vec<Vec<u16>>,
    /// Per room: its squares and their neighbours.
    with_corridors: Vec<super::Bits>,
    /// Edges of the empty board: bit j of entry i.
    base: Vec<u128>,
    base_edges: u16,
}

/// Scratch space for the feature.
#[derive(Clone, Debug, Default)]
pub struct RoomScratch {
    stamp: u32,
    stamps: Vec<u32>,
    stack: Vec<u16>,
    edges: Vec<u128>,
}

impl Rooms {
    /// Finds the rooms. `at` gives the square at a place, the wall for anything else.
    pub(crate) fn new(
        next: &[[u16; 4]],
        width: usize,
        height: usize,
        at: impl Fn(usize, usize) -> u16,
    ) -> Rooms {
        let n = next.len() - 1;
        let marks = marks(n as u16, width, height, &at);
        let groups = groups(&marks, width, height);
        let mut rooms = Rooms {
            of: vec![NO_ROOM; n + 1],
            count: 0,
            squares: Vec::new(),
            with_corridors: Vec::new(),
            base: Vec::new(),
            base_edges: 0,
        };
        for (place, &group) in groups.iter().enumerate().filter(|(_, group)| **group != NO_ROOM) {
            rooms.count = rooms.count.max(group as usize + 1);
            let (row, column) = (place / width, place % width);
            for (r, c) in
                [(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)]
            {
                rooms.of[at(r, c) as usize] = group;
            }
        }
        rooms.of[n] = NO_ROOM;
        let marked = |row, column| marks[row * width + column];
        for row in 0..height - 1 {
            for column in 0..width - 1 {
                let falling = (marked(row, column), marked(row + 1, column + 1));
                let rising = (marked(row, column + 1), marked(row + 1, column));
                if falling == (true, true) && rising == (false, false)
                    || falling == (false, false) && rising == (true, true)
                {
                    rooms.of[at(row + 1, column + 1) as usize] = NO_ROOM;
                }
            }
        }
        rooms.of[n] = NO_ROOM;
        rooms.list(next, n);
        let mut occupied = vec![0; n + 1];
        occupied[n] = 1;
        let mut scratch = RoomScratch::default();
        rooms.current(next, &occupied, &mut scratch);
        rooms.base_edges = edge_count(&scratch.edges);
        rooms.base = scratch.edges;
        rooms
    }

    fn list(&mut self, next: &[[u16; 4]], n: usize) {
        self.squares = vec![Vec::new(); self.count];
        self.with_corridors = vec![super::Bits::new(n); self.count];
        for (square, near) in next[..n].iter().enumerate() {
            let room = self.of[square];
            if room == NO_ROOM {
                continue;
            }
            self.squares[room as usize].push(square as u16);
            let wide = &mut self.with_corridors[room as usize];
            wide.insert(square as u16);
            for &near in near {
                if (near as usize) < n {
                    wide.insert(near);
                }
            }
        }
    }

    /// The squares of a room and their neighbours.
    pub fn with_corridors(&self, room: usize) -> &super::Bits {
        &self.with_corridors[room]
    }

    /// Pairs (i, j), i < j, of rooms joined on the empty board.
    pub fn edges(&self) -> Vec<(usize, usize)> {
        let joined = |i: usize, j: usize| self.base[i] >> j & 1 != 0;
        (0..self.count)
            .flat_map(|i| (i + 1..self.count).map(move |j| (i, j)))
            .filter(|&(i, j)| joined(i, j))
            .collect()
    }

    /// The edges of the room graph missing with these boxes.
    pub fn missing(&self, next: &[[u16; 4]], occupied: &[u8], scratch: &mut RoomScratch) -> u16 {
        if self.count < 2 {
            return 0;
        }
        self.current(next, occupied, scratch);
        for (edges, base) in scratch.edges.iter_mut().zip(&self.base) {
            *edges &= base;
        }
        self.base_edges - edge_count(&scratch.edges)
    }

    /// Fills `scratch.edges` with the room graph of this occupancy.
    fn current(&self, next: &[[u16; 4]], occupied: &[u8], scratch: &mut RoomScratch) {
        let all = if self.count == 128 { u128::MAX } else { (1 << self.count) - 1 };
        scratch.edges.clear();
        scratch.edges.extend((0..self.count).map(|i| all & !(1 << i)));
        scratch.stamps.resize(occupied.len(), 0);
        if scratch.stamp > u32::MAX / 2 {
            scratch.stamps.fill(0);
            scratch.stamp = 0;
        }
        for room in 0..self.count {
            // A fresh stamp per room: corridors are walked again for each room.
            let mut seen_by_all = all;
            let mut any_part = false;
            let room_start = scratch.stamp + 1;
            for &start in &self.squares[room] {
                if occupied[start as usize] != 0 || scratch.stamps[start as usize] >= room_start {
                    continue;
                }
                any_part = true;
                seen_by_all &= self.part(next, occupied, scratch, room as u8, start);
            }
            if !any_part {
                seen_by_all = 0;
            }
            scratch.edges[room] &= seen_by_all;
            for other in 0..self.count {
                if seen_by_all >> other & 1 == 0 {
                    scratch.edges[other] &= !(1 << room);
                }
            }
        }
    }

    /// Floods one part of a room; the rooms it meets.
    fn part(
        &self,
        next: &[[u16; 4]],
        occupied: &[u8],
        scratch: &mut RoomScratch,
        room: u8,
        start: u16,
    ) -> u128 {
        scratch.stamp += 1;
        let stamp = scratch.stamp;
        let mut seen = 0u128;
        scratch.stack.clear();
        scratch.stack.push(start);
        scratch.stamps[start as usize] = stamp;
        let wall = occupied.len() as u16 - 1;
        while let Some(square) = scratch.stack.pop() {
            for &to in &next[square as usize] {
                let t = to as usize;
                if to == wall || scratch.stamps[t] == stamp {
                    continue;
                }
                let other = self.of[t];
                if other != NO_ROOM && other != room {
                    seen |= 1 << other;
                } else if occupied[t] == 0 {
                    scratch.stamps[t] = stamp;
                    scratch.stack.push(to);
                }
            }
        }
        seen
    }
}

fn edge_count(edges: &[u128]) -> u16 {
    (edges.iter().map(|row| row.count_ones()).sum::<u32>() / 2) as u16
}

/// Top-left corners of 2×2 blocks, without those that have no marked neighbour.
fn marks(wall: u16, width: usize, height: usize, at: &impl Fn(usize, usize) -> u16) -> Vec<bool> {
    let mut blocks = vec![false; width * height];
    for row in 0..height - 1 {
        for column in 0..width - 1 {
            blocks[row * width + column] = [(0, 0), (0, 1), (1, 0), (1, 1)]
                .iter()
                .all(|&(r, c)| at(row + r, column + c) != wall);
        }
    }
    let near = |place: usize| {
        [place.wrapping_sub(width), place + 1, place + width, place.wrapping_sub(1)]
            .iter()
            .any(|&other| blocks.get(other).copied().unwrap_or(false))
    };
    (0..blocks.len()).map(|place| blocks[place] && near(place)).collect()
}

/// Numbers the connected groups of marks in the order of their first mark.
fn groups(marks: &[bool], width: usize, height: usize) -> Vec<u8> {
    let mut group = vec![NO_ROOM; marks.len()];
    let mut count = 0;
    for start in 0..width * height {
        if !marks[start] || group[start] != NO_ROOM || count == MAX_ROOMS {
            continue;
        }
        let mut stack = vec![start];
        group[start] = count as u8;
        while let Some(place) = stack.pop() {
            // Marks never lie in the last column or row, so the neighbours are on the grid.
            for other in
                [place.wrapping_sub(width), place + 1, place + width, place.wrapping_sub(1)]
            {
                if marks.get(other).copied().unwrap_or(false) && group[other] == NO_ROOM {
                    group[other] = count as u8;
                    stack.push(other);
                }
            }
        }
        count += 1;
    }
    group
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::tests::field;

    #[test]
    fn two_rooms_and_a_corridor_lose_their_edge_to_a_box() {
        let field =
            field(&["###########", "#   ###   #", "#  $     .#", "#@  ###   #", "###########"]);
        let rooms = field.rooms();
        assert_eq!((rooms.count, rooms.edges()), (2, vec![(0, 1)]));
        let n = field.n_squares();
        let mut occupied = vec![0; n + 1];
        occupied[n] = 1;
        let mut scratch = RoomScratch::default();
        assert_eq!(rooms.missing(field.next(), &occupied, &mut scratch), 0);
        occupied[field.square_at(2, 5) as usize] = 1;
        assert_eq!(rooms.missing(field.next(), &occupied, &mut scratch), 1);
    }
}
