//! Root refutation: a short attempt to prove that a level has no solution at all.
//!
//! The start position goes through all tests; then a pattern is searched for from each of its boxes
//! (`pattern_search.rs`): if a few boxes cannot be brought to goals even alone on the board, the
//! level has no solution, however many other boxes there are. A full search would have to exhaust
//! all combinations of the others too.
//!
//! Source: the idea of testing roots is Festival's (Shoham). Sound. Cost: at most a few
//! milliseconds, once per level.

use search::{Budget, Stop};

use super::{Deadlocks, PatternSearch};
use crate::analysis::Analysis;
use crate::analysis::LARGE;
use crate::kernel::Reach;
use crate::technique::{Class, TechniqueSet};

/// Positions each game may look at, and all of them together.
const NODES: usize = 300;
const ALL_NODES: u64 = 1_500;

/// Whether the start position can be shown to be lost.
///
/// # Errors
///
/// The limit that was reached, or the cancellation.
pub fn is_lost(analysis: &Analysis, budget: &mut Budget) -> Result<bool, Stop> {
    let start = &analysis.start;
    let map = &analysis.map;
    if start.is_solved(map) || map.n_squares() > LARGE {
        return Ok(false);
    }
    // All tests are run: the switches control the search, not this proof before it.
    let techniques = TechniqueSet::of(|row| row.class == Class::Deadlock);
    let mut deadlocks = Deadlocks::new(analysis, techniques);
    if deadlocks.when_expanded(analysis, start).is_some() {
        return Ok(true);
    }
    // Boxes the player can get to may be lost together with what is around them.
    let mut reach = Reach::new(map);
    reach.flood(map, start.occupied(), start.player);
    for &square in start.boxes() {
        let beside = map.around(square).into_iter().find(|&at| reach.reached(at));
        if beside.is_some_and(|at| deadlocks.after_push(analysis, start, square, at).is_some()) {
            return Ok(true);
        }
    }
    let mut search = PatternSearch::new(analysis);
    for &first in start.boxes() {
        budget.look()?;
        if search.nodes() < ALL_NODES && search.find(analysis, start, first, NODES).is_some() {
            return Ok(true);
        }
    }
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use oracle::{PlainPushes, random_boards};
    use search::{Outcome, Stats, bfs};

    fn lost(board: &sokoban::Board) -> bool {
        let mut budget = Budget::unlimited();
        let analysis = Analysis::new(board, &mut budget).unwrap();
        is_lost(&analysis, &mut budget).unwrap()
    }

    #[test]
    fn never_wrong_and_often_right_on_small_boards() {
        let (mut found, mut unsolvable) = (0, 0);
        for board in random_boards(59, 600) {
            let mut space = PlainPushes::new(&board);
            let plain = bfs::search(&mut space, &mut Budget::unlimited(), &mut Stats::default());
            let lost = lost(&board);
            assert!(!lost || plain == Outcome::Unsolvable, "{board:?}");
            found += usize::from(lost);
            unsolvable += usize::from(plain == Outcome::Unsolvable);
        }
        assert!(found * 10 > unsolvable * 9, "{found} of {unsolvable}");
    }
}
