//! IDA* (Korf 1985) and weighted IDA*: depth-first rounds within a limit on `g + h`.
//!
//! IDA* is optimal with an admissible heuristic and needs no memory beyond the path; a table of the
//! states entered in the round is the usual cure for the many paths to one state. Weighted IDA*
//! counts the estimate `weight` per cent, with the bound of weighted A*.

use crate::depth_first::{self, Bound, Policy};
use crate::{Budget, Heuristic, Outcome, StateSpace, Stats};

/// Options of a search in rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rounds {
    /// Remember states across the round, not only on the path.
    pub table: bool,
    /// Try successors by rising `g + h`.
    pub sorted: bool,
}

/// Searches `space` for a cheapest list of actions.
pub fn search<P: StateSpace, H: Heuristic<P::State>>(
    space: &mut P,
    heuristic: &mut H,
    rounds: Rounds,
    budget: &mut Budget,
    stats: &mut Stats,
) -> Outcome<Vec<P::Action>> {
    bounded(space, heuristic, (1, 1), rounds, budget, stats)
}

/// Searches `space` with the estimate counted `weight` per cent.
pub fn weighted<P: StateSpace, H: Heuristic<P::State>>(
    space: &mut P,
    heuristic: &mut H,
    weight: u32,
    rounds: Rounds,
    budget: &mut Budget,
    stats: &mut Stats,
) -> Outcome<Vec<P::Action>> {
    bounded(space, heuristic, (100, weight), rounds, budget, stats)
}

fn bounded<P: StateSpace, H: Heuristic<P::State>>(
    space: &mut P,
    heuristic: &mut H,
    (g_weight, h_weight): (u32, u32),
    rounds: Rounds,
    budget: &mut Budget,
    stats: &mut Stats,
) -> Outcome<Vec<P::Action>> {
    let bound = Bound::Value { g_weight, h_weight };
    let policy = Policy { bound, table: rounds.table, sorted: rounds.sorted };
    depth_first::search(space, heuristic, policy, budget, stats)
}
