//! How many shortest solutions of Unblock there are when the order of their moves does not count.

use std::collections::{BTreeMap, HashSet};

use search::{Budget, Stop};
use unblock::{Board, Cluster, State};

use crate::spread;

/// Solutions are counted up to this many.
const MOST_SETS: usize = 10_000;

/// Sets of moves that are held at once, over all positions.
const MOST_HELD: usize = 300_000;

/// How many shortest solutions there are when two that make the same moves in another order are one; `None` when
/// there are more than [`MOST_SETS`], or counting them takes too much memory.
///
/// Every position holds the sets of moves that lead to it, each as the sum of a hash of its moves, which does not depend
/// on their order.
///
/// # Errors
/// The limit that came first.
pub(super) fn sets(
    board: &Board,
    cluster: &Cluster,
    budget: &mut Budget,
) -> Result<Option<u32>, Stop> {
    // By the places of the pieces, in their order: the same on every machine.
    let mut layer: BTreeMap<Vec<u8>, HashSet<u64>> =
        BTreeMap::from([(board.start().positions, [0].into())]);
    let mut held = 1;
    for _ in 0..cluster.distance(&board.start()).unwrap_or(0) {
        let mut next: BTreeMap<Vec<u8>, HashSet<u64>> = BTreeMap::new();
        for (places, sets) in &layer {
            budget.poll()?;
            let state = State { positions: places.clone() };
            for step in cluster.hints(&state) {
                let mut after = places.clone();
                let at = &mut after[step.piece as usize];
                let to = at.wrapping_add_signed(step.delta);
                let more = spread(u64::from_le_bytes([step.piece, *at, to, 0, 0, 0, 0, 1]));
                *at = to;
                let there = next.entry(after).or_default();
                let before = there.len();
                there.extend(sets.iter().map(|set| set.wrapping_add(more)));
                held += there.len() - before;
                if there.len() > MOST_SETS || held > MOST_HELD {
                    return Ok(None);
                }
            }
        }
        held = next.values().map(HashSet::len).sum();
        layer = next;
    }
    let all: HashSet<u64> = layer.into_values().flatten().collect();
    Ok((all.len() <= MOST_SETS).then_some(all.len() as u32))
}
