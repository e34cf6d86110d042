//! Public collections: every level is read, every known solution replays. They are not ours to
//! ship, so these tests run only where `BANTO_LEVELS` names the folder that holds them.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use banto_sokoban::format::{self, Collection, Format};
use banto_sokoban::{Board, canonical_hash};

/// All Sokoban collections: name without extension, and contents.
fn collections() -> Vec<(String, Collection)> {
    let Some(folder) = needs::levels() else { return Vec::new() };
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder.join("sokoban")).unwrap().map(|file| file.unwrap().path()).collect();
    files.sort();
    let read = |path: PathBuf| {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        (name, format::read(&fs::read(path).unwrap()).unwrap())
    };
    files.into_iter().map(read).collect()
}

/// The rows of a table with the first column given.
fn rows<'a>(text: &'a str, separator: char, first: &str) -> Vec<Vec<&'a str>> {
    let columns = text
        .lines()
        .map(|line| line.trim_matches('|').split(separator).map(str::trim).collect::<Vec<_>>());
    columns.filter(|row| row[0] == first).collect()
}

#[test]
fn counts_and_sizes_are_those_of_the_index() {
    let Some(folder) = needs::levels() else { return };
    let readme = fs::read_to_string(folder.join("README.md")).unwrap();
    let index = fs::read_to_string(folder.join("index.tsv")).unwrap();
    for (name, collection) in collections() {
        let file = format!("{name}.xsb");
        let count = rows(&readme, '|', &file)[0][1].to_owned();
        assert_eq!(collection.entries.len().to_string(), count, "{name}");
        assert_eq!(collection.levels().count().to_string(), count, "{name}");
        for row in rows(&index, '\t', &file) {
            let number: usize = row[1].parse().unwrap();
            let level = collection.entries[number - 1].as_ref().unwrap();
            assert_eq!(level.title.as_deref(), Some(row[2]), "{name} {number}");
            let (width, height) = (level.grid.width(), level.grid.height());
            let board = Board::new(level).unwrap();
            let facts = [width, height, board.n_squares()].map(|n| n.to_string());
            assert_eq!(row[3..6], facts, "{name} {number}");
        }
    }
}

#[test]
fn known_solutions_replay() {
    let Some(folder) = needs::levels() else { return };
    for (name, collection) in collections() {
        let file = folder.join("solutions").join(format!("{name}.tsv"));
        let Ok(bytes) = fs::read(file) else { continue };
        for solution in format::read_solutions(&bytes).unwrap() {
            let solution = solution.unwrap();
            let level = collection.entries[solution.level - 1].as_ref().unwrap();
            let board = Board::new(level).unwrap();
            let mut state = board.start();
            state.play(&board, &solution.moves).unwrap();
            assert!(board.is_solved(&state), "{name}, {}", solution.position);
            let compressed = format::compress_moves(&solution.moves);
            assert_eq!(format::expand_moves(&compressed).unwrap(), solution.moves);
        }
    }
}

/// Where Debian's package `cavepacker-data` puts one file a level and one a solution.
const CAVEPACKER: &str = "/usr/share/games/cavepacker/maps";

#[test]
fn solutions_of_cavepacker_replay() {
    let Ok(folder) = fs::read_dir(CAVEPACKER) else {
        return needs::skip(
            "cavepacker-data is not installed (Debian: apt install cavepacker-data)",
        );
    };
    for file in folder.map(|file| file.unwrap().path()) {
        if file.extension().is_none_or(|extension| extension != "sol") {
            continue;
        }
        let levels = format::read(&fs::read(file.with_extension("sok")).unwrap()).unwrap();
        assert_eq!(levels.entries.len(), 1, "{}", file.display());
        let board = Board::new(levels.entries[0].as_ref().unwrap()).unwrap();
        for solution in format::read_solutions(&fs::read(&file).unwrap()).unwrap() {
            // These files are in lower case throughout.
            let moves = format::mark_pushes(&board, &solution.unwrap().moves).unwrap();
            let mut state = board.start();
            state.play(&board, &moves).unwrap();
            assert!(board.is_solved(&state), "{}", file.display());
        }
    }
}

#[test]
fn canonical_hashes_agree_with_the_index() {
    let Some(folder) = needs::levels() else { return };
    let index = fs::read_to_string(folder.join("index.tsv")).unwrap();
    let mut ours_of = BTreeMap::new();
    let mut theirs_of = BTreeMap::new();
    for (name, collection) in collections() {
        for row in rows(&index, '\t', &format!("{name}.xsb")) {
            let number: usize = row[1].parse().unwrap();
            let board = Board::new(collection.entries[number - 1].as_ref().unwrap()).unwrap();
            let (ours, theirs) = (canonical_hash(&board), row[10].to_owned());
            let known = theirs_of.entry(ours).or_insert_with(|| theirs.clone());
            assert_eq!(*known, theirs, "{name} {number}: equal here, different there");
            let known = ours_of.entry(theirs).or_insert(ours);
            assert_eq!(*known, ours, "{name} {number}: equal there, different here");
        }
    }
}

#[test]
fn collections_survive_every_format() {
    for (name, collection) in collections() {
        let content = collection.content();
        for format in Format::ALL.into_iter().filter(|format| format.is_readable()) {
            let mut again =
                format::read(format::write(&collection, format).as_bytes()).unwrap().content();
            if format == Format::Boxoban {
                // Titles are numbers there; only boards are held.
                again = with_notes_of(again, &content);
            }
            assert_eq!(again, content, "{name} as {}", format.name());
        }
    }
}

fn with_notes_of(collection: Collection, other: &Collection) -> Collection {
    let level = |(one, other): (_, &Result<banto_sokoban::Level, _>)| {
        let (one, other): (Result<banto_sokoban::Level, format::Unreadable>, _) = (one, other);
        let grid = one.unwrap().grid;
        Ok(banto_sokoban::Level { grid, ..other.clone().unwrap() })
    };
    let entries = collection.entries.into_iter().zip(&other.entries).map(level).collect();
    Collection { entries, ..other.clone() }
}
