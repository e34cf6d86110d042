//! A solution that somebody has found, made shorter.

use search::{Budget, Metric};

use crate::check::check_sokoban;
use crate::run::walked;
use crate::shorten::pushes;
use crate::{Counts, Game, NoAnswer, Puzzle, WrongMoves, replayed};

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

/// Shortens a solution of a Sokoban level within a budget, first in moves or first in pushes. When
/// nothing better is found, the given solution comes back.
///
/// # Errors
///
/// When the level is none of Sokoban, or the moves are no solution of it; the sentence says why.
pub fn improve(
    puzzle: &Puzzle,
    moves: &str,
    metric: Metric,
    budget: &mut Budget,
) -> Result<Improved, NoAnswer> {
    let Puzzle::Sokoban(level) = puzzle else { return Err(NoAnswer::Game(Game::Unblock)) };
    counted(metric)?;
    let wrong = |reason: WrongMoves| NoAnswer::Nothing(reason.to_string());
    let moves = replayed(level, moves).map_err(wrong)?;
    let text = level.level().grid.to_string();
    let before = check_sokoban(&text, &moves).map_err(NoAnswer::Refused)?;
    let board = level.board();
    let pushes = pushes(board, &moves);
    let shorter = walked(board, &solver::improve(board, &pushes, metric, budget));
    let refused = || NoAnswer::Refused("the shorter pushes cannot be walked".to_owned());
    let shorter = shorter.ok_or_else(refused)?;
    let counts = check_sokoban(&text, &shorter).map_err(NoAnswer::Refused)?;
    let key = |it: &Counts| match metric {
        Metric::Moves => (it.moves, it.pushes),
        _ => (it.pushes, it.moves),
    };
    Ok(match key(&counts) < key(&before) {
        true => Improved { moves: shorter, counts, before },
        false => Improved { moves, counts: before, before },
    })
}

/// Refuses what is not counted in Sokoban.
fn counted(metric: Metric) -> Result<(), NoAnswer> {
    match solver::GOALS.contains(&Some(metric)) {
        true => Ok(()),
        false => Err(NoAnswer::Nothing(solver::ConfigError::Steps.to_string())),
    }
}

/// A solution that is worth keeping.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Its moves.
    pub moves: String,
    /// What it counts.
    pub counts: Counts,
}

/// What was made of several solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Merged {
    /// The shortest solution, and what the shortest of the given ones counts.
    pub best: Improved,
    /// All solutions, given and found, of which none has as few moves and as few pushes, fewest
    /// pushes first.
    pub front: Vec<Kept>,
    /// How many solutions were given.
    pub given: usize,
}

/// Makes one short solution of several solutions of a Sokoban level, within a budget.
///
/// # Errors
///
/// When the level is none of Sokoban, or one of the solutions is none of it, or there is none.
pub fn improve_all(
    puzzle: &Puzzle,
    solutions: &[String],
    metric: Metric,
    budget: &mut Budget,
) -> Result<Merged, NoAnswer> {
    let Puzzle::Sokoban(level) = puzzle else { return Err(NoAnswer::Game(Game::Unblock)) };
    counted(metric)?;
    let board = level.board();
    let text = level.level().grid.to_string();
    let count = |moves: String| {
        let counts = check_sokoban(&text, &moves).map_err(NoAnswer::Refused)?;
        Ok(Kept { moves, counts })
    };
    let wrong = |reason: WrongMoves| NoAnswer::Nothing(reason.to_string());
    let given = solutions.iter().map(|moves| count(replayed(level, moves).map_err(wrong)?));
    let given: Vec<Kept> = given.collect::<Result<_, NoAnswer>>()?;
    let lines: Vec<_> = given.iter().map(|kept| pushes(board, &kept.moves)).collect();
    let key = |kept: &Kept| match metric {
        Metric::Moves => (kept.counts.moves, kept.counts.pushes, kept.counts.box_changes),
        _ => (kept.counts.pushes, kept.counts.moves, kept.counts.box_changes),
    };
    let mut all = given.clone();
    let shorter = solver::improve_all(board, &lines, metric, budget);
    if let Some(walk) = shorter.and_then(|pushes| walked(board, &pushes)) {
        all.push(count(walk)?);
    }
    let none = || NoAnswer::Nothing("there is no solution to improve".to_owned());
    let before = given.iter().min_by_key(|kept| key(kept)).ok_or_else(none)?.counts;
    let Kept { moves, counts } = all.iter().min_by_key(|kept| key(kept)).ok_or_else(none)?.clone();
    let best = Improved { moves, counts, before };
    Ok(Merged { best, front: front(all), given: given.len() })
}

/// The solutions of which no other has as few moves and as few pushes, fewest pushes first.
fn front(mut all: Vec<Kept>) -> Vec<Kept> {
    all.sort_by_key(|kept| (kept.counts.pushes, kept.counts.moves));
    let mut fewest = None;
    all.retain(|kept| {
        let better = fewest.is_none_or(|fewest| kept.counts.moves < fewest);
        fewest = if better { Some(kept.counts.moves) } else { fewest };
        better
    });
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read;

    const LEVEL: &[u8] = b"#########\n#       #\n# @$  . #\n#       #\n#########\n";

    fn improved(moves: &str) -> Result<Improved, NoAnswer> {
        let puzzle = read(LEVEL).unwrap().entries.remove(0).puzzle.unwrap();
        improve(&puzzle, moves, Metric::Moves, &mut Budget::unlimited())
    }

    #[test]
    fn a_detour_is_taken_out() {
        let it = improved("udduRlrRlrR").unwrap();
        assert_eq!(it.before.moves, Some(11));
        assert_eq!((it.moves.as_str(), it.counts.moves), ("RRR", Some(3)));
        assert_eq!(improved("RRR").unwrap().moves, "RRR");
    }

    #[test]
    fn of_several_solutions_the_best_is_kept_and_what_is_not_worse_in_both() {
        // From the left the box goes straight; from above it goes round.
        let puzzle = read(LEVEL).unwrap().entries.remove(0).puzzle.unwrap();
        let long = "udduRlrRlrR".to_owned();
        let given = [long.clone(), "RRR".to_owned()];
        let merged =
            improve_all(&puzzle, &given, Metric::Pushes, &mut Budget::unlimited()).unwrap();
        assert_eq!((merged.best.moves.as_str(), merged.best.before.moves), ("RRR", Some(3)));
        assert_eq!((merged.front.len(), merged.given), (1, 2));
        let none = improve_all(&puzzle, &[], Metric::Pushes, &mut Budget::unlimited());
        assert!(matches!(none, Err(NoAnswer::Nothing(_))));
        let wrong =
            improve_all(&puzzle, &[long, "R".into()], Metric::Pushes, &mut Budget::unlimited());
        assert!(matches!(wrong, Err(NoAnswer::Nothing(_))));
    }

    #[test]
    fn the_front_holds_what_no_other_beats() {
        let kept = |pushes, moves| {
            let counts = Counts { pushes: Some(pushes), moves: Some(moves), ..Counts::default() };
            Kept { moves: String::new(), counts }
        };
        let all = [(9, 20), (7, 30), (8, 25), (8, 31), (7, 30), (9, 21)];
        let front = front(all.map(|(pushes, moves)| kept(pushes, moves)).to_vec());
        assert_eq!(front, [kept(7, 30), kept(8, 25), kept(9, 20)]);
    }

    #[test]
    fn what_is_no_solution_is_told() {
        assert!(matches!(improved("RR"), Err(NoAnswer::Nothing(_))));
        assert!(matches!(improved("dRRR"), Err(NoAnswer::Nothing(_))));
    }
}
