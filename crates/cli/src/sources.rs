//! From what the user names to bytes: files, folders, standard input, collections by name.

use std::io::Read;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use crate::embedded;
use crate::failure::Failure;
use crate::library::Library;
use crate::quantity;

/// Largest file read.
pub(crate) const MAX_FILE: u64 = text::MAX_FILE as u64;

/// Endings of files taken from a folder.
const LEVEL_ENDINGS: [&str; 9] = ["xsb", "sok", "txt", "slc", "xml", "rle", "tsv", "csv", "json"];

/// A text with levels, and which of them are meant.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    /// What it is called in records and messages.
    pub(crate) name: String,
    /// Its contents.
    pub(crate) bytes: Vec<u8>,
    /// The levels meant, counted from 1; all when absent.
    pub(crate) levels: Option<RangeInclusive<usize>>,
}

/// Finds everything the arguments name; the embedded starter collections when they name nothing.
pub(crate) fn find(names: &[String], library: &Library) -> Result<Vec<Source>, Failure> {
    if names.is_empty() {
        return Ok(embedded::starters());
    }
    let mut sources = Vec::new();
    for name in names {
        find_one(name, library, &mut sources)?;
    }
    Ok(sources)
}

fn find_one(name: &str, library: &Library, out: &mut Vec<Source>) -> Result<(), Failure> {
    if find_exact(name, None, library, out)? {
        return Ok(());
    }
    // `FILE:12` selects levels, unless a file of that very name exists.
    if let Some((stem, range)) = name.rsplit_once(':')
        && let Ok(range) = quantity::levels(range)
        && find_exact(stem, Some(range), library, out)?
    {
        return Ok(());
    }
    Err(Failure {
        code: 4,
        message: format!(
            "{name}: no such file or collection (`banto levels list` shows the collections)"
        ),
    })
}

fn find_exact(
    name: &str,
    levels: Option<RangeInclusive<usize>>,
    library: &Library,
    out: &mut Vec<Source>,
) -> Result<bool, Failure> {
    let path = Path::new(name);
    if name == "-" {
        let bytes = read_limited(std::io::stdin().lock(), "standard input")?;
        out.push(Source { name: "-".to_owned(), bytes, levels });
    } else if path.is_dir() {
        for file in level_files(path)? {
            out.push(read_file(&file, levels.clone())?);
        }
    } else if path.exists() {
        out.push(read_file(path, levels)?);
    } else if let Some(source) = embedded::named(name) {
        out.push(Source { levels, ..source });
    } else if let Some(file) = library.file(name) {
        out.push(read_file(&file, levels)?);
    } else {
        return Ok(false);
    }
    Ok(true)
}

/// Reads one file within the size limit.
pub(crate) fn read_file(
    path: &Path,
    levels: Option<RangeInclusive<usize>>,
) -> Result<Source, Failure> {
    let name = path.display().to_string();
    let file = std::fs::File::open(path).map_err(|error| Failure::io(&name, &error))?;
    let bytes = read_limited(file, &name)?;
    Ok(Source { name, bytes, levels })
}

fn read_limited(from: impl Read, name: &str) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    from.take(MAX_FILE + 1).read_to_end(&mut bytes).map_err(|error| Failure::io(name, &error))?;
    if bytes.len() as u64 > MAX_FILE {
        return Err(Failure::bad_file(format!("{name}: larger than {} MiB", MAX_FILE >> 20)));
    }
    Ok(bytes)
}

/// The level files below a folder, in the order of their paths.
pub(crate) fn level_files(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let told = |error| Failure::io(folder.display(), &error);
        for entry in std::fs::read_dir(&folder).map_err(told)? {
            let entry = entry.map_err(told)?;
            // Links to folders are not followed, so there are no loops.
            let kind = entry.file_type().map_err(told)?;
            if kind.is_dir() {
                folders.push(entry.path());
            } else if is_level_file(&entry.path()) {
                files.push(entry.path());
            }
        }
    }
    files.sort();
    Ok(files)
}

fn is_level_file(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    LEVEL_ENDINGS.contains(&ending.to_ascii_lowercase().as_str())
}
