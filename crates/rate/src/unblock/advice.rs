//! What a designer of Unblock boards wants to know. A piece or a wall is called superfluous only after the board was
//! solved without it, takes as many moves and as many steps, and people need about as many moves for it.

use search::{Budget, Metric, Outcome, Stats, Stop};
use unblock::{Axis, Board, Cluster, Layout, Move, Piece, Solver, State};

use super::{SAME_FEW_MOVES, SAME_MOVES, THINKERS, measure, shortest};
use crate::{sokoban::Cell, table};

/// What was found out about a board.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Advice {
    /// Pieces, by name, that could be left out.
    pub pieces: Vec<String>,
    /// Walls that could be left out, by row and column from 0.
    pub walls: Vec<Cell>,
    /// Shortest solutions; `u64::MAX` stands for "more".
    pub solutions: u64,
    /// The same when the order of their moves does not count; `None` when they are too many to count.
    pub sets: Option<u32>,
    /// Cells that no piece covers at any time of a shortest solution.
    pub unused: Vec<Cell>,
    /// Whether the board is its own mirror image: then solutions have twins.
    pub mirrored: bool,
    /// Moves of the way, counted from 1, for which there is only one that keeps the solution shortest.
    pub single: Vec<u32>,
    /// Moves of the way.
    pub moves: u32,
    /// After so many moves of the way the most lead away from the exit: how many of how many.
    pub worst: Option<(u32, u32, u32)>,
}

/// Fewest moves, fewest steps, and the moves people need.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Figures {
    moves: u32,
    steps: u32,
    people: f64,
}

