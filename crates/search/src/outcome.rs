//! How a search ended, and what its answer is worth.

use crate::{Metric, Stop};

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
}

impl Guarantee {
    /// All of them.
    pub const ALL: [Guarantee; 4] = [
        Guarantee::None,
        Guarantee::Optimal(Metric::Pushes),
        Guarantee::Optimal(Metric::Moves),
        Guarantee::Optimal(Metric::Steps),
    ];

    /// The word used in records.
    pub const fn name(self) -> &'static str {
        match self {
            Guarantee::None => "none",
            Guarantee::Optimal(Metric::Pushes) => "push-optimal",
            Guarantee::Optimal(Metric::Moves) => "move-optimal",
            Guarantee::Optimal(Metric::Steps) => "step-optimal",
        }
    }

    /// The guarantee with this word.
    pub fn from_name(name: &str) -> Option<Guarantee> {
        Guarantee::ALL.into_iter().find(|guarantee| guarantee.name() == name)
    }

    /// What the solution is shortest in, if that is known.
    pub const fn metric(self) -> Option<Metric> {
        match self {
            Guarantee::None => None,
            Guarantee::Optimal(metric) => Some(metric),
        }
    }
}
