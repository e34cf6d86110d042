//! Greedy best-first search (Doran and Michie 1966): always the state that looks nearest to a goal.
//!
//! Complete where dead ends are real. Its solutions may be of any length, so a cheaper path to a
//! state already known is worth nothing to it.

use crate::Frontier;
use crate::best_first::Policy;

/// The estimate alone.
pub(crate) fn policy(frontier: Frontier) -> Policy {
    Policy { g_weight: 0, h_weight: 1, improve: false, frontier }
}
