//! Writes results to standard output, and to files atomically where possible, keeping links, modes
//! and devices.

use std::fs::{File, Metadata, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use crate::failure::{CommandResult, Failure};

/// Data for standard output. A reader that has gone away (`| head`) ends the command.
pub(crate) fn print(bytes: &[u8]) -> CommandResult {
    let mut out = std::io::stdout().lock();
    out.write_all(bytes).and_then(|()| out.flush()).map_err(|error| Failure::output(&error))?;
    Ok(0)
}

/// Writes a file so that readers see all of it or nothing: a temporary file, then a rename.
///
/// An existing target keeps its nature: a link still points to its file, a file keeps its mode and
/// hard links, and a pipe or device is written to.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    write(path, bytes).map_err(|error| Failure::io(path.display(), &error))
}

fn write(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let path = &behind_links(path);
    let Ok(old) = std::fs::metadata(path) else { return replace(path, bytes, None) };
    if !old.is_file() {
        return OpenOptions::new().write(true).open(path)?.write_all(bytes);
    }
    // A file that may not be written is not replaced either.
    let mut file = OpenOptions::new().write(true).open(path)?;
    if !has_other_names(&old) && replace(path, bytes, Some(&old)).is_ok() {
        return Ok(());
    }
    // The folder takes no new file, or other names lead to this one: written in place.
    file.set_len(0)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Writes beside the file, then puts the new one in its place, with the mode of the old one.
fn replace(path: &Path, bytes: &[u8], old: Option<&Metadata>) -> std::io::Result<()> {
    let mut partial = path.as_os_str().to_owned();
    partial.push(".partial");
    let partial = PathBuf::from(partial);
    let written = File::create(&partial).and_then(|mut file| {
        file.write_all(bytes)?;
        if let Some(old) = old {
            file.set_permissions(old.permissions())?;
        }
        file.sync_all()?;
        std::fs::rename(&partial, path)
    });
    if written.is_err() {
        let _ = std::fs::remove_file(&partial);
    }
    written
}

/// Most links that are followed, as systems have it.
const MAX_LINKS: usize = 40;

/// Where symbolic links lead, also to a file that does not exist yet.
fn behind_links(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        let Ok(target) = std::fs::read_link(&path) else { break };
        path = path.parent().unwrap_or(Path::new("")).join(target);
    }
    path
}

#[cfg(unix)]
fn has_other_names(file: &Metadata) -> bool {
    std::os::unix::fs::MetadataExt::nlink(file) > 1
}

#[cfg(not(unix))]
fn has_other_names(_: &Metadata) -> bool {
    false
}
