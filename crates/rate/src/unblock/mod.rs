//! Unblock: the tree of blockers, the simulated player, and what they measure.

mod advice;
mod blockers;
mod measure;
mod player;
mod shortest;

use search::{Budget, Stop};
use unblock::Board;

pub use advice::{Advice, advice};
pub use measure::{Facts, Measured};
pub use player::Thinker;

/// The players from which the fit chooses.
pub const THINKERS: &[Thinker] = &[
    Thinker { lapse: 0.02, deep: 0.4, back: 0.3 },
    Thinker { lapse: 0.1, deep: 0.4, back: 0.3 },
    Thinker { lapse: 0.3, deep: 0.4, back: 0.3 },
    Thinker { lapse: 0.6, deep: 0.7, back: 0.3 },
    Thinker { lapse: 0.6, deep: 0.4, back: 0.1 },
    Thinker { lapse: 0.8, deep: 0.7, back: 0.1 },
];

/// How far the logarithm of the moves people need may be off when a board still plays the same.
const SAME_MOVES: f64 = 0.05;

/// The seed of all games.
const SEED: u64 = 1;

/// Measures a board; `None` when it has no solution, or nothing is left to do.
///
/// # Errors
/// The limit that came first; a board out of the engine's reach counts as too large for the memory.
pub fn measure(
    board: &Board,
    thinker: Thinker,
    budget: &mut Budget,
) -> Result<Option<Measured>, Stop> {
    let Some(mut measured) = measure::measure(board, budget)? else { return Ok(None) };
    budget.look()?;
    measured.features.push(measure::player(board, thinker, SEED, budget)?);
    Ok(Some(measured))
}

/// The features of a board without the player's, and the player's for every one of [`THINKERS`].
pub type Choices = (Vec<f64>, Vec<f64>);

/// All features but the player's, and the player's for every one of [`THINKERS`].
///
/// # Errors
/// As [`measure`].
pub fn measure_all(board: &Board, budget: &mut Budget) -> Result<Option<Choices>, Stop> {
    let Some(measured) = measure::measure(board, budget)? else { return Ok(None) };
    let mut played = Vec::new();
    for &thinker in THINKERS {
        played.push(measure::player(board, thinker, SEED, budget)?);
    }
    Ok(Some((measured.features, played)))
}
