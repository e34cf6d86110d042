//! A position a search works on: boxes that can be moved, put back and hashed quickly.

use sokoban::{Board, Dir, Square, State};

use super::{Bits, Map, Regions};

/// Boxes and player, with the Zobrist key of the boxes kept up to date.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    occupied: Bits,
    boxes: Vec<Square>,
    /// The index in `boxes` of the box on each square; stale for squares without a box.
    slots: Vec<u16>,
    key: u64,
    /// Where the player stands.
    pub player: Square,
}

impl Position {
    /// A position with the given boxes.
    pub fn new(map: &Map, boxes: impl IntoIterator<Item = Square>, player: Square) -> Position {
        let mut position = Position {
            occupied: map.occupied([]),
            boxes: Vec::new(),
            slots: vec![0; map.n_squares() + 1],
            key: 0,
            player,
        };
        for square in boxes {
            position.add_box(map, square);
        }
        position
    }

    /// The board solved, once for each zone the player may end in.
    pub fn solved(map: &Map) -> Vec<Position> {
        let full = map.occupied(map.goals().iter());
        let mut regions = Regions::new(map);
        regions.find(map, &full);
        let solved = |zone| Position::new(map, map.goals().iter(), regions.squares(zone)[0]);
        (0..regions.count() as u16).map(solved).collect()
    }

    /// The start position of a board.
    pub fn start(map: &Map, board: &Board) -> Position {
        Position::of(map, &board.start())
    }

    /// A state of the rules as a position.
    pub fn of(map: &Map, state: &State) -> Position {
        Position::new(map, state.boxes.iter().copied(), state.player)
    }

    /// The position as a state of the rules, with boxes in ascending order.
    pub fn state(&self) -> State {
        let mut boxes = self.boxes.clone();
        boxes.sort_unstable();
        State { boxes, player: self.player }
    }

    /// The boxes in the order of their indices, which depends on how the position arose. Where
    /// order matters, take them from [`Position::occupied`].
    #[inline]
    pub fn boxes(&self) -> &[Square] {
        &self.boxes
    }

    /// Number of boxes.
    #[inline]
    pub fn n_boxes(&self) -> usize {
        self.boxes.len()
    }

    /// The boxes and the wall.
    #[inline]
    pub fn occupied(&self) -> &Bits {
        &self.occupied
    }

    /// Whether a box or a wall is here.
    #[inline]
    pub fn is_occupied(&self, square: Square) -> bool {
        self.occupied.contains(square)
    }

    /// Whether a box is here.
    #[inline]
    pub fn has_box(&self, map: &Map, square: Square) -> bool {
        self.occupied.contains(square) && !map.is_wall(square)
    }

    /// The index in [`Position::boxes`] of the box on a square.
    #[inline]
    pub fn slot(&self, square: Square) -> usize {
        self.slots[square.index()] as usize
    }

    /// Zobrist key of the boxes. Combine with [`Map::player_key`] of the player's zone.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Whether every box stands on a goal.
    pub fn is_solved(&self, map: &Map) -> bool {
        self.boxes.iter().all(|&square| map.is_goal(square))
    }

    /// Moves a box, perhaps to where it is. It keeps its index in [`Position::boxes`].
    #[inline]
    pub fn move_box(&mut self, map: &Map, from: Square, to: Square) {
        debug_assert!(self.has_box(map, from) && (from == to || !self.is_occupied(to)));
        let slot = self.slots[from.index()];
        self.boxes[slot as usize] = to;
        self.slots[to.index()] = slot;
        self.occupied.remove(from);
        self.occupied.insert(to);
        self.key ^= map.box_key(from) ^ map.box_key(to);
    }

    /// Pushes a box; the player ends up where it stood.
    #[inline]
    pub fn push(&mut self, map: &Map, from: Square, dir: Dir) {
        self.move_box(map, from, map.next(from, dir));
        self.player = from;
    }

    /// Puts a box on a free square.
    pub fn add_box(&mut self, map: &Map, square: Square) {
        debug_assert!(!self.is_occupied(square));
        self.slots[square.index()] = self.boxes.len() as u16;
        self.boxes.push(square);
        self.occupied.insert(square);
        self.key ^= map.box_key(square);
    }

    /// Takes a box away; the last box takes over its index.
    pub fn remove_box(&mut self, map: &Map, square: Square) {
        debug_assert!(self.has_box(map, square));
        let slot = self.slots[square.index()];
        self.boxes.swap_remove(slot as usize);
        if let Some(&moved) = self.boxes.get(slot as usize) {
            self.slots[moved.index()] = slot;
        }
        self.occupied.remove(square);
        self.key ^= map.box_key(square);
    }

    /// Frees the square of a box in [`Position::occupied`] and touches nothing else, for a look at
    /// the board without it.
    #[inline]
    pub fn lift(&mut self, square: Square) {
        self.occupied.remove(square);
    }

    /// Puts a lifted box down, for a look at the board with it there, or back where it was.
    #[inline]
    pub fn put_down(&mut self, square: Square) {
        self.occupied.insert(square);
    }

    /// Takes all boxes away.
    pub fn clear(&mut self) {
        for &square in &self.boxes {
            self.occupied.remove(square);
        }
        self.boxes.clear();
        self.key = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use oracle::board;

    #[test]
    fn moves_keep_list_set_and_key_together() {
        let board = board(&["#######", "#@$ $.#", "#  $ .#", "#  .  #", "#######"]);
        let map = Map::new(&board);
        let mut position = Position::start(&map, &board);
        let [a, b, c] = position.boxes().try_into().unwrap();
        position.move_box(&map, b, map.next(b, Dir::Left));
        position.remove_box(&map, a);
        position.move_box(&map, c, map.next(c, Dir::Down));
        position.add_box(&map, a);
        let again = Position::of(&map, &position.state());
        assert_eq!((position.occupied(), position.key()), (again.occupied(), again.key()));
        for (slot, &square) in position.boxes().iter().enumerate() {
            assert_eq!(position.slot(square), slot);
        }
        position.clear();
        let empty = Position::new(&map, [], position.player);
        assert_eq!((position.occupied(), position.key()), (empty.occupied(), 0));
    }
}
