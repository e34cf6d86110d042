//! `banto levels`: the library of collections.

use std::collections::BTreeSet;
use std::path::Path;

use puzzle::{Collection, Fault, Puzzle};
use serde_json::{Value, json};

use super::convert::{deliver, known_format};
use super::print;
use crate::args::{Input, LevelsAction};
use crate::bundle;
use crate::deliver::write_whole;
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
        LevelsAction::List { jsonl } => list(*jsonl, library, terminal),
        LevelsAction::Add { paths } => add(paths, library, terminal),
        LevelsAction::Remove { names } => remove(names, library),
        LevelsAction::Restore { names } => restore(names, library),
        LevelsAction::Show(input) => show(input, library, terminal),
        LevelsAction::Export { name, with_solutions, to, output } => {
            let to = if *with_solutions { Some("sok") } else { to.as_deref() };
            export(name, (to, *with_solutions), output.as_deref(), library, terminal)
        }
    }
}

/// One line per collection: name, game, number of levels, how many of them an earlier collection
/// has too, title and author.
fn list(jsonl: bool, library: &Library, terminal: Terminal) -> CommandResult {
    let mut seen = Seen::default();
    let shown = |row: &Row| match jsonl {
        true => format!("{}\n", row.record()),
        false => row.line(),
    };
    for (name, description) in embedded::list() {
        let source = embedded::named(name).expect("listed names are found");
        let row = Row { description: Some(description), ..Row::new(name, source, &mut seen) };
        print(shown(&row).as_bytes())?;
    }
    for path in library.files() {
        match sources::read_file(&path) {
            Ok(source) => {
                let row =
                    Row { own: library.is_own(&path), ..Row::new(&stem(&path), source, &mut seen) };
                print(shown(&row).as_bytes())?;
            }
            Err(failure) => terminal.say(failure.message),
        }
    }
    Ok(0)
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

    fn line(&self) -> String {
        let name = printable(&self.name);
        let Ok(collection) = &self.collection else {
            return format!("{name:24}  not readable; `banto info` says why\n");
        };
        let (game, count) = (collection.game.name(), collection.entries.len());
        let word = plural(count as u64, "level", "levels");
        let mut text = format!("{name:24}  {game:8}  {count:5} {word}");
        if self.duplicates > 0 {
            text += &format!(", {} already in an earlier collection", self.duplicates);
        }
        let words = [self.description, collection.title.as_deref(), collection.author.as_deref()];
        for word in words.into_iter().flatten() {
            text += &format!("  {}", printable(word));
        }
        text + "\n"
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
        let text = format!("{name}: removed; `banto levels restore {removed:?}` brings it back\n");
        print(text.as_bytes())?;
    }
    Ok(0)
}

/// Brings removed collections back.
fn restore(names: &[String], library: &Library) -> CommandResult {
    for removed in names {
        let name = library.restore(removed)?;
        print(format!("{removed}: back as {name}\n").as_bytes())?;
    }
    Ok(0)
}

/// Copies files into the library and says what became of each.
fn add(paths: &[String], library: &Library, terminal: Terminal) -> CommandResult {
    let mut seen = Seen::default();
    for path in library.files() {
        let source = sources::read_file(&path).ok();
        if let Some(collection) = source.and_then(|source| puzzle::read(&source.bytes).ok()) {
            seen.add(&collection);
        }
    }
    let (collections, code) = loaded::read(named(paths, library)?, terminal);
    for loaded in collections {
        let (name, levels) = (printable(&loaded.source.name), loaded.collection.entries.len());
        let text = match library.add(&loaded.source)? {
            Added::Kept(kept) => {
                let word = plural(levels as u64, "level", "levels");
                let known = match seen.add(&loaded.collection) {
                    0 => String::new(),
                    n if n == levels => ", all known already".to_owned(),
                    n => format!(", {n} known already"),
                };
                format!("{name}: kept as {kept}, {levels} {word}{known}\n")
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
