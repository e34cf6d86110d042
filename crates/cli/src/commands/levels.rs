//! `banto levels`: the library of collections.

use std::collections::BTreeSet;
use std::path::Path;

use puzzle::{Collection, Entry, Fault, Puzzle};
use serde_json::{Value, json};

use super::convert::{deliver, known_format};
use super::print;
use crate::args::{Input, LevelsAction};
use crate::bundle;
use crate::deliver::write_whole;
use crate::embedded;
use crate::failure::{CommandResult, Failure, printable};
use crate::layout::{Prose, listing};
use crate::library::{Added, Library};
use crate::loaded::{self, Loaded};
use crate::quantity::plural;
use crate::sources::{self, Source};
use crate::target::Target;
use crate::terminal::Terminal;

/// Does what is asked for.
pub(crate) fn run(action: &LevelsAction, library: &Library, terminal: Terminal) -> CommandResult {
    match action {
        LevelsAction::List { jsonl } => list(*jsonl, library, terminal),
        LevelsAction::Add { paths } => add(paths, library, terminal),
        LevelsAction::Remove { names } => remove(names, library),
        LevelsAction::Restore { names } if names.is_empty() => list_removed(library, terminal),
        LevelsAction::Restore { names } => restore(names, library),
        LevelsAction::Show(input) => show(input, library, terminal),
        LevelsAction::Duplicates { files, jsonl } => {
            super::duplicates::run(files, *jsonl, library, terminal)
        }
        LevelsAction::Export { name, with_solutions, to, output, force } => {
            if let Some(path) = output {
                Target::to_overwrite(path, *force)?;
            }
            let to = if *with_solutions { Some("sok") } else { to.as_deref() };
            export(name, (to, *with_solutions), output.as_deref(), library, terminal)
        }
    }
}

/// One line per collection: name, game, number of levels, how many of them an earlier collection
/// has too, title and author.
fn list(jsonl: bool, library: &Library, terminal: Terminal) -> CommandResult {
    let mut seen = Seen::default();
    let mut rows = Vec::new();
    for (name, description) in embedded::list() {
        let source = embedded::named(name).expect("listed names are found");
        rows.push(Row { description: Some(description), ..Row::new(name, source, &mut seen) });
    }
    for (name, path) in library.collections() {
        match sources::read_file(&path) {
            Ok(source) => {
                rows.push(Row { own: library.is_own(&path), ..Row::new(&name, source, &mut seen) })
            }
            Err(failure) => terminal.say(failure.message),
        }
    }
    let text = match jsonl {
        true => rows.iter().map(|row| format!("{}\n", row.record())).collect(),
        false => table("collection", &rows, terminal),
    };
    print(text.as_bytes())
}

/// A table of collections. How many levels are known already is shown where there are any.
fn table(what: &str, rows: &[Row], terminal: Terminal) -> String {
    let known = rows.iter().any(|row| row.duplicates > 0);
    let headings = [what, "game", " levels", " known", "description"];
    let wanted = |column: usize| known || column != 3;
    let chosen = |cells: Vec<String>| -> Vec<String> {
        let cells = cells.into_iter().enumerate().filter(|(column, _)| wanted(*column));
        cells.map(|(_, cell)| cell).collect()
    };
    let headings: Vec<&str> =
        (0..headings.len()).filter(|it| wanted(*it)).map(|it| headings[it]).collect();
    let rows: Vec<Vec<String>> = rows.iter().map(|row| chosen(row.cells())).collect();
    listing(&headings, &rows, Prose::Cut, terminal.columns())
}

/// What the list says about a collection.
struct Row {
    name: String,
    file: String,
    /// What it holds, or why it cannot be read.
    collection: Result<Collection, Fault>,
    duplicates: usize,
    description: Option<&'static str>,
    own: bool,
}

impl Row {
    fn new(name: &str, source: Source, seen: &mut Seen) -> Row {
        let collection = puzzle::read(&source.bytes);
        let duplicates = collection.as_ref().map_or(0, |collection| seen.add(collection));
        let (name, file) = (name.to_owned(), source.name);
        Row { name, file, collection, duplicates, description: None, own: false }
    }

    /// Name, game, levels, levels known already, and what it is.
    fn cells(&self) -> Vec<String> {
        let name = printable(&self.name);
        let dash = || "-".to_owned();
        let Ok(collection) = &self.collection else {
            let why = "not readable; `banto info` says why".to_owned();
            return vec![name, dash(), dash(), dash(), why];
        };
        let by = collection.author.as_ref().map(|author| format!("by {author}"));
        let words: Vec<String> = match self.description {
            Some(own) => vec![own.to_owned()],
            None => [collection.title.clone(), by].into_iter().flatten().collect(),
        };
        let known = if self.duplicates > 0 { self.duplicates.to_string() } else { dash() };
        let (game, levels) = (collection.game.name().to_owned(), collection.entries.len());
        vec![name, game, levels.to_string(), known, printable(&words.join(", "))]
    }

