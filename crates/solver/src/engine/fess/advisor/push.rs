//! Advisors of the forward search.

use std::cmp::Reverse;

use ground::analysis::FAR;
use sokoban::Square;

use super::{best_score, first_best};
use crate::engine::fess::feature::{Forward, Score};
use crate::engine::fess::moves::MacroMove;
use crate::engine::fess::reduced_board::ReducedBoard;

/// What the advisors look at.
pub(crate) struct PushContext<'a> {
    /// The reduced board.
    pub reduced: &'a ReducedBoard,
    /// The moves of the position.
    pub moves: &'a [MacroMove],
    /// The score of each resulting position.
    pub scores: &'a [Score],
    /// The features of the position itself.
    pub here: Forward,
    /// The plan square to fill next.
    pub next: Option<Square>,
    /// Pushes from the zone in force to every square.
    pub zone_distance: Option<&'a [u16]>,
}

/// The move each advisor names, in the order of `PUSH_ADVISORS`.
pub(crate) fn advise_pushes(context: &PushContext) -> [Option<usize>; 7] {
    let PushContext { reduced, moves, scores, here, .. } = *context;
    let after: Vec<Forward> = scores.iter().map(|score| score.forward()).collect();
    let keeps = |i: usize| after[i].packed >= here.packed;
    let reversible = |i: usize| reduced.is_way(moves[i].to, moves[i].from);
    let pack = best_score(scores, |i| after[i].packed > here.packed);
    [
        pack,
        best_score(scores, |i| keeps(i) && after[i].connectivity < here.connectivity),
        best_score(scores, |i| keeps(i) && after[i].rooms < here.rooms),
        best_score(scores, |i| keeps(i) && after[i].hotspots < here.hotspots),
        best_score(scores, |i| keeps(i) && moves[i].opens && reversible(i)),
        if pack.is_none() { opener(context, &after) } else { None },
        if here.out_of_plan > 0 { out_of_plan(context, &after) } else { None },
    ]
}

/// Whether none of packed, connectivity and rooms is worse than here.
fn is_tidy(here: &Forward, after: &Forward) -> bool {
    after.packed >= here.packed
        && after.connectivity <= here.connectivity
        && after.rooms <= here.rooms
}

fn opener(context: &PushContext, after: &[Forward]) -> Option<usize> {
    let target = context.next?;
    first_best(after.len(), |i| {
        let m = &context.moves[i];
        let from = context.reduced.walk(target, m.from);
        let to = context.reduced.walk(target, m.to);
        (to >= from && is_tidy(&context.here, &after[i])).then_some((Reverse(from), to))
    })
}

fn out_of_plan(context: &PushContext, after: &[Forward]) -> Option<usize> {
    let distance = context.zone_distance?;
    first_best(after.len(), |i| {
        let m = &context.moves[i];
        let (from, to) = (distance[m.from.index()], distance[m.to.index()]);
        let fits = is_tidy(&context.here, &after[i])
            && after[i].out_of_plan <= context.here.out_of_plan
            && context.reduced.is_way(m.to, m.from)
            && from != FAR
            && to != FAR
            && to > from;
        fits.then_some((Reverse(from), to))
    })
}