/// Looks a board over; `None` when it has no solution.
///
/// # Errors
/// The limit that came first; a board out of the engine's reach counts as too large for the memory.
pub fn advice(board: &Board, budget: &mut Budget) -> Result<Option<Advice>, Stop> {
    let Some(figures) = figures(board, None, budget)? else { return Ok(None) };
    let cluster = Cluster::new(board, Metric::Moves, budget)?;
    let mut advice = on_the_way(board, &cluster);
    advice.moves = figures.moves;
    advice.sets = shortest::sets(board, &cluster, budget)?;
    let layout = board.layout();
    let mut same = |smaller: &Layout| match Board::new(smaller) {
        Ok(smaller) => plays_the_same(&smaller, figures, budget),
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

/// What one shortest solution shows.
fn on_the_way(board: &Board, cluster: &Cluster) -> Advice {
    let mut advice = Advice {
        pieces: Vec::new(),
        walls: Vec::new(),
        solutions: cluster.optimal_solutions(),
        sets: None,
        unused: Vec::new(),
        mirrored: is_mirrored(board),
        single: Vec::new(),
        moves: 0,
        worst: None,
    };
    let mut state = board.start();
    let mut used = state.occupied(board);
    let mut most = 0.0;
    for (at, step) in cluster.solution(&state).into_iter().enumerate() {
        let here = cluster.distance(&state);
        let after = cluster.after_each_move(&state);
        let good = after.iter().filter(|it| it.1 < here).count();
        let away = after.iter().filter(|it| it.1 > here).count();
        if good == 1 {
            advice.single.push(at as u32 + 1);
        }
        let share = away as f64 / after.len().max(1) as f64;
        if share > most {
            most = share;
            advice.worst = Some((at as u32, away as u32, after.len() as u32));
        }
        sweep(board, &state, step, |(row, column)| _ = used.insert(row, column));
        make(&mut state, step);
    }
    let cells = (0..board.height()).flat_map(|row| (0..board.width()).map(move |it| (row, it)));
    advice.unused = cells.filter(|&(row, column)| !used.contains(row, column)).collect();
    advice
}

fn make(state: &mut State, step: Move) {
    let at = &mut state.positions[step.piece as usize];
    *at = at.wrapping_add_signed(step.delta);
}

/// Every cell that a move comes over.
fn sweep(board: &Board, state: &State, step: Move, mut cell: impl FnMut(Cell)) {
    let from = state.positions[step.piece as usize];
    let to = from.wrapping_add_signed(step.delta);
    let piece = board.pieces()[step.piece as usize];
    (from.min(to)..=from.max(to)).for_each(|at| piece.cells_at(at).for_each(&mut cell));
}

/// Whether the mirror that keeps the exit where it is leaves the board as it is.
fn is_mirrored(board: &Board) -> bool {
    let across = match board.red_piece().axis {
        Axis::Horizontal => Axis::Vertical,
        Axis::Vertical => Axis::Horizontal,
    };
    let shape = |board: &Board| {
        let of = |piece: &Piece| (piece.row, piece.column, piece.length, piece.axis);
        let mut pieces: Vec<_> = board.pieces().iter().map(of).collect();
        pieces.sort_unstable();
        (pieces, board.walls().iter().collect::<Vec<_>>())
    };
    shape(&board.flipped(across)) == shape(board)
}

fn plays_the_same(board: &Board, wanted: Figures, budget: &mut Budget) -> Result<bool, Stop> {
    let found = figures(board, Some(wanted), budget)?;
    let same = SAME_FEW_MOVES.max(SAME_MOVES * wanted.people);
    Ok(found.is_some_and(|found| (found.people - wanted.people).abs() <= same))
}

/// The figures of a board; `None` when it has no solution, or not the moves and steps that are wanted.
fn figures(
    board: &Board,
    wanted: Option<Figures>,
    budget: &mut Budget,
) -> Result<Option<Figures>, Stop> {
    let mut fewest = [0; 2];
    for (metric, fewest) in [Metric::Moves, Metric::Steps].into_iter().zip(&mut fewest) {
        let answer = Solver::new().solve(board, metric, budget, &mut Stats::default());
        *fewest = match answer.outcome {
            Outcome::Solved(moves) if metric == Metric::Moves => moves.len() as u32,
            Outcome::Solved(moves) => unblock::steps(&moves),
            Outcome::Stopped(stop) => return Err(stop),
            Outcome::Unsolvable | Outcome::GaveUp => return Ok(None),
        };
        let other = match metric {
            Metric::Moves => wanted.is_some_and(|it| it.moves != *fewest),
            _ => wanted.is_some_and(|it| it.steps != *fewest),
        };
        if other {
            return Ok(None);
        }
    }
    let [moves, steps] = fewest;
    let Some(measured) = measure(board, THINKERS[table::THINKER], budget)? else {
        return Ok(None);
    };
    let people = f64::from(moves) * table::MOVES.guess(&measured.features).score.exp();
    Ok(Some(Figures { moves, steps, people }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(rows: &[&str]) -> Advice {
        let board = Board::from_rows(rows).unwrap();
        advice(&board, &mut Budget::unlimited()).unwrap().unwrap()
    }

    #[test]
    fn a_piece_that_is_in_nobodys_way_is_named() {
        let found = look(&["..B.", "AAB.", "....", "...C", "...C"]);
        assert_eq!((found.pieces, found.moves, found.solutions), (vec!["C".to_owned()], 2, 2));
    }

    #[test]
    fn the_order_of_moves_does_not_count() {
        // B and C leave downwards in either order, then A goes out.
        let found = look(&["..BC", "AABC", "....", "...."]);
        assert_eq!((found.moves, found.solutions, found.sets), (3, 2, Some(1)));
    }

    #[test]
    fn what_a_solution_shows_is_told() {
        // B leaves downwards, A goes out; nothing comes to the left of B.
        let found = look(&["..B.", "AAB.", "....", "...."]);
        assert_eq!(
            found.unused,
            [(0, 0), (0, 1), (0, 3), (2, 0), (2, 1), (2, 3), (3, 0), (3, 1), (3, 3)]
        );
        assert!(!found.mirrored);
        assert!(look(&["..C.", "..C.", "AA..", "..B.", "..B."]).mirrored);
    }
}
