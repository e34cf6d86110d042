//! The frontier of a best-first search: numbers of states in buckets of equal priority.
//!
//! Buckets are doubly linked lists through fixed slots, one per state, so a state can be taken out
//! of the middle when a cheaper path to it is found, and the frontier needs no memory beyond its
//! slots. The order is total and documented: lowest priority first; within a bucket the one that
//! entered last ([`Ties::LastIn`]) or first ([`Ties::FirstIn`]).

use std::collections::BTreeMap;

use crate::Stop;

const NONE: u32 = u32::MAX;

/// Which of several equally promising states is taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ties {
    /// The one with the lowest estimate; among those, the one that entered last.
    #[default]
    LastIn,
    /// The one that entered first, whatever its estimate.
    FirstIn,
}

/// What the best-first searches leave open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frontier {
    /// Which of several equally promising states is taken.
    pub ties: Ties,
    /// Whether states met before are recognised. Without it the tree of all paths is searched,
    /// which on a graph with cycles may not end.
    pub table: bool,
}

impl Default for Frontier {
    fn default() -> Frontier {
        Frontier { ties: Ties::default(), table: true }
    }
}

/// Neighbours of a state in its bucket.
#[derive(Clone, Copy, Debug)]
struct Link {
    next: u32,
    previous: u32,
}

/// Bytes of the frontier per state.
pub(crate) const BYTES_PER_STATE: usize = size_of::<Link>();

/// First and last state of a bucket.
type Ends = (u32, u32);

/// The frontier.
#[derive(Default)]
pub(crate) struct Open {
    buckets: BTreeMap<(u64, u32), Ends>,
    links: Vec<Link>,
    len: usize,
}

impl Open {
    /// An empty frontier for at most `capacity` states, reserved once.
    pub(crate) fn with_capacity(capacity: usize) -> Result<Open, Stop> {
        let mut open = Open::default();
        open.links.try_reserve_exact(capacity).map_err(|_| Stop::Memory)?;
        Ok(open)
    }

    /// Number of states waiting.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Adds a state at the end of its bucket.
    pub(crate) fn push(&mut self, key: (u64, u32), state: u32) {
        if self.links.len() <= state as usize {
            self.links.resize(state as usize + 1, Link { next: NONE, previous: NONE });
        }
        let ends = self.buckets.entry(key).or_insert((NONE, NONE));
        self.links[state as usize] = Link { next: NONE, previous: ends.1 };
        match ends.1 {
            NONE => ends.0 = state,
            last => self.links[last as usize].next = state,
        }
        ends.1 = state;
        self.len += 1;
    }

    /// Takes the most promising state.
    pub(crate) fn pop(&mut self, ties: Ties) -> Option<u32> {
        let (&key, &(first, last)) = self.buckets.first_key_value()?;
        let state = match ties {
            Ties::LastIn => last,
            Ties::FirstIn => first,
        };
        self.remove(key, state);
        Some(state)
    }

    /// Takes a state out of the bucket it waits in.
    pub(crate) fn remove(&mut self, key: (u64, u32), state: u32) {
        let Link { next, previous } = self.links[state as usize];
        let ends = self.buckets.get_mut(&key).expect("a waiting state is in its bucket");
        match previous {
            NONE => ends.0 = next,
            previous => self.links[previous as usize].next = next,
        }
        match next {
            NONE => ends.1 = previous,
            next => self.links[next as usize].previous = previous,
        }
        if ends.0 == NONE {
            self.buckets.remove(&key);
        }
        self.len -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drain(open: &mut Open, ties: Ties) -> Vec<u32> {
        std::iter::from_fn(|| open.pop(ties)).collect()
    }

    #[test]
    fn the_order_is_the_documented_one() {
        for (ties, expected) in [(Ties::FirstIn, [1, 5, 3, 0, 4]), (Ties::LastIn, [3, 5, 1, 4, 0])]
        {
            let mut open = Open::default();
            for (key, state) in [((7, 0), 0), ((2, 0), 1), ((2, 0), 2), ((2, 0), 5), ((2, 0), 3)] {
                open.push(key, state);
            }
            open.push((7, 0), 4);
            open.remove((2, 0), 2);
            assert_eq!(open.len(), 5);
            assert_eq!(drain(&mut open, ties), expected);
            assert_eq!(open.len(), 0);
        }
    }
}
