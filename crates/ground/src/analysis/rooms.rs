//! Rooms: the wide parts of a board.
//!
//! A room is a connected group of at least two 2×2 blocks of squares, so the smallest room is 2×3.
//! A square that two diagonal blocks share without a third belongs to no room.
//!
//! ```text
//! 000.111     squares marked . belong to no room: corridors
//! 000.111
//! ```
//!
//! Source: FESS (Y. Shoham, CoG 2020), with details of the published program.

use sokoban::{Board, Square};

use crate::kernel::{Bits, Map};

/// No room.
const NO_ROOM: u8 = u8::MAX;

/// Rooms of one board.
#[derive(Clone, Debug)]
pub struct Rooms {
    /// Room of every square; `NO_ROOM` for corridors and for the wall at the end.
    of: Vec<u8>,
    /// Squares of each room, ascending.
    squares: Vec<Vec<Square>>,
    /// Per room: its squares and their neighbours.
    with_corridors: Vec<Bits>,
}

impl Rooms {
    /// The most rooms that are distinguished: a set of rooms is a 128-bit number.
    pub const MOST: usize = 128;

    /// Finds the rooms of a board.
    pub fn new(board: &Board, map: &Map) -> Rooms {
        let blocks = Blocks::new(board);
        let mut of = vec![NO_ROOM; map.n_squares() + 1];
        for (place, &group) in blocks.groups().iter().enumerate() {
            if group != NO_ROOM {
                for (row, column) in blocks.cells(place) {
                    let square = board.square_at(row, column);
                    of[square.expect("a block consists of squares").index()] = group;
                }
            }
        }
        for square in blocks.pinches().filter_map(|(row, column)| board.square_at(row, column)) {
            of[square.index()] = NO_ROOM;
        }
        Rooms::of_squares(map, of)
    }

    fn of_squares(map: &Map, of: Vec<u8>) -> Rooms {
        let count = of.iter().filter(|&&room| room != NO_ROOM).max().map_or(0, |&last| last + 1);
        let mut squares = vec![Vec::new(); count.into()];
        let mut with_corridors = vec![map.no_squares(); count.into()];
        for square in map.squares().filter(|square| of[square.index()] != NO_ROOM) {
            let room = usize::from(of[square.index()]);
            squares[room].push(square);
            with_corridors[room].insert(square);
            for near in map.around(square).into_iter().filter(|&near| !map.is_wall(near)) {
                with_corridors[room].insert(near);
            }
        }
        Rooms { of, squares, with_corridors }
    }

    /// Number of rooms.
    pub fn count(&self) -> usize {
        self.squares.len()
    }

    /// The room of a square; `None` for corridors and for the wall.
    #[inline]
    pub fn of(&self, square: Square) -> Option<usize> {
        let room = self.of[square.index()];
        (room != NO_ROOM).then_some(room.into())
    }

    /// Whether a square is in this room or in no room: where a walk that stays in the room may go.
    #[inline]
    pub fn is_own(&self, square: Square, room: usize) -> bool {
        let of = self.of[square.index()];
        of == NO_ROOM || usize::from(of) == room
    }

    /// The squares of a room, ascending.
    pub fn squares(&self, room: usize) -> &[Square] {
        &self.squares[room]
    }

    /// The squares of a room and their neighbours.
    pub fn with_corridors(&self, room: usize) -> &Bits {
        &self.with_corridors[room]
    }
}

/// The 2×2 blocks of a grid that have a neighbour, by the place of their top left cell.
struct Blocks {
    marks: Vec<bool>,
    width: usize,
    height: usize,
}

impl Blocks {
    fn new(board: &Board) -> Blocks {
        let (width, height) = (board.width(), board.height());
        let mut all = Blocks { marks: vec![false; width * height], width, height };
        for row in 0..height - 1 {
            for column in 0..width - 1 {
                let place = row * width + column;
                let whole = |(r, c)| board.square_at(r, c).is_some();
                all.marks[place] = all.cells(place).into_iter().all(whole);
            }
        }
        let marks =
            (0..all.marks.len()).map(|place| all.marks[place] && all.near(place).next().is_some());
        Blocks { marks: marks.collect(), ..all }
    }

    /// Row and column of the four cells of a block.
    fn cells(&self, place: usize) -> [(usize, usize); 4] {
        let (row, column) = (place / self.width, place % self.width);
        [(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)]
    }

    /// The blocks beside a block. Blocks never lie in the last column or row, so the neighbours are
    /// on the grid.
    fn near(&self, place: usize) -> impl Iterator<Item = usize> + '_ {
        let around = [place.wrapping_sub(self.width), place + 1, place + self.width];
        let around = around.into_iter().chain([place.wrapping_sub(1)]);
        around.filter(|&other| self.marks.get(other).copied().unwrap_or(false))
    }

    /// Numbers the connected groups of blocks in the order of their first block.
    fn groups(&self) -> Vec<u8> {
        let mut group = vec![NO_ROOM; self.marks.len()];
        let mut count = 0;
        for start in 0..self.marks.len() {
            if !self.marks[start] || group[start] != NO_ROOM || count == Rooms::MOST {
                continue;
            }
            let mut stack = vec![start];
            group[start] = count as u8;
            while let Some(place) = stack.pop() {
                for other in self.near(place) {
                    if group[other] == NO_ROOM {
                        group[other] = count as u8;
                        stack.push(other);
                    }
                }
            }
            count += 1;
        }
        group
    }

    /// The cells that two diagonal blocks share without a third.
    fn pinches(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let marked = |row, column| self.marks[row * self.width + column];
        let places = (0..self.height - 1)
            .flat_map(|row| (0..self.width - 1).map(move |column| (row, column)));
        places.filter_map(move |(row, column)| {
            let falling = (marked(row, column), marked(row + 1, column + 1));
            let rising = (marked(row, column + 1), marked(row + 1, column));
            let pinch = falling == (true, true) && rising == (false, false)
                || falling == (false, false) && rising == (true, true);
            pinch.then_some((row + 1, column + 1))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use oracle::board;

    #[test]
    fn a_corner_that_two_rooms_share_belongs_to_none() {
        let board = board(&["########", "#   ####", "#@$    #", "###  . #", "########"]);
        let map = Map::new(&board);
        let rooms = Rooms::new(&board, &map);
        assert_eq!(rooms.count(), 2);
        let room = |row, column| rooms.of(board.square_at(row, column).unwrap());
        assert_eq!((room(1, 1), room(2, 3), room(3, 5)), (Some(0), None, Some(1)));
        assert!(rooms.with_corridors(0).contains(board.square_at(2, 3).unwrap()));
    }

    #[test]
    fn a_corridor_belongs_to_no_room() {
        let board = board(&["###########", "#   ###   #", "#@ $    . #", "###########"]);
        let map = Map::new(&board);
        let rooms = Rooms::new(&board, &map);
        let found = map.squares().filter(|&square| rooms.of(square).is_none());
        let found: Vec<_> = found.map(|square| board.place(square)).collect();
        assert_eq!((rooms.count(), found), (2, vec![(2, 4), (2, 5), (2, 6)]));
    }
}
