//! A hash of a puzzle that ignores rotation, reflection and scenery.
//!
//! Two levels are the same puzzle when one can be turned or mirrored into the other, whatever
//! stands outside the player's reach and wherever in its zone the player begins. The number is the
//! smallest FNV-1a hash (Fowler, Noll and Vo) over the eight images of what the player can ever
//! touch. It is part of file formats and records, so it never changes between versions or machines.

use text::fnv1a;

use crate::{Board, Symmetry, Walker};

/// What a cell is to the puzzle.
const WALL: u8 = 0;
const FLOOR: u8 = 1;
const GOAL: u8 = 2;
const BOX: u8 = 4;
const ZONE: u8 = 8;

/// The number of a puzzle. Different puzzles have different numbers, barring an accident of one in
/// 2^64.
pub fn canonical_hash(board: &Board) -> u64 {
    let picture = Picture::new(board);
    let [first, rest @ ..] = Symmetry::ALL.map(|symmetry| picture.hash(symmetry));
    rest.into_iter().fold(first, u64::min)
}

/// The smallest rectangle around the squares, one byte per cell.
struct Picture {
    width: usize,
    height: usize,
    cells: Vec<u8>,
}

impl Picture {
    fn new(board: &Board) -> Picture {
        let places = || board.squares().map(|square| board.place(square));
        let (top, left) = (
            places().map(|place| place.0).min().unwrap_or(0),
            places().map(|place| place.1).min().unwrap_or(0),
        );
        let height = places().map(|place| place.0 + 1 - top).max().unwrap_or(0);
        let width = places().map(|place| place.1 + 1 - left).max().unwrap_or(0);
        let state = board.start();
        let mut walker = Walker::new(board);
        walker.flood(board, &state.box_set(board), state.player);
        let mut cells = vec![WALL; width * height];
        for square in board.squares() {
            let (row, column) = board.place(square);
            let mark = |mark, is: bool| if is { mark } else { 0 };
            cells[(row - top) * width + column - left] = FLOOR
                | mark(GOAL, board.is_goal(square))
                | mark(BOX, state.has_box(square))
                | mark(ZONE, walker.reached(square));
        }
        Picture { width, height, cells }
    }

    fn hash(&self, symmetry: Symmetry) -> u64 {
        let (width, height) = symmetry.size(self.width, self.height);
        let back = symmetry.inverse();
        let size = [width, height].map(|side| (side as u16).to_le_bytes()).into_iter().flatten();
        let places = (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
        let cells = places.map(|place| {
            let (row, column) = back.place(place, width, height);
            self.cells[row * self.width + column]
        });
        fnv1a(size.chain(cells))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Level;

    fn hash(level: &Level) -> u64 {
        canonical_hash(&Board::new(level).unwrap())
    }

    #[test]
    fn disguises_do_not_matter() {
        let level = Level::from_rows(&["#######", "#.  $ #", "# ## @#", "#######"]).unwrap();
        let disguises = [
            // The player elsewhere in its zone.
            Level::from_rows(&["#######", "#.  $@#", "# ##  #", "#######"]).unwrap(),
            // Scenery, a margin, thicker walls, a sealed box.
            Level::from_rows(&["", " #########", " #.  $ #*#", " # ## @###", " ####### *"])
                .unwrap(),
        ];
        for symmetry in Symmetry::ALL {
            assert_eq!(hash(&symmetry.level(&level)), hash(&level));
        }
        for disguise in &disguises {
            assert_eq!(hash(disguise), hash(&level));
        }
        let other = Level::from_rows(&["#######", "#  .$ #", "# ## @#", "#######"]).unwrap();
        assert_ne!(hash(&other), hash(&level));
    }

    #[test]
    fn the_number_is_for_ever() {
        let level = Level::from_rows(&["#####", "#@$.#", "#####"]).unwrap();
        assert_eq!(hash(&level), 0x2f85_dcc9_76ea_0e4e);
    }
}