    fn record(&self) -> Value {
        let mut record = json!({
            "collection": self.name,
            "own": self.own,
            "embedded": self.description.is_some(),
        });
        if self.description.is_none() {
            record["file"] = json!(self.file);
        }
        match &self.collection {
            Ok(collection) => {
                record["game"] = json!(collection.game.name());
                record["levels"] = json!(collection.entries.len());
                record["known"] = json!(self.duplicates);
                record["title"] = json!(collection.title.as_deref().or(self.description));
                record["author"] = json!(collection.author);
            }
            Err(fault) => record["error"] = json!(fault.to_string()),
        }
        record
    }
}

/// Takes collections out of the library and says how they come back.
fn remove(names: &[String], library: &Library) -> CommandResult {
    for name in names {
        let removed = library.remove(name)?;
        let name = printable(name);
        let text = format!("{name}: removed; `banto levels restore {removed:?}` brings it back\n");
        print(text.as_bytes())?;
    }
    Ok(0)
}

/// What can be restored.
fn list_removed(library: &Library, terminal: Terminal) -> CommandResult {
    let mut rows = Vec::new();
    for path in library.removed()? {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        match sources::read_file(&path) {
            Ok(source) => rows.push(Row::new(&name, source, &mut Seen::default())),
            Err(failure) => terminal.say(failure.message),
        }
    }
    if rows.is_empty() {
        terminal.note("nothing has been removed");
        return Ok(0);
    }
    print(table("removed", &rows, terminal).as_bytes())?;
    terminal.note("`banto levels restore NAME` brings one back");
    Ok(0)
}

/// Brings removed collections back.
fn restore(names: &[String], library: &Library) -> CommandResult {
    for removed in names {
        let name = library.restore(removed)?;
        let (removed, name) = (printable(removed), printable(&name));
        print(format!("{removed}: back as {name}\n").as_bytes())?;
    }
    Ok(0)
}

/// Copies files into the library and says what became of each.
fn add(paths: &[String], library: &Library, terminal: Terminal) -> CommandResult {
    let mut seen = Seen::default();
    for (_, path) in library.collections() {
        let source = sources::read_file(&path).ok();
        if let Some(collection) = source.and_then(|source| puzzle::read(&source.bytes).ok()) {
            seen.add(&collection);
        }
    }
    let (collections, mut code) = loaded::read(named(paths, library)?, terminal);
    for loaded in collections {
        let (name, levels) = (printable(&loaded.source.name), loaded.collection.entries.len());
        let entries = &loaded.collection.entries;
        if !entries.iter().any(Entry::is_readable) {
            // The first fault shows what was taken for a level.
            entries
                .first()
                .and_then(|it| loaded.underlined(it).next())
                .iter()
                .for_each(|it| terminal.say(it));
            terminal
                .say(format!("banto: {name}: not kept: there is no board in it that can be read"));
            code = 3;
            continue;
        }
        let bad = entries.iter().filter(|entry| entry.puzzle.is_err()).count();
        let judged = match bad {
            0 => String::new(),
            bad => format!(", {} valid, {bad} not (`banto info` says why)", levels - bad),
        };
        let text = match library.add(&loaded.source)? {
            Added::Kept(kept) => {
                let word = plural(levels as u64, "level", "levels");
                let known = match seen.add(&loaded.collection) {
                    0 => String::new(),
                    n if n == levels => ", all known already".to_owned(),
                    n => format!(", {n} known already"),
                };
                let kept = printable(&kept);
                format!("{name}: kept as {kept}, {levels} {word}{judged}{known}\n")
            }
            Added::AlreadyThere(kept) => {
                format!("{name}: already there as {}\n", printable(&kept))
            }
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

/// Writes a collection unchanged or in another format, optionally with the user's solutions.
fn export(
    name: &str,
    (to, with_solutions): (Option<&str>, bool),
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
            Some(path) => write_whole(path, &source.bytes).map(|()| 0),
            None => print(&source.bytes),
        };
    };
    let loaded = Loaded::new(source, terminal).map_err(|it| Failure::bad_file(it.drawn))?;
    if with_solutions {
        return super::export::run(&loaded, output, library, terminal);
    }
    let text = puzzle::write::write(&loaded.collection, format).map_err(Failure::usage)?;
    deliver(&text, output)
}

/// Puzzles met so far, by canonical hash.
#[derive(Default)]
struct Seen(BTreeSet<u64>);

impl Seen {
    /// Adds the levels of a collection; returns how many were known before.
    fn add(&mut self, collection: &Collection) -> usize {
        let puzzles = collection.entries.iter().filter_map(|entry| entry.puzzle.as_ref().ok());
        let hashes: Vec<u64> = puzzles.map(Puzzle::canonical_hash).collect();
        let known = hashes.iter().filter(|hash| self.0.contains(hash)).count();
        self.0.extend(hashes);
        known
    }
}
