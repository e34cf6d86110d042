//! The frontier of a best-first search: numbers of states in buckets of equal priority.
//!
//! Buckets are doubly linked lists through fixed slots, one per state, so a state can be taken out
//! of the middle when a cheaper path to it is found, and the frontier needs no memory beyond its
//! slots. The order is total and documented: lowest priority first; within a bucket the one that
//! entered last ([`Ties::LastIn`]) or first ([`Ties::FirstIn`]). With [`Ties::Rounds`] the buckets
//! of the lowest value are served in turn.

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
    /// Alternates between [`Ties::LastIn`] and the state that entered last among those of one
    /// estimate, going from the highest estimate to the lowest: every round is a fresh descent, so
    /// that a large lost valley cannot trap the search (after the depth diversification of Asai and
    /// Fukunaga 2017).
    Rounds,
}

/// What a best-first search does when it finds a second path to a state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Known {
    /// A cheaper path replaces the old one; if the state was already expanded, it is reopened. Each
    /// state is estimated once, and dead ends are dropped.
    #[default]
    Improve,
    /// What many hand-written programs do: an expanded state is never reopened, and a waiting state
    /// is replaced by a copy of lower value, which is estimated again and queued behind its equals.
    /// Dead ends are queued behind everything else.
    Replace,
}

/// Options of the best-first searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frontier {
    /// Which of several equally promising states is taken.
    pub ties: Ties,
    /// What a second path to a state is worth.
    pub known: Known,
    /// Whether states met before are recognised. If not, the tree of all paths is searched, which
    /// may never end on a graph with cycles.
    pub table: bool,
}

impl Default for Frontier {
    fn default() -> Frontier {
        Frontier { ties: Ties::default(), known: Known::default(), table: true }
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
    /// The bucket that the round has reached.
    round: Option<(u64, u32)>,
    /// Whether it is the round's turn.
    turn: bool,
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
        let (mut key, (first, mut last)) =
            self.buckets.first_key_value().map(|(&key, &ends)| (key, ends))?;
        if ties == Ties::Rounds {
            self.turn = !self.turn;
            if self.turn {
                (key, (_, last)) = self.next_in_round(key.0)?;
                self.round = Some(key);
            }
        }
        let state = if ties == Ties::FirstIn { first } else { last };
        self.remove(key, state);
        Some(state)
    }

    /// The bucket of a value whose turn it is: that of the next lower estimate, or the highest.
    fn next_in_round(&self, value: u64) -> Option<((u64, u32), Ends)> {
        let below = match self.round {
            Some((round, estimate)) if round == value => estimate,
            _ => 0,
        };
        let next = self.buckets.range((value, 0)..(value, below)).next_back();
        let next = next.or_else(|| self.buckets.range((value, 0)..=(value, u32::MAX)).next_back());
        next.map(|(&key, &ends)| (key, ends))
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

    #[test]
    fn rounds_go_down_the_estimates_and_leave_every_second_turn_to_the_lowest() {
        let mut open = Open::default();
        for (state, estimate) in [3, 5, 5, 4, 3, 4, 5].into_iter().enumerate() {
            open.push((7, estimate), state as u32);
        }
        open.push((8, 0), 7);
        assert_eq!(drain(&mut open, Ties::Rounds), [6, 4, 5, 0, 2, 3, 1, 7]);
    }
}
