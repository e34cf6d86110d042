//! Solutions that people already have, made shorter.

use search::{Budget, Metric};

use crate::check::check_sokoban;
use crate::run::walked;
use crate::{Counts, SokobanPuzzle, WrongMoves, replayed};

/// Shortens a solution of a Sokoban level until nothing more is found or the budget is used up. For
/// [`Metric::Moves`] moves count first and then pushes, otherwise pushes and then moves. The solution
/// that comes out has been replayed by the checker and is never longer than the one that went in.
///
/// # Errors
/// Why what went in is not a solution.
pub fn shorten(
    puzzle: &SokobanPuzzle,
    solution: &str,
    goal: Metric,
    budget: &mut Budget,
) -> Result<(String, Counts), WrongMoves> {
    let board = puzzle.board();
    let text = puzzle.level().grid.to_string();
    let given = replayed(puzzle, solution)?;
    let shorter = solver::improve(board, &pushes(board, &given), goal, budget);
    let shorter = walked(board, &shorter).unwrap_or(given);
    let counts = check_sokoban(&text, &shorter).map_err(WrongMoves)?;
    Ok((shorter, counts))
}

/// The pushes of moves that can be made.
pub(crate) fn pushes(board: &sokoban::Board, moves: &str) -> Vec<sokoban::Push> {
    let mut state = board.start();
    let made = moves.chars().filter_map(|letter| {
        let dir = sokoban::Dir::from_letter(letter)?;
        let made = state.step(board, dir).ok()?;
        made.push.then_some(sokoban::Push { from: state.player, dir })
    });
    made.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Puzzle;

    fn level(rows: &[&str]) -> SokobanPuzzle {
        let read = crate::read(rows.join("\n").as_bytes()).unwrap().entries.remove(0);
        let Ok(Puzzle::Sokoban(puzzle)) = read.puzzle else { panic!("a level of Sokoban") };
        *puzzle
    }

    #[test]
    fn a_detour_is_left_out() {
        let puzzle = level(&["#######", "#@ $ .#", "#     #", "#######"]);
        let walked = shorten(&puzzle, "drulrRR", Metric::Pushes, &mut Budget::unlimited());
        let (shorter, counts) = walked.unwrap();
        assert_eq!((shorter.as_str(), counts.pushes, counts.moves), ("rRR", Some(2), Some(3)));
    }

    #[test]
    fn what_is_no_solution_is_refused() {
        let puzzle = level(&["#######", "#@ $ .#", "#     #", "#######"]);
        let wrong = shorten(&puzzle, "rR", Metric::Pushes, &mut Budget::unlimited()).unwrap_err();
        assert!(wrong.to_string().contains("not on goals"), "{wrong}");
    }
}
