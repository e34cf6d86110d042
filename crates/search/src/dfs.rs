//! Depth-first search: always the state generated last.
//!
//! With a table it enters every state once and is complete on finite spaces; its solutions may be
//! of any length. Without one it recognises only states on the current path and may take for ever.

use crate::depth_first::{self, Bound, Policy};
use crate::{Budget, Outcome, StateSpace, Stats, Zero};

/// Searches `space` for any list of actions to a goal.
pub fn search<P: StateSpace>(
    space: &mut P,
    table: bool,
    budget: &mut Budget,
    stats: &mut Stats,
) -> Outcome<Vec<P::Action>> {
    let policy = Policy { bound: Bound::None, table, sorted: false };
    depth_first::search(space, &mut Zero, policy, budget, stats)
}
