//! A solution that somebody has found, made shorter.

use search::Budget;

use crate::check::check_sokoban;
use crate::run::walked;
use crate::{Counts, Game, Goal, NoAnswer, Puzzle, WrongMoves, replayed};

/// A shorter solution, replayed by the checker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Improved {
    /// Its moves.
    pub moves: String,
    /// What it counts.
    pub counts: Counts,
    /// What the given solution counts.
    pub before: Counts,
}

/// Shortens a solution of a Sokoban level within a budget, first in moves or first in pushes as the goal
/// says. When nothing better is found, the given solution comes back.
///
/// # Errors
///
/// When the level is none of Sokoban, or the moves are no solution of it; the sentence says why.
pub fn improve(
    puzzle: &Puzzle,
    moves: &str,
    goal: Goal,
    budget: &mut Budget,
) -> Result<Improved, NoAnswer> {
    let Puzzle::Sokoban(level) = puzzle else { return Err(NoAnswer::Game(Game::Unblock)) };
    let wrong = |reason: WrongMoves| NoAnswer::Nothing(reason.to_string());
    let moves = replayed(level, moves).map_err(wrong)?;
    let text = level.level().grid.to_string();
    let before = check_sokoban(&text, &moves).map_err(NoAnswer::Refused)?;
    let board = level.board();
    let mut state = board.start();
    let mut pushes = Vec::new();
    for letter in moves.chars() {
        let dir = sokoban::Dir::from_letter(letter).expect("the checker knows the letter");
        if state.step(board, dir).expect("the checker has made this move").push {
            pushes.push(sokoban::Push { from: state.player, dir });
        }
    }
    let first = if goal == Goal::Moves { solver::Goal::Moves } else { solver::Goal::Pushes };
    let shorter = walked(board, &solver::improve(board, &pushes, first, budget));
    let refused = || NoAnswer::Refused("the shorter pushes cannot be walked".to_owned());
    let shorter = shorter.ok_or_else(refused)?;
    let counts = check_sokoban(&text, &shorter).map_err(NoAnswer::Refused)?;
    let key = |it: &Counts| match goal {
        Goal::Moves => (it.moves, it.pushes),
        _ => (it.pushes, it.moves),
    };
    Ok(match key(&counts) < key(&before) {
        true => Improved { moves: shorter, counts, before },
        false => Improved { moves, counts: before, before },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;

    const LEVEL: &[u8] = b"#########\n#       #\n# @$  . #\n#       #\n#########\n";

    fn improved(moves: &str) -> Result<Improved, NoAnswer> {
        let puzzle = read(LEVEL).unwrap().entries.remove(0).puzzle.unwrap();
        improve(&puzzle, moves, Goal::Moves, &mut Budget::unlimited())
    }

    #[test]
    fn a_detour_is_taken_out() {
        let it = improved("udduRlrRlrR").unwrap();
        assert_eq!(it.before.moves, Some(11));
        assert_eq!((it.moves.as_str(), it.counts.moves), ("RRR", Some(3)));
        assert_eq!(improved("RRR").unwrap().moves, "RRR");
    }

    #[test]
    fn what_is_no_solution_is_told() {
        assert!(matches!(improved("RR"), Err(NoAnswer::Nothing(_))));
        assert!(matches!(improved("dRRR"), Err(NoAnswer::Nothing(_))));
    }
}
