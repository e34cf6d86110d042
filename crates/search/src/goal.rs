//! The words for goals: `any`, `pushes`, `moves`, `steps`. A goal is an `Option<Metric>`; `None` asks
//! for any solution.
//!
//! With the feature `serde`, `#[serde(with = "search::goal")]` writes a goal as its word.

use crate::{Metric, UnknownMetric};

/// The word for no goal.
const ANY: &str = "any";

/// All goals, in the order in which they are offered.
pub const ALL: [Option<Metric>; 4] =
    [None, Some(Metric::Pushes), Some(Metric::Moves), Some(Metric::Steps)];

/// The word for a goal.
pub const fn name(goal: Option<Metric>) -> &'static str {
    match goal {
        None => ANY,
        Some(metric) => metric.name(),
    }
}

/// The goal with this name.
///
/// # Errors
/// If no goal has this name.
pub fn from_name(name: &str) -> Result<Option<Metric>, UnknownMetric> {
    if name == ANY { Ok(None) } else { name.parse().map(Some) }
}

/// Writes a goal as its word.
///
/// # Errors
/// What the serializer says.
#[cfg(feature = "serde")]
pub fn serialize<S: serde::Serializer>(
    goal: &Option<Metric>,
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
) -> Result<Option<Metric>, D::Error> {
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
        for metric in Metric::ALL {
            assert_eq!(metric.name().parse(), Ok(metric));
            assert!(ALL.contains(&Some(metric)));
        }
        let unknown = from_name("lines").unwrap_err();
        assert_eq!(unknown.to_string(), "\"lines\" is not one of moves, pushes and steps");
    }
}
