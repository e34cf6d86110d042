//! How hard a puzzle is, in numbers taken from its cluster.

use search::{Budget, Outcome, Stats, Stop};

use crate::{Board, Category, Cluster, Metric, Move, Solver, steps};

/// What makes a puzzle hard. Length alone is not difficulty, players say; so here is what else can
/// be computed exactly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rating {
    /// Class by optimal moves.
    pub category: Category,
    /// Fewest moves.
    pub moves: u32,
    /// Fewest steps.
    pub steps: u32,
    /// Steps of the solution with fewest moves and, among those, fewest steps.
    pub steps_of_moves: u32,
    /// Reachable positions.
    pub cluster: u64,
    /// Different solutions with fewest moves; `u64::MAX` stands for "more".
    pub solutions: u64,
    /// Moves possible at the positions of the solution, per position, times 100.
    pub branching: u32,
    /// Share of those moves that keep the optimum, in per mille.
    pub on_track: u32,
    /// Positions of the solution with only one good move.
    pub forced: u32,
    /// Moves of the solution that take the red piece away from the exit.
    pub retreats: u32,
    /// Moves of the solution that put a piece between the red one and the exit.
    pub blockings: u32,
    /// Pieces that the solution moves.
    pub movers: u32,
    /// The hardest position of the cluster, in moves.
    pub farthest: u32,
}

impl Solver {
    /// Rates a puzzle; `Ok(None)` when it has no solution.
    ///
    /// # Errors
    ///
    /// The limit that was reached, or the cancellation.
    pub fn rate(&mut self, board: &Board, budget: &mut Budget) -> Result<Option<Rating>, Stop> {
        let stats = &mut Stats::default();
        let mut solve = |metric| self.solve(board, metric, budget, stats).outcome;
        let (moves, walk) = match (solve(Metric::Moves), solve(Metric::Steps)) {
            (Outcome::Solved(moves), Outcome::Solved(walk)) => (moves, walk),
            (Outcome::Stopped(stop), _) | (_, Outcome::Stopped(stop)) => return Err(stop),
            _ => return Ok(None),
        };
        let rate = |cluster: &Cluster| rating(board, &moves, steps(&walk), cluster);
        self.ask_cluster(board, Metric::Moves, budget, rate).map(Some)
    }
}

fn rating(board: &Board, moves: &[Move], fewest_steps: u32, cluster: &Cluster) -> Rating {
    let mut rating = Rating {
        category: Category::of(moves.len() as u32),
        moves: moves.len() as u32,
        steps: fewest_steps,
        steps_of_moves: steps(moves),
        cluster: cluster.len() as u64,
        solutions: cluster.optimal_solutions(),
        branching: 0,
        on_track: 0,
        forced: 0,
        retreats: 0,
        blockings: 0,
        movers: 0,
        farthest: cluster.farthest().map_or(0, |(distance, _)| distance),
    };
    let mut state = board.start();
    let (mut possible, mut good) = (0u32, 0u32);
    let mut moved = vec![false; board.pieces().len()];
    for &step in moves {
        let here = cluster.distance(&state);
        let after = cluster.after_each_move(&state);
        let keep = after.iter().filter(|(_, distance)| *distance < here).count() as u32;
        possible += after.len() as u32;
        good += keep;
        rating.forced += u32::from(keep == 1);
        rating.retreats += u32::from(retreats(board, step));
        let before = blockers(board, &state);
        state.play(board, step).expect("a solution replays");
        rating.blockings += u32::from(blockers(board, &state) > before);
        moved[step.piece as usize] = true;
    }
    let positions = moves.len().max(1) as u32;
    rating.branching = 100 * possible / positions;
    rating.on_track = 1000 * good / possible.max(1);
    rating.movers = moved.iter().filter(|&&moved| moved).count() as u32;
    rating
}

fn retreats(board: &Board, step: Move) -> bool {
    step.piece as usize == board.red() && (step.delta > 0) != board.exit().is_far()
}

/// Occupied cells between the red piece and the exit.
fn blockers(board: &Board, state: &crate::State) -> usize {
    let red = board.red_piece();
    let at = state.positions[board.red()];
    let (low, high) = (at.min(board.goal()), at.max(board.goal()));
    let mut occupied = state.occupied(board);
    red.cells_at(at).for_each(|(row, column)| occupied.remove(row, column));
    let mut way = crate::CellSet::default();
    for place in low..=high {
        red.cells_at(place).filter(|&(r, c)| occupied.contains(r, c)).for_each(|(r, c)| {
            way.insert(r, c);
        });
    }
    way.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_puzzle_is_rated_by_hand() {
        let board = Board::from_rows(&["..B", "AAB", "...", "..."]).unwrap();
        let rating = Solver::new().rate(&board, &mut Budget::unlimited()).unwrap().unwrap();
        assert_eq!((rating.moves, rating.steps, rating.steps_of_moves), (2, 3, 3));
        assert_eq!((rating.cluster, rating.solutions, rating.farthest), (4, 1, 2));
        // First B+1 or B+2, then A+1, B-1 or B-2.
        assert_eq!((rating.branching, rating.on_track, rating.forced), (250, 400, 2));
        assert_eq!((rating.retreats, rating.blockings, rating.movers), (0, 0, 2));
        let stuck = Board::from_rows(&["..B", "AAB", "..B"]).unwrap();
        assert_eq!(Solver::new().rate(&stuck, &mut Budget::unlimited()), Ok(None));
    }
}
