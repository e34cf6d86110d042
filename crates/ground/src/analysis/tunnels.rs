//! Tunnels and holes: squares where, by the walls alone, a box would be in the way.
//!
//! A tunnel is a straight run of at least two squares with walls on both sides. A box that stops in
//! it could just as well have stopped before or behind it, unless some square of the run is wanted.
//! So in a run without a wanted square, boxes stop only on the first square (left or top); in a run
//! with one, on none. The rule is unsound: it is used only by filters that can be switched off and
//! on which no claim depends.
//!
//! A hole is a goal with exactly three walls, where other holes count as walls.

use sokoban::Dir;

use crate::kernel::{Bits, Map};

/// Squares of tunnels on which no box should stop: all but the first of a run, or all of it if it
/// has a square of `wanted`.
pub fn tunnels(map: &Map, wanted: &Bits) -> Bits {
    let mut squares = map.no_squares();
    for (ahead, across) in [(Dir::Right, Dir::Up), (Dir::Down, Dir::Left)] {
        let narrow = |square| {
            !map.is_wall(square)
                && map.is_wall(map.next(square, across))
                && map.is_wall(map.next(square, across.opposite()))
        };
        for first in map.squares() {
            if !narrow(first) || narrow(map.next(first, ahead.opposite())) {
                continue;
            }
            let run = std::iter::successors(Some(first), |&square| {
                let to = map.next(square, ahead);
                narrow(to).then_some(to)
            });
            let run: Vec<_> = run.collect();
            if run.len() >= 2 {
                let exempt = usize::from(!run.iter().any(|&square| wanted.contains(square)));
                run[exempt..].iter().for_each(|&square| squares.insert(square));
            }
        }
    }
    squares
}

/// Goals that are dead ends, found from the innermost on.
pub fn holes(map: &Map) -> Bits {
    let mut holes = map.no_squares();
    let mut changed = true;
    while changed {
        changed = false;
        for goal in map.goals().iter() {
            let around = map.around(goal);
            let shut = |&&near: &&_| map.is_wall(near) || holes.contains(near);
            if around.iter().filter(shut).count() == 3 && !holes.contains(goal) {
                holes.insert(goal);
                changed = true;
            }
        }
    }
    holes
}

#[cfg(test)]
mod tests {
    use super::*;
    use oracle::board;

    #[test]
    fn only_the_first_square_of_a_goal_free_tunnel_is_exempt() {
        let board = board(&["#########", "#   ### #", "# $     #", "#@  ###.#", "#########"]);
        let map = Map::new(&board);
        let stops = tunnels(&map, map.goals());
        let found: Vec<_> = stops.iter().map(|square| board.place(square)).collect();
        assert_eq!(found, [(2, 5), (2, 6)]);
    }

    #[test]
    fn holes_are_found_from_the_inside() {
        let count = |rows: &[&str]| holes(&Map::new(&board(rows))).len();
        assert_eq!(count(&["#########", "#   #####", "# $$  ..#", "#@  #####", "#########"]), 2);
        assert_eq!(count(&["#######", "#     #", "#@$ . #", "#######"]), 0);
    }
}
