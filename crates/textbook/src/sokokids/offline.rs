//! Dead squares as SokoKids marks them before the search, as far as its counts tell.
//!
//! ```text
//! #######    x: corners, but no lower right ones
//! #x---x#    -: lines along a wall from corner to corner without a goal, walked to the right and
//! #-    #       downwards; a lower right corner is marked only as the end of such a line
//! #-   .#    ?: not marked, and neither is the line that ends in it: the other wall of this corner
//! #x    ?#      leads to a goal
//! #######
//! ```
//!
//! The counts of 55 levels show which squares were marked: nearly all corners and lines, as
//! [`crate::deadlock::wall_squares`] has them, and not the lower right corner of 21 levels. The
//! rule for it is fitted: walking up from the corner while the right wall lasts and the way is more
//! than one square wide, or left while the lower wall lasts, one meets a goal. It explains all
//! levels but kid 13.
//!
//! Source: SokoKids, section 6.2 ("offline") and the counts of section 6.6. Cost: once per board.

use sokoban::{Board, Dir, Square};

use super::Corners;

/// Which squares are dead.
pub(super) fn dead(board: &Board, corners: Corners) -> Vec<bool> {
    let mut dead = vec![false; board.n_squares()];
    for square in board.squares() {
        let wall = |dir| board.neighbor(square, dir).is_none();
        let seen = wall(Dir::Up) && (wall(Dir::Left) || wall(Dir::Right))
            || wall(Dir::Down) && wall(Dir::Left)
            || wall(Dir::Down) && wall(Dir::Right) && corners == Corners::All;
        if seen && !board.is_goal(square) {
            dead[square.index()] = true;
        }
        for (along, sides) in
            [(Dir::Right, [Dir::Up, Dir::Down]), (Dir::Down, [Dir::Left, Dir::Right])]
        {
            for side in sides {
                if wall(along.opposite()) && wall(side) {
                    mark_line(board, square, along, side, corners, &mut dead);
                }
            }
        }
    }
    dead
}

/// Marks the line from a corner if it has a wall on `side` all along and no goal.
fn mark_line(
    board: &Board,
    corner: Square,
    along: Dir,
    side: Dir,
    corners: Corners,
    dead: &mut [bool],
) {
    let line = || std::iter::successors(Some(corner), |&at| board.neighbor(at, along));
    let lost = |at: Square| !board.is_goal(at) && board.neighbor(at, side).is_none();
    let end = line().last().expect("the corner at least");
    let outer = matches!((along, side), (Dir::Right, Dir::Down) | (Dir::Down, Dir::Right));
    if !line().all(lost) || outer && corners == Corners::Fitted && leads_to_goal(board, end) {
        return;
    }
    for at in line() {
        dead[at.index()] = true;
    }
}

/// Whether one of the walls of a lower right corner leads to a goal.
fn leads_to_goal(board: &Board, corner: Square) -> bool {
    let wall = |at, dir| board.neighbor(at, dir).is_none();
    let walk = |step, side: Dir, wide: bool| {
        std::iter::successors(board.neighbor(corner, step), |&at| board.neighbor(at, step))
            .take_while(|&at| wall(at, side) && !(wide && wall(at, side.opposite())))
            .any(|at| board.is_goal(at))
    };
    walk(Dir::Up, Dir::Right, true) || walk(Dir::Left, Dir::Down, false)
}
