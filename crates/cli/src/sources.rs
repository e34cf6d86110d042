//! Reads what the user names: files, folders, archives, standard input, collections by name.

use std::io::Read;
use std::path::{Path, PathBuf};

use crate::archive;
use crate::embedded;
use crate::failure::{Failure, printable};
use crate::interrupt;
use crate::library::Library;
use crate::quantity::{self, Selection};
use crate::standard_input;
use crate::terminal::Terminal;

/// Largest file read.
pub(crate) const MAX_FILE: u64 = text::MAX_FILE as u64;

/// Endings of files taken from a folder or an archive.
const LEVEL_ENDINGS: [&str; 10] =
    ["xsb", "sok", "txt", "slc", "xml", "rle", "tsv", "csv", "json", "pddl"];

/// A text with levels, and which of them are meant.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    /// What it is called in records and messages.
    pub(crate) name: String,
    /// Its contents.
    pub(crate) bytes: Vec<u8>,
    /// The levels meant, counted from 1; all when absent.
    pub(crate) levels: Option<Selection>,
    /// The file it was read from, or lies packed in.
    pub(crate) file: Option<PathBuf>,
    /// Whether the user named it, and did not merely name a folder or an archive it lies in.
    pub(crate) named: bool,
    /// Why a file of a folder could not be read; then there are no contents. It does not stop the others.
    pub(crate) unread: Option<Failure>,
}

impl Source {
    /// All levels of a text.
    pub(crate) fn new(name: impl Into<String>, bytes: Vec<u8>) -> Source {
        Source { name: name.into(), bytes, levels: None, file: None, named: true, unread: None }
    }
}

/// Finds everything the arguments name. When they name nothing: what was piped in, or else the
/// embedded starter collections.
pub(crate) fn find(names: &[String], library: &Library) -> Result<Vec<Source>, Failure> {
    if names.is_empty() {
        return Ok(piped()?.unwrap_or_else(embedded::starters));
    }
    let mut sources = Vec::new();
    for name in names {
        sources.extend(find_one(name, library)?);
    }
    Ok(sources)
}

/// What was piped in, for a command that names nothing; `None` when nothing was.
pub(crate) fn piped() -> Result<Option<Vec<Source>>, Failure> {
    standard_input::piped()?.map(archive::unpacked).transpose()
}

fn find_one(name: &str, library: &Library) -> Result<Vec<Source>, Failure> {
    if let Some(found) = find_exact(name, library)? {
        return Ok(found);
    }
    // `FILE:12` selects levels, unless a file of that very name exists.
    if let Some((stem, levels)) = name.rsplit_once(':')
        && levels.starts_with(|c: char| c.is_ascii_digit() || "+-,".contains(c))
        && let Some(found) = find_exact(stem, library)?
    {
        let levels =
            quantity::levels(levels).map_err(|why| Failure::usage(format!("{name}: {why}")))?;
        let selected = |source| Source { levels: Some(levels.clone()), ..source };
        return Ok(found.into_iter().map(selected).collect());
    }
    Err(nothing_called(name, library))
}

fn nothing_called(name: &str, library: &Library) -> Failure {
    let own: Vec<String> = library.collections().into_iter().map(|(name, _)| name).collect();
    let known = embedded::list().map(|(name, _)| name).chain(own.iter().map(String::as_str));
    let hint = match puzzle::text::nearest(name, known) {
        Some(meant) => format!("; did you mean {meant:?}?"),
        None => " (`banto levels list` shows the collections)".to_owned(),
    };
    Failure { code: 4, message: format!("{name}: no such file or collection{hint}") }
}

fn find_exact(name: &str, library: &Library) -> Result<Option<Vec<Source>>, Failure> {
    let path = Path::new(name);
    if name == "-" {
        archive::unpacked(standard_input::read()?).map(Some)
    } else if path.is_dir() {
        in_folder(path).map(Some)
    } else if path.exists() {
        read(path).map(Some)
    } else if let Some(found) = packed(path)? {
        Ok(Some(vec![found]))
    } else if let Some(source) = embedded::named(name) {
        Ok(Some(vec![source]))
    } else if let Some(file) = library.file(name) {
        // A collection is called by its name, wherever its file lies.
        Ok(Some(vec![Source { name: name.to_owned(), ..read_file(&file)? }]))
    } else {
        Ok(None)
    }
}

/// A file that is packed in another, by the name that records and messages have for it: `sets.zip/a.xsb` in
/// `sets.zip`, `one.xsb` in `one.xsb.gz`.
fn packed(path: &Path) -> Result<Option<Source>, Failure> {
    let mut gz = path.as_os_str().to_owned();
    gz.push(".gz");
    let gz = PathBuf::from(gz);
    let archive = path.ancestors().skip(1).find(|it| it.is_file());
    let Some(file) = gz.is_file().then_some(gz.as_path()).or(archive) else { return Ok(None) };
    let is_it = |source: &Source| Path::new(&source.name) == path;
    let found = read(file)?.into_iter().find(is_it);
    Ok(found.map(|source| Source { named: true, ..source }))
}

/// Everything in a folder and the folders below it.
fn in_folder(folder: &Path) -> Result<Vec<Source>, Failure> {
    let files = level_files(folder)?;
    if files.is_empty() {
        return Err(Failure::bad_file(format!("no level files in {}", folder.display())));
    }
    let mut sources = Vec::new();
    for file in files {
        sources.extend(read_in_folder(&file));
    }
    Ok(sources)
}

