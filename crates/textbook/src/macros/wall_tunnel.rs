//! Wall tunnels: a box that can only move along a wall is pushed to the end of the wall.
//!
//! ```text
//! ######       A box beside a wall can only move along it. If the wall goes on, no goal is in the
//! #@$          line, and neither the line nor the one beside it holds another box, the box is
//! #            pushed to where the wall ends.
//! ```
//!
//! What it gives up: parking a box halfway, hence completeness and the fewest pushes. Source: the
//! Aveiro agent, `tunnel`, second kind. Cost: a few lookups a square.

use ground::kernel::{Map, Position};
use sokoban::{Dir, Square};

/// Whether the box on `square` moves along a wall that goes on, with nothing else near its path.
pub(super) fn goes_on(map: &Map, position: &Position, square: Square, dir: Dir) -> bool {
    dir.sides().into_iter().any(|side| {
        map.is_wall(map.next(square, side)) && is_clear(map, position, square, dir, side)
    })
}

/// Whether the line ahead has a wall on `side` until it ends, no goal, and no box in or beside it.
fn is_clear(map: &Map, position: &Position, square: Square, dir: Dir, side: Dir) -> bool {
    let mut at = square;
    loop {
        let other = map.next(at, side.opposite());
        if map.is_goal(at) || position.has_box(map, other) {
            return false;
        }
        let next = map.next(at, dir);
        if map.is_wall(next) || position.has_box(map, next) {
            // The wall leads into a corner or to a box.
            return false;
        }
        if !map.is_wall(map.next(next, side)) {
            return !map.is_goal(next);
        }
        at = next;
    }
}

#[cfg(test)]
mod tests {
    use oracle::board;

    use super::*;

    #[test]
    fn a_wall_that_ends_in_a_corner_is_no_tunnel() {
        let along = |rows: &[&str]| {
            let board = board(rows);
            let map = Map::new(&board);
            let position = Position::start(&map, &board);
            goes_on(&map, &position, board.start().boxes[0], Dir::Right)
        };
        assert!(!along(&["#########", "#@$     #", "#      .#", "#########"]), "a corner");
        assert!(along(&["#########", "#####   #", "#@$     #", "#     . #", "#########"]));
        assert!(
            !along(&["#########", "#####   #", "#@$.    #", "#       #", "#########"]),
            "a goal"
        );
        assert!(
            !along(&["#########", "#####  .#", "#@$     #", "#  $  . #", "#########"]),
            "a box"
        );
    }
}
