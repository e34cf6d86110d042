//! `banto label --check`: every solution replayed, every figure counted again.

use std::path::Path;

use lab::{LabelRow, LabelSums};
use puzzle::{Counts, Puzzle};

use super::label_writer::{KIND, failure};
use super::levels::{Levels, hash};
use crate::failure::{CommandResult, Failure};
use crate::terminal::Terminal;

/// Checks the rows of a file against the levels, in their order.
pub(super) fn run(file: &Path, mut levels: Levels, terminal: Terminal) -> CommandResult {
    let mut sums = LabelSums::default();
    let mut trouble = None;
    let mut each = |row: LabelRow| {
        let level = match levels.level() {
            Ok(Some(level)) => level,
            Ok(None) => return Err(format!("{}: there is no such level", row.level)),
            Err(failure) => {
                let message = failure.message.clone();
                trouble = Some(failure);
                return Err(message);
            }
        };
        if (&row.level, &row.level_hash) != (&level.name, &hash(&level.entry)) {
            return Err(format!(
                "{} {}: the next level is {}",
                row.level, row.level_hash, level.name
            ));
        }
        if let Ok(puzzle) = &level.entry.puzzle {
            replay(&row, puzzle).map_err(|why| format!("{}: {why}", row.level))?;
        }
        sums.add(&row);
        Ok(())
    };
    let followed = follow(file, &mut each);
    if let Some(failure) = trouble {
        return Err(failure);
    }
    followed?;
    let more = levels.level()?;
    terminal.note(super::summary(&sums, sums.levels, runner::process::cpu_time()));
    match more {
        None => Ok(levels.code()),
        Some(level) => {
            let (name, file) = (level.name, file.display());
            Err(Failure::bad_file(format!("{file}: no label for {name}, nor for what follows it")))
        }
    }
}

/// Shows each row of a file of labels.
fn follow(
    file: &Path,
    each: &mut dyn FnMut(LabelRow) -> Result<(), String>,
) -> Result<(), Failure> {
    if file.extension().is_some_and(|ending| ending == "parquet") {
        return follow_parquet(file, each);
    }
    let mut line = |line: &[u8]| each(LabelRow::read(line)?);
    runner::follow_journal(file, KIND, &mut line).map(|_| ()).map_err(failure)
}

#[cfg(feature = "parquet")]
fn follow_parquet(
    file: &Path,
    each: &mut dyn FnMut(LabelRow) -> Result<(), String>,
) -> Result<(), Failure> {
    super::parquet::follow(file, each)
}

#[cfg(not(feature = "parquet"))]
fn follow_parquet(
    file: &Path,
    _: &mut dyn FnMut(LabelRow) -> Result<(), String>,
) -> Result<(), Failure> {
    Err(Failure::usage(format!("{}: this program was built without Parquet", file.display())))
}

/// Replays the solutions of a row. A figure comes with a solution of exactly that length, and nothing
/// else has one.
fn replay(row: &LabelRow, puzzle: &Puzzle) -> Result<(), String> {
    let counts = |solution: &Option<String>| -> Result<Option<Counts>, String> {
        let moves = solution.as_deref().map(|moves| puzzle::check(puzzle, moves));
        moves.transpose().map_err(|wrong| wrong.to_string())
    };
    let fewest_pushes = counts(&row.pushes_solution)?.unwrap_or_default();
    let fewest_moves = counts(&row.moves_solution)?.unwrap_or_default();
    // Only a row about a pair says anything about the second count.
    let pushes_moves = row.pushes_moves.and(fewest_pushes.moves);
    let moves_pushes = row.moves_pushes.and(fewest_moves.pushes);
    for (what, said, counted) in [
        ("pushes", row.pushes, fewest_pushes.pushes),
        ("moves", row.moves, fewest_moves.moves),
        ("moves with the fewest pushes", row.pushes_moves, pushes_moves),
        ("pushes with the fewest moves", row.moves_pushes, moves_pushes),
    ] {
        if said != counted {
            let figure = |n: Option<u64>| n.map_or("none".to_owned(), |n| n.to_string());
            return Err(format!("{what}: {} said, {} counted", figure(said), figure(counted)));
        }
    }
    Ok(())
}
