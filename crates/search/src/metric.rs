//! What a solution is counted in, and so what can be minimised.
//!
//! The three counts are never mixed: a figure always says which one it is. A goal is an
//! `Option<Metric>`, and `None` asks for any solution; the module [`goal`](crate::goal) holds its words.

use std::fmt;
use std::str::FromStr;

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Metric {
    /// Moves: steps of the player (Sokoban), or slides of one piece over any distance (Unblock).
    Moves,
    /// Pushes (Sokoban).
    Pushes,
    /// Steps of one cell (Unblock).
    Steps,
}

impl Metric {
    /// All of them.
    pub const ALL: [Metric; 3] = [Metric::Moves, Metric::Pushes, Metric::Steps];

    /// Its name, wherever it is written.
    pub const fn name(self) -> &'static str {
        match self {
            Metric::Moves => "moves",
            Metric::Pushes => "pushes",
            Metric::Steps => "steps",
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

/// There is no metric or goal with this name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownMetric(pub String);

impl fmt::Display for UnknownMetric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not one of moves, pushes and steps", self.0)
    }
}

impl std::error::Error for UnknownMetric {}

impl FromStr for Metric {
    type Err = UnknownMetric;

    fn from_str(name: &str) -> Result<Metric, UnknownMetric> {
        Metric::from_name(name).ok_or_else(|| UnknownMetric(name.to_owned()))
    }
}