/// Reads a file that lies in a folder. What cannot be read is a source that says why.
pub(crate) fn read_in_folder(path: &Path) -> Vec<Source> {
    let found = read(path).unwrap_or_else(|failure| {
        let nothing = Source::new(path.display().to_string(), Vec::new());
        vec![Source { unread: Some(failure), ..nothing }]
    });
    found.into_iter().map(|source| Source { named: false, ..source }).collect()
}

/// Reads a file within the size limit, or the files that are packed in it.
pub(crate) fn read(path: &Path) -> Result<Vec<Source>, Failure> {
    let name = path.display().to_string();
    let read = || {
        let file = std::fs::File::open(path).map_err(|error| Failure::io(&name, &error))?;
        read_limited(file, &name)
    };
    // A pipe may have no other end, not even to be opened.
    let bytes = if is_endless(path) { interrupt::while_waiting(read) } else { read() }?;
    archive::unpacked(Source { file: Some(path.to_owned()), ..Source::new(name, bytes) })
}

/// Whether a path leads to something that is neither a file nor a folder: a pipe, a socket, a device.
fn is_endless(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|it| !it.is_file() && !it.is_dir())
}

/// Reads a file that holds one text.
pub(crate) fn read_file(path: &Path) -> Result<Source, Failure> {
    let mut found = read(path)?;
    match (found.pop(), found.is_empty()) {
        (Some(source), true) => Ok(source),
        _ => Err(Failure::usage(format!("{}: expected one file", path.display()))),
    }
}

/// All bytes, up to the size of a level file.
pub(crate) fn read_limited(from: impl Read, name: &str) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    from.take(MAX_FILE + 1).read_to_end(&mut bytes).map_err(|error| Failure::io(name, &error))?;
    if bytes.len() as u64 > MAX_FILE {
        return Err(Failure::bad_file(format!("{name}: larger than {} MiB", MAX_FILE >> 20)));
    }
    Ok(bytes)
}

/// The level files below a folder, packed ones too, in the order of their paths. What is neither a file nor a folder
/// is left out, because reading it might never end or it is a broken link, and a table without a board, because it is about levels and holds
/// none; both are named.
pub(crate) fn level_files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let FilesBelow { levels, tables, endless } = files_below(folder)?;
    let why = [(tables, "a table without a board"), (endless, "neither a file nor a folder")];
    for (paths, why) in why {
        for path in paths {
            let name = printable(&path.display().to_string());
            Terminal::noted(&format!("{name}: {why}, left out"));
        }
    }
    Ok(levels)
}

/// What there is below a folder with the ending of a level file.
#[derive(Debug, Default)]
pub(crate) struct FilesBelow {
    /// Files of levels, packed ones too.
    pub(crate) levels: Vec<PathBuf>,
    /// Tables without a board: solutions, figures.
    tables: Vec<PathBuf>,
    /// What is neither a file nor a folder: it might never end, or a link leads nowhere.
    endless: Vec<PathBuf>,
}

/// The level files below a folder, and what only looks like one.
pub(crate) fn files_below(folder: &Path) -> Result<FilesBelow, Failure> {
    let mut below = FilesBelow::default();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let told = |error| Failure::io(folder.display(), &error);
        for entry in std::fs::read_dir(&folder).map_err(told)? {
            let entry = entry.map_err(told)?;
            // Links to folders are not followed, so there are no loops.
            let kind = entry.file_type().map_err(told)?;
            let path = entry.path();
            if kind.is_dir() {
                folders.push(path);
            } else if is_endless(&path) {
                below.endless.push(path);
            } else if kind.is_symlink() && !path.is_file() {
                // A link to a folder, or one that leads nowhere.
                if is_level_text(&path) && !path.is_dir() {
                    below.endless.push(path);
                }
            } else if has_ending(&path, &["tsv"]) && !holds_board(&path) {
                below.tables.push(path);
            } else if is_level_text(&path) || is_packed(&path) {
                below.levels.push(path);
            }
        }
    }
    below.levels.sort();
    below.tables.sort();
    below.endless.sort();
    Ok(below)
}

/// Whether there is a board in a table. The beginning shows it of nearly every file.
fn holds_board(path: &Path) -> bool {
    /// Bytes that are read first.
    const BEGINNING: usize = 16 << 10;
    let shown = |bytes: &[u8]| {
        let read = puzzle::read(bytes);
        read.map(|it| it.entries.iter().any(puzzle::Entry::is_readable))
    };
    // What cannot be read at all is no table that is left out: whoever asks for it is told why.
    let Ok(bytes) = std::fs::read(path) else { return true };
    let beginning = &bytes[..bytes.len().min(BEGINNING)];
    let lines = beginning.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    bytes.len() as u64 > MAX_FILE
        || shown(&beginning[..lines]).unwrap_or(false)
        || shown(&bytes).unwrap_or(false)
}

/// Whether a file is one of levels by its ending.
pub(crate) fn is_level_text(path: &Path) -> bool {
    has_ending(path, &LEVEL_ENDINGS)
}

/// Whether a file has packed levels in it, by its ending.
fn is_packed(path: &Path) -> bool {
    is_archive(path) || has_ending(path, &["gz"]) && is_level_text(&path.with_extension(""))
}

/// Whether a file may hold several others, by its ending.
pub(crate) fn is_archive(path: &Path) -> bool {
    has_ending(path, &["zip"])
}

fn has_ending(path: &Path, endings: &[&str]) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    endings.contains(&ending.to_ascii_lowercase().as_str())
}
