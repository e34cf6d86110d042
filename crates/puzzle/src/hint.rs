//! The way on from a position: what to do next, how far there is to go, the rest of the solution.
//!
//! Everything shown has been replayed by the checker: the solution, the one with the fewest steps,
//! which gives the distance in steps, and for every next move a whole solution that begins with it.

use search::{Budget, Guarantee, Outcome, Stats, Stop};
use unblock::{Board, Cluster, Metric, Move, Solver};

use crate::check::{check_unblock, walk};
use crate::solver_pool::with_sparing_unblock;
use crate::{Counts, NoAnswer, Puzzle, Report, SokobanPuzzle, Status, WrongMoves};

/// The way on from a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Hint {
    /// `Solved` when a way on is known, `Unsolvable` when there is none, `GaveUp` when none was found.
    pub status: Status,
    /// What to do next, the best to show first. Sokoban: one walk and the pushes of one box in one
    /// direction. Unblock: every move that a shortest solution begins with.
    pub next: Vec<String>,
    /// A whole solution from here; it begins with the first of `next`.
    pub solution: Option<String>,
    /// How far there is to go: the measures of the solution. In Unblock `steps` is the fewest from
    /// here, perhaps that of another solution with more moves; absent when not found in time.
    pub to_go: Counts,
    /// What is known about the length of the solution.
    pub guarantee: Guarantee,
}

impl Hint {
    /// A hint that knows no way on.
    fn none(status: Status) -> Hint {
        Hint {
            status,
            next: Vec::new(),
            solution: None,
            to_go: Counts::default(),
            guarantee: Guarantee::None,
        }
    }

    /// The hint of a solution of Sokoban: its first step.
    fn along(
        status: Status,
        solution: Option<String>,
        to_go: Counts,
        guarantee: Guarantee,
    ) -> Hint {
        let next = solution.as_deref().map(first_step).filter(|step| !step.is_empty());
        let next = next.map(str::to_owned).into_iter().collect();
        Hint { status, next, solution, to_go, guarantee }
    }

    /// The hint that a search on a position of Sokoban gives.
    ///
    /// # Errors
    /// The limit that came first, or what went wrong.
    pub fn of(report: Report) -> Result<Hint, NoAnswer> {
        let Report { status, solution, counts, guarantee, .. } = report;
        match status {
            Status::Solved | Status::Unsolvable | Status::GaveUp => {
                Ok(Hint::along(status, solution, counts, guarantee))
            }
            Status::Interrupted => Err(Stop::Interrupted.into()),
            Status::Memory => Err(Stop::Memory.into()),
            Status::Nodes => Err(Stop::Nodes.into()),
            Status::Time => Err(Stop::Time.into()),
            Status::Crashed | Status::Invalid => {
                Err(NoAnswer::Nothing(report.error.unwrap_or_default()))
            }
        }
    }

    /// Puts the next moves of a piece behind those of others: a hint that takes back what was just
    /// done helps nobody, unless there is no other.
    pub fn avoid(&mut self, piece: &str) {
        let name = |step: &str| step.rfind(['+', '-']).map(|end| step[..end].to_owned());
        self.next.sort_by_key(|step| name(step).as_deref() == Some(piece));
    }
}

/// The way on from the start of a puzzle; [`Puzzle::after`] makes any position the start. Sokoban is
/// searched by the portfolio. For Unblock the distances come from the table of all positions, and on
/// boards too large for a table from a search.
///
/// # Errors
/// The limit that came first, or why the checker refused a solution.
pub fn hint(puzzle: &Puzzle, budget: &mut Budget) -> Result<Hint, NoAnswer> {
    match puzzle {
        Puzzle::Sokoban(puzzle) => sokoban_hint(puzzle, budget),
        Puzzle::Unblock(level) => {
            with_sparing_unblock(|solver| unblock_hint(&level.board, solver, budget))
        }
    }
}

/// The first step of a Sokoban solution: the walk to the first push, and the pushes that follow it in
/// the same direction. This is the size of a hint wherever one is given; whoever wants more asks again.
pub fn first_step(solution: &str) -> &str {
    let Some(walk) = solution.find(|letter: char| letter.is_ascii_uppercase()) else {
        return solution;
    };
    let direction = solution[walk..].chars().next();
    let pushes = solution[walk..].chars().take_while(|&letter| Some(letter) == direction).count();
    &solution[..walk + pushes]
}

