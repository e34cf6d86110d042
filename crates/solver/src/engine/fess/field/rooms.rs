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
    with_corridors: Vec<crate::kernel::Bits>,
    /// Edges of the empty board.
    base: Vec<(u8, u8)>,
    /// Per square: the rooms its four neighbours belong to.
    near: Vec<u128>,
    /// Per square: its eight neighbours, clockwise from above.
    ring: Vec<[u16; 8]>,
}

/// Scratch space for the feature.
#[derive(Clone, Debug, Default)]
pub struct RoomScratch {
    stamp: u32,
    stamps: Vec<u32>,
    stack: Vec<u16>,
    /// Per room: the rooms that all its parts meet.
    seen: Vec<u128>,
    /// Per square: the rooms whose flood comes through it.
    through: Vec<u128>,
    before: Vec<(usize, u128)>,
    /// `seen` and `through` with all boxes on the board.
    full_seen: Vec<u128>,
    full_through: Vec<u128>,
}

impl RoomScratch {
    /// Makes sure that there are stamps left for a survey and what follows.
    fn renew_stamps(&mut self) {
        if self.stamp > u32::MAX / 2 {
            self.stamps.fill(0);
            self.stamp = 0;
        }
    }
}

impl Rooms {
    /// Finds the rooms. `at` gives the square at a place, the wall for anything else.
    pub(crate) fn new(
        next: &[[u16; 4]],
        ring: &[[u16; 8]],
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
            near: vec![0; n],
            ring: ring.to_vec(),
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
        rooms.survey(next, &occupied, &mut scratch);
        for i in 0..rooms.count {
            for j in i + 1..rooms.count {
                if scratch.seen[i] >> j & scratch.seen[j] >> i & 1 != 0 {
                    rooms.base.push((i as u8, j as u8));
                }
            }
        }
        rooms
    }

