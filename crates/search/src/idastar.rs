//! IDA* (Korf 1985) and weighted IDA*: depth-first rounds within a limit on `g + h`.
//!
//! IDA* is optimal with an admissible heuristic and needs no memory beyond the path; a table of the
//! states entered in the round is the usual cure for the many paths to one state. Weighted IDA*
//! counts the estimate at `weight` per cent, with the bound of weighted A*.

use crate::depth_first::{Bound, Policy};

/// Rounds in which cost and estimate count alike.
pub(crate) fn policy(table: bool, sorted: bool) -> Policy {
    Policy { bound: Bound::Value { g_weight: 1, h_weight: 1 }, table, sorted }
}

/// Rounds in which the estimate counts at `weight` per cent.
pub(crate) fn weighted(weight: u32, table: bool, sorted: bool) -> Policy {
    Policy { bound: Bound::Value { g_weight: 100, h_weight: weight }, table, sorted }
}
