//! The iterations of the search: their thresholds, what each passes on to the next, and the log.
//!
//! Attempts of every kind ([`super::restarts`]) have iterations of their own, since a bound that
//! counts more has other thresholds. An iteration that is given up restarts when its kind has its
//! next turn.
//!
//! When the bound is overestimated, the first solution need not be a shortest one, so thresholds may
//! rise faster than they must: an iteration with less than twice the nodes of the one before has
//! mostly repeated it, and the next threshold is raised by twice as much as the last. Kid 58 has a
//! bound of 22 and takes 54 pushes: one push at a time, all its 26,000 positions were searched again
//! and again. Source: Sarkar, Chakrabarti, Ghose and De Sarkar 1991 (IDA*CR), who choose thresholds
//! that double the work.

use super::restarts::Attempt;

/// No iteration is left.
const NEVER: u32 = u32::MAX;

/// Iterations that the log lists one by one; later ones are only counted.
const MOST_LOGGED: usize = 1_000;

/// An iteration that came to a position with at most this part of the start's bound was near.
const NEAR: u32 = 4;

/// How the iterations of a kind have gone.
#[derive(Clone, Copy, Debug, Default)]
struct Pace {
    /// The threshold of the next one.
    due: u32,
    /// The nodes of the last one that was finished.
    nodes: u64,
    /// By how much its threshold was raised at least.
    step: u32,
}

/// The least accelerated increase of a threshold: a detour takes pushes there and back.
const LEAST_STEP: u32 = 2;

/// The most.
const MOST_STEP: u32 = 1 << 10;

/// The thresholds of a search.
#[derive(Clone, Debug, Default)]
pub(super) struct Iterations {
    /// Whether thresholds may rise faster than they must.
    pub(super) hurries: bool,
    /// By kinds of attempts.
    paces: Vec<Pace>,
    /// The nodes of the iteration under way.
    nodes: u64,
    /// The threshold of the one under way.
    pub(super) threshold: u32,
    under_way: bool,
    /// The least excess met in it.
    excess: u32,
    /// The least bound met in it, and that of the start.
    nearest: u32,
    start: u32,
    /// Threshold and nodes of each iteration.
    pub(super) log: Vec<(u64, u64)>,
    /// How many there were.
    pub(super) count: u64,
}

impl Iterations {
    /// Sets the first thresholds of all kinds of attempts, for a start with this bound.
    pub(super) fn set(&mut self, start: u32, first: impl Iterator<Item = u32>) {
        self.paces.clear();
        self.paces.extend(first.map(|due| Pace { due, ..Pace::default() }));
        self.start = start;
        self.nearest = NEVER;
        self.under_way = false;
    }

    /// Ends the iteration under way, if there is one, which it returns: everything within its
    /// threshold is searched.
    pub(super) fn end(&mut self, attempt: &Attempt) -> bool {
        if !std::mem::take(&mut self.under_way) {
            return false;
        }
        let pace = &mut self.paces[attempt.kind];
        let repeats = self.hurries && self.nodes < 2 * pace.nodes;
        pace.step = if repeats { (2 * pace.step).clamp(LEAST_STEP, MOST_STEP) } else { 0 };
        pace.nodes = self.nodes;
        pace.due = self.excess.max(self.threshold.saturating_add(pace.step));
        true
    }

    /// Gives the iteration under way up.
    pub(super) fn give_up(&mut self) {
        self.under_way = false;
    }

    /// Begins the next iteration of an attempt; returns whether there is one.
    pub(super) fn begin(&mut self, attempt: &Attempt) -> bool {
        let due = self.paces[attempt.kind].due;
        if due == NEVER {
            return false;
        }
        self.under_way = true;
        self.threshold = due.saturating_add(attempt.slack);
        (self.excess, self.nearest, self.nodes) = (NEVER, NEVER, 0);
        self.count += 1;
        if self.log.len() < MOST_LOGGED {
            self.log.push((u64::from(self.threshold), 0));
        }
        true
    }

    /// Counts a node.
    #[inline]
    pub(super) fn count_node(&mut self) {
        self.nodes += 1;
        if self.count as usize == self.log.len()
            && let Some((_, nodes)) = self.log.last_mut()
        {
            *nodes += 1;
        }
    }

    /// Whether a position of this cost is within the threshold; if not, its excess is noted for the
    /// next iteration.
    #[inline]
    pub(super) fn admits(&mut self, f: u32) -> bool {
        let within = f <= self.threshold;
        if !within {
            self.excess = self.excess.min(f);
        }
        within
    }

    /// Notes the bound of a position.
    #[inline]
    pub(super) fn meet(&mut self, h: u32) {
        self.nearest = self.nearest.min(h);
    }

    /// Whether the last iteration came near a solution.
    pub(super) fn came_near(&self) -> bool {
        self.nearest != NEVER && self.nearest * NEAR <= self.start
    }
}

#[cfg(test)]
mod tests {
    use super::super::restarts::Restarts;
    use super::*;

    #[test]
    fn the_least_excess_is_next_and_what_is_given_up_comes_again() {
        let mut iterations = Iterations::default();
        let attempt = Restarts::first();
        iterations.set(8, [8, 10].into_iter());
        iterations.end(&attempt);
        assert!(iterations.begin(&attempt));
        assert!(iterations.admits(8) && !iterations.admits(12) && !iterations.admits(11));
        iterations.count_node();
        iterations.meet(3);
        assert!(!iterations.came_near());
        iterations.meet(2);
        assert!(iterations.came_near());
        iterations.give_up();
        iterations.end(&attempt);
        assert!(iterations.begin(&attempt));
        assert!(!iterations.admits(11));
        iterations.end(&attempt);
        assert!(iterations.begin(&attempt));
        assert_eq!(iterations.log, [(8, 1), (8, 0), (11, 0)]);
        let other = Attempt { kind: 1, slack: 4, ..attempt };
        assert!(iterations.begin(&other));
        assert_eq!(iterations.threshold, 14);
        iterations.end(&other);
        assert!(!iterations.begin(&other), "nothing was beyond the threshold");
    }

    #[test]
    fn thresholds_rise_faster_while_iterations_repeat_each_other() {
        let attempt = Restarts::first();
        let thresholds = |hurries| {
            let mut iterations = Iterations { hurries, ..Iterations::default() };
            iterations.set(8, [8].into_iter());
            let sizes = [1, 4, 5, 5, 5, 20, 20];
            let thresholds = sizes.map(|nodes| {
                iterations.end(&attempt);
                assert!(iterations.begin(&attempt));
                (0..nodes).for_each(|_| iterations.count_node());
                assert!(!iterations.admits(iterations.threshold + 1));
                iterations.threshold
            });
            iterations.end(&attempt);
            thresholds
        };
        assert_eq!(thresholds(false), [8, 9, 10, 11, 12, 13, 14]);
        assert_eq!(thresholds(true), [8, 9, 10, 12, 16, 24, 25]);
    }
}
