//! What a designer of Unblock boards wants to know. A piece or a wall is called superfluous only after the board was
//! solved without it and takes as many moves.

use search::{Budget, Metric, Outcome, Stats, Stop};
use unblock::{Board, Cluster, Layout, Solver};

/// What was found out about a board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Advice {
    /// Pieces, by name, without which the board takes as many moves.
    pub pieces: Vec<String>,
    /// Walls without which it does, by row and column from 0.
    pub walls: Vec<(usize, usize)>,
    /// Shortest solutions; `u64::MAX` stands for "more".
    pub solutions: u64,
    /// Moves of the way, counted from 1, for which there is only one that keeps the solution shortest.
    pub single: Vec<u32>,
    /// Moves of the way.
    pub moves: u32,
}

/// Looks a board over; `None` when it has no solution.
///
/// # Errors
/// The limit that came first; a board out of the engine's reach counts as too large for the memory.
pub fn advice(board: &Board, budget: &mut Budget) -> Result<Option<Advice>, Stop> {
    let Some(moves) = optimum(board, budget)? else { return Ok(None) };
    let cluster = Cluster::new(board, Metric::Moves, budget)?;
    let mut state = board.start();
    let mut single = Vec::new();
    for (at, step) in cluster.solution(&board.start()).into_iter().enumerate() {
        if cluster.hints(&state).len() == 1 {
            single.push(at as u32 + 1);
        }
        let place = &mut state.positions[step.piece as usize];
        *place = place.wrapping_add_signed(step.delta);
    }
    let solutions = cluster.optimal_solutions();
    let mut advice = Advice { pieces: Vec::new(), walls: Vec::new(), solutions, single, moves };
    let layout = board.layout();
    let mut same = |smaller: &Layout| match Board::new(smaller) {
        Ok(smaller) => Ok(optimum(&smaller, budget)? == Some(moves)),
        Err(_) => Ok(false),
    };
    for (at, piece) in layout.pieces.iter().enumerate().filter(|(at, _)| Some(*at) != layout.red) {
        let mut smaller = layout.clone();
        smaller.pieces.remove(at);
        smaller.red = layout.red.map(|red| if red > at { red - 1 } else { red });
        if same(&smaller)? {
            advice.pieces.push(piece.name.as_str().to_owned());
        }
    }
    for (at, &wall) in layout.walls.iter().enumerate() {
        let mut smaller = layout.clone();
        smaller.walls.remove(at);
        if same(&smaller)? {
            advice.walls.push(wall);
        }
    }
    Ok(Some(advice))
}

fn optimum(board: &Board, budget: &mut Budget) -> Result<Option<u32>, Stop> {
    let answer = Solver::new().solve(board, Metric::Moves, budget, &mut Stats::default());
    match answer.outcome {
        Outcome::Solved(moves) => Ok(Some(moves.len() as u32)),
        Outcome::Stopped(stop) => Err(stop),
        Outcome::Unsolvable | Outcome::GaveUp => Ok(None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_that_is_in_nobodys_way_is_named() {
        let board = Board::from_rows(&["..B.", "AAB.", "....", "...C", "...C"]).unwrap();
        let found = advice(&board, &mut Budget::unlimited()).unwrap().unwrap();
        assert_eq!((found.pieces, found.moves, found.solutions), (vec!["C".to_owned()], 2, 2));
    }
}
