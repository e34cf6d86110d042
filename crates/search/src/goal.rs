//! What a solution should be shortest in: [`Goal`], and the words for an `Option<Goal>`, of which `None`
//! (`any`) asks for any solution.
//!
//! A goal names one count and another that decides between equals. Only the two *pairs* ask for a proof of
//! both: `pushes` promises that no solution has fewer pushes, `pushes-moves` also that none with as few
//! has fewer moves. The score lists of Sokoban are kept by these pairs.
//!
//! With the feature `serde`, `#[serde(with = "search::goal")]` writes an `Option<Goal>` as its word.

use std::fmt;
use std::str::FromStr;

use crate::Metric;
use crate::metric::listed;

/// What a solution should be shortest in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Goal {
    /// Pushes.
    Pushes,
    /// Moves.
    Moves,
    /// Steps (Unblock).
    Steps,
    /// Pushes, and of those with the fewest pushes moves.
    PushesMoves,
    /// Moves, and of those with the fewest moves pushes.
    MovesPushes,
    /// Box lines, for solutions that are improved.
    BoxLines,
    /// Box changes, for solutions that are improved.
    BoxChanges,
}

impl Goal {
    /// All of them.
    pub const ALL: [Goal; 7] = [
        Goal::Pushes,
        Goal::Moves,
        Goal::Steps,
        Goal::PushesMoves,
        Goal::MovesPushes,
        Goal::BoxLines,
        Goal::BoxChanges,
    ];

    /// What a solution of Sokoban can be improved in.
    pub const IMPROVABLE: [Goal; 6] = [
        Goal::Pushes,
        Goal::PushesMoves,
        Goal::Moves,
        Goal::MovesPushes,
        Goal::BoxLines,
        Goal::BoxChanges,
    ];

    /// Its name, wherever it is written.
    pub const fn name(self) -> &'static str {
        match self {
            Goal::PushesMoves => "pushes-moves",
            Goal::MovesPushes => "moves-pushes",
            _ => self.first().name(),
        }
    }

    /// The goal with this name.
    pub fn from_name(name: &str) -> Option<Goal> {
        Goal::ALL.into_iter().find(|goal| goal.name() == name)
    }

    /// What counts first.
    pub const fn first(self) -> Metric {
        match self {
            Goal::Pushes | Goal::PushesMoves => Metric::Pushes,
            Goal::Moves | Goal::MovesPushes => Metric::Moves,
            Goal::Steps => Metric::Steps,
            Goal::BoxLines => Metric::BoxLines,
            Goal::BoxChanges => Metric::BoxChanges,
        }
    }

    /// What decides between equals in the first count.
    pub const fn second(self) -> Metric {
        match self {
            Goal::Moves | Goal::MovesPushes => Metric::Pushes,
            _ => Metric::Moves,
        }
    }

    /// Whether the second count is to be proved too.
    pub const fn is_pair(self) -> bool {
        matches!(self, Goal::PushesMoves | Goal::MovesPushes)
    }

    /// The goal that asks for a proof of the first count alone.
    #[must_use]
    pub const fn alone(self) -> Goal {
        match self {
            Goal::PushesMoves => Goal::Pushes,
            Goal::MovesPushes => Goal::Moves,
            other => other,
        }
    }
}

impl From<Metric> for Goal {
    fn from(metric: Metric) -> Goal {
        match metric {
            Metric::Moves => Goal::Moves,
            Metric::Pushes => Goal::Pushes,
            Metric::Steps => Goal::Steps,
            Metric::BoxLines => Goal::BoxLines,
            Metric::BoxChanges => Goal::BoxChanges,
        }
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// There is no goal with this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownGoal(pub String);

impl fmt::Display for UnknownGoal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not one of {}", self.0, listed(Goal::ALL.map(Goal::name)))
    }
}

impl std::error::Error for UnknownGoal {}

impl FromStr for Goal {
    type Err = UnknownGoal;

    fn from_str(name: &str) -> Result<Goal, UnknownGoal> {
        Goal::from_name(name).ok_or_else(|| UnknownGoal(name.to_owned()))
    }
}

/// The word for no goal.
const ANY: &str = "any";

/// All goals of a search for a solution, in the order in which they are offered.
pub const ALL: [Option<Goal>; 6] = [
    None,
    Some(Goal::Pushes),
    Some(Goal::Moves),
    Some(Goal::PushesMoves),
    Some(Goal::MovesPushes),
    Some(Goal::Steps),
];

/// The word for a goal.
pub const fn name(goal: Option<Goal>) -> &'static str {
    match goal {
        None => ANY,
        Some(goal) => goal.name(),
    }
}

/// The goal with this name.
///
/// # Errors
/// If no goal has this name.
pub fn from_name(name: &str) -> Result<Option<Goal>, UnknownGoal> {
    if name == ANY { Ok(None) } else { name.parse().map(Some) }
}

/// Writes a goal as its word.
///
/// # Errors
/// What the serializer says.
#[cfg(feature = "serde")]
pub fn serialize<S: serde::Serializer>(
    goal: &Option<Goal>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(name(*goal))
}

/// Reads a goal from its word.
///
/// # Errors
/// When there is no such goal.
#[cfg(feature = "serde")]
pub fn deserialize<'de, D: serde::Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Goal>, D::Error> {
    let word = <std::borrow::Cow<'_, str> as serde::Deserialize>::deserialize(deserializer)?;
    from_name(&word).map_err(serde::de::Error::custom)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_lead_back() {
        for goal in ALL {
            assert_eq!(from_name(name(goal)), Ok(goal));
        }
        for goal in Goal::ALL {
            assert_eq!(goal.name().parse(), Ok(goal));
        }
        for metric in Metric::ALL {
            assert_eq!(metric.name().parse(), Ok(metric));
            assert_eq!(Goal::from(metric).first(), metric);
        }
        let unknown = from_name("lines").unwrap_err();
        assert_eq!(
            unknown.to_string(),
            "\"lines\" is not one of pushes, moves, steps, pushes-moves, moves-pushes, box-lines and \
             box-changes"
        );
    }

    #[test]
    fn the_second_count_is_never_the_first_and_a_pair_alone_is_none() {
        for goal in Goal::ALL {
            assert_ne!(goal.first(), goal.second());
            assert!(!goal.alone().is_pair());
            assert_eq!(goal.alone().first(), goal.first());
        }
        assert!(Metric::PROVABLE.iter().all(|&it| ALL.contains(&Some(Goal::from(it)))));
        assert_eq!(Goal::ALL.into_iter().filter(|it| it.is_pair()).count(), 2);
    }
}
