//! The two metrics of Unblock, moves and steps; nothing is pushed here.
//!
//! A result without its metric means nothing: nearly every puzzle has different optima, and different
//! optimal solutions, in the two. A move is one piece moved any distance, as the apps and the boxed
//! game count; a step is one piece moved one cell, as the papers count.

use search::Metric;

/// Both metrics.
pub const METRICS: [Metric; 2] = [Metric::Moves, Metric::Steps];

/// Returns the metric after checking that Unblock counts it. Called before tables are built,
/// because their readers only ask whether the metric is moves.
///
/// # Panics
/// When pushes are to be counted.
pub(crate) fn counted(metric: Metric) -> Metric {
    assert!(METRICS.contains(&metric), "Unblock counts moves or steps, not {metric}");
    metric
}
