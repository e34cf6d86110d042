//! Greedy best-first search (Doran and Michie 1966): always the state that looks nearest to a goal.
//!
//! Complete where dead ends are real. Its solutions may be of any length, so a cheaper path to a
//! state already known is worth nothing to it.

use crate::best_first::{self, Policy};
use crate::{Budget, Frontier, Heuristic, Outcome, StateSpace, Stats};

/// Searches `space` for any list of actions to a goal, following the heuristic.
pub fn search<P: StateSpace, H: Heuristic<P::State>>(
    space: &mut P,
    heuristic: &mut H,
    frontier: Frontier,
    budget: &mut Budget,
    stats: &mut Stats,
) -> Outcome<Vec<P::Action>> {
    let policy = Policy { g_weight: 0, h_weight: 1, improve: false, frontier };
    best_first::search(space, heuristic, policy, budget, stats)
}
