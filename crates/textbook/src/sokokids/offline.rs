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
//! rule for it is fitted: walking left from the corner while the lower wall lasts, or up while the
//! right wall lasts, one meets a goal. Up counts only if the square diagonally above the corner is
//! free at the start, neither wall nor box: it belongs to the 3×3 squares that the report says it
//! looks at. Kid 13, with a box there, needs the line marked that kid 18, without one, needs unmarked.
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
    if !line().all(lost) || outer && leads_to_goal(board, end, corners) {
        return;
    }
    for at in line() {
        dead[at.index()] = true;
    }
}

/// Whether one of the walls of a lower right corner leads to a goal, as far as the reading asks.
fn leads_to_goal(board: &Board, corner: Square, corners: Corners) -> bool {
    let boxes_block = match corners {
        Corners::All | Corners::NoLowerRight => return false,
        Corners::BoxesIgnored => false,
        Corners::Fitted => true,
    };
    let walk = |step, side: Dir| {
        std::iter::successors(board.neighbor(corner, step), |&at| board.neighbor(at, step))
            .take_while(|&at| board.neighbor(at, side).is_none())
            .any(|at| board.is_goal(at))
    };
    let above = board.neighbor(corner, Dir::Up);
    let diagonal = above.and_then(|above| board.neighbor(above, Dir::Left));
    let is_box = |square| boxes_block && board.start().boxes.contains(&square);
    let open = diagonal.is_some_and(|square| !is_box(square));
    open && walk(Dir::Up, Dir::Right) || walk(Dir::Left, Dir::Down)
}
