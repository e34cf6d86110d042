//! `banto convert`: levels in another notation of their game.

use std::path::Path;

use puzzle::{Collection, Entry, Game};

use super::{print, tables};
use crate::args::Convert;
use crate::deliver::write_whole;
use crate::failure::{CommandResult, Failure};
use crate::library::Library;
use crate::loaded::{self, Loaded};
use crate::target::{Nature, Target};
use crate::terminal::Terminal;

/// Converts the selected levels of all files into one text.
pub(crate) fn run(args: &Convert, library: &Library, terminal: Terminal) -> CommandResult {
    if args.to == "help" {
        return print(tables::formats(terminal.columns()).as_bytes());
    }
    known_format(&args.to)?;
    let (collections, mut code) = loaded::load(&args.input, library, terminal)?;
    for loaded in &collections {
        for entry in loaded.selected().filter(|entry| !entry.is_readable()) {
            loaded.underlined(entry).for_each(|fault| terminal.say(fault));
            code = 3;
        }
    }
    let whole = joined(&collections)?;
    match &args.output {
        // Planners want the domain and each problem in a file of its own.
        Some(folder) if args.to == "pddl" && !is_pddl(folder) => {
            into_folder(folder, &whole, args.force)?;
        }
        output => {
            let text = puzzle::write::write(&whole, &args.to).map_err(Failure::usage)?;
            if let Some(path) = output {
                may_write(path, args, &collections, &text)?;
            }
            deliver(&text, output.as_deref())?;
        }
    }
    Ok(code)
}

/// Refuses to overwrite a file unasked, and an input wherever anything in it would be lost.
fn may_write(
    path: &Path,
    args: &Convert,
    collections: &[Loaded],
    text: &str,
) -> Result<(), Failure> {
    let target = Target::find(path)?;
    let Some(input) = target.input(collections) else {
        return match target.nature {
            Nature::File(_) if target.is_named(&args.input.files) => {
                Err(target.refused("this is an input, and there is no level in it"))
            }
            Nature::File(_) if !args.force => Err(target.exists()),
            _ => Ok(()),
        };
    };
    let ending = path.extension().and_then(|it| it.to_str()).unwrap_or_default();
    if collections.len() > 1 {
        return Err(target.refused("this is one of several inputs"));
    }
    if target.nature != Nature::File(input.source.bytes.clone()) {
        return Err(target.refused("the levels are packed in this file"));
    }
    if !ending.eq_ignore_ascii_case(&args.to) {
        let why = format!("this is the input, and {} is not the format of its name", args.to);
        return Err(target.refused(&why));
    }
    let (chosen, all) = (input.selected().count(), input.collection.entries.len());
    if chosen < all {
        return Err(target.refused(&format!(
            "this is the input: {} levels in it were not chosen",
            all - chosen
        )));
    }
    match keeps_everything(input, text) {
        true => Ok(()),
        false => Err(target.refused("this is the input, and not everything in it can be written")),
    }
}

/// Whether the new text says everything that the input says.
fn keeps_everything(input: &Loaded, text: &str) -> bool {
    let old = &input.collection;
    let said = |it: &Collection| puzzle::write::write(it, "json").ok();
    let remarks = puzzle::text::transcode(&input.source.bytes).contains("\n::");
    let new = puzzle::read(text.as_bytes()).ok();
    old.game == Game::Sokoban
        && old.warnings.is_empty()
        && old.entries.iter().all(Entry::is_readable)
        && !remarks
        && new.is_some_and(|new| said(&new) == said(old))
}

/// Whether a path is called as one file of PDDL.
fn is_pddl(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("pddl"))
}

/// Writes domains and problems into a folder.
fn into_folder(folder: &Path, collection: &Collection, force: bool) -> Result<(), Failure> {
    let files = puzzle::write::write_pddl(collection).map_err(Failure::usage)?;
    let failed = |error| Failure::io(folder.display(), &error);
    std::fs::create_dir_all(folder).map_err(failed)?;
    for file in &files {
        Target::to_overwrite(&folder.join(&file.name), force)?;
    }
    for file in files {
        write_whole(&folder.join(file.name), file.text.as_bytes())?;
    }
    Ok(())
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
    let formats: Vec<&str> = puzzle::write::formats().iter().map(|row| row.name).collect();
    if formats.contains(&name) {
        return Ok(());
    }
    let look = "`banto convert --to help` lists them";
    Err(Failure::usage(puzzle::text::unknown("format", name, formats, look)))
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
