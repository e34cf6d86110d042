//! Iterative deepening (Slate and Atkin 1977; Korf 1985): depth-first rounds, each one action deeper.
//!
//! Optimal in the number of actions when it begins with depth 1 or a later round than the first
//! finds the solution. Gives up at the last limit unless nothing was cut.

use crate::depth_first::{self, Bound, Policy};
use crate::{Budget, Outcome, StateSpace, Stats, Zero};

/// Searches `space` with depth limits `first` to `last`.
pub fn search<P: StateSpace>(
    space: &mut P,
    first: u32,
    last: u32,
    table: bool,
    budget: &mut Budget,
    stats: &mut Stats,
) -> Outcome<Vec<P::Action>> {
    let policy = Policy { bound: Bound::Depth { first, last }, table, sorted: false };
    depth_first::search(space, &mut Zero, policy, budget, stats)
}
