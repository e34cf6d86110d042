//! `banto convert`: levels in another notation of their game.

use std::path::Path;

use puzzle::Collection;

use super::print;
use crate::args::Convert;
use crate::deliver::write_whole;
use crate::failure::{CommandResult, Failure};
use crate::library::Library;
use crate::loaded::{self, Loaded};
use crate::terminal::Terminal;

/// Converts the selected levels of all files into one text.
pub(crate) fn run(args: &Convert, library: &Library, terminal: Terminal) -> CommandResult {
    if args.to == "help" {
        return print(format_table().as_bytes());
    }
    known_format(&args.to)?;
    let (collections, mut code) = loaded::load(&args.input, library, terminal)?;
    for loaded in &collections {
        for entry in loaded.selected().filter(|entry| !entry.is_readable()) {
            loaded.underlined(entry).for_each(|fault| terminal.say(fault));
            code = 3;
        }
    }
    let text = puzzle::write(&joined(&collections)?, &args.to).map_err(Failure::usage)?;
    deliver(&text, args.output.as_deref())?;
    Ok(code)
}

/// The selected levels of all collections as one, because a document holds one collection.
fn joined(collections: &[Loaded]) -> Result<Collection, Failure> {
    let mut all = collections.iter().map(selection);
    let Some(mut whole) = all.next() else {
        return Err(Failure::bad_file("there is no level"));
    };
    for (next, loaded) in all.zip(&collections[1..]) {
        if next.game != whole.game {
            let (first, other) = (collections[0].name(), loaded.name());
            let games = (whole.game.name(), next.game.name());
            let reason = format!("{first} is {} and {other} is {}", games.0, games.1);
            return Err(Failure::usage(format!("{reason}: convert one game at a time")));
        }
        whole.append(next);
    }
    Ok(whole)
}

/// Refuses a format that neither game has.
pub(crate) fn known_format(name: &str) -> Result<(), Failure> {
    let formats: Vec<&str> = puzzle::formats().iter().map(|row| row.name).collect();
    if formats.contains(&name) {
        return Ok(());
    }
    let look = "`banto convert --to help` lists them";
    Err(Failure::usage(puzzle::unknown("format", name, formats, look)))
}

/// The collection with only the levels the user meant.
fn selection(loaded: &Loaded) -> Collection {
    let entries = loaded.selected().cloned().collect();
    Collection { entries, ..loaded.collection.clone() }
}

/// Writes a text to a file, whole or not at all, or to standard output.
pub(crate) fn deliver(text: &str, output: Option<&Path>) -> CommandResult {
    match output {
        Some(path) => write_whole(path, text.as_bytes()).map(|()| 0),
        None => print(text.as_bytes()),
    }
}

fn format_table() -> String {
    puzzle::formats().iter().map(|row| format!("{:8}  {}\n", row.game.name(), row.name)).collect()
}
