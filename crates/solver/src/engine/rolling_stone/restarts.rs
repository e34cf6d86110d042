//! Rapid random restarts: a search that has found nothing for a while begins again, in another way.
//!
//! A depth-first search that has gone wrong near the root spends all its nodes there. So after a
//! number of nodes the path is given up, and the search begins again from the root, with moves of
//! equal rank shuffled. Each attempt may take a quarter more nodes than the one before
//! ([`Attempts`]). Only nodes since its last complete iteration count: as long as iterations
//! complete, the search makes progress.
//!
//! What was learned is kept: the patterns, the positions in which they were searched, and the
//! positions that were searched completely; only those on the abandoned path are forgotten.
//!
//! Attempts are of several [kinds](KINDS), which take turns: some give the bound a higher weight,
//! so that they dive, and some do without cuts. Half of them raise the threshold a little, since a
//! detour near the root is otherwise tried only when everything shorter has been. Each kind has its
//! own iterations, and positions that it has completely searched are skipped by that kind only.
//!
//! Keeps completeness, since attempts get longer without end, but not the fewest pushes: a raised
//! threshold admits longer solutions. Source: Junghanns and Schaeffer's
//! later work on Rolling Stone (57 levels); the idea is Gomes, Selman and Kautz's, 1998; the kinds
//! are ours. Cost: what the attempts given up have cost.

use ground::kernel::mix;
use search::{Attempts, Growth};

/// Nodes of the first attempt.
const FIRST: u64 = 3_000;

/// Thresholds are raised by powers of two below this one.
const MOST_SLACK: u32 = 6;

/// How far moves are shuffled, in pushes.
const NOISE: u64 = 32;

/// The kinds of attempts: how much the bound counts, in eighths; goal cuts; relevance cuts.
const KINDS: [(u32, bool, bool); 6] = [
    (12, true, true),
    (16, true, true),
    (12, true, false),
    (24, true, true),
    (12, false, false),
    (20, true, false),
];

/// The parameters of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Attempt {
    /// The number of its kind.
    pub(super) kind: usize,
    /// How much the bound counts when it is overestimated, in eighths.
    pub(super) weight: u32,
    /// Whether goal cuts act, if they are on.
    pub(super) goal_cuts: bool,
    /// Whether relevance cuts act, if they are on.
    pub(super) relevance_cuts: bool,
    /// By how much the threshold is raised.
    pub(super) slack: u32,
}

/// Decides when to restart and with which parameters.
#[derive(Clone, Debug)]
pub(super) struct Restarts {
    on: bool,
    drawn: u64,
    attempts: Attempts,
}

impl Restarts {
    /// For a search.
    pub(super) fn new(on: bool, seed: u64) -> Restarts {
        let attempts = Attempts::new(Growth::Quarter, FIRST).next(0);
        Restarts { on, drawn: mix(seed), attempts }
    }

    /// Attempts given up.
    pub(super) fn count(&self) -> u64 {
        self.attempts.begun() - 1
    }

    /// How much the bound counts in attempts of each kind.
    pub(super) fn weights() -> impl Iterator<Item = u32> {
        KINDS.into_iter().map(|(weight, ..)| weight)
    }

    /// The first attempt.
    pub(super) fn first() -> Attempt {
        let (weight, goal_cuts, relevance_cuts) = KINDS[0];
        Attempt { kind: 0, weight, goal_cuts, relevance_cuts, slack: 0 }
    }

    /// The next attempt, if it is time to begin again after this many nodes.
    pub(super) fn next(&mut self, nodes: u64) -> Option<Attempt> {
        if !self.on || self.attempts.left(nodes) > 0 {
            return None;
        }
        self.attempts = self.attempts.next(nodes);
        let kind = (self.count() % KINDS.len() as u64) as usize;
        let (weight, goal_cuts, relevance_cuts) = KINDS[kind];
        let drawn = self.draw();
        let slack = if drawn & 1 == 0 { 0 } else { 1 << ((drawn >> 8) % u64::from(MOST_SLACK)) };
        Some(Attempt { kind, weight, goal_cuts, relevance_cuts, slack })
    }

    /// Gives the attempt all its nodes again, because an iteration has come to an end.
    pub(super) fn go_on(&mut self, nodes: u64) {
        self.attempts = self.attempts.renewed(nodes);
    }

    /// What is added to the distance of a move when moves are ordered: nothing in the first
    /// attempt.
    pub(super) fn noise(&mut self) -> u32 {
        match self.count() {
            0 => 0,
            _ => (self.draw() % NOISE) as u32,
        }
    }

    fn draw(&mut self) -> u64 {
        self.drawn = self.drawn.wrapping_add(1);
        mix(self.drawn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_take_turns_and_attempts_get_longer() {
        let mut restarts = Restarts::new(true, 1);
        assert_eq!(restarts.next(FIRST - 1), None);
        let (mut nodes, mut length, mut raised) = (FIRST, FIRST, 0);
        for number in 1..=40 {
            let attempt = restarts.next(nodes).expect("it is time");
            assert_eq!(attempt.kind, number % KINDS.len());
            assert!(attempt.slack < 1 << MOST_SLACK);
            raised += u32::from(attempt.slack > 0);
            length += length / 4;
            assert_eq!(restarts.next(nodes + length - 1), None);
            nodes += length;
        }
        assert!((10..=30).contains(&raised), "{raised}");
        restarts.go_on(nodes);
        assert_eq!(restarts.next(nodes + length - 1), None);
        assert!(restarts.next(nodes + length).is_some());
        assert_eq!(Restarts::new(false, 1).next(u64::MAX), None);
    }
}
