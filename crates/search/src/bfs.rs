//! Breadth-first search: every action costs the same, so the first solution met is a shortest one.
//!
//! Complete and optimal in the number of actions. Memory is the limit: every state met is kept.
//! The goal is tested when a state is generated, which saves the whole last layer.

use crate::store::{Node, Store};
use crate::{Budget, Expansion, Outcome, StateSpace, Stats, Stop};

/// Searches `space` for a shortest list of actions from its initial state to a goal.
pub fn search<P: StateSpace>(
    space: &mut P,
    budget: &mut Budget,
    stats: &mut Stats,
) -> Outcome<Vec<P::Action>> {
    let mut store = match Store::new(space, 0, budget) {
        Ok(store) => store,
        Err(stop) => return Outcome::Stopped(stop),
    };
    let mut head = 0;
    let outcome = run(space, &mut store, &mut head, budget, stats);
    store.report(store.len() - head as usize, stats);
    outcome.unwrap_or_else(Outcome::Stopped)
}

/// The store is the queue: states are expanded in the order in which they were met.
fn run<P: StateSpace>(
    space: &mut P,
    store: &mut Store<P::State, P::Action, ()>,
    head: &mut u32,
    budget: &mut Budget,
    stats: &mut Stats,
) -> Result<Outcome<Vec<P::Action>>, Stop> {
    let root = space.initial();
    let solved = space.is_goal(&root);
    let hash = store.hash(&root);
    store.add(hash, Node { state: root, parent: 0, action: None, mark: () })?;
    if solved {
        return Ok(Outcome::Solved(Vec::new()));
    }
    let mut successors = Vec::new();
    while (*head as usize) < store.len() {
        budget.tick()?;
        let frontier = store.len() - *head as usize - 1;
        let at = Expansion { g: None, h: None, f: None, frontier, round: 1, limit: None };
        space.expanding(&store.get(*head).state, at);
        space.expand_within(&store.get(*head).state, &mut successors, budget)?;
        budget.expand(stats);
        stats.generated += successors.len() as u64;
        for successor in successors.drain(..) {
            let hash = store.hash(&successor.state);
            if let Some(old) = store.find(hash, &successor.state) {
                let closed = old <= *head;
                stats.duplicates_closed += u64::from(closed);
                stats.duplicates_open += u64::from(!closed);
                continue;
            }
            let solved = space.is_goal(&successor.state);
            let (state, action) = (successor.state, Some(successor.action));
            let number = store.add(hash, Node { state, parent: *head, action, mark: () })?;
            if solved {
                return Ok(Outcome::Solved(store.path_to(number)));
            }
        }
        *head += 1;
    }
    Ok(Outcome::Unsolvable)
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
