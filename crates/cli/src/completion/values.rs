//! The values that an argument can have: names from tables, collections, paths.

use std::path::Path;

use clap::{Arg, ValueHint};

use super::{Offer, Paths};
use crate::library::Library;
use crate::{embedded, manual, query};

/// What is known where a value is typed.
pub(super) struct Given<'a> {
    /// The words of the command, such as `bench run`.
    pub(super) path: &'a str,
    /// The words before it that are not options.
    pub(super) before: &'a [String],
    pub(super) library: &'a Library,
}

type Names = Vec<(String, String)>;

/// The values of an argument that begin like the word.
pub(super) fn values(arg: &Arg, word: &str, given: &Given<'_>) -> Offer {
    let list = |separators: &[char], names: Names| {
        let at = word.rfind(separators).map_or(0, |at| at + 1);
        let offer = Offer { names, paths: Paths::None };
        offer.begun(&word[at..]).after(&word[..at])
    };
    let names = match arg.get_id().as_str() {
        "engine" => with_help(engines(), "lists the engines"),
        "heuristic" => with_help(named(puzzle::engines::heuristics()), "lists the heuristics"),
        "space" => with_help(named(puzzle::engines::spaces()), "lists the spaces"),
        "to" => with_help(formats(), "lists the formats"),
        "techniques" => techniques(),
        "configs" => return list(&[',', '='], engines()),
        "sort" => return list(&[','], columns()),
        "command" if given.path == "man" => pages(given.before),
        "names" if given.path == "levels remove" => own(given.library),
        "names" if given.path == "levels restore" => removed(given.library),
        "name" if given.path.starts_with("lab ") => {
            let names = lab::experiments().into_iter().map(|it| (it.name, it.title));
            return Offer { names: names.collect(), paths: Paths::Files }.begun(word);
        }
        "name" if given.path == "levels export" => collections(given.library),
        "files" | "file" | "game_levels" => {
            let names = collections(given.library);
            return Offer { names, paths: Paths::Files }.begun(word);
        }
        _ => possible(arg),
    };
    let paths = match arg.get_value_hint() {
        ValueHint::AnyPath | ValueHint::FilePath => Paths::Files,
        ValueHint::DirPath => Paths::Folders,
        _ => Paths::None,
    };
    Offer { names, paths }.begun(word)
}

fn pair(name: impl Into<String>, about: impl Into<String>) -> (String, String) {
    (name.into(), about.into())
}

fn with_help(mut names: Names, about: &str) -> Names {
    names.push(pair("help", about));
    names
}

fn engines() -> Names {
    puzzle::engines::all().iter().map(|row| pair(row.name, row.description)).collect()
}

/// Names of both games; one that both have is offered once.
fn named(rows: Vec<puzzle::engines::Named>) -> Names {
    let mut names: Names = rows.iter().map(|row| pair(row.name, row.description)).collect();
    names.sort();
    names.dedup_by(|one, other| one.0 == other.0);
    names
}

fn formats() -> Names {
    let rows = puzzle::write::formats();
    let mut names: Names = rows.iter().map(|row| pair(row.name, row.description)).collect();
    names.sort();
    names.dedup_by(|one, other| one.0 == other.0);
    names
}

/// Each technique switched on and off.
fn techniques() -> Names {
    let rows = puzzle::engines::TECHNIQUES.iter();
    let both = rows
        .flat_map(|row| ['+', '-'].map(|sign| pair(format!("{sign}{}", row.name), row.summary)));
    both.chain([pair("help", "lists the techniques")]).collect()
}

/// Each column, ascending and descending.
fn columns() -> Names {
    let both =
        |name: &str| [pair(name, "smallest first"), pair(format!("-{name}"), "largest first")];
    query::names().flat_map(both).collect()
}

/// The next word of the commands that have a manual page.
fn pages(before: &[String]) -> Names {
    let next = |page: &String| {
        let words: Vec<&str> = page.split(' ').collect();
        let fits = words.len() > before.len() && before.iter().zip(&words).all(|(a, b)| a == b);
        fits.then(|| pair(words[before.len()], ""))
    };
    let mut names: Names = manual::commands().iter().filter_map(next).collect();
    names.dedup();
    names
}

/// The collections of the program, then the user's.
fn collections(library: &Library) -> Names {
    let embedded = embedded::list().map(|(name, about)| pair(name, about));
    let kept = library.collections().into_iter().map(|(name, _)| pair(name, "in your library"));
    embedded.chain(kept).collect()
}

fn own(library: &Library) -> Names {
    let own = library.collections().into_iter().filter(|(_, file)| library.is_own(file));
    own.map(|(name, _)| pair(name, "")).collect()
}

fn removed(library: &Library) -> Names {
    let name = |file: &Path| file.file_name().map(|it| it.to_string_lossy().into_owned());
    let files = library.removed().unwrap_or_default();
    files.iter().filter_map(|file| Some(pair(name(file)?, "removed"))).collect()
}

/// What clap knows: words of a fixed list.
fn possible(arg: &Arg) -> Names {
    if !arg.get_action().takes_values() {
        return Vec::new();
    }
    let values = arg.get_value_parser().possible_values().into_iter().flatten();
    let about = |it: &clap::builder::PossibleValue| {
        it.get_help().map(ToString::to_string).unwrap_or_default()
    };
    values.filter(|it| !it.is_hide_set()).map(|it| pair(it.get_name(), about(&it))).collect()
}
