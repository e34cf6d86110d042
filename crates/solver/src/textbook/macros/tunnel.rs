//! Tunnels: a box that can only go on or back is pushed on.
//!
//! ```text
//! ######       Straight: box and player both have walls on both sides, so the box cannot be left
//! #@$          aside for anything and is pushed to the end of the tunnel.
//! ######
//!
//! ######       Along a wall: a box beside a wall can only move along it. When the wall goes on, no
//! #@$          goal is in the line, and neither the line nor the one beside it holds another box,
//! #            the box is pushed to where the wall ends.
//! ```
//!
//! What they give up: parking a box half-way, so completeness and the fewest pushes. Source: the
//! Aveiro agent, `tunnel`; the straight form also in Rolling Stone (Junghanns and Schaeffer 1997).
//! Cost: a few lookups a square.

use sokoban::{Dir, Square};

use crate::kernel::{Map, Position};

/// Whether the box on `square` and the player behind it are in a straight tunnel.
pub(super) fn is_straight(map: &Map, square: Square, dir: Dir) -> bool {
    let walled = |at| dir.sides().into_iter().all(|side| map.is_wall(map.next(at, side)));
    walled(square) && walled(map.next(square, dir.opposite()))
}

/// Whether the box on `square` moves along a wall that goes on, with nothing else near its way.
pub(super) fn is_along_wall(map: &Map, position: &Position, square: Square, dir: Dir) -> bool {
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
    use super::*;
    use crate::kernel::testing::board;

    #[test]
    fn tunnels_and_walls_are_recognised() {
        let board = board(&["########", "#@$   ##", "#####  #", "#####. #", "########"]);
        let map = Map::new(&board);
        let at = |column| board.square_at(1, column).unwrap();
        assert!(is_straight(&map, at(2), Dir::Right) && is_straight(&map, at(3), Dir::Right));
        assert!(!is_straight(&map, at(5), Dir::Right), "the tunnel is open below");
    }

    #[test]
    fn a_wall_that_ends_in_a_corner_is_no_tunnel() {
        let along = |rows: &[&str]| {
            let board = board(rows);
            let map = Map::new(&board);
            let position = Position::start(&map, &board);
            is_along_wall(&map, &position, board.start().boxes[0], Dir::Right)
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
