//! How much of the room graph the boxes cut.
//!
//! Two rooms are joined when one is met from the other through squares that belong to no room. With
//! boxes on the board a room may be in parts; an edge counts only when every part of the room still
//! meets the other room. A room counts as met even if a box stands on the square where it is met.
//! The feature is the number of edges of the empty board that are missing now; it is 0 when a level
//! has fewer than two rooms.
//! Source: FESS (Y. Shoham, CoG 2020), with the details of the published program.
//! Cost: one flood per part of a room, linear in room and corridor squares; for a position one move
//! away only the rooms whose flood comes past the box are flooded again.

use ground::analysis::Rooms;
use ground::kernel::{Bits, Map};
use sokoban::Square;

/// The graph of rooms, and scratch space for the feature.
#[derive(Clone, Debug)]
pub(crate) struct RoomGraph {
    rooms: Vec<Room>,
    /// Pairs (i, j), i < j, of rooms joined on the empty board.
    edges: Vec<(u8, u8)>,
    /// The position loaded last.
    here: Survey,
    /// The same without the box lifted last.
    lifted: Survey,
    /// Rooms whose surveys differ between the two.
    changed: u128,
    /// What rooms saw without the box, while it is put down somewhere.
    before: Vec<(usize, u128)>,
    open: Bits,
    part: Bits,
    stack: Vec<Square>,
}

/// What does not change about a room.
#[derive(Clone, Debug)]
struct Room {
    squares: Bits,
    /// The squares of this room and those of no room: where its flood goes.
    own: Bits,
    /// The rooms to look out for, each with its squares and their neighbours.
    others: Vec<(u8, Bits)>,
}

/// What the floods of all rooms found.
#[derive(Clone, Debug, Default)]
struct Survey {
    /// Per room: the rooms that all its parts meet.
    seen: Vec<u128>,
    /// Per room: the squares its flood comes through.
    through: Vec<Bits>,
}

impl RoomGraph {
    /// The graph of the empty board.
    pub(crate) fn new(map: &Map, rooms: &Rooms) -> RoomGraph {
        let room = |room: usize| {
            let others = (0..rooms.count()).filter(|&other| other != room);
            let own = map.squares().filter(|&square| rooms.is_own(square, room));
            let n = map.n_squares() + 1;
            Room {
                squares: Bits::from_squares(n, rooms.squares(room).iter().copied()),
                own: Bits::from_squares(n, own),
                others: others.map(|it| (it as u8, rooms.with_corridors(it).clone())).collect(),
            }
        };
        let survey =
            Survey { seen: vec![0; rooms.count()], through: vec![map.no_squares(); rooms.count()] };
        let mut graph = RoomGraph {
            rooms: (0..rooms.count()).map(room).collect(),
            edges: Vec::new(),
            here: survey.clone(),
            lifted: survey,
            changed: 0,
            before: Vec::new(),
            open: map.no_squares(),
            part: map.no_squares(),
            stack: Vec::new(),
        };
        graph.survey(map, &map.occupied([]));
        graph.keep_edges();
        graph
    }

    /// Makes the edges seen now those of the graph; no others are looked for from now on.
    fn keep_edges(&mut self) {
        let seen = &self.here.seen;
        let both = |i: usize, j: usize| seen[i] >> j & seen[j] >> i & 1 != 0;
        for i in 0..self.rooms.len() {
            let joined = |j: &usize| both(i, *j);
            let edges = (i + 1..self.rooms.len()).filter(joined);
            self.edges.extend(edges.map(|j| (i as u8, j as u8)));
            self.rooms[i].others.retain(|(j, _)| both(i, usize::from(*j)));
        }
    }

    /// Pairs (i, j), i < j, of rooms joined on the empty board.
    #[cfg(test)]
    pub(crate) fn edges(&self) -> &[(u8, u8)] {
        &self.edges
    }

    /// Loads a position; returns the number of edges missing there.
    pub(crate) fn survey(&mut self, map: &Map, occupied: &Bits) -> u16 {
        if self.rooms.len() < 2 {
            return 0;
        }
        for room in 0..self.rooms.len() {
            self.here.seen[room] = self.flood(map, occupied, room);
            keep_through(&self.rooms[room], occupied, &self.open, &mut self.here.through[room]);
        }
        self.count_missing(&self.here.seen)
    }

    /// Takes the box on `from` off the position; to be called before [`RoomGraph::put_down`].
    /// Returns the number of edges missing then. `occupied` is without the box.
    pub(crate) fn lift(&mut self, map: &Map, occupied: &Bits, from: Square) -> u16 {
        if self.rooms.len() < 2 {
            return 0;
        }
        self.lifted.seen.clone_from(&self.here.seen);
        self.changed = 0;
        for room in 0..self.rooms.len() {
            let through = &self.here.through[room];
            let beside = || map.around(from).iter().any(|&near| through.contains(near));
            if self.rooms[room].squares.contains(from)
                || self.rooms[room].own.contains(from) && beside()
            {
                self.changed |= 1 << room;
                self.lifted.seen[room] = self.flood(map, occupied, room);
                let through = &mut self.lifted.through[room];
                keep_through(&self.rooms[room], occupied, &self.open, through);
            }
        }
        self.count_missing(&self.lifted.seen)
    }

