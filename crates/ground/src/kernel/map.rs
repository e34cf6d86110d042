//! The squares of a board, with a wall that has a number so that hot loops need no `Option`.

use sokoban::{Board, Dir, Square};

use super::Bits;

/// Which way boxes are moved: as in the game, or backwards from its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// The player pushes boxes, from the start towards the goals.
    Push,
    /// The player pulls boxes, from the goals towards the start squares.
    Pull,
}

impl Mode {
    /// The side of a box on which the player stands to move it in a direction, before and after.
    #[inline]
    pub const fn side(self, dir: Dir) -> Dir {
        match self {
            Mode::Push => dir.opposite(),
            Mode::Pull => dir,
        }
    }

    /// The direction in which a player on this side moves the box.
    #[inline]
    pub const fn dir(self, side: Dir) -> Dir {
        self.side(side)
    }
}

/// Neighbours, goals and hash keys of one board.
///
/// Squares have the numbers of the [`Board`]. One more number, [`Map::wall`], stands for every
/// wall; its neighbours are walls too, and every set made by [`Map::occupied`] contains it.
#[derive(Clone, Debug)]
pub struct Map {
    n: usize,
    next: Vec<[Square; 4]>,
    near: Vec<[Square; 8]>,
    ring: Vec<[Square; 8]>,
    goals: Bits,
    places: Vec<(usize, usize)>,
    box_keys: Vec<u64>,
    player_keys: Vec<u64>,
    start_keys: Vec<u64>,
}

impl Map {
    /// The map of a board.
    pub fn new(board: &Board) -> Map {
        let n = board.n_squares();
        let wall = Square(n as u16);
        let around = |square| Dir::ALL.map(|dir| board.neighbor(square, dir).unwrap_or(wall));
        let mut next: Vec<_> = board.squares().map(around).collect();
        next.push([wall; 4]);
        let near = (0..=n as u16).map(|square| near(&next, Square(square))).collect();
        let ring = board.squares().map(|square| ring(board, square)).chain([[wall; 8]]).collect();
        let mut seed = GOLDEN;
        let mut keys = || (0..=n).map(|_| split_mix(&mut seed)).collect();
        Map {
            n,
            next,
            near,
            ring,
            goals: Bits::from_squares(n + 1, board.goals().iter()),
            places: board.squares().map(|square| board.place(square)).collect(),
            box_keys: keys(),
            player_keys: keys(),
            start_keys: keys(),
        }
    }

    /// Number of squares; the wall does not count.
    #[inline]
    pub fn n_squares(&self) -> usize {
        self.n
    }

    /// All squares in ascending order.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        (0..self.n as u16).map(Square)
    }

    /// The number that stands for every wall.
    #[inline]
    pub fn wall(&self) -> Square {
        Square(self.n as u16)
    }

    /// The square next to this one, or the wall.
    #[inline]
    pub fn next(&self, square: Square, dir: Dir) -> Square {
        self.next[square.index()][dir.index()]
    }

    /// The four neighbours in the order of [`Dir::ALL`].
    #[inline]
    pub fn around(&self, square: Square) -> [Square; 4] {
        self.next[square.index()]
    }

    /// The squares around this one, including a diagonal one if one of the two squares on the way
    /// is not a wall; the wall stands for the others.
    #[inline]
    pub fn near(&self, square: Square) -> [Square; 8] {
        self.near[square.index()]
    }

    /// The eight squares around this one, clockwise from above; those of the wall are walls.
    #[inline]
    pub fn ring(&self, square: Square) -> &[Square; 8] {
        &self.ring[square.index()]
    }

    /// Whether the free squares beside this one are connected by free squares around it, so that
    /// nobody who could walk over it is cut off when it is occupied.
    #[inline]
    pub fn meet_around(&self, square: Square, is_free: impl Fn(Square) -> bool) -> bool {
        let mut free = 0_u32;
        for (i, &near) in self.ring(square).iter().enumerate() {
            free |= u32::from(is_free(near)) << i;
        }
        // A side begins a new piece unless the corner and the side before it are free.
        let around = free | free << 8;
        let begins = around & !(around << 1 & around << 2);
        (begins & 0x5500).count_ones() <= 1
    }

    /// Whether the number stands for a wall.
    #[inline]
    pub fn is_wall(&self, square: Square) -> bool {
        square.index() == self.n
    }

    /// Whether a square is a goal. The wall is not.
    #[inline]
    pub fn is_goal(&self, square: Square) -> bool {
        self.goals.contains(square)
    }

    /// Row and column of a square that is not the wall.
    pub fn place(&self, square: Square) -> (usize, usize) {
        self.places[square.index()]
    }

    /// The goals.
    pub fn goals(&self) -> &Bits {
        &self.goals
    }

    /// The empty set, with room for every square and the wall.
    pub fn no_squares(&self) -> Bits {
        Bits::new(self.n + 1)
    }

    /// The given squares together with the wall: what nobody can walk into.
    pub fn occupied(&self, boxes: impl IntoIterator<Item = Square>) -> Bits {
        let mut occupied = Bits::from_squares(self.n + 1, boxes);
        occupied.insert(self.wall());
        occupied
    }

    /// Zobrist key of a box on a square.
    #[inline]
    pub fn box_key(&self, square: Square) -> u64 {
        self.box_keys[square.index()]
    }

    /// Zobrist key of the player's zone, named by its lowest square.
    #[inline]
    pub fn player_key(&self, zone: Square) -> u64 {
        self.player_keys[zone.index()]
    }

    /// Zobrist key of a start square that no longer waits for a box, for searches that take boxes
    /// off the board.
    #[inline]
    pub fn start_key(&self, square: Square) -> u64 {
        self.start_keys[square.index()]
    }
}

