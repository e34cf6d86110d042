//! Tunnels: a box that can only go forward or back is pushed on.
//!
//! ```text
//! ######       Box and player both have walls on both sides, so the box cannot be moved aside for
//! #@$          anything and is pushed to the end of the tunnel.
//! ######
//! ```
//!
//! What it gives up: parking a box halfway, hence completeness and the fewest pushes. Source: the
//! Aveiro agent, `tunnel`; also in Rolling Stone (Junghanns and Schaeffer 1997). Cost: a few
//! lookups a square.

use ground::kernel::Map;
use sokoban::{Dir, Square};

/// Whether the box on `square` and the player behind it are in a straight tunnel.
pub(super) fn goes_on(map: &Map, square: Square, dir: Dir) -> bool {
    let walled = |at| dir.sides().into_iter().all(|side| map.is_wall(map.next(at, side)));
    walled(square) && walled(map.next(square, dir.opposite()))
}

#[cfg(test)]
mod tests {
    use oracle::board;

    use super::*;

    #[test]
    fn a_tunnel_ends_where_it_is_open() {
        let board = board(&["########", "#@$   ##", "#####  #", "#####. #", "########"]);
        let map = Map::new(&board);
        let at = |column| board.square_at(1, column).unwrap();
        assert!(goes_on(&map, at(2), Dir::Right) && goes_on(&map, at(3), Dir::Right));
        assert!(!goes_on(&map, at(5), Dir::Right), "the tunnel is open below");
    }
}
