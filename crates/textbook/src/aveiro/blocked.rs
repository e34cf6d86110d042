//! Squares that a box is never pushed to, found once for a board.
//!
//! The rules are the agent's: the four lines beside the border when they hold no goal, lines between
//! two walls along which there is always a wall on one side or the other, and corners. The second
//! rule asks square by square whether *some* side is a wall, so it also blocks lines whose wall
//! changes sides and which a box can leave:
//!
//! ```text
//! ######     The floor of the second row has a wall above it on the left and below it on the
//! #    #     right. It is blocked, although a box in the middle can be pushed up or down there
//! ### ##     in other boards of this kind.
//! ```
//!
//! That may lose solutions, and it is kept: the counts depend on it. Source: the Aveiro agent,
//! `isWalled_Outer`, `isWalled_Inner`, `isCornered`.

use sokoban::Dir;

use super::grid::{Grid, Place, across};

/// The blocked places; walls are among them.
pub(super) fn blocked(grid: &Grid) -> Vec<bool> {
    let mut blocked = grid.wall.clone();
    block_outer_lines(grid, &mut blocked);
    for x in 1..grid.width.saturating_sub(1) {
        for y in 1..grid.height.saturating_sub(1) {
            let place = grid.at(x, y);
            if !blocked[place as usize] {
                block_inner_lines(grid, place, &mut blocked);
            }
        }
    }
    for place in 0..grid.size() as Place {
        if !grid.is_wall(place) && !grid.is_goal(place) && is_corner(grid, place) {
            blocked[place as usize] = true;
        }
    }
    blocked
}

/// The lines beside the border of the rectangle, each unless it holds a goal.
fn block_outer_lines(grid: &Grid, blocked: &mut [bool]) {
    let lines = [
        (0..grid.height).map(|y| grid.at(1, y)).collect::<Vec<_>>(),
        (0..grid.height).map(|y| grid.at(grid.width - 2, y)).collect(),
        (0..grid.width).map(|x| grid.at(x, 1)).collect(),
        (0..grid.width).map(|x| grid.at(x, grid.height - 2)).collect(),
    ];
    for line in lines {
        if !line.iter().any(|&place| grid.is_goal(place)) {
            line.iter().for_each(|&place| blocked[place as usize] = true);
        }
    }
}

/// The row and the column of a place from wall to wall. Where the half that holds the place itself
/// already fails, the agent looks no further.
fn block_inner_lines(grid: &Grid, place: Place, blocked: &mut [bool]) {
    for (first, second) in [(Dir::Left, Dir::Right), (Dir::Up, Dir::Down)] {
        let Some(mut line) = walled_line(grid, place, first) else { return };
        if let Some(rest) = walled_line(grid, grid.step(place, second), second) {
            line.extend(rest);
            line.into_iter().for_each(|place| blocked[place as usize] = true);
        }
    }
}

/// The places from one on up to the next wall, if each has a wall on a side and none is a goal.
fn walled_line(grid: &Grid, mut place: Place, dir: Dir) -> Option<Vec<Place>> {
    let mut line = Vec::new();
    while !grid.is_wall(place) {
        let walled = grid.sides(place, dir).into_iter().any(|side| grid.is_wall(side));
        if !walled || grid.is_goal(place) {
            return None;
        }
        line.push(place);
        place = grid.step(place, dir);
    }
    Some(line)
}

fn is_corner(grid: &Grid, place: Place) -> bool {
    let walled = |dir| across(dir).into_iter().any(|side| grid.is_wall(grid.step(place, side)));
    walled(Dir::Up) && walled(Dir::Left)
}
