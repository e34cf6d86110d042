//! `banto generate`: new levels from a seed.

use std::time::Duration;

use puzzle::generate::{Generator, Grade, SokobanWanted, UnblockWanted};
use puzzle::search::Stop;
use puzzle::to_order::{Maker, TRIES, ToOrder, UnblockToOrder};
use puzzle::{Budget, Cancel, Entry, Limits, NoAnswer};

use super::convert::known_format;
use crate::args::{
    GenerateCommon, GenerateGame, GenerateSokoban, GenerateUnblock, GradeArg, StyleArg,
};
use crate::failure::{CommandResult, Failure};
use crate::growing::Written;
use crate::interrupt;
use crate::quantity::plural;
use crate::terminal::Terminal;

/// Makes levels and writes them.
pub(crate) fn run(game: &GenerateGame, terminal: Terminal) -> CommandResult {
    match game {
        GenerateGame::Sokoban(args) => sokoban(args, terminal),
        GenerateGame::Unblock(args) => unblock(args, terminal),
    }
}

fn sokoban(args: &GenerateSokoban, terminal: Terminal) -> CommandResult {
    let grade = args.grade.map(|grade| match grade {
        GradeArg::Easy => Grade::Easy,
        GradeArg::Medium => Grade::Medium,
        GradeArg::Hard => Grade::Hard,
        GradeArg::Expert => Grade::Expert,
    });
    // Three boxes seldom make a hard level, and hardly ever one for experts.
    let (width, height, boxes, tries) = match grade {
        Some(Grade::Expert) => (9, 9, 6, 1000),
        Some(Grade::Hard) => (9, 8, 4, 1000),
        _ => (9, 8, 3, 60),
    };
    let wanted = SokobanWanted {
        width: args.width.unwrap_or(width),
        height: args.height.unwrap_or(height),
        boxes: args.boxes.unwrap_or(boxes),
        grade,
        min_pushes: args.min_pushes,
        style: args.style.map(StyleArg::style),
        tries: args.common.tries.unwrap_or(tries),
    };
    if let Some(share) = args.solved_by {
        let tries = args.common.tries.unwrap_or(TRIES);
        let boxes = args.boxes.unwrap_or(ToOrder::usual_boxes(share));
        let wanted = SokobanWanted {
            width: args.width.unwrap_or(9),
            height: args.height.unwrap_or(8),
            ..wanted
        };
        let wanted = SokobanWanted { tries, boxes, ..wanted };
        let maker = ToOrder::new(wanted, args.common.seed, share).map_err(Failure::usage)?;
        return make(&args.common, Maker::Sokoban(maker), "sok", terminal);
    }
    let generator = Generator::sokoban(wanted, args.common.seed).map_err(Failure::usage)?;
    make(&args.common, Maker::Usual(generator), "sok", terminal)
}

fn unblock(args: &GenerateUnblock, terminal: Terminal) -> CommandResult {
    let moves = args.moves.as_ref().map(|range| {
        let bound = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
        bound(*range.start())..=bound(*range.end())
    });
    let usual = UnblockWanted::of(args.grade);
    let usual_pieces = 2..=UnblockWanted::usual_pieces(args.width, args.height);
    let wanted = UnblockWanted {
        width: args.width,
        height: args.height,
        moves: moves.unwrap_or(args.grade.moves()),
        pieces: args.pieces.clone().unwrap_or(usual_pieces),
        walls: 0..=args.walls,
        minimal: !args.loose,
        tries: args.common.tries.unwrap_or(usual.tries),
        ..usual
    };
    let seed = match args.day {
        Some((year, month, day)) => Generator::seed_of_day(year, month, day),
        None => args.common.seed,
    };
    if let Some(people) = args.people_moves {
        let tries = args.common.tries.unwrap_or(TRIES);
        let wanted = UnblockWanted { tries, ..wanted };
        let maker = UnblockToOrder::new(wanted, seed, people.into()).map_err(Failure::usage)?;
        // The notation with notes, since the grade is one.
        return make(&args.common, Maker::Unblock(Box::new(maker)), "line", terminal);
    }
    let generator = Generator::unblock(wanted, seed).map_err(Failure::usage)?;
    make(&args.common, Maker::Usual(generator), "table", terminal)
}

fn tries(n: u32) -> String {
    format!("{n} {}", plural(n.into(), "try", "tries"))
}

/// Makes the requested number of levels, writes each when it is made, and reports which wishes it misses.
fn make(
    args: &GenerateCommon,
    mut generator: Maker,
    usual_format: &str,
    terminal: Terminal,
) -> CommandResult {
    args.to.as_deref().map_or(Ok(()), known_format)?;
    let format = args.to.as_deref().unwrap_or(usual_format);
    let mut written = Written::begin(args, generator.game(), format, usual_format)?;
    let cancel = Cancel::default();
    interrupt::watch(&cancel)?;
    interrupt::watch_reader(&cancel);
    let line = terminal.progress(u64::from(args.count));
    let limits = Limits { time: Some(args.time), ..Limits::default() };
    let mut stopped = None;
    let mut short = false;
    for index in 1..=args.count as usize {
        line.level(&format!("making level {index}"));
        let mut budget = Budget::new(limits, cancel.clone());
        match generator.next_level(&mut budget) {
            Ok(made) => {
                if !made.missed.is_empty() {
                    short = true;
                    let spent = match budget.time_left() {
                        Some(Duration::ZERO) => "when the time was up".to_owned(),
                        _ => format!("after {}", tries(made.tries)),
                    };
                    line.complain(&format!("level {index}: {} {spent}", made.missed.join(", ")));
                }
                let entry = Entry { index, title: None, puzzle: Ok(made.puzzle) };
                line.suspend(|| written.add(entry))?;
                line.done();
            }
            // The next level has other seeds and a time of its own.
            Err(NoAnswer::Stopped(Stop::Time)) if !cancel.is_cancelled() => {
                short = true;
                let time = args.time;
                line.complain(&format!("level {index}: nothing was found in {time:?}"));
            }
            Err(why) => {
                stopped = Some(format!("level {index}: {why}"));
                break;
            }
        }
    }
    line.finish();
    written.finish()?;
    match stopped {
        None if short => Ok(puzzle::Status::GaveUp.exit_code()),
        None => Ok(0),
        Some(_) if interrupt::reader_left() => Ok(0),
        Some(_) if cancel.is_cancelled() => Ok(puzzle::Status::Interrupted.exit_code()),
        Some(why) => Err(Failure { code: puzzle::Status::GaveUp.exit_code(), message: why }),
    }
}
