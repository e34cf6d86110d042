//! A* (Hart, Nilsson and Raphael 1968) and weighted A* (Pohl 1970).
//!
//! A* is optimal with an admissible heuristic; where the heuristic is not consistent, states are
//! opened again when a cheaper path appears. Weighted A* counts the estimate `weight` per cent: with
//! an admissible heuristic its solution costs at most `weight` per cent of the optimum.

use crate::best_first::{self, Policy};
use crate::{Budget, Frontier, Heuristic, Outcome, StateSpace, Stats};

/// Searches `space` for a cheapest list of actions.
pub fn search<P: StateSpace, H: Heuristic<P::State>>(
    space: &mut P,
    heuristic: &mut H,
    frontier: Frontier,
    budget: &mut Budget,
    stats: &mut Stats,
) -> Outcome<Vec<P::Action>> {
    let policy = Policy { g_weight: 1, h_weight: 1, improve: true, frontier };
    best_first::search(space, heuristic, policy, budget, stats)
}

/// Searches `space` with the estimate counted `weight` per cent.
pub fn weighted<P: StateSpace, H: Heuristic<P::State>>(
    space: &mut P,
    heuristic: &mut H,
    weight: u32,
    frontier: Frontier,
    budget: &mut Budget,
    stats: &mut Stats,
) -> Outcome<Vec<P::Action>> {
    let policy = Policy { g_weight: 100, h_weight: weight, improve: true, frontier };
    best_first::search(space, heuristic, policy, budget, stats)
}
