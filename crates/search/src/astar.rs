//! A* (Hart, Nilsson and Raphael 1968) and weighted A* (Pohl 1970).
//!
//! A* is optimal with an admissible heuristic; where the heuristic is not consistent, states are
//! opened again when a cheaper path appears. Weighted A* counts the estimate at `weight` per cent:
//! with an admissible heuristic its solution costs at most `weight` per cent of the optimum.

use crate::Frontier;
use crate::best_first::Policy;

/// Cost and estimate count alike.
pub(crate) fn policy(frontier: Frontier) -> Policy {
    Policy { g_weight: 1, h_weight: 1, improve: true, frontier }
}

/// The estimate counts at `weight` per cent.
pub(crate) fn weighted(weight: u32, frontier: Frontier) -> Policy {
    Policy { g_weight: 100, h_weight: weight, improve: true, frontier }
}
