//! Rooms: connected shapes that fill a bounding box, one of each symmetry class.

use sokoban::{Dir, Grid, Level, Tile};

/// A connected set of squares. Its squares are numbered in row order, like those of the board made
/// from it, and sets of them are bit masks.
#[derive(Clone, Debug)]
pub struct Room {
    width: usize,
    height: usize,
    places: Vec<(usize, usize)>,
    neighbors: Vec<[Option<u8>; 4]>,
}

/// All rooms that touch the four sides of a `width` x `height` box, in ascending order of their
/// mask (row by row, lowest bit first), which is the least of their mirror images and turns.
///
/// # Panics
/// When the box has more than 25 cells.
pub fn rooms(width: usize, height: usize) -> impl Iterator<Item = Room> {
    assert!(width * height <= 25, "a {width}x{height} box is too large to enumerate");
    let symmetries = symmetries(width, height);
    let sides = sides(width, height);
    (1..1u32 << (width * height)).filter_map(move |cells| {
        let fills = sides.iter().all(|side| cells & side != 0);
        (fills && is_connected(cells, width) && is_least(cells, &symmetries)).then(|| {
            let places = bits(cells).map(|cell| (cell / width, cell % width));
            Room::new(width, height, places.collect())
        })
    })
}

impl Room {
    fn new(width: usize, height: usize, places: Vec<(usize, usize)>) -> Room {
        let neighbors = places
            .iter()
            .map(|&(row, column)| {
                Dir::ALL.map(|dir| {
                    let (dr, dc) = dir.delta();
                    let next = (row.wrapping_add_signed(dr), column.wrapping_add_signed(dc));
                    places.binary_search(&next).ok().map(|square| square as u8)
                })
            })
            .collect();
        Room { width, height, places, neighbors }
    }

    /// A drawn room: `#` is wall, everything else floor, and what lies around the rows is wall too.
    /// `None` unless the floor is connected and has 1 to 31 squares.
    pub fn drawn(rows: &[impl AsRef<str>]) -> Option<Room> {
        let width = rows.iter().map(|row| row.as_ref().chars().count()).max()?;
        let row_places = |(row, tiles): (usize, &_)| {
            let tiles = AsRef::<str>::as_ref(tiles).chars().enumerate();
            let floor = tiles.filter(|&(_, tile)| tile != '#');
            floor.map(|(column, _)| (row, column)).collect::<Vec<_>>()
        };
        let places: Vec<_> = rows.iter().enumerate().flat_map(row_places).collect();
        if !(1..=31).contains(&places.len()) {
            return None;
        }
        let room = Room::new(width, rows.len(), places);
        (room.zone(0, 0).count_ones() as usize == room.n_squares()).then_some(room)
    }

    /// Number of squares.
    pub fn n_squares(&self) -> usize {
        self.places.len()
    }

    /// The next square in a direction, or `None` at a wall.
    #[inline]
    pub fn neighbor(&self, square: usize, dir: Dir) -> Option<usize> {
        self.neighbors[square][dir.index()].map(usize::from)
    }

    /// The squares that can be walked to from `square` without touching `boxes`.
    pub fn zone(&self, boxes: u32, square: usize) -> u32 {
        let (mut zone, mut new) = (0, 1 << square);
        while new != 0 {
            zone |= new;
            new = bits(new).fold(0, |next, from| next | self.around(from)) & !boxes & !zone;
        }
        zone
    }

    fn around(&self, square: usize) -> u32 {
        self.neighbors[square].iter().flatten().fold(0, |mask, &next| mask | 1 << next)
    }

    /// The room as a level, walled in. The player must not stand on a box.
    pub fn level(&self, goals: u32, boxes: u32, player: usize) -> Level {
        let mut grid = Grid::new(self.width + 2, self.height + 2).expect("rooms are small");
        for row in 0..self.height + 2 {
            for column in 0..self.width + 2 {
                grid.set(row, column, Tile::Wall);
            }
        }
        for (square, &(row, column)) in self.places.iter().enumerate() {
            let goal = goals >> square & 1 != 0;
            let tile = match (boxes >> square & 1 != 0, square == player) {
                (true, _) if goal => Tile::BoxOnGoal,
                (true, _) => Tile::Box,
                (_, true) if goal => Tile::PlayerOnGoal,
                (_, true) => Tile::Player,
                _ if goal => Tile::Goal,
                _ => Tile::Floor,
            };
            grid.set(row + 1, column + 1, tile);
        }
        Level::from_grid(grid)
    }
}

