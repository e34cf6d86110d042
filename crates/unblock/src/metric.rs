//! What a solution is measured in.

use search::Guarantee;

/// The two ways to count. A result without its metric means nothing: nearly every puzzle has
/// different optima, and different optimal solutions, in the two metrics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Metric {
    /// One piece moved any distance counts 1, as the apps and the boxed game count.
    Moves,
    /// One piece moved one cell counts 1, as the papers count.
    Steps,
}

impl Metric {
    /// Both metrics.
    pub const ALL: [Metric; 2] = [Metric::Moves, Metric::Steps];

    /// `moves` or `steps`.
    pub const fn name(self) -> &'static str {
        match self {
            Metric::Moves => "moves",
            Metric::Steps => "steps",
        }
    }

    /// The metric with this name.
    pub fn from_name(name: &str) -> Option<Metric> {
        Metric::ALL.into_iter().find(|metric| metric.name() == name)
    }

    /// What an exact search in this metric promises.
    pub const fn guarantee(self) -> Guarantee {
        match self {
            Metric::Moves => Guarantee::MoveOptimal,
            Metric::Steps => Guarantee::StepOptimal,
        }
    }
}