    fn list(&mut self, next: &[[u16; 4]], n: usize) {
        self.squares = vec![Vec::new(); self.count];
        self.with_corridors = vec![crate::kernel::Bits::new(n); self.count];
        for (square, near) in next[..n].iter().enumerate() {
            for &near in near {
                let room = self.of[near as usize];
                self.near[square] |= if room == NO_ROOM { 0 } else { 1 << room };
            }
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
    pub fn with_corridors(&self, room: usize) -> &crate::kernel::Bits {
        &self.with_corridors[room]
    }

    /// Pairs (i, j), i < j, of rooms joined on the empty board.
    #[cfg(test)]
    pub fn edges(&self) -> &[(u8, u8)] {
        &self.base
    }

    /// The edges of the room graph missing with these boxes.
    pub fn missing(&self, next: &[[u16; 4]], occupied: &[u8], scratch: &mut RoomScratch) -> u16 {
        if self.count < 2 {
            return 0;
        }
        self.survey(next, occupied, scratch);
        self.count_missing(&scratch.seen)
    }

    /// The same, and [`Rooms::lift`] will be asked about these boxes.
    pub fn missing_at_first(
        &self,
        next: &[[u16; 4]],
        occupied: &[u8],
        scratch: &mut RoomScratch,
    ) -> u16 {
        let missing = self.missing(next, occupied, scratch);
        scratch.full_seen.clone_from(&scratch.seen);
        scratch.full_through.clone_from(&scratch.through);
        missing
    }

    /// Surveys a board on which the box on `from` is lifted, before [`Rooms::missing_with`] is
    /// asked. Only the rooms whose flood comes beside the square are walked again.
    pub fn lift(&self, next: &[[u16; 4]], occupied: &[u8], from: u16, scratch: &mut RoomScratch) {
        if self.count < 2 {
            return;
        }
        let beside = next[from as usize]
            .iter()
            .fold(0, |rooms, &near| rooms | scratch.full_through[near as usize]);
        let changed = match self.of[from as usize] {
            NO_ROOM => beside,
            room => 1 << room,
        };
        scratch.renew_stamps();
        scratch.seen.clone_from(&scratch.full_seen);
        let (through, full) = (&mut scratch.through, &scratch.full_through);
        through.iter_mut().zip(full).for_each(|(now, full)| *now = full & !changed);
        for room in (0..self.count).filter(|room| changed >> room & 1 != 0) {
            scratch.seen[room] = self.seen_by_all(next, occupied, scratch, room, true);
        }
    }

    /// The edges missing when one more box, put down on `square`, is on the board surveyed last.
    /// Only the rooms whose flood comes through the square are walked again.
    pub fn missing_with(
        &self,
        next: &[[u16; 4]],
        occupied: &mut [u8],
        square: u16,
        scratch: &mut RoomScratch,
    ) -> u16 {
        if self.count < 2 {
            return 0;
        }
        occupied[square as usize] = 1;
        let mut changed = scratch.through[square as usize];
        let mut before = std::mem::take(&mut scratch.before);
        before.clear();
        while changed != 0 {
            let room = changed.trailing_zeros() as usize;
            changed &= changed - 1;
            if self.is_harmless(occupied, square, room) {
                continue;
            }
            before.push((room, scratch.seen[room]));
            scratch.seen[room] = self.seen_by_all(next, occupied, scratch, room, false);
        }
        let missing = self.count_missing(&scratch.seen);
        for &(room, seen) in &before {
            scratch.seen[room] = seen;
        }
        scratch.before = before;
        occupied[square as usize] = 0;
        missing
    }

    /// Whether a box on `square` changes nothing for a room whose flood came through it: no other
    /// room is met from here, and the free neighbours hang together round the square.
    #[inline]
    fn is_harmless(&self, occupied: &[u8], square: u16, room: usize) -> bool {
        if self.near[square as usize] & !(1 << room) != 0 {
            return false;
        }
        let open = self.ring[square as usize].map(|near| {
            let of = self.of[near as usize];
            occupied[near as usize] == 0 && (of == NO_ROOM || of as usize == room)
        });
        let mut pieces = 0;
        let mut any = false;
        for dir in 0..4 {
            let linked = open[2 * dir + 1] && open[(2 * dir + 2) & 7];
            pieces += u8::from(open[2 * dir] && !linked);
            any |= open[2 * dir];
        }
        any && pieces <= 1
    }

    fn count_missing(&self, seen: &[u128]) -> u16 {
        let there = |&&(i, j): &&(u8, u8)| seen[i as usize] >> j & seen[j as usize] >> i & 1 == 0;
        self.base.iter().filter(there).count() as u16
    }

    /// Fills `seen` and `through` for this occupancy.
    fn survey(&self, next: &[[u16; 4]], occupied: &[u8], scratch: &mut RoomScratch) {
        scratch.seen.clear();
        scratch.stamps.resize(occupied.len(), 0);
        scratch.through.clear();
        scratch.through.resize(occupied.len(), 0);
        scratch.renew_stamps();
        for room in 0..self.count {
            let seen = self.seen_by_all(next, occupied, scratch, room, true);
            scratch.seen.push(seen);
        }
    }

    /// The rooms met by every part of a room; none when the room is full.
    fn seen_by_all(
        &self,
        next: &[[u16; 4]],
        occupied: &[u8],
        scratch: &mut RoomScratch,
        room: usize,
        mark: bool,
    ) -> u128 {
        let mut seen = u128::MAX;
        let mut any = false;
        let first = scratch.stamp + 1;
        for &start in &self.squares[room] {
            if occupied[start as usize] == 0 && scratch.stamps[start as usize] < first {
                any = true;
                seen &= self.part(next, occupied, scratch, room as u8, start, mark);
            }
        }
        if any { seen } else { 0 }
    }

    /// Floods one part of a room; the rooms it meets.
    fn part(
        &self,
        next: &[[u16; 4]],
        occupied: &[u8],
        scratch: &mut RoomScratch,
        room: u8,
        start: u16,
        mark: bool,
    ) -> u128 {
        scratch.stamp += 1;
        let stamp = scratch.stamp;
        let mut seen = 0u128;
        scratch.stack.clear();
        scratch.stack.push(start);
        scratch.stamps[start as usize] = stamp;
        while let Some(square) = scratch.stack.pop() {
            if mark {
                scratch.through[square as usize] |= 1 << room;
            }
            seen |= self.near[square as usize];
            for &to in &next[square as usize] {
                let t = to as usize;
                let own = self.of[t] == room || self.of[t] == NO_ROOM;
                if occupied[t] == 0 && own && scratch.stamps[t] != stamp {
                    scratch.stamps[t] = stamp;
                    scratch.stack.push(to);
                }
            }
        }
        // Whether a room meets itself is never asked.
        seen
    }
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
    use crate::engine::fess::field::tests::field;

    #[test]
    fn two_rooms_and_a_corridor_lose_their_edge_to_a_box() {
        let field =
            field(&["###########", "#   ###   #", "#  $     .#", "#@  ###   #", "###########"]);
        let rooms = field.rooms();
        assert_eq!((rooms.count, rooms.edges()), (2, &[(0, 1)][..]));
        let n = field.n_squares();
        let mut occupied = vec![0; n + 1];
        occupied[n] = 1;
        let mut scratch = RoomScratch::default();
        assert_eq!(rooms.missing(field.next(), &occupied, &mut scratch), 0);
        occupied[field.square_at(2, 5) as usize] = 1;
        assert_eq!(rooms.missing(field.next(), &occupied, &mut scratch), 1);
    }

    #[test]
    fn one_box_put_down_is_the_same_as_a_new_survey() {
        let field = field(&[
            "##############",
            "#   ##   #   #",
            "#  $     $   #",
            "#@  ## $   . #",
            "#####  ### ..#",
            "##############",
        ]);
        let n = field.n_squares();
        let mut occupied = vec![0; n + 1];
        occupied[n] = 1;
        field.start_boxes().iter().for_each(|&square| occupied[square as usize] = 1);
        let (rooms, next) = (field.rooms(), field.next());
        assert!(rooms.count > 1 && !rooms.edges().is_empty());
        let (mut lifted, mut fresh) = (RoomScratch::default(), RoomScratch::default());
        rooms.missing_at_first(next, &occupied, &mut lifted);
        for &from in field.start_boxes() {
            occupied[from as usize] = 0;
            rooms.lift(next, &occupied, from, &mut lifted);
            for square in 0..n as u16 {
                if occupied[square as usize] != 0 {
                    continue;
                }
                let ours = rooms.missing_with(next, &mut occupied, square, &mut lifted);
                occupied[square as usize] = 1;
                assert_eq!(ours, rooms.missing(next, &occupied, &mut fresh), "{from} to {square}");
                occupied[square as usize] = 0;
            }
            occupied[from as usize] = 1;
        }
    }
}
