//! Dead squares as SokoKids marks them before the search, as far as its counts tell.
//!
//! ```text
//! #########    x: corners, but no lower right ones
//! #x-x#x-x#    -: lines along a wall from corner to corner without a goal, walked to the right and
//! #- -#- o#       downwards
//! #x-?#-.o#    ?: a lower right corner is marked only as the end of such a line
//! #####- o#    o: not marked: lines along a right wall that end in the last row, and lines along a lower
//! #####- o#       wall that end in the last square of the last row
//! #####xoo#
//! #########
//! ```
//!
//! The counts of all levels show which squares were marked: all sets of squares were tried on the small
//! ones, sets of up to three changes on 55 and single ones on 52 and 58. It looks like loops that end one
//! square early. What is fitted is that boards narrower than seven squares count as seven wide: there the
//! lines of kids 9, 11, 13, 22 and 37 that end in the last row and column are marked.
//!
//! Source: SokoKids, section 6.2 ("offline") and the counts of section 6.6. Cost: once per board.

use sokoban::{Board, Dir, Square};

use super::Corners;

/// Boards count as at least this wide.
const LEAST_WIDTH: usize = 7;

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
    if !line().all(lost) || is_overlooked(board, end, along, side, corners) {
        return;
    }
    for at in line() {
        dead[at.index()] = true;
    }
}

/// Whether a line to a lower right corner ends where the walk along it does not come to an end.
fn is_overlooked(board: &Board, end: Square, along: Dir, side: Dir, corners: Corners) -> bool {
    let (row, column) = board.place(end);
    let width = match corners {
        Corners::All | Corners::NoLowerRight => return false,
        Corners::AnyWidth => board.width(),
        Corners::Fitted => board.width().max(LEAST_WIDTH),
    };
    let is_last = row + 2 == board.height();
    match (along, side) {
        (Dir::Right, Dir::Down) => is_last && column + 2 == width,
        (Dir::Down, Dir::Right) => is_last,
        _ => false,
    }
}
