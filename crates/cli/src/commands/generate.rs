//! `banto generate`: new levels from a seed.

use puzzle::{
    Budget, Cancel, Collection, Entry, Generator, Grade, Limits, SokobanWanted, UnblockWanted,
};

use super::convert::{deliver, known_format};
use crate::args::{GenerateCommon, GenerateGame, GenerateSokoban, GenerateUnblock, GradeArg};
use crate::failure::{CommandResult, Failure};
use crate::interrupt;
use crate::terminal::Terminal;

/// Makes levels and writes them.
pub(crate) fn run(game: &GenerateGame, terminal: Terminal) -> CommandResult {
    match game {
        GenerateGame::Sokoban(args) => sokoban(args, terminal),
        GenerateGame::Unblock(args) => unblock(args, terminal),
    }
}

fn sokoban(args: &GenerateSokoban, terminal: Terminal) -> CommandResult {
    let wanted = SokobanWanted {
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
    let generator = Generator::sokoban(wanted, args.common.seed).map_err(Failure::usage)?;
    make(&args.common, generator, "sok", terminal)
}

fn unblock(args: &GenerateUnblock, terminal: Terminal) -> CommandResult {
    let moves = args.moves.as_ref().map(|range| {
        let bound = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        bound(*range.start())..=bound(*range.end())
    });
    let wanted = UnblockWanted {
        width: args.width,
        height: args.height,
        moves: moves.unwrap_or(args.category.moves()),
        pieces: args.pieces.clone(),
        walls: 0..=args.walls,
        minimal: !args.loose,
        ..UnblockWanted::of(args.category)
    };
    let seed = match args.day {
        Some((year, month, day)) => Generator::seed_of_day(year, month, day),
        None => args.common.seed,
    };
    let generator = Generator::unblock(wanted, seed).map_err(Failure::usage)?;
    make(&args.common, generator, "table", terminal)
}

/// Makes as many levels as wanted and tells what each lacks.
fn make(
    args: &GenerateCommon,
    mut generator: Generator,
    usual_format: &str,
    terminal: Terminal,
) -> CommandResult {
    args.to.as_deref().map_or(Ok(()), known_format)?;
    let cancel = Cancel::default();
    interrupt::watch(&cancel)?;
    let line = terminal.progress(u64::from(args.count));
    let mut entries = Vec::new();
    let mut stopped = None;
    for index in 1..=args.count as usize {
        line.level(&format!("making level {index}"));
        let mut budget = Budget::new(Limits::default(), cancel.clone());
        match generator.next_level(&mut budget) {
            Ok(made) => {
                if !made.missed.is_empty() {
                    line.complain(&format!("level {index}: {}", made.missed.join(", ")));
                }
                entries.push(Entry { index, title: None, puzzle: Ok(made.puzzle) });
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
    let game = generator.game();
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
