//! Advisors: each names at most one move from a list; the moves named cost the search nothing.
//!
//! | advisor | names |
//! |---|---|
//! | pack | the best move that fills more of the plan |
//! | connectivity, rooms, hotspots | the best move that strictly improves that feature |
//! | explorer | the best reversible move after which a box is within reach from a new side |
//! | opener | when nothing can be packed: moving away the box nearest to the next plan square |
//! | out of plan | moving away the box nearest to the zone where no plan square can be reached |
//!
//! No advisor of the forward search names a move that lowers the packed feature. Ties go to the
//! first move. Source: FESS (Y. Shoham, CoG 2020) and the rules of the published program.

mod pull;
mod push;

use super::feature::Score;

pub(super) use pull::{PullContext, advise_pulls};
pub(super) use push::{PushContext, advise_pushes};

/// Names of the forward advisors, in the order of the bits of an advice.
#[cfg(test)]
pub(super) const PUSH_ADVISORS: [&str; 7] = ["pack", "conn", "rooms", "hot", "expl", "open", "oop"];

/// Names of the backward advisors.
#[cfg(test)]
pub(super) const PULL_ADVISORS: [&str; 4] = ["pack", "conn", "rooms", "expl"];

/// The first move with the largest key, among those that have one.
fn first_best<K: Ord>(n: usize, key: impl Fn(usize) -> Option<K>) -> Option<usize> {
    let mut best: Option<(usize, K)> = None;
    for i in 0..n {
        if let Some(key) = key(i)
            && best.as_ref().is_none_or(|(_, incumbent)| key > *incumbent)
        {
            best = Some((i, key));
        }
    }
    best.map(|(i, _)| i)
}

/// The first move with the best score, among those that pass.
fn best_score(scores: &[Score], pass: impl Fn(usize) -> bool) -> Option<usize> {
    first_best(scores.len(), |i| pass(i).then(|| scores[i]))
}
