//! Walls and boxes that fill a 2×2 square: none of them can ever move.
//!
//! ```text
//! $$    #$    Each box has a neighbour in its way on both axes, and that neighbour is held by the
//! $$    $$    others. One box off goal and the game is lost.
//! ```
//!
//! Gargioni's wording has no test for goals and would refuse solved positions; the test is made
//! here.
//! Source: Gargioni, section II (after Junghanns 1999); the Aveiro agent, `deadlock_detection`.
//! Cost: twelve lookups at most. [`Freeze`](ground::deadlock::Freeze) finds all of these and more.

use ground::kernel::{Map, Position};
use sokoban::{Dir, Square};

/// The test. It needs no scratch space.
pub struct Block;

impl Block {
    /// Whether the box on `square` is part of such a square with a box off goal.
    pub fn is_dead(map: &Map, position: &Position, square: Square) -> bool {
        let corners = [Dir::Up, Dir::Down].into_iter().flat_map(|vertical| {
            [Dir::Left, Dir::Right].into_iter().map(move |horizontal| (vertical, horizontal))
        });
        let off_goal = |at: Square| !map.is_wall(at) && !map.is_goal(at);
        for (vertical, horizontal) in corners {
            let (above, beside) = (map.next(square, vertical), map.next(square, horizontal));
            if !position.is_occupied(above) || !position.is_occupied(beside) {
                continue;
            }
            // Two walls make a corner, whatever the fourth square holds.
            let across = match (map.is_wall(above), map.is_wall(beside)) {
                (true, true) => map.wall(),
                (true, false) => map.next(beside, vertical),
                (false, _) => map.next(above, horizontal),
            };
            if position.is_occupied(across)
                && [square, above, beside, across].into_iter().any(off_goal)
            {
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use oracle::board;

    use super::*;

    fn is_dead(rows: &[&str], row: usize, column: usize) -> bool {
        let board = board(rows);
        let map = Map::new(&board);
        let position = Position::start(&map, &board);
        Block::is_dead(&map, &position, board.square_at(row, column).unwrap())
    }

    #[test]
    fn a_block_off_goal_is_dead_and_on_goals_is_not() {
        let rows = ["#######", "#@ .. #", "# $$..#", "# $$  #", "#     #", "#######"];
        assert!(is_dead(&rows, 2, 2) && is_dead(&rows, 3, 3));
        let rows = ["######", "#@   #", "# ** #", "# ** #", "#   .#", "#$   #", "######"];
        assert!(!is_dead(&rows, 2, 2));
        assert!(is_dead(&rows, 5, 1), "a corner is a block too");
    }
}
