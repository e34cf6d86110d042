//! What a solution is counted in. What is minimised is a [`Goal`](crate::Goal): one count, and another that
//! decides between equals.
//!
//! The counts are never mixed: a figure always says which one it is.

use std::fmt;
use std::str::FromStr;

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Metric {
    /// Moves: steps of the player (Sokoban), or slides of one piece over any distance (Unblock).
    Moves,
    /// Pushes (Sokoban).
    Pushes,
    /// Steps of one cell (Unblock).
    Steps,
    /// Box lines: runs of pushes of one box in one direction (Sokoban).
    BoxLines,
    /// Box changes: how often another box is pushed than before (Sokoban).
    BoxChanges,
}

impl Metric {
    /// All of them.
    pub const ALL: [Metric; 5] =
        [Metric::Moves, Metric::Pushes, Metric::Steps, Metric::BoxLines, Metric::BoxChanges];

    /// Those in which a fewest can be proved, and in which records are kept.
    pub const PROVABLE: [Metric; 3] = [Metric::Moves, Metric::Pushes, Metric::Steps];

    /// Its name, wherever it is written.
    pub const fn name(self) -> &'static str {
        match self {
            Metric::Moves => "moves",
            Metric::Pushes => "pushes",
            Metric::Steps => "steps",
            Metric::BoxLines => "box-lines",
            Metric::BoxChanges => "box-changes",
        }
    }

    /// The metric with this name.
    pub fn from_name(name: &str) -> Option<Metric> {
        Metric::ALL.into_iter().find(|metric| metric.name() == name)
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// There is no metric with this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownMetric(pub String);

impl fmt::Display for UnknownMetric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not one of {}", self.0, listed(Metric::ALL.map(Metric::name)))
    }
}

impl std::error::Error for UnknownMetric {}

/// Words as a list in a sentence.
pub(crate) fn listed<const N: usize>(words: [&str; N]) -> String {
    match words.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, first)) => format!("{} and {last}", first.join(", ")),
        None => String::new(),
    }
}

impl FromStr for Metric {
    type Err = UnknownMetric;

    fn from_str(name: &str) -> Result<Metric, UnknownMetric> {
        Metric::from_name(name).ok_or_else(|| UnknownMetric(name.to_owned()))
    }
}
