//! How a search ended, and what its answer is worth.

use crate::{Goal, Metric, Stop};

/// The end of a search. "No solution" and "none found" are never the same value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<S> {
    /// A solution.
    Solved(S),
    /// Proved: there is none. Only from a search in which every active technique keeps
    /// completeness.
    Unsolvable,
    /// A limit or a cancellation came first.
    Stopped(Stop),
    /// The search space is exhausted, but the search may have pruned solutions.
    GaveUp,
}

impl<S> Outcome<S> {
    /// The same outcome with the solution mapped.
    pub fn map<T>(self, f: impl FnOnce(S) -> T) -> Outcome<T> {
        match self {
            Outcome::Solved(solution) => Outcome::Solved(f(solution)),
            Outcome::Unsolvable => Outcome::Unsolvable,
            Outcome::Stopped(stop) => Outcome::Stopped(stop),
            Outcome::GaveUp => Outcome::GaveUp,
        }
    }
}

/// What is known about the length of a solution; computed from engine and techniques.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Guarantee {
    /// Nothing but that it is a solution.
    #[default]
    None,
    /// No solution has fewer of these.
    Optimal(Metric),
    /// No solution has fewer of these, and none with as few of them has fewer of the other count: moves
    /// where pushes come first, pushes where moves do.
    Pair(Metric),
}

impl Guarantee {
    /// All of them.
    pub const ALL: [Guarantee; 6] = [
        Guarantee::None,
        Guarantee::Optimal(Metric::Pushes),
        Guarantee::Optimal(Metric::Moves),
        Guarantee::Optimal(Metric::Steps),
        Guarantee::Pair(Metric::Pushes),
        Guarantee::Pair(Metric::Moves),
    ];

    /// The word used in records.
    pub const fn name(self) -> &'static str {
        match self {
            Guarantee::Optimal(Metric::Pushes) => "push-optimal",
            Guarantee::Optimal(Metric::Moves) => "move-optimal",
            Guarantee::Optimal(Metric::Steps) => "step-optimal",
            Guarantee::Pair(Metric::Pushes) => "push-move-optimal",
            Guarantee::Pair(Metric::Moves) => "move-push-optimal",
            // Nothing else is ever proved.
            Guarantee::None | Guarantee::Optimal(_) | Guarantee::Pair(_) => "none",
        }
    }

    /// The guarantee with this word.
    pub fn from_name(name: &str) -> Option<Guarantee> {
        Guarantee::ALL.into_iter().find(|guarantee| guarantee.name() == name)
    }

    /// What the solution is shortest in, if that is known; the first count of a pair.
    pub const fn metric(self) -> Option<Metric> {
        match self {
            Guarantee::None => None,
            Guarantee::Optimal(metric) | Guarantee::Pair(metric) => Some(metric),
        }
    }

    /// Whether this is what a goal asks for, or more.
    pub fn keeps(self, goal: Goal) -> bool {
        let pair = matches!(self, Guarantee::Pair(_));
        self.metric() == Some(goal.first()) && (pair || !goal.is_pair())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_guarantees_lead_back_and_a_pair_is_more_than_its_first_part() {
        for guarantee in Guarantee::ALL {
            assert_eq!(Guarantee::from_name(guarantee.name()), Some(guarantee));
        }
        let (pair, alone) = (Guarantee::Pair(Metric::Pushes), Guarantee::Optimal(Metric::Pushes));
        assert!(pair.keeps(Goal::Pushes) && pair.keeps(Goal::PushesMoves));
        assert!(alone.keeps(Goal::Pushes) && !alone.keeps(Goal::PushesMoves));
        assert!(!pair.keeps(Goal::MovesPushes) && !Guarantee::None.keeps(Goal::Pushes));
    }
}
