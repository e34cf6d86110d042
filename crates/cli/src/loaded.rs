//! Collections read from their sources, with the levels the user meant.

use puzzle::{Collection, Entry, Fault};

use crate::args::Input;
use crate::failure::{Failure, printable};
use crate::library::Library;
use crate::sources::{self, Source};
use crate::terminal::Terminal;
use crate::underline::{Spot, underline};

/// A collection and the text it was read from.
pub(crate) struct Loaded {
    /// Where it came from.
    pub(crate) source: Source,
    /// What it holds.
    pub(crate) collection: Collection,
    colour: bool,
}

/// Reads everything the user named. A file that cannot be read as levels is complained about and
/// left out; the exit code it costs is returned beside the rest.
pub(crate) fn load(
    input: &Input,
    library: &Library,
    terminal: Terminal,
) -> Result<(Vec<Loaded>, u8), Failure> {
    let mut code = 0;
    let mut all = Vec::new();
    for mut source in sources::find(&input.files, library)? {
        source.levels = source.levels.or(input.range.clone());
        match Loaded::new(source, terminal) {
            Ok(loaded) => all.push(loaded),
            Err(complaint) => {
                terminal.say(complaint);
                code = 3;
            }
        }
    }
    if all.iter().all(|loaded| loaded.selected().next().is_none()) && code == 0 {
        return Err(Failure::bad_file("no level is selected"));
    }
    Ok((all, code))
}

impl Loaded {
    /// Reads one source; the error is the drawn complaint.
    pub(crate) fn new(source: Source, terminal: Terminal) -> Result<Loaded, String> {
        let colour = terminal.colour();
        match puzzle::read(&source.bytes) {
            Ok(collection) => Ok(Loaded { source, collection, colour }),
            Err(fault) => Err(draw(&source, &fault, colour)),
        }
    }

    /// The entries the user meant.
    pub(crate) fn selected(&self) -> impl Iterator<Item = &Entry> {
        let levels = &self.source.levels;
        self.collection
            .entries
            .iter()
            .filter(move |entry| levels.as_ref().is_none_or(|range| range.contains(&entry.index)))
    }

    /// `file:3 "Title"`, safe for a terminal.
    pub(crate) fn name_of(&self, entry: &Entry) -> String {
        let place = format!("{}:{}", self.source.name, entry.index);
        match &entry.title {
            Some(title) => printable(&format!("{place} \"{title}\"")),
            None => printable(&place),
        }
    }

    /// The faults of an entry, drawn.
    pub(crate) fn underlined(&self, entry: &Entry) -> impl Iterator<Item = String> {
        entry.faults().iter().map(|fault| self.underline(fault))
    }

    /// A fault of one of the entries, drawn.
    pub(crate) fn underline(&self, fault: &Fault) -> String {
        draw(&self.source, fault, self.colour)
    }
}

fn draw(source: &Source, fault: &Fault, colour: bool) -> String {
    let text = text::transcode(&source.bytes);
    let spot = Spot { name: &source.name, text: &text, line: fault.line, column: fault.column };
    underline(&fault.text, &spot, colour)
}
