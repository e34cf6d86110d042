//! A solution that somebody has found, made shorter.

use search::{Budget, Goal, Metric};

use crate::check::walk;
use crate::solutions::{Replayed, replay};
use crate::{Counts, Game, NoAnswer, Puzzle, WrongMoves};

/// A shorter solution, replayed by the checker.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
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
    improve_all(puzzle, &[moves.to_owned()], metric, budget).map(|merged| merged.best)
}

/// Refuses what is not counted in Sokoban.
fn counted(metric: Metric) -> Result<(), NoAnswer> {
    match Goal::IMPROVABLE.contains(&metric.into()) {
        true => Ok(()),
        false => Err(NoAnswer::Nothing(format!("sokoban does not count {metric}"))),
    }
}

/// What was made of several solutions.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Merged {
    /// The shortest solution, and what the shortest of the given ones counts.
    pub best: Improved,
    /// All solutions, given and found, of which none has as few moves and as few pushes, fewest
    /// pushes first.
    pub front: Vec<Replayed>,
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
    improve_all_on(puzzle, solutions, metric, 1, budget)
}

/// The same on several threads.
///
/// # Errors
///
/// As for [`improve_all`].
pub fn improve_all_on(
    puzzle: &Puzzle,
    solutions: &[String],
    metric: Metric,
    threads: usize,
    budget: &mut Budget,
) -> Result<Merged, NoAnswer> {
    let Puzzle::Sokoban(level) = puzzle else { return Err(NoAnswer::Game(Game::Unblock)) };
    counted(metric)?;
    let given = solutions.iter().map(|moves| replay(puzzle, moves));
    let given: Vec<Replayed> = given.collect::<Result<_, WrongMoves>>()?;
    let lines = given.iter().map(|it| level.pushes(&it.moves)).collect::<Result<Vec<_>, _>>()?;
    let key = |Replayed { counts, .. }: &Replayed| counts.cost(metric);
    let mut all = given.clone();
    let pushes = solver::improve_all_on(level.board(), &lines, metric, threads, budget);
    if let Some(pushes) = pushes {
        all.push(walk(level, &pushes).map_err(NoAnswer::Refused)?);
    }
    let none = || NoAnswer::Nothing("there is no solution to improve".to_owned());
    let before = given.iter().min_by_key(|it| key(it)).ok_or_else(none)?.counts;
    let Replayed { moves, counts } = all.iter().min_by_key(|it| key(it)).ok_or_else(none)?.clone();
    let best = Improved { moves, counts, before };
    Ok(Merged { best, front: front(all), given: given.len() })
}

/// The solutions of which no other has as few moves and as few pushes, fewest pushes first.
fn front(mut all: Vec<Replayed>) -> Vec<Replayed> {
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
            Replayed { moves: String::new(), counts }
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
