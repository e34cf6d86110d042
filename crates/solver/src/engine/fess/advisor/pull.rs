//! Advisors of the backward search.

use std::cmp::Reverse;

use ground::kernel::Bits;
use sokoban::Square;

use super::{best_score, first_best};
use crate::engine::fess::feature::{Backward, Score};
use crate::engine::fess::moves::MacroMove;
use crate::engine::fess::reduced_board::ReducedBoard;

/// What the advisors look at.
pub(crate) struct PullContext<'a> {
    /// The reduced board.
    pub reduced: &'a ReducedBoard,
    /// The moves of the position.
    pub moves: &'a [MacroMove],
    /// The score of each resulting position.
    pub scores: &'a [Score],
    /// The features of the position itself.
    pub here: Backward,
    /// The start squares that still wait for a box.
    pub bases: &'a Bits,
    /// Whether the moves take boxes off the board.
    pub removals: bool,
    /// The square where a box is out of the way of the sink.
    pub parking: Option<Square>,
}

/// The move each advisor names, in the order of `PULL_ADVISORS`.
pub(crate) fn advise_pulls(context: &PullContext) -> [Option<usize>; 4] {
    let PullContext { moves, scores, here, .. } = *context;
    if context.removals {
        return [removal(context), None, None, None];
    }
    let after: Vec<Backward> = scores.iter().map(|score| score.backward()).collect();
    [
        departure(context, &after),
        best_score(scores, |i| after[i].connectivity < here.connectivity),
        best_score(scores, |i| after[i].rooms < here.rooms),
        best_score(scores, |i| moves[i].opens),
    ]
}

/// Boxes parked on the way leave first; then those not in a hole, leaving few regions, from far
/// away.
fn removal(context: &PullContext) -> Option<usize> {
    let PullContext { reduced, moves, bases, .. } = *context;
    let parked = |m: &MacroMove| !reduced.map().is_goal(m.from) && !bases.contains(m.from);
    moves.iter().position(parked).or_else(|| {
        first_best(moves.len(), |i| {
            let m = &moves[i];
            let hole = reduced.holes().contains(m.from);
            Some((Reverse(hole), Reverse(m.standing), reduced.walk(m.from, m.to)))
        })
    })
}

/// A box leaves its goal without making anything worse.
fn departure(context: &PullContext, after: &[Backward]) -> Option<usize> {
    let PullContext { reduced, moves, here, .. } = *context;
    first_best(moves.len(), |i| {
        let (m, after) = (&moves[i], &after[i]);
        let fits = reduced.map().is_goal(m.from)
            && after.connectivity <= here.connectivity
            && after.rooms <= here.rooms
            && after.distance > here.distance;
        fits.then(|| {
            (
                Reverse(reduced.holes().contains(m.from)),
                context.parking == Some(m.to),
                Reverse(after.connectivity),
                Reverse(after.rooms),
                reduced.push_distance(m.to, m.from),
            )
        })
    })
}
