//! Uniform-cost search (Dijkstra 1959): always the state that was cheapest to reach.
//!
//! Complete and optimal for any costs. Knows nothing of the goal.

use crate::Frontier;
use crate::best_first::Policy;

/// The cost alone; the heuristic is not asked.
pub(crate) fn policy(frontier: Frontier) -> Policy {
    Policy { g_weight: 1, h_weight: 0, improve: true, frontier }
}
