//! What `solve` need not do again: levels that an unfinished run has dealt with, or whose solutions are in the file
//! already.
//!
//! A level is skipped if an earlier search has answered the same question (configuration, limits and seed), or, when
//! any solution will do, if there is one at all, or if the one there is was proved to be what is asked for. Every
//! solution is replayed first.

use puzzle::{Goal, Puzzle, Resolved, Status};
use runner::{Asked, Questions};
use serde_json::Value;

use crate::quantity::plural;
use crate::solved::{Answer, Level, Output};
use crate::terminal::Terminal;

/// What is known about the levels before anything is searched.
pub(crate) struct Kept {
    /// The answer for each level, empty where there is none.
    pub(crate) answers: Vec<Answer>,
    /// How the levels that are skipped have ended.
    pub(crate) ends: Vec<Option<Status>>,
    /// How many of them are solved in the file itself.
    present: usize,
}

impl Kept {
    /// Looks at what is there for each level; `how` is what is asked about it.
    pub(crate) fn find(
        output: Option<&Output<'_>>,
        levels: &[Level<'_>],
        how: &[&Resolved],
    ) -> Kept {
        let mut kept = Kept {
            answers: vec![Answer::default(); levels.len()],
            ends: vec![None; levels.len()],
            present: 0,
        };
        let Some(output) = output else { return kept };
        let mut questions = Questions::default();
        for (at, (level, how)) in levels.iter().zip(how).enumerate() {
            let Ok(puzzle) = &level.entry.puzzle else { continue };
            let request = how.request();
            let any = request.goal.is_none() && request.improve.is_none();
            let row = output.rows(at).find_map(|row| {
                let status = Status::ALL.into_iter().find(|it| word(row, "status") == it.name())?;
                let asked = questions.of("", row).asked == Asked::of(how);
                let proved = request.improve.is_none() && is_proved(row, how);
                let counts = asked || status == Status::Solved && (any || proved);
                let certain = !matches!(status, Status::Interrupted | Status::Crashed);
                (counts && certain).then_some(())?;
                Some((status, answer(level, puzzle, row).filter(|it| is_whole(it, status))?))
            });
            if let Some((status, answer)) = row {
                (kept.answers[at], kept.ends[at]) = (answer, Some(status));
            } else if let Some(moves) = output.present(at).filter(|_| any) {
                let solution = Some(moves.to_owned());
                kept.answers[at] = Answer { solution, ..Answer::default() };
                kept.ends[at] = Some(Status::Solved);
                kept.present += 1;
            }
        }
        kept
    }

    /// Says what is skipped.
    pub(crate) fn say(&self, output: Option<&Output<'_>>, terminal: Terminal) {
        let (Some(output), total) = (output, self.ends.len()) else { return };
        let solved = self.ends.iter().filter(|it| **it == Some(Status::Solved)).count();
        let levels = plural(total as u64, "level", "levels");
        let say = |count: usize, from: String| {
            if count > 0 {
                terminal
                    .note(format!("{count} of {total} {levels} already solved, kept from {from}"));
            }
        };
        say(solved - self.present, output.kept_in());
        say(self.present, output.name());
        let tried = self.ends.iter().flatten().count() - solved;
        if tried > 0 {
            let tried = format!("{tried} more tried with the same settings, without a solution");
            terminal.note(format!("{tried}; a longer --time tries them again"));
        }
    }

    /// Gives levels that were not solved this time the solutions of earlier runs, whatever these were asked, and keeps
    /// the solution in the file where it is the shorter one.
    pub(crate) fn fill(
        answers: &mut [Answer],
        output: &Output<'_>,
        levels: &[Level<'_>],
        goal: Option<Goal>,
    ) {
        for (at, (found, level)) in answers.iter_mut().zip(levels).enumerate() {
            let Ok(puzzle) = &level.entry.puzzle else { continue };
            if found.solution.is_none() {
                let mut earlier = output.rows(at).filter_map(|row| answer(level, puzzle, row));
                *found = earlier.find(|it| it.solution.is_some()).unwrap_or(found.clone());
            }
            let counts = |moves: &str| puzzle::check(puzzle, moves).ok();
            let length =
                |moves: &str| goal.and_then(|goal| Some(counts(moves)?.cost(goal.first())));
            if let Some(present) = output.present(at)
                && found.solution.as_deref().is_none_or(|new| length(present) < length(new))
            {
                found.solution = Some(present.to_owned());
            }
        }
    }
}

fn word<'a>(row: &'a Value, name: &str) -> &'a str {
    row.get(name).and_then(Value::as_str).unwrap_or_default()
}

/// Whether the row says that its solution is proved shortest in what is asked for.
fn is_proved(row: &Value, how: &Resolved) -> bool {
    let goal = how.request().goal;
    let guarantee = puzzle::Guarantee::from_name(word(row, "guarantee"));
    goal.is_some_and(|goal| guarantee.is_some_and(|guarantee| guarantee.keeps(goal)))
}

/// Whether there is a solution where the status says so.
fn is_whole(answer: &Answer, status: Status) -> bool {
    answer.solution.is_some() == (status == Status::Solved)
}

/// A row as the answer of a level; `None` if its solution does not solve the level.
fn answer(level: &Level<'_>, puzzle: &Puzzle, row: &Value) -> Option<Answer> {
    let solution = row.get("solution").and_then(Value::as_str);
    let solution =
        solution.map(|moves| puzzle::solutions::replay(puzzle, moves).map(|it| it.moves));
    let solution = solution.transpose().ok()?;
    // It may have been read from another path, or stand in another place.
    let mut record = row.clone();
    let own = [
        ("collection", level.loaded.source.name.as_str().into()),
        ("index", level.entry.index.into()),
        ("title", level.entry.title.as_deref().into()),
    ];
    if let Value::Object(fields) = &mut record {
        fields.extend(own.map(|(name, value): (&str, Value)| (name.to_owned(), value)));
    }
    let author = word(row, "engine").to_owned();
    Some(Answer { solution, author, record: Some(record) })
}