/// The members of a mask, lowest first.
pub(crate) fn bits(mask: u32) -> impl Iterator<Item = usize> {
    std::iter::successors((mask != 0).then_some(mask), |mask| {
        let rest = mask & (mask - 1);
        (rest != 0).then_some(rest)
    })
    .map(|mask| mask.trailing_zeros() as usize)
}

/// The cells of the first and last row and column.
fn sides(width: usize, height: usize) -> [u32; 4] {
    let row = (1u32 << width) - 1;
    let column = (0..height).fold(0, |mask, row| mask | 1 << (row * width));
    [row, row << (width * (height - 1)), column, column << (width - 1)]
}

fn is_connected(cells: u32, width: usize) -> bool {
    let first_column =
        (0..u32::BITS as usize / width).fold(0, |mask, row| mask | 1 << (row * width));
    let last_column = first_column << (width - 1);
    let mut reached = cells & cells.wrapping_neg();
    loop {
        let sideways = (reached & !last_column) << 1 | (reached & !first_column) >> 1;
        let next = (reached | sideways | reached << width | reached >> width) & cells;
        if next == reached {
            return reached == cells;
        }
        reached = next;
    }
}

/// Where each cell goes under each symmetry of the box except the identity.
fn symmetries(width: usize, height: usize) -> Vec<Vec<u8>> {
    let images = |swap: bool, flip_row: bool, flip_column: bool| {
        let image = |cell: usize| {
            let (mut row, mut column) = (cell / width, cell % width);
            if flip_row {
                row = height - 1 - row;
            }
            if flip_column {
                column = width - 1 - column;
            }
            (if swap { column * width + row } else { row * width + column }) as u8
        };
        (0..width * height).map(image).collect()
    };
    (1..8)
        .filter(|kind| kind & 4 == 0 || width == height)
        .map(|kind| images(kind & 4 != 0, kind & 1 != 0, kind & 2 != 0))
        .collect()
}

fn is_least(cells: u32, symmetries: &[Vec<u8>]) -> bool {
    symmetries
        .iter()
        .all(|image| bits(cells).fold(0, |mask, cell| mask | 1 << image[cell]) >= cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_numbers_of_rooms() {
        // Fixed and free polyominoes filling a box: counted by hand up to 2x2, the others as in the
        // study with which this oracle was first published.
        for (width, height, count) in [(1, 1, 1), (1, 4, 1), (2, 2, 2), (3, 3, 24), (3, 4, 181)] {
            assert_eq!(rooms(width, height).count(), count, "{width}x{height}");
            assert_eq!(rooms(height, width).count(), count, "{height}x{width}");
        }
    }

    #[test]
    fn rooms_can_be_drawn() {
        let room = Room::drawn(&[" ##", "  ", "# "]).unwrap();
        let level = room.level(0b1000, 0b10, 0);
        assert_eq!(level.grid.to_string(), "#####\n#@###\n#$ ##\n##.##\n#####\n");
        assert!(Room::drawn(&[" #", "# "]).is_none(), "in two parts");
        assert!(Room::drawn(&["########"; 4]).is_none() && Room::drawn(&[""; 0]).is_none());
        assert!(Room::drawn(&["        "; 4]).is_none(), "32 squares");
    }

    #[test]
    fn the_first_room_is_an_angle() {
        let room = rooms(3, 3).next().unwrap();
        let level = room.level(0b11, 0b10, 2);
        assert_eq!(level.grid.to_string(), "#####\n#.*@#\n# ###\n# ###\n#####\n");
        assert_eq!(room.zone(0b10, 0), 0b11001);
        assert_eq!(room.neighbor(0, Dir::Down), Some(3));
        assert_eq!(room.neighbor(1, Dir::Down), None);
    }
}
