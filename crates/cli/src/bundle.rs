//! Folders with one level per file become collections.
//!
//! Some packages install `xsokoban0001.sok`, `xsokoban0002.sok`, … each with its solution in a
//! `.sol` beside it (Debian's cavepacker-data is one). In a library such files belong together:
//! those that share their name but for the number at its end are joined, in the order of the
//! numbers, with titles, authors, comments and every solution that replays.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use puzzle::plain::{SavedGame, SokobanLevel};
use puzzle::solutions::Claim;
use puzzle::{Game, Puzzle};

use crate::failure::Failure;
use crate::sources::{self, Source};

/// The sources of a folder: numbered one-level files joined, all others as they are.
pub(crate) fn folder(folder: &Path) -> Result<Vec<Source>, Failure> {
    let mut groups: BTreeMap<(PathBuf, String), Vec<(u64, PathBuf)>> = BTreeMap::new();
    let (archives, files): (Vec<PathBuf>, Vec<PathBuf>) =
        sources::level_files(folder)?.into_iter().partition(|file| sources::is_archive(file));
    for file in files {
        let (name, number) = numbered(&file);
        let parent = file.parent().unwrap_or(Path::new("")).to_owned();
        groups.entry((parent, name)).or_default().push((number, file));
    }
    let mut all = Vec::new();
    for archive in archives {
        all.extend(sources::read(&archive)?);
    }
    for ((parent, name), mut files) in groups {
        files.sort();
        let read: Result<Vec<Source>, Failure> =
            files.iter().map(|(_, file)| sources::read_file(file)).collect();
        let read = read?;
        let name = if name.is_empty() { name_of(&parent) } else { name };
        let place = parent.join(format!("{name}.sok")).display().to_string();
        match joined(&read) {
            Some(text) => all.push(Source::new(place, text.into_bytes())),
            None => all.extend(read),
        }
    }
    Ok(all.into_iter().map(|source| Source { named: false, ..source }).collect())
}

/// The name of a folder, for files that are called by numbers alone.
fn name_of(folder: &Path) -> String {
    let here = || std::fs::canonicalize(folder).ok()?.file_name().map(ToOwned::to_owned);
    let name = folder.file_name().map(ToOwned::to_owned).or_else(here);
    name.map_or_else(|| "levels".to_owned(), |name| name.to_string_lossy().into_owned())
}

/// The stem of a file without the number at its end, and that number.
fn numbered(file: &Path) -> (String, u64) {
    let stem = crate::library::stem(file);
    let name = stem.trim_end_matches(|c: char| c.is_ascii_digit());
    let number = stem[name.len()..].parse().unwrap_or(0);
    (name.trim_end_matches(['_', '-', ' ', '.']).to_owned(), number)
}

/// Several files of one Sokoban level each as one collection; `None` when they are anything else.
fn joined(files: &[Source]) -> Option<String> {
    if files.len() < 2 {
        return None;
    }
    let levels: Option<Vec<SokobanLevel>> = files.iter().map(only_level).collect();
    puzzle::write::write_sokoban(levels?, "sok").ok()
}

/// The level of a file that holds exactly one, with what the file says about it.
fn only_level(file: &Source) -> Option<SokobanLevel> {
    let collection = puzzle::read(&file.bytes).ok()?;
    let [entry] = collection.entries.as_slice() else { return None };
    let mut level = entry.sokoban_level()?.clone();
    let path = Path::new(&file.name);
    let name = crate::library::stem(path);
    level.title = level.title.or(collection.title).or(Some(name));
    level.author = level.author.or(collection.author);
    level.comments.splice(0..0, collection.comments);
    if let Ok(puzzle @ Puzzle::Sokoban(_)) = &entry.puzzle {
        let claims = solutions_beside(path).into_iter();
        let replayed =
            claims.filter_map(|claim| puzzle::solutions::replay(puzzle, &claim.moves).ok());
        let saved =
            |it: puzzle::solutions::Replayed| SavedGame { moves: it.moves, ..Default::default() };
        level.solutions.extend(replayed.map(saved));
    }
    Some(level)
}

/// The solutions in `name.sol`, when there is such a file.
pub(crate) fn solutions_beside(level: &Path) -> Vec<Claim> {
    let file = sources::read_file(&level.with_extension("sol"));
    let claims =
        file.ok().and_then(|f| puzzle::solutions::read_solutions(&f.bytes, Game::Sokoban).ok());
    claims.unwrap_or_default().into_iter().filter_map(Result::ok).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_taken_off_names() {
        let of = |name: &str| numbered(Path::new(name));
        assert_eq!(of("maps/microban01_0012.sok"), ("microban01".to_owned(), 12));
        assert_eq!(of("gri0140.sok"), ("gri".to_owned(), 140));
        assert_eq!(of("alone.xsb"), ("alone".to_owned(), 0));
    }

    #[test]
    fn one_level_files_join_and_others_stay() {
        let source = |text: &str| Source::new("nowhere/level1.xsb", text.as_bytes().to_vec());
        let one = source("#####\n#@$.#\n#####\nTitle: Mine\n");
        let two = source("#####\n#@$.#\n#####\n\n######\n#@ $.#\n######\n");
        let text = joined(&[one.clone(), one.clone()]).unwrap();
        let collection = puzzle::read(text.as_bytes()).unwrap();
        assert_eq!(collection.entries.len(), 2);
        assert_eq!(collection.entries[1].title.as_deref(), Some("Mine"));
        assert!(joined(&[one.clone(), two]).is_none());
        assert!(joined(&[one]).is_none());
    }
}
