//! `banto generate`: new levels from a seed.

use puzzle::{Budget, Cancel, Collection, Entry, Game, Limits, Puzzle};
use solver::generate::{Generator, Grade, Wanted};

use super::convert::deliver;
use crate::args::{GenerateCommon, GenerateGame, GenerateSokoban, GenerateUnblock, GradeArg};
use crate::failure::{Failure, Outcome};
use crate::interrupt;
use crate::terminal::Terminal;

/// Makes levels and writes them.
pub(crate) fn run(game: &GenerateGame, terminal: Terminal) -> Outcome {
    match game {
        GenerateGame::Sokoban(args) => sokoban(args, terminal),
        GenerateGame::Unblock(args) => unblock(args, terminal),
    }
}

fn sokoban(args: &GenerateSokoban, terminal: Terminal) -> Outcome {
    let wanted = Wanted {
        width: args.width,
        height: args.height,
        boxes: args.boxes,
        grade: args.grade.map(|grade| match grade {
            GradeArg::Easy => Grade::Easy,
            GradeArg::Medium => Grade::Medium,
            GradeArg::Hard => Grade::Hard,
            GradeArg::Expert => Grade::Expert,
        }),
        min_pushes: args.min_pushes,
        tries: args.tries,
    };
    let mut generator = Generator::new(args.common.seed, wanted).map_err(Failure::usage)?;
    make(&args.common, Game::Sokoban, "sok", terminal, |budget| {
        let made = generator.next_level(budget).map_err(|error| error.to_string())?;
        let missed: Vec<String> = made.missed.iter().map(ToString::to_string).collect();
        let puzzle = Puzzle::sokoban(made.level).map_err(|refused| refused.to_string())?;
        Ok((puzzle, missed.join(", ")))
    })
}

fn unblock(args: &GenerateUnblock, terminal: Terminal) -> Outcome {
    use unblock::generate::{Generator, Wanted};
    let moves = args.moves.as_ref().map(|range| {
        let bound = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        bound(*range.start())..=bound(*range.end())
    });
    let wanted = Wanted {
        width: args.width,
        height: args.height,
        moves: moves.unwrap_or(args.category.moves()),
        pieces: args.pieces.clone(),
        walls: 0..=args.walls,
        minimal: !args.loose,
        ..Wanted::of(args.category)
    };
    let seed = match args.day {
        Some((year, month, day)) => Generator::seed_of_day(year, month, day),
        None => args.common.seed,
    };
    let mut generator = Generator::new(wanted, seed).map_err(Failure::usage)?;
    make(&args.common, Game::Unblock, "table", terminal, |budget| {
        let level = generator.next_level(budget).map_err(|stop| format!("{stop:?}"))?;
        Ok((Puzzle::Unblock(level), String::new()))
    })
}

/// Makes as many puzzles as wanted. The closure makes the next one and says what it lacks.
fn make(
    args: &GenerateCommon,
    game: Game,
    usual_format: &str,
    terminal: Terminal,
    mut next: impl FnMut(&mut Budget) -> Result<(Puzzle, String), String>,
) -> Outcome {
    let cancel = Cancel::default();
    interrupt::watch(&cancel)?;
    let line = terminal.progress(u64::from(args.count));
    let mut entries = Vec::new();
    let mut stopped = None;
    for index in 1..=args.count as usize {
        line.level(&format!("making level {index}"));
        let mut budget = Budget::new(Limits::default(), cancel.clone());
        match next(&mut budget) {
            Ok((puzzle, missed)) => {
                if !missed.is_empty() {
                    line.complain(&format!("level {index}: {missed}"));
                }
                entries.push(Entry { index, title: None, puzzle: Ok(puzzle) });
                line.done();
            }
            Err(why) => {
                stopped = Some(format!("level {index}: {why}"));
                break;
            }
        }
    }
    line.finish();
    let (title, author, comments, warnings) = (None, None, Vec::new(), Vec::new());
    let collection = Collection { game, title, author, comments, entries, warnings };
    let format = args.to.as_deref().unwrap_or(usual_format);
    let text = puzzle::write(&collection, format).map_err(Failure::usage)?;
    deliver(&text, args.output.as_deref())?;
    match stopped {
        None => Ok(0),
        Some(_) if cancel.is_cancelled() => Ok(puzzle::Status::Interrupted.exit_code()),
        Some(why) => Err(Failure { code: puzzle::Status::GaveUp.exit_code(), message: why }),
    }
}
