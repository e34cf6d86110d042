//! Lines along a wall whose goals are taken: with one more box than goals, the game is lost.
//!
//! ```text
//! #######     The top row has one goal, and the box on it can never leave the row, with the wall
//! # *$  #     all along it. A second box pushed to that wall has no goal left.
//! ```
//!
//! Why it is sound: a box in a line with a wall all along one side and a wall at both ends stays in
//! the line forever, so the line needs a goal for each of its boxes.
//! Source: Gargioni, section II, who also blocks the squares along a wall whose goals are all
//! filled. Cost: the squares of two lines.

use sokoban::{Dir, Square};

use super::wall_squares::line;
use crate::kernel::{Map, Position};

/// The test. It needs no scratch space.
pub struct WallLines;

impl WallLines {
    /// Whether a line along a wall through the box on `square` holds more boxes than goals.
    pub fn is_dead(map: &Map, position: &Position, square: Square) -> bool {
        [(Dir::Left, Dir::Up), (Dir::Left, Dir::Down), (Dir::Up, Dir::Left), (Dir::Up, Dir::Right)]
            .into_iter()
            .filter(|&(_, side)| map.is_wall(map.next(square, side)))
            .any(|(along, side)| is_overfull(map, position, square, along, side))
    }
}

fn is_overfull(map: &Map, position: &Position, square: Square, along: Dir, side: Dir) -> bool {
    let (mut boxes, mut goals) = (0, 0);
    for at in line(map, square, along) {
        if !map.is_wall(map.next(at, side)) {
            return false;
        }
        boxes += u32::from(position.is_occupied(at));
        goals += u32::from(map.is_goal(at));
    }
    boxes > goals
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::testing::board;

    #[test]
    fn a_second_box_for_one_goal_is_dead() {
        let dead = |rows: &[&str], row, column| {
            let board = board(rows);
            let map = Map::new(&board);
            let square = board.square_at(row, column).unwrap();
            WallLines::is_dead(&map, &Position::start(&map, &board), square)
        };
        let rows = ["#######", "# *$  #", "#  @ .#", "#######"];
        assert!(dead(&rows, 1, 2) && dead(&rows, 1, 3));
        assert!(!dead(&["#######", "# .$$.#", "#  @  #", "#######"], 1, 3));
    }
}
