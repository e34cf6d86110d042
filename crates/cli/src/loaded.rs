//! Collections read from their sources, with the levels the user meant.

use std::cell::OnceCell;

use puzzle::{Collection, Entry, Fault, Game};

use crate::args::Input;
use crate::failure::{Failure, printable};
use crate::library::Library;
use crate::quantity::{Selection, plural};
use crate::sources::{self, Source};
use crate::terminal::Terminal;
use crate::underline::Sheet;

/// A collection and the text it was read from.
pub(crate) struct Loaded {
    /// Where it came from.
    pub(crate) source: Source,
    /// What it holds.
    pub(crate) collection: Collection,
    terminal: Terminal,
    /// The text, decoded when the first fault is drawn.
    sheet: OnceCell<Sheet>,
}

/// Reads everything the user named. A file that cannot be read as levels is reported and skipped;
/// the resulting exit code is returned with the rest.
pub(crate) fn load(
    input: &Input,
    library: &Library,
    terminal: Terminal,
) -> Result<(Vec<Loaded>, u8), Failure> {
    choose(sources::find(&input.files, library)?, input.range.as_ref(), terminal)
}

/// Reads sources and picks levels from those that have no choice of their own.
pub(crate) fn choose(
    sources: Vec<Source>,
    levels: Option<&Selection>,
    terminal: Terminal,
) -> Result<(Vec<Loaded>, u8), Failure> {
    let (all, code) = read(sources, terminal);
    let all = select(all, levels)?;
    if all.is_empty() && code == 0 {
        return Err(Failure::bad_file("there is no level"));
    }
    Ok((all, code))
}

/// Reads the sources; those that hold no levels are left out. One that merely lay in a folder is
/// noted (a folder may well hold a `readme.txt`), any other costs an exit code.
pub(crate) fn read(sources: Vec<Source>, terminal: Terminal) -> (Vec<Loaded>, u8) {
    let mut code = 0;
    let mut all = Vec::new();
    for source in sources {
        if let Some(failure) = &source.unread {
            terminal.say(format!("banto: {}", failure.message));
            code = failure.code;
            continue;
        }
        let (name, named) = (printable(&source.name), source.named);
        let no_level =
            |terminal: Terminal| terminal.note(format!("{name}: no level in it, left out"));
        match Loaded::new(source, terminal) {
            Ok(loaded) if !named && loaded.is_prose() => no_level(terminal),
            Ok(loaded) => {
                if named && !loaded.collection.entries.iter().any(Entry::is_readable) {
                    solutions_hint(&loaded.source).iter().for_each(|it| terminal.say(it));
                }
                all.push(loaded);
            }
            Err(Unread { fault, .. }) if !named && fault.code == NO_LEVEL => no_level(terminal),
            Err(Unread { drawn, .. }) => {
                terminal.say(drawn);
                code = 3;
            }
        }
    }
    (all, code)
}

/// What to do with a file without a level that holds solutions: somebody has given it in place of the levels.
fn solutions_hint(source: &Source) -> Option<String> {
    let claims = puzzle::solutions::read_solutions(&source.bytes, Game::Sokoban).ok()?;
    let all_read = !claims.is_empty() && claims.iter().all(Result::is_ok);
    let name = printable(&source.name);
    all_read.then(|| {
        format!(
            "{name} holds solutions; name the file of their levels, and this one behind --solutions"
        )
    })
}

/// The code of the fault that a text without any level has.
const NO_LEVEL: &str = "no-level";

/// The code of the fault that a line of prose has.
const UNRECOGNISED: &str = "unrecognised";

/// The collections with levels picked from those that have no choice of their own.
fn select(all: Vec<Loaded>, levels: Option<&Selection>) -> Result<Vec<Loaded>, Failure> {
    let alone = all.len() == 1;
    let mut selected = Vec::new();
    for mut loaded in all {
        // `sets.zip:3` and `folder:3` pick level 3 of each file that has one, as `--level 3` does.
        let own = loaded.source.levels.is_some() && loaded.source.named;
        loaded.source.levels = loaded.source.levels.or(levels.cloned());
        if (own || alone)
            && let Some(missing) = loaded.missing()
        {
            return Err(Failure::usage(missing));
        }
        selected.push(loaded);
    }
    // Of several files, some may be too short.
    let missing = selected.iter().map(Loaded::missing).collect::<Option<Vec<_>>>();
    match missing.as_deref() {
        Some([first, ..]) => Err(Failure::usage(first)),
        _ => Ok(selected),
    }
}

/// A source that cannot be read as levels.
pub(crate) struct Unread {
    fault: Fault,
    /// The complaint, drawn.
    pub(crate) drawn: String,
}

impl Loaded {
    /// Reads one source.
    pub(crate) fn new(source: Source, terminal: Terminal) -> Result<Loaded, Unread> {
        match puzzle::read(&source.bytes) {
            Ok(collection) => Ok(Loaded { source, collection, terminal, sheet: OnceCell::new() }),
            Err(fault) => {
                let drawn = Sheet::new(&source).underline(&fault, terminal.colour());
                let hint = solutions_hint(&source).map_or_else(String::new, |it| format!("\n{it}"));
                Err(Unread { fault, drawn: drawn + &hint })
            }
        }
    }

    /// Whether no level can be read, and some of the text is in no notation at all.
    fn is_prose(&self) -> bool {
        let entries = &self.collection.entries;
        let unrecognised = |entry: &Entry| entry.faults().iter().any(|it| it.code == UNRECOGNISED);
        !entries.iter().any(Entry::is_readable) && entries.iter().any(unrecognised)
    }

    /// The entries the user meant.
    pub(crate) fn selected(&self) -> impl Iterator<Item = &Entry> {
        let levels = &self.source.levels;
        let meant = move |entry: &&Entry| match levels {
            Some(levels) => levels.contains(entry.index),
            None => true,
        };
        self.collection.entries.iter().filter(meant)
    }

    /// The error that the file does not have a level asked for.
    pub(crate) fn missing(&self) -> Option<String> {
        let count = self.collection.entries.len();
        let missing = self.source.levels.as_ref()?.beyond(count)?;
        let (name, levels) = (self.name(), plural(count as u64, "level", "levels"));
        Some(format!("{name} has {count} {levels}; there is no level {missing}"))
    }

    /// What the file is called; the same name can be given on the command line.
    pub(crate) fn name(&self) -> String {
        printable(&self.source.name)
    }

    /// `file:3 "Title"`, safe for a terminal.
    pub(crate) fn name_of(&self, entry: &Entry) -> String {
        let place = format!("{}:{}", self.name(), entry.index);
        match &entry.title {
            Some(title) => printable(&format!("{place} \"{title}\"")),
            None => place,
        }
    }

    /// The faults of an entry, drawn.
    pub(crate) fn underlined(&self, entry: &Entry) -> impl Iterator<Item = String> {
        entry.faults().iter().map(|fault| self.underline(fault))
    }

    /// A fault of one of the entries, drawn.
    pub(crate) fn underline(&self, fault: &Fault) -> String {
        let sheet = self.sheet.get_or_init(|| Sheet::new(&self.source));
        sheet.underline(fault, self.terminal.colour())
    }
}