fn sokoban_hint(puzzle: &SokobanPuzzle, budget: &mut Budget) -> Result<Hint, NoAnswer> {
    let board = puzzle.board();
    let config = solver::Config::default();
    let answer = solver::solve(board, &config, budget, &mut Stats::default());
    let status = Status::of(&answer.outcome);
    let pushes = match answer.outcome {
        Outcome::Solved(pushes) => pushes,
        Outcome::Stopped(stop) => return Err(stop.into()),
        Outcome::Unsolvable | Outcome::GaveUp => return Ok(Hint::none(status)),
    };
    let found = walk(puzzle, &pushes).map_err(NoAnswer::Refused)?;
    Ok(Hint::along(status, Some(found.moves), found.counts, answer.guarantee))
}

fn unblock_hint(board: &Board, solver: &mut Solver, budget: &mut Budget) -> Result<Hint, NoAnswer> {
    let asked = solver.ask_cluster(board, Metric::Moves, budget, |cluster| ways(board, cluster));
    let (ways, guarantee) = match asked {
        Ok(ways) => (ways, Guarantee::Optimal(Metric::Moves)),
        Err(Stop::Memory) => one_way(board, solver, budget)?,
        Err(stop) => return Err(stop.into()),
    };
    let Some(ways) = ways else { return Ok(Hint::none(Status::Unsolvable)) };
    let mut checked = Vec::new();
    for way in &ways {
        let text = board.show_moves(way);
        let counts = check_unblock(board, &text).map_err(refused)?;
        checked.push((text, counts));
    }
    let (solution, counts) = checked.swap_remove(0);
    if let Some((text, _)) = checked.iter().find(|(_, other)| other.moves != counts.moves) {
        return Err(NoAnswer::Refused(format!("{text:?} is not as short as {solution:?}")));
    }
    let next = ways.iter().filter_map(|way| way.first());
    Ok(Hint {
        status: Status::Solved,
        next: next.map(|&step| board.show_moves(&[step])).collect(),
        solution: Some(solution),
        to_go: Counts { steps: fewest_steps(board, solver, budget)?, ..counts },
        guarantee,
    })
}

/// For every good first move a shortest solution that begins with it; the empty solution when nothing
/// is left to do, `None` when there is no solution.
fn ways(board: &Board, cluster: &Cluster) -> Option<Vec<Vec<Move>>> {
    let start = board.start();
    let way = |first: Move| {
        let mut state = start.clone();
        state.play(board, first).ok()?;
        Some([vec![first], cluster.solution(&state)].concat())
    };
    let ways: Vec<Vec<Move>> = cluster.hints(&start).into_iter().filter_map(way).collect();
    match (cluster.is_solvable(), ways.is_empty()) {
        (false, _) => None,
        (true, true) => Some(vec![Vec::new()]),
        (true, false) => Some(ways),
    }
}

/// Solutions, and what is known about their length.
type Ways = (Option<Vec<Vec<Move>>>, Guarantee);

/// A solution from a search with half of the time; the other half is for counting steps.
fn one_way(board: &Board, solver: &mut Solver, budget: &mut Budget) -> Result<Ways, NoAnswer> {
    let mut half = budget.slice(None, budget.time_left().map(|left| left / 2));
    let answer = solver.solve(board, Metric::Moves, &mut half, &mut Stats::default());
    budget.charge(&half);
    match answer.outcome {
        Outcome::Solved(moves) => Ok((Some(vec![moves]), answer.guarantee)),
        Outcome::Unsolvable | Outcome::GaveUp => Ok((None, Guarantee::None)),
        Outcome::Stopped(stop) => Err(stop.into()),
    }
}

/// The fewest steps from here; `None` when a limit comes first.
fn fewest_steps(
    board: &Board,
    solver: &mut Solver,
    budget: &mut Budget,
) -> Result<Option<u64>, NoAnswer> {
    let answer = solver.solve(board, Metric::Steps, budget, &mut Stats::default());
    let Outcome::Solved(moves) = answer.outcome else { return Ok(None) };
    let counts = check_unblock(board, &board.show_moves(&moves)).map_err(refused)?;
    Ok(counts.steps)
}

/// The checker does not accept an answer of the engine.
fn refused(wrong: WrongMoves) -> NoAnswer {
    NoAnswer::Refused(wrong.to_string())
}
