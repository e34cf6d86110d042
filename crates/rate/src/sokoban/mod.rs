//! Sokoban: the push graph, the simulated player, the searches, and what they measure.

mod advice;
mod fewest_moves;
mod graph;
mod measure;
mod player;
mod searches;
mod shortest;

use ground::analysis::Analysis;
use search::{Budget, Stop};
use sokoban::{Board, Push};

pub use advice::{Advice, Cell, advice, is_minimal};
pub use measure::{Facts, MOST_POSITIONS, Measured};
pub use player::Habits;

use graph::Graph;
pub(crate) use player::{FEW_RUNS, RUNS};

/// The habits from which the fit chooses.
pub const HABITS: &[Habits] = &[
    habits([2.0, 3.0, 0.1, 0.5, 0.97, 0.4, 0.1, 0.003]),
    habits([1.5, 3.0, 0.03, 0.05, 0.97, 0.2, 0.2, 0.0]),
    habits([1.5, 1.0, 0.1, 0.2, 1.0, 0.4, 0.05, 0.01]),
    habits([1.5, 1.0, 0.3, 0.5, 1.0, 0.6, 0.05, 0.003]),
    habits([5.0, 3.0, 0.3, 0.05, 0.97, 0.4, 0.1, 0.0]),
    habits([2.0, 1.0, 0.1, 0.5, 1.0, 0.6, 0.05, 0.0]),
    habits([3.0, 3.0, 0.2, 0.2, 0.9, 0.0, 0.1, 0.0]),
    habits([3.0, 1.0, 0.2, 0.2, 0.9, 0.0, 0.1, 0.0]),
];

const fn habits([nearer, same, walk, back, sees, foresees, notices, restless]: [f64; 8]) -> Habits {
    Habits { nearer, same, walk, back, sees, foresees, notices, restless }
}

/// The seed of all games.
const SEED: u64 = 1;

/// What a level gave to measure.
#[derive(Clone, Debug, PartialEq)]
pub enum Level {
    /// Every position was looked at: all features, and a solution with fewest moves.
    Graph(Measured, Vec<Push>),
    /// Every position was looked at, and none is solved.
    Unsolvable,
    /// There are too many positions: the features of the board alone.
    TooLarge(Measured),
}

/// Measures a level with every position looked at, if there are at most [`MOST_POSITIONS`].
///
/// # Errors
/// The limit that came first.
pub fn measure(board: &Board, habits: Habits, budget: &mut Budget) -> Result<Level, Stop> {
    measure_within(board, MOST_POSITIONS, habits, RUNS, budget)
}

/// The same with at most so many positions, and so many games of the player.
///
/// # Errors
/// The limit that came first.
pub(crate) fn measure_within(
    board: &Board,
    most: usize,
    habits: Habits,
    runs: usize,
    budget: &mut Budget,
) -> Result<Level, Stop> {
    let analysis = Analysis::new(board, budget)?;
    let most = most.min(measure::most_positions(board));
    let Some(mut graph) = Graph::with_distances(board, &analysis, most, budget)? else {
        let features = measure::board(board, &analysis);
        return Ok(Level::TooLarge(Measured { features, facts: Facts::default() }));
    };
    if graph.distance(0) == graph::LOST {
        return Ok(Level::Unsolvable);
    }
    graph.measure(&analysis, budget)?;
    let Some(found) = measure::graphed(&graph, &analysis, budget)? else {
        return Ok(Level::Unsolvable);
    };
    let mut measured = found.measured;
    budget.look()?;
    let played = measure::player(&graph, habits, runs, SEED, &mut measured.facts, budget)?;
    measured.features.extend(played);
    Ok(Level::Graph(measured, found.fewest.pushes))
}

/// The features of a level whose positions are not looked at, from any solution: its pushes, its moves, and the fewest
/// pushes as far as known.
///
/// # Errors
/// The limit that came first.
pub fn measure_solution(
    board: &Board,
    pushes: &[Push],
    moves: usize,
    fewest: usize,
    budget: &mut Budget,
) -> Result<Measured, Stop> {
    let analysis = Analysis::new(board, budget)?;
    let mut facts = Facts::default();
    let mut features = measure::board(board, &analysis);
    features.extend(measure::solution(board, &analysis, pushes, moves, fewest, &mut facts));
    Ok(Measured { features, facts })
}

/// The features of a level without the player's, and the player's for every one of [`HABITS`].
pub type Choices = (Vec<f64>, Vec<[f64; 3]>);

/// All features but the player's, and the player's for every one of [`HABITS`]: what the fit chooses from.
/// `None` when the level is too large or has no solution.
///
/// # Errors
/// The limit that came first.
pub fn measure_all(board: &Board, budget: &mut Budget) -> Result<Option<Choices>, Stop> {
    let analysis = Analysis::new(board, budget)?;
    let Some(graph) = Graph::new(board, &analysis, measure::most_positions(board), budget)? else {
        return Ok(None);
    };
    let Some(found) = measure::graphed(&graph, &analysis, budget)? else { return Ok(None) };
    let mut facts = found.measured.facts;
    let mut played = Vec::new();
    for &habits in HABITS {
        played.push(measure::player(&graph, habits, RUNS, SEED, &mut facts, budget)?);
    }
    Ok(Some((found.measured.features, played)))
}
