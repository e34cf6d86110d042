//! Turns macro moves back into single pushes.

use ground::kernel::{BoxMoves, Mode, SideOrder};
use sokoban::{Board, Push, Symmetry};

use super::moves::MacroMove;
use super::reduced_board::ReducedBoard;

/// The pushes of a list of macro moves that solve the board; `None` if they do not, which can only
/// mean that two positions had the same hash.
pub(super) fn solution(
    reduced: &ReducedBoard,
    board: &Board,
    view: Symmetry,
    moves: &[MacroMove],
) -> Option<Vec<Push>> {
    let pushes = pushes(reduced, board, view, moves)?;
    let mut state = board.start();
    pushes.iter().for_each(|&push| state.push(board, push));
    board.is_solved(&state).then_some(pushes)
}

/// The pushes of a list of macro moves from the start; `None` if one of them is not possible.
pub(super) fn pushes(
    reduced: &ReducedBoard,
    board: &Board,
    view: Symmetry,
    moves: &[MacroMove],
) -> Option<Vec<Push>> {
    let pushes = on_the_field(reduced, moves)?;
    let (back, turned) = (view.inverse(), reduced.board());
    let undo = |push: &Push| {
        let place = turned.place(push.from);
        let (row, column) = back.place(place, turned.width(), turned.height());
        Some(Push { from: board.square_at(row, column)?, dir: back.dir(push.dir) })
    };
    pushes.iter().map(undo).collect()
}

/// The same pushes on the reduced and turned board.
fn on_the_field(reduced: &ReducedBoard, moves: &[MacroMove]) -> Option<Vec<Push>> {
    let map = reduced.map();
    let mut position = reduced.analysis().start.clone();
    let mut box_moves = BoxMoves::new(map);
    let mut pushes = Vec::new();
    for m in moves {
        if !position.has_box(map, m.from) {
            return None;
        }
        let order = SideOrder::Clockwise;
        box_moves.explore_in(map, &mut position, m.from, Mode::Push, order, |_| true);
        let found = box_moves.moves().find(|found| (found.to, found.zone) == (m.to, m.zone))?;
        box_moves.pushes(map, found.id, &mut pushes);
        position.player = pushes.last()?.from;
        if m.from != m.to {
            position.move_box(map, m.from, m.to);
        }
    }
    Some(pushes)
}