    /// The number of edges missing when the lifted box stands on `square`; `occupied` is with the
    /// box.
    pub(crate) fn put_down(&mut self, map: &Map, occupied: &Bits, square: Square) -> u16 {
        if self.rooms.len() < 2 {
            return 0;
        }
        self.before.clear();
        for room in 0..self.rooms.len() {
            let survey = if self.changed >> room & 1 != 0 { &self.lifted } else { &self.here };
            if survey.through[room].contains(square)
                && !self.is_harmless(map, occupied, square, room)
            {
                let seen = self.flood(map, occupied, room);
                self.before.push((room, std::mem::replace(&mut self.lifted.seen[room], seen)));
            }
        }
        let missing = self.count_missing(&self.lifted.seen);
        for &(room, before) in &self.before {
            self.lifted.seen[room] = before;
        }
        missing
    }

    /// Whether a box on `square` changes nothing for a room whose flood came through it: no other
    /// room is met from here, and the free neighbours are connected around the square.
    #[inline]
    fn is_harmless(&self, map: &Map, occupied: &Bits, square: Square, room: usize) -> bool {
        let Room { own, others, .. } = &self.rooms[room];
        // One bit for each square of the ring; the neighbours have the even ones.
        let mut open = 0u8;
        for (i, &near) in map.ring(square).iter().enumerate() {
            open |= u8::from(!occupied.contains(near) && own.contains(near)) << i;
        }
        let beside = open & 0b0101_0101;
        let linked = open.rotate_right(1) & open.rotate_right(2);
        let pieces = (beside & !linked).count_ones();
        beside != 0 && pieces <= 1 && !others.iter().any(|(_, near)| near.contains(square))
    }

    fn count_missing(&self, seen: &[u128]) -> u16 {
        let gone = |&&(i, j): &&(u8, u8)| seen[i as usize] >> j & seen[j as usize] >> i & 1 == 0;
        self.edges.iter().filter(gone).count() as u16
    }

    /// The rooms met by every part of a room; none when the room is full. Afterwards `open` holds
    /// the squares that no part came to.
    fn flood(&mut self, map: &Map, occupied: &Bits, room: usize) -> u128 {
        let Room { squares, own, others } = &self.rooms[room];
        self.open.copy_from(own);
        self.open.remove_all(occupied);
        let mut seen = None;
        while let Some(start) = self.open.first_common(squares) {
            self.part.copy_from(&self.open);
            self.open.remove(start);
            self.stack.push(start);
            while let Some(square) = self.stack.pop() {
                for to in map.around(square) {
                    if self.open.contains(to) {
                        self.open.remove(to);
                        self.stack.push(to);
                    }
                }
            }
            self.part.remove_all(&self.open);
            let part = &self.part;
            let met = others.iter().filter(|(_, near)| near.intersects(part));
            let met = met.fold(0, |met, (other, _)| met | 1u128 << other);
            seen = Some(seen.map_or(met, |seen| seen & met));
        }
        seen.unwrap_or(0)
    }
}

/// The squares a flood came through: those it could enter, except the ones left `open`.
fn keep_through(room: &Room, occupied: &Bits, open: &Bits, through: &mut Bits) {
    through.copy_from(&room.own);
    through.remove_all(occupied);
    through.remove_all(open);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::fess::reduced_board::tests::reduced;

    #[test]
    fn two_rooms_and_a_corridor_lose_their_edge_to_a_box() {
        let reduced =
            reduced(&["###########", "#   ###   #", "#  $     .#", "#@  ###   #", "###########"]);
        let map = reduced.map();
        let mut graph = RoomGraph::new(map, reduced.rooms());
        assert_eq!((reduced.rooms().count(), graph.edges()), (2, &[(0, 1)][..]));
        assert_eq!(graph.survey(map, &map.occupied([])), 0);
        let middle = reduced.board().square_at(2, 5);
        assert_eq!(graph.survey(map, &map.occupied(middle)), 1);
    }

    #[test]
    fn one_box_put_down_is_the_same_as_a_new_survey() {
        let reduced = reduced(&[
            "##############",
            "#   ##   #   #",
            "#  $     $   #",
            "#@  ## $   . #",
            "#####  ### ..#",
            "##############",
        ]);
        let map = reduced.map();
        let mut occupied = reduced.analysis().start.occupied().clone();
        let mut graph = RoomGraph::new(map, reduced.rooms());
        let mut fresh = graph.clone();
        assert!(reduced.rooms().count() > 1 && !graph.edges().is_empty());
        graph.survey(map, &occupied);
        for &from in reduced.analysis().start.boxes() {
            occupied.remove(from);
            assert_eq!(graph.lift(map, &occupied, from), fresh.survey(map, &occupied));
            for square in map.squares().filter(|&square| !occupied.contains(square)) {
                let mut with = occupied.clone();
                with.insert(square);
                let ours = graph.put_down(map, &with, square);
                assert_eq!(ours, fresh.survey(map, &with), "{from:?} to {square:?}");
            }
            occupied.insert(from);
        }
    }
}