/// The squares around a square, see [`Map::near`].
fn near(next: &[[Square; 4]], square: Square) -> [Square; 8] {
    let step = |square: Square, dir: Dir| next[square.index()][dir.index()];
    let wall = Square(next.len() as u16 - 1);
    let [up, down, left, right] = next[square.index()];
    let corner = |row: Square, side: Square, across: Dir, along: Dir| {
        let corner = step(row, across);
        if corner == wall { step(side, along) } else { corner }
    };
    [
        up,
        down,
        left,
        right,
        corner(up, left, Dir::Left, Dir::Up),
        corner(up, right, Dir::Right, Dir::Up),
        corner(down, left, Dir::Left, Dir::Down),
        corner(down, right, Dir::Right, Dir::Down),
    ]
}

/// The squares around a square, clockwise from above.
fn ring(board: &Board, square: Square) -> [Square; 8] {
    let (row, column) = board.place(square);
    [(0, 1), (0, 2), (1, 2), (2, 2), (2, 1), (2, 0), (1, 0), (0, 0)].map(|(down, right)| {
        // Squares never lie on the edge of the grid.
        let near = board.square_at(row + down - 1, column + right - 1);
        near.unwrap_or(Square(board.n_squares() as u16))
    })
}

/// 2^64 divided by the golden ratio: the step of SplitMix64.
const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// The next number of Vigna's SplitMix64; the seed is fixed, so hashes are the same everywhere.
fn split_mix(seed: &mut u64) -> u64 {
    *seed = seed.wrapping_add(GOLDEN);
    mix(*seed)
}

/// Scatters the bits of a number, as SplitMix64 does.
pub fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Zones;
    use oracle::{board, random_boards};

    #[test]
    fn where_squares_meet_around_another_nothing_is_cut_off_by_it() {
        let (mut meet, mut part) = (0, 0);
        for board in random_boards(19, 200) {
            let map = Map::new(&board);
            let occupied = map.occupied(board.start().boxes);
            let mut zones = Zones::new(&map);
            zones.find(&map, &occupied);
            for square in map.squares().filter(|&square| !occupied.contains(square)) {
                let alone = map.around(square).iter().all(|&near| occupied.contains(near));
                if map.meet_around(square, |near| !occupied.contains(near)) {
                    // A square of its own is the only zone that may vanish.
                    let after = zones.count_without(square) + usize::from(alone);
                    assert_eq!(after, zones.count(), "{square:?} of {board:?}");
                    meet += 1;
                } else {
                    part += 1;
                }
            }
        }
        assert!(meet > 1_000 && part > 100, "{meet} meet, {part} do not");
    }

    #[test]
    fn the_map_agrees_with_the_board() {
        let board = board(&["######", "#@ $.#", "#  # #", "######"]);
        let map = Map::new(&board);
        for square in map.squares() {
            assert_eq!(map.is_goal(square), board.is_goal(square));
            for dir in Dir::ALL {
                let next = map.next(square, dir);
                assert_eq!((!map.is_wall(next)).then_some(next), board.neighbor(square, dir));
            }
        }
        for square in map.squares() {
            let [up, right, down, left] = [0, 2, 4, 6].map(|i| map.ring(square)[i]);
            assert_eq!(map.around(square), [up, down, left, right]);
        }
        let middle = board.square_at(1, 3).unwrap();
        assert_eq!(map.ring(middle)[5], board.square_at(2, 2).unwrap());
        assert_eq!(map.around(map.wall()), [map.wall(); 4]);
        assert!(map.occupied([]).contains(map.wall()) && map.no_squares().is_empty());
    }
}
