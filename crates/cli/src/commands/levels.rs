//! `banto levels`: the library of collections.

use std::collections::BTreeSet;
use std::path::Path;

use puzzle::Puzzle;

use super::convert::{deliver, known_format};
use super::print;
use crate::args::{Input, LevelsAction};
use crate::bundle;
use crate::embedded;
use crate::failure::{CommandResult, Failure, printable};
use crate::library::{Added, Library, stem};
use crate::loaded::{self, Loaded};
use crate::quantity::plural;
use crate::sources::{self, Source};
use crate::terminal::Terminal;

/// Does what is asked for.
pub(crate) fn run(action: &LevelsAction, library: &Library, terminal: Terminal) -> CommandResult {
    match action {
        LevelsAction::List => list(library, terminal),
        LevelsAction::Add { paths } => add(paths, library, terminal),
        LevelsAction::Show(input) => show(input, library, terminal),
        LevelsAction::Export { name, to, output } => {
            export(name, to.as_deref(), output.as_deref(), library, terminal)
        }
    }
}

/// One line per collection: name, game, number of levels, how many of them an earlier collection
/// has too, title and author.
fn list(library: &Library, terminal: Terminal) -> CommandResult {
    let mut seen = Seen::default();
    let mut text = String::new();
    for (name, description) in embedded::list() {
        let source = embedded::named(name).expect("listed names are found");
        text += &row(source, Some(description), &mut seen, terminal);
    }
    for path in library.files() {
        match sources::read_file(&path, None) {
            Ok(source) => text += &row(source, None, &mut seen, terminal),
            Err(failure) => terminal.say(failure.message),
        }
    }
    print(text.as_bytes())
}

fn row(source: Source, description: Option<&str>, seen: &mut Seen, terminal: Terminal) -> String {
    let name = stem(Path::new(&source.name));
    let Ok(loaded) = Loaded::new(source, terminal) else {
        return format!("{name:24}  not readable; `banto info` says why\n");
    };
    let collection = &loaded.collection;
    let duplicates = seen.add(&loaded);
    let (game, count) = (collection.game.name(), collection.entries.len());
    let word = plural(count as u64, "level", "levels");
    let mut text = format!("{name:24}  {game:8}  {count:5} {word}");
    if duplicates > 0 {
        text += &format!(", {duplicates} already in an earlier collection");
    }
    let words = [description, collection.title.as_deref(), collection.author.as_deref()];
    for word in words.into_iter().flatten() {
        text += &format!("  {}", printable(word));
    }
    text + "\n"
}

/// Copies files into the library and says what became of each.
fn add(paths: &[String], library: &Library, terminal: Terminal) -> CommandResult {
    let mut seen = Seen::default();
    for path in library.files() {
        if let Some(loaded) =
            sources::read_file(&path, None).ok().and_then(|s| Loaded::new(s, terminal).ok())
        {
            seen.add(&loaded);
        }
    }
    let mut code = 0;
    for source in named(paths, library)? {
        let name = source.name.clone();
        let loaded = match Loaded::new(source, terminal) {
            Ok(loaded) if loaded.collection.entries.is_empty() => {
                terminal.note(format!("{name}: no levels, left out"));
                continue;
            }
            Ok(loaded) => loaded,
            Err(complaint) => {
                terminal.say(complaint);
                code = 3;
                continue;
            }
        };
        let levels = loaded.collection.entries.len();
        let text = match library.add(&loaded.source)? {
            Added::Kept(kept) => {
                let duplicates = seen.add(&loaded);
                let word = plural(levels as u64, "level", "levels");
                format!("{name}: kept as {kept}, {levels} {word}, {duplicates} of them known\n")
            }
            Added::AlreadyThere(kept) => format!("{name}: already there as {kept}\n"),
        };
        print(text.as_bytes())?;
    }
    Ok(code)
}

/// The sources of files, and of folders with their one-level files joined.
fn named(paths: &[String], library: &Library) -> Result<Vec<Source>, Failure> {
    let mut all = Vec::new();
    for name in paths {
        match Path::new(name).is_dir() {
            true => all.extend(bundle::folder(Path::new(name))?),
            false => all.extend(sources::find(std::slice::from_ref(name), library)?),
        }
    }
    Ok(all)
}

/// Draws levels.
fn show(input: &Input, library: &Library, terminal: Terminal) -> CommandResult {
    let (collections, mut code) = loaded::load(input, library, terminal)?;
    for loaded in &collections {
        for entry in loaded.selected() {
            match entry.drawing() {
                Some(drawing) => {
                    print(format!("{}\n\n{drawing}\n", loaded.name_of(entry)).as_bytes())?;
                }
                None => {
                    loaded.underlined(entry).for_each(|fault| terminal.say(fault));
                    code = 3;
                }
            }
        }
    }
    Ok(code)
}

/// Writes a collection as it is, or in another format.
fn export(
    name: &str,
    to: Option<&str>,
    output: Option<&Path>,
    library: &Library,
    terminal: Terminal,
) -> CommandResult {
    to.map_or(Ok(()), known_format)?;
    let mut sources = sources::find(&[name.to_owned()], library)?;
    let source =
        sources.pop().ok_or_else(|| Failure::usage(format!("{name}: nothing to export")))?;
    let Some(format) = to else {
        return match output {
            Some(path) => crate::library::write_whole(path, &source.bytes).map(|()| 0),
            None => print(&source.bytes),
        };
    };
    let loaded = Loaded::new(source, terminal).map_err(Failure::bad_file)?;
    let text = puzzle::write(&loaded.collection, format).map_err(Failure::usage)?;
    deliver(&text, output)
}

/// Puzzles met so far, by canonical hash.
#[derive(Default)]
struct Seen(BTreeSet<u64>);

impl Seen {
    /// Adds the levels of a collection; returns how many were known before.
    fn add(&mut self, loaded: &Loaded) -> usize {
        let puzzles =
            loaded.collection.entries.iter().filter_map(|entry| entry.puzzle.as_ref().ok());
        let hashes: Vec<u64> = puzzles.map(Puzzle::canonical_hash).collect();
        let known = hashes.iter().filter(|hash| self.0.contains(hash)).count();
        self.0.extend(hashes);
        known
    }
}
