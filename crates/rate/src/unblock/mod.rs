//! Unblock: the tree of blockers, the simulated player, and what they measure.

mod advice;
mod blockers;
mod measure;
mod player;
mod shortest;
mod thought;

use search::{Budget, Stop};
use unblock::Board;

pub use advice::{Advice, advice};
pub use measure::{Facts, Measured};
pub use player::Thinker;

/// The players from which the fit chooses.
pub const THINKERS: &[Thinker] = &[
    thinker([0.02, 0.4, 0.3], 0),
    thinker([0.1, 0.4, 0.3], 0),
    thinker([0.3, 0.4, 0.3], 0),
    thinker([0.6, 0.7, 0.3], 0),
    thinker([0.3, 0.4, 0.3], 3),
    thinker([0.6, 0.7, 0.3], 3),
    thinker([0.3, 0.4, 0.3], 5),
    thinker([0.6, 0.7, 0.3], 5),
];

const fn thinker([lapse, deep, back]: [f64; 3], sees: u32) -> Thinker {
    Thinker { lapse, deep, back, sees }
}

/// How far the moves people need may be off when a board still plays the same, as a share of them.
const SAME_MOVES: f64 = 0.05;

/// The same in moves, since a twentieth of three moves is nothing.
const SAME_FEW_MOVES: f64 = 0.5;

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
    for played in measure::player(board, &[thinker], SEED, budget)? {
        measured.facts.played = played.exp();
        measured.features.push(played);
    }
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
    let played = measure::player(board, THINKERS, SEED, budget)?;
    Ok(Some((measured.features, played)))
}
