//! Iterative deepening (Slate and Atkin 1977; Korf 1985): depth-first rounds, each one action
//! deeper.
//!
//! Optimal in the number of actions when it begins at depth 1, or when a round after the first
//! finds the solution. Gives up at the last limit unless nothing was cut.

use crate::depth_first::{Bound, Policy};

/// Rounds with depth limits `first` to `last`.
pub(crate) fn policy(first: u32, last: u32, table: bool) -> Policy {
    Policy { bound: Bound::Depth { first, last }, table, sorted: false }
}
