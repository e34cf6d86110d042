//! Writes results to standard output, and to files atomically where possible, keeping links, modes
//! and devices.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::failure::{CommandResult, Failure};
use crate::interrupt::while_delivering;

/// Data for standard output. A reader that has gone away (`| head`) ends the command.
pub(crate) fn print(bytes: &[u8]) -> CommandResult {
    let mut out = std::io::stdout().lock();
    out.write_all(bytes).and_then(|()| out.flush()).map_err(|error| Failure::output(&error))?;
    Ok(0)
}

/// Writes a file so that readers see all of it or nothing: a temporary file, then a rename.
///
/// An existing target keeps its nature: a link still points to its file, a file keeps its owner, its mode and its
/// hard links, and a pipe or device is written to.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    write(path, bytes).map_err(|error| Failure::io(path.display(), &error))
}

fn write(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let path = &behind_links(path);
    let Ok(old) = std::fs::metadata(path) else { return replace(path, bytes, None) };
    if !old.is_file() {
        let write = || OpenOptions::new().write(true).open(path)?.write_all(bytes);
        return while_delivering(write);
    }
    // A file that may not be written is not replaced either.
    let mut file = OpenOptions::new().write(true).open(path)?;
    if !has_other_names(&old) {
        match replace(path, bytes, Some(&old)) {
            // The folder takes no new file, or not one of the same owner: written in place.
            Err(error) if error.kind() == ErrorKind::PermissionDenied => {}
            written => return written,
        }
    }
    write_in_place(&mut file, bytes, old.len())
}

/// Writes over a file that has so many bytes. What needs more room comes first, so that a full disk is noticed
/// while the old text is whole.
fn write_in_place(file: &mut File, bytes: &[u8], old: u64) -> std::io::Result<()> {
    let (head, tail) = bytes.split_at(bytes.len().min(old as usize));
    let longer = file.seek(SeekFrom::Start(old)).and_then(|_| file.write_all(tail));
    if let Err(error) = longer.and_then(|()| file.sync_all()) {
        let _ = file.set_len(old);
        return Err(error);
    }
    file.seek(SeekFrom::Start(0))?;
    file.write_all(head)?;
    file.set_len(bytes.len() as u64)?;
    file.sync_all()
}

/// Writes beside the file, then puts the new one in its place, with the mode of the old one.
fn replace(path: &Path, bytes: &[u8], old: Option<&Metadata>) -> std::io::Result<()> {
    let (mut file, temporary) = beside(path)?;
    let written = file.write_all(bytes).and_then(|()| {
        if let Some(old) = old {
            keep_owner(&file, old)?;
            file.set_permissions(old.permissions())?;
        }
        file.sync_all()?;
        std::fs::rename(&temporary, path)
    });
    if written.is_err() {
        let _ = std::fs::remove_file(&temporary);
    }
    written.inspect(|()| sync_folder(path))
}

/// Gives a new file the owner and the group of the old one. Where that is not allowed the old file is not replaced.
#[cfg(unix)]
fn keep_owner(new: &File, old: &Metadata) -> std::io::Result<()> {
    use std::os::unix::fs::{MetadataExt, fchown};
    let own = new.metadata()?;
    if (own.uid(), own.gid()) == (old.uid(), old.gid()) {
        return Ok(());
    }
    fchown(new, Some(old.uid()), Some(old.gid()))
        .map_err(|_| std::io::Error::from(ErrorKind::PermissionDenied))
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &Metadata) -> std::io::Result<()> {
    Ok(())
}

/// A new file beside another one; nothing that exists is touched.
fn beside(path: &Path) -> std::io::Result<(File, PathBuf)> {
    let process = std::process::id();
    for number in 0.. {
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".{process}-{number}.tmp"));
        let temporary = PathBuf::from(name);
        match OpenOptions::new().write(true).create_new(true).open(&temporary) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists && number < 100 => {}
            file => return file.map(|file| (file, temporary)),
        }
    }
    unreachable!("the loop returns")
}

/// Makes a rename last. Not every file system can; the file itself is on the disk already.
fn sync_folder(path: &Path) {
    #[cfg(unix)]
    {
        let folder = path.parent().filter(|it| !it.as_os_str().is_empty());
        let _ = File::open(folder.unwrap_or(Path::new("."))).and_then(|folder| folder.sync_all());
    }
    #[cfg(not(unix))]
    let _ = path;
}

/// Most links that are followed, as systems have it.
const MAX_LINKS: usize = 40;

/// Where symbolic links lead, also to a file that does not exist yet.
pub(crate) fn behind_links(path: &Path) -> PathBuf {
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
