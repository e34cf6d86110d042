//! Levels by number, as a game server plays them.

use std::path::Path;
use std::sync::Arc;

use game::Level;
use puzzle::Puzzle;

use crate::deliver::write_whole;
use crate::failure::Failure;
use crate::library::stem;
use crate::loaded::{self, Loaded};
use crate::sources::Source;
use crate::target::{Nature, Target};
use crate::terminal::Terminal;

/// The Sokoban levels of some sources with their numbers: those of the files when all are called by a
/// number (`7.xsb`) and hold one level, else counted from 1. Anything but valid Sokoban levels is
/// skipped.
pub(crate) fn levels(sources: Vec<Source>, terminal: Terminal) -> Result<Vec<Level>, Failure> {
    let (all, _) = loaded::choose(sources, None, terminal)?;
    let named = all.iter().map(number).collect::<Option<Vec<u32>>>();
    let entries = all.iter().flat_map(|it| it.selected().map(move |entry| (it, entry)));
    let mut levels = Vec::new();
    for (at, (loaded, entry)) in entries.enumerate() {
        let number = match &named {
            Some(numbers) => numbers[at],
            None => at as u32 + 1,
        };
        match &entry.puzzle {
            Ok(Puzzle::Sokoban(puzzle)) => {
                levels.push(Level { number, puzzle: Arc::new(puzzle.as_ref().clone()) });
            }
            _ => terminal.note(format!("{}: left out", loaded.name_of(entry))),
        }
    }
    levels.sort_by_key(|level| level.number);
    if levels.is_empty() {
        return Err(Failure::bad_file("there is no level of Sokoban"));
    }
    Ok(levels)
}

/// Writes each level to a file called by its number. Floor is written as `-`, which is how the
/// course's program and its students' agents read it. A file that is there already and says something else is only
/// overwritten by force; if there is one, nothing is written.
pub(crate) fn write(levels: &[Level], folder: &Path, force: bool) -> Result<(), Failure> {
    std::fs::create_dir_all(folder).map_err(|error| Failure::io(folder.display(), &error))?;
    let mut files = Vec::new();
    for level in levels {
        let rows = level.puzzle.level().grid.rows();
        let text: String =
            rows.map(|row| format!("{}\n", row.trim_end().replace(' ', "-"))).collect();
        let path = folder.join(format!("{}.xsb", level.number));
        let target = Target::find(&path)?;
        match &target.nature {
            Nature::File(old) if *old == text.as_bytes() => {}
            Nature::File(_) if !force => return Err(target.exists()),
            _ => files.push((path, text)),
        }
    }
    files.iter().try_for_each(|(path, text)| write_whole(path, text.as_bytes()))
}

/// The number a file is called by, when it holds one level.
fn number(loaded: &Loaded) -> Option<u32> {
    let number = stem(Path::new(&loaded.source.name)).parse().ok()?;
    (loaded.selected().count() == 1).then_some(number)
}
