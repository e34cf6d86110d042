//! Uniform-cost search (Dijkstra 1959): always the state that was cheapest to reach.
//!
//! Complete and optimal for any costs. Knows nothing of the goal.

use crate::best_first::{self, Policy};
use crate::{Budget, Frontier, Outcome, StateSpace, Stats, Zero};

/// Searches `space` for a cheapest list of actions.
pub fn search<P: StateSpace>(
    space: &mut P,
    frontier: Frontier,
    budget: &mut Budget,
    stats: &mut Stats,
) -> Outcome<Vec<P::Action>> {
    let policy = Policy { g_weight: 1, h_weight: 0, improve: true, frontier };
    best_first::search(space, &mut Zero, policy, budget, stats)
}
