//! Breadth-first search: every action costs the same, the first solution met is a shortest one.
//!
//! Complete and optimal in the number of actions. Memory is the limit: every state met is kept.
//! The goal is tested when a state is generated, which saves the whole last layer.

use hashbrown::HashTable;
use std::hash::{BuildHasher, Hash};

use crate::{Budget, Outcome, StateSpace, Stats, Stop};

/// Bytes for the tables when the budget names none.
const DEFAULT_MEMORY: u64 = 1 << 30;

/// Bytes of hash table per state: a 4-byte index at the lowest load factor, and its control byte.
const TABLE_BYTES_PER_STATE: u64 = 12;

struct Node<S, A> {
    state: S,
    parent: u32,
    /// `None` at the root only.
    action: Option<A>,
}

/// Searches `space` for a shortest list of actions from its initial state to a goal.
pub fn search<P: StateSpace>(
    space: &mut P,
    budget: &mut Budget,
    stats: &mut Stats,
) -> Outcome<Vec<P::Action>> {
    let root = space.initial();
    if space.is_goal(&root) {
        return Outcome::Solved(Vec::new());
    }
    let per_state = space.state_bytes() as u64
        + size_of::<Node<P::State, P::Action>>() as u64
        + TABLE_BYTES_PER_STATE;
    let capacity = (budget.memory(DEFAULT_MEMORY) / per_state).min(u64::from(u32::MAX)) as usize;
    let hasher = foldhash::quality::FixedState::default();
    let hash = |state: &P::State| {
        let mut h = hasher.build_hasher();
        state.hash(&mut h);
        std::hash::Hasher::finish(&h)
    };
    // Growing in place would double the peak, so the arena is reserved once; untouched pages of a
    // reservation cost nothing.
    let mut nodes: Vec<Node<P::State, P::Action>> = Vec::new();
    if nodes.try_reserve_exact(capacity).is_err() {
        return Outcome::Stopped(Stop::Memory);
    }
    let mut table: HashTable<u32> = HashTable::new();
    nodes.push(Node { state: root, parent: 0, action: None });
    table.insert_unique(hash(&nodes[0].state), 0, |&i| hash(&nodes[i as usize].state));

    let mut successors = Vec::new();
    let mut head = 0;
    while head < nodes.len() {
        if let Err(stop) = budget.tick() {
            return finish(Outcome::Stopped(stop), stats, nodes.len(), head, per_state);
        }
        space.expand(&nodes[head].state, &mut successors);
        stats.expanded += 1;
        stats.generated += successors.len() as u64;
        for successor in successors.drain(..) {
            let key = hash(&successor.state);
            if let Some(&old) = table.find(key, |&i| nodes[i as usize].state == successor.state) {
                if (old as usize) <= head {
                    stats.duplicates_closed += 1;
                } else {
                    stats.duplicates_open += 1;
                }
                continue;
            }
            if nodes.len() >= capacity {
                return finish(Outcome::Stopped(Stop::Memory), stats, nodes.len(), head, per_state);
            }
            let index = nodes.len() as u32;
            let solved = space.is_goal(&successor.state);
            nodes.push(Node {
                state: successor.state,
                parent: head as u32,
                action: Some(successor.action),
            });
            table.insert_unique(key, index, |&i| hash(&nodes[i as usize].state));
            if solved {
                let path = path_to(&nodes, index);
                return finish(Outcome::Solved(path), stats, nodes.len(), head, per_state);
            }
        }
        head += 1;
    }
    finish(Outcome::Unsolvable, stats, nodes.len(), head, per_state)
}

fn finish<T>(
    outcome: Outcome<T>,
    stats: &mut Stats,
    tree: usize,
    head: usize,
    per_state: u64,
) -> Outcome<T> {
    stats.tree = tree as u64;
    stats.frontier = (tree - head) as u64;
    stats.table_bytes = tree as u64 * per_state;
    outcome
}

fn path_to<S, A: Clone>(nodes: &[Node<S, A>], mut index: u32) -> Vec<A> {
    let mut path = Vec::new();
    while let Some(action) = &nodes[index as usize].action {
        path.push(action.clone());
        index = nodes[index as usize].parent;
    }
    path.reverse();
    path
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cancel, Limits, Successor};

    /// Numbers from 1, doubled or increased by one, never above a cap.
    struct Numbers {
        goal: u32,
        cap: u32,
    }

    impl StateSpace for Numbers {
        type State = u32;
        type Action = char;

        fn initial(&self) -> u32 {
            1
        }

        fn is_goal(&self, &state: &u32) -> bool {
            state == self.goal
        }

        fn expand(&mut self, &state: &u32, out: &mut Vec<Successor<u32, char>>) {
            for (action, next) in [('+', state + 1), ('*', state * 2)] {
                if next <= self.cap {
                    out.push(Successor { action, cost: 1, state: next });
                }
            }
        }
    }

    #[test]
    fn finds_a_shortest_path() {
        let mut stats = Stats::default();
        let found =
            search(&mut Numbers { goal: 10, cap: 100 }, &mut Budget::unlimited(), &mut stats);
        assert_eq!(found, Outcome::Solved(vec!['+', '*', '+', '*']));
        assert_eq!(
            stats.generated,
            stats.tree - 1 + stats.duplicates_open + stats.duplicates_closed
        );
    }

    #[test]
    fn an_exhausted_space_is_unsolvable() {
        let mut stats = Stats::default();
        let found =
            search(&mut Numbers { goal: 101, cap: 100 }, &mut Budget::unlimited(), &mut stats);
        assert_eq!(found, Outcome::Unsolvable);
        assert_eq!((stats.expanded, stats.frontier), (100, 0));
    }

    #[test]
    fn a_full_arena_is_status_memory() {
        let limits = Limits { memory: Some(400), ..Limits::default() };
        let mut budget = Budget::new(limits, Cancel::default());
        let found = search(&mut Numbers { goal: 0, cap: 1000 }, &mut budget, &mut Stats::default());
        assert_eq!(found, Outcome::Stopped(Stop::Memory));
    }
}
