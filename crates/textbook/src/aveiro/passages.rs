//! Passages: squares between two walls that part the board in two, found once.
//!
//! ```text
//! #######
//! #  #  #     The gap in the middle: with it closed, the left and the right half are not connected.
//! #  P  #     A box that gets there is pushed two squares on, so that it does not stand in the way.
//! #  #  #
//! #######
//! ```
//!
//! Source: the Aveiro agent, `definePassages`. Cost: one flood for each gap between two walls.

use sokoban::Dir;

use super::grid::{DIRS, Grid, Place};

/// Which places are passages.
pub(super) fn passages(grid: &Grid) -> Vec<bool> {
    let mut passages = vec![false; grid.size()];
    for y in 2..grid.height.saturating_sub(2) {
        for x in 2..grid.width.saturating_sub(2) {
            let place = grid.at(x, y);
            passages[place as usize] = is_passage(grid, place);
        }
    }
    passages
}

fn is_passage(grid: &Grid, place: Place) -> bool {
    if grid.is_wall(place) || grid.is_goal(place) {
        return false;
    }
    let open = |dir| !grid.is_wall(grid.step(place, dir));
    let ends = match DIRS.map(open) {
        [true, true, false, false] => [Dir::Right, Dir::Left],
        [false, false, true, true] => [Dir::Down, Dir::Up],
        _ => return false,
    };
    !connected(grid, place, ends.map(|dir| grid.step(place, dir)))
}

/// Whether there is a way between two places that does not lead over a third.
fn connected(grid: &Grid, closed: Place, [from, to]: [Place; 2]) -> bool {
    let mut seen = grid.wall.clone();
    seen[closed as usize] = true;
    seen[from as usize] = true;
    let mut stack = vec![from];
    while let Some(place) = stack.pop() {
        for next in DIRS.map(|dir| grid.step(place, dir)) {
            if !std::mem::replace(&mut seen[next as usize], true) {
                stack.push(next);
            }
        }
    }
    seen[to as usize]
}
