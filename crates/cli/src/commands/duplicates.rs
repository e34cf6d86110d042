//! `banto levels duplicates`: levels that are the same up to turning, mirroring and parts nobody can reach.

use std::collections::HashMap;

use puzzle::Puzzle;
use serde_json::{Value, json};

use crate::commands::print;
use crate::embedded;
use crate::failure::{CommandResult, printable};
use crate::library::Library;
use crate::loaded::{self, Loaded};
use crate::quantity::plural;
use crate::sources::{self, Source};
use crate::terminal::Terminal;

/// Where a level stands: the number of its collection and its own.
type Place = (usize, usize);

/// Prints every group of equal levels, in the order in which its first level was met.
pub(super) fn run(
    files: &[String],
    jsonl: bool,
    library: &Library,
    terminal: Terminal,
) -> CommandResult {
    let sources = match files {
        [] => everything(library),
        files => sources::find(files, library)?,
    };
    let (collections, code) = loaded::read(sources, terminal);
    let (levels, groups) = groups(&collections);
    let mut text = String::new();
    for group in &groups {
        text += &match jsonl {
            true => format!("{}\n", record(group, &collections)),
            false => format!("{}\n", line(group, &collections)),
        };
    }
    print(text.as_bytes())?;
    let twins: usize = groups.iter().map(|group| group.len() - 1).sum();
    let several = plural(levels as u64, "level", "levels");
    let word =
        plural(twins as u64, "is the same as one before it", "are the same as ones before them");
    terminal.note(format!("{levels} {several}; {twins} {word}"));
    Ok(code)
}

/// The embedded collections and the library.
fn everything(library: &Library) -> Vec<Source> {
    let embedded = embedded::list().filter_map(|(name, _)| embedded::named(name));
    let own = library.collections().into_iter().filter_map(|(name, path)| {
        // A file that cannot be read is none of this command's business; `levels list` names it.
        let source = sources::read_file(&path).ok()?;
        Some(Source { name, named: false, ..source })
    });
    embedded.chain(own).collect()
}

/// How many levels there are, and the groups of equal ones.
fn groups(collections: &[Loaded]) -> (usize, Vec<Vec<Place>>) {
    let mut levels = 0;
    let mut groups: Vec<Vec<Place>> = Vec::new();
    let mut known: HashMap<(bool, u64), usize> = HashMap::new();
    for (number, loaded) in collections.iter().enumerate() {
        for entry in loaded.selected() {
            let Ok(puzzle) = &entry.puzzle else { continue };
            levels += 1;
            let key = (matches!(puzzle, Puzzle::Sokoban(_)), puzzle.canonical_hash());
            let group = *known.entry(key).or_insert(groups.len());
            if group == groups.len() {
                groups.push(Vec::new());
            }
            groups[group].push((number, entry.index));
        }
    }
    groups.retain(|group| group.len() > 1);
    (levels, groups)
}

fn line(group: &[Place], collections: &[Loaded]) -> String {
    let name = |&(number, index): &Place| {
        format!("{}:{index}", printable(&collections[number].source.name))
    };
    group.iter().map(name).collect::<Vec<_>>().join(" = ")
}

fn record(group: &[Place], collections: &[Loaded]) -> Value {
    let level = |&(number, index): &Place| json!({ "collection": collections[number].source.name, "level": index });
    json!({ "same": group.iter().map(level).collect::<Vec<_>>() })
}
