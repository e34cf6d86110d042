//! What searches and random play make of a push graph.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::graph::{Graph, LOST, To};

/// How many positions a greedy best-first search looks at until the level is solved.
pub(crate) fn greedy(graph: &Graph<'_>, guess: impl Fn(usize) -> u32) -> usize {
    let mut seen = vec![false; graph.len()];
    seen[0] = true;
    let mut open = BinaryHeap::from([Reverse((guess(0), 0usize))]);
    let mut looked = 0;
    while let Some(Reverse((_, at))) = open.pop() {
        looked += 1;
        if graph.distance(at) == 0 {
            break;
        }
        for edge in graph.edges(at) {
            if let To::Position(to) = edge.to()
                && !seen[to]
                && guess(to) != LOST
            {
                seen[to] = true;
                open.push(Reverse((guess(to), to)));
            }
        }
    }
    looked
}

/// How many positions A* must look at: those from which the guess does not show that they are too far.
pub(crate) fn a_star(graph: &Graph<'_>, guess: impl Fn(usize) -> u32) -> usize {
    let must = |&at: &usize| guess(at) != LOST && graph.depth(at) + guess(at) < graph.distance(0);
    (0..graph.len()).filter(must).count()
}

/// How much more often a push towards free goals is expected.
const EXPECTED: u32 = 4;

/// The bits of the solution that is least surprising to somebody who expects pushes towards free goals.
/// Lengths are kept in thousandths, so that every machine finds the same.
pub(crate) fn surprise(graph: &Graph<'_>) -> f64 {
    let mut best = vec![u64::MAX; graph.len()];
    best[0] = 0;
    let mut open = BinaryHeap::from([Reverse((0u64, 0usize))]);
    while let Some(Reverse((cost, at))) = open.pop() {
        if cost > best[at] {
            continue;
        }
        if graph.distance(at) == 0 {
            return cost as f64 / 1000.0;
        }
        let weight = |to: usize| match graph.nearness(to).cmp(&graph.nearness(at)) {
            std::cmp::Ordering::Less => f64::from(EXPECTED),
            std::cmp::Ordering::Equal => 1.0,
            std::cmp::Ordering::Greater => 1.0 / f64::from(EXPECTED),
        };
        let of = |to| match to {
            To::Position(to) => weight(to),
            To::Dead | To::Frozen => 0.2,
        };
        let total: f64 = graph.edges(at).iter().map(|edge| of(edge.to())).sum();
        for edge in graph.edges(at) {
            let To::Position(to) = edge.to() else { continue };
            let after = cost + ((total / weight(to)).log2() * 1000.0) as u64;
            if graph.distance(to) != LOST && after < best[to] {
                best[to] = after;
                open.push(Reverse((after, to)));
            }
        }
    }
    0.0
}

/// Shortest solutions of a graph.
pub(crate) struct Shortest {
    /// How many there are.
    pub(crate) count: f64,
    /// The chance that random pushes make up one of them.
    pub(crate) chance: f64,
}

/// Counts the shortest solutions.
pub(crate) fn shortest(graph: &Graph<'_>) -> Shortest {
    let on_way = |&at: &usize| {
        graph.distance(at) != LOST && graph.distance(at) + graph.depth(at) == graph.distance(0)
    };
    let mut order: Vec<usize> = (0..graph.len()).filter(on_way).collect();
    order.sort_by_key(|&at| graph.distance(at));
    let (mut count, mut chance) = (vec![0.0f64; graph.len()], vec![0.0f64; graph.len()]);
    for at in order {
        if graph.distance(at) == 0 {
            (count[at], chance[at]) = (1.0, 1.0);
            continue;
        }
        let share = 1.0 / graph.edges(at).len() as f64;
        for edge in graph.edges(at) {
            if let To::Position(to) = edge.to()
                && graph.distance(to) != LOST
                && graph.distance(to) + 1 == graph.distance(at)
            {
                count[at] += count[to];
                chance[at] += chance[to] * share;
            }
        }
    }
    Shortest { count: count[0], chance: chance[0] }
}

/// How many positions can be reached from one, at most `most`.
pub(crate) fn spread(graph: &Graph<'_>, from: usize, most: usize) -> usize {
    reach(graph, from, most, |_| false).0
}

/// Whether a position can be reached again; when more than `most` can be, that is taken for granted.
pub(crate) fn returns(graph: &Graph<'_>, from: usize, to: usize, most: usize) -> bool {
    let (seen, found) = reach(graph, from, most, |at| at == to);
    found || seen >= most
}

fn reach(
    graph: &Graph<'_>,
    from: usize,
    most: usize,
    wanted: impl Fn(usize) -> bool,
) -> (usize, bool) {
    let mut seen = hashbrown::HashSet::<usize, foldhash::fast::FixedState>::default();
    seen.insert(from);
    let mut queue = vec![from];
    let mut head = 0;
    while head < queue.len() && queue.len() < most {
        let at = queue[head];
        head += 1;
        for edge in graph.edges(at) {
            let To::Position(to) = edge.to() else { continue };
            if wanted(to) {
                return (queue.len(), true);
            }
            if seen.insert(to) {
                queue.push(to);
            }
        }
    }
    (queue.len(), false)
}
