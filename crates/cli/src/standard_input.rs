//! Levels from standard input, if something was piped in.

use std::io::{IsTerminal, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::args::Color;
use crate::failure::Failure;
use crate::interrupt;
use crate::sources::{self, Source};
use crate::terminal::Terminal;

/// How long to wait silently before saying that we are reading standard input.
const PATIENCE: Duration = Duration::from_secs(2);

/// All of standard input, up to the size of a level file.
pub(crate) fn read() -> Result<Source, Failure> {
    let arrived = Arc::new(AtomicBool::new(false));
    tell_if_nothing_comes(arrived.clone());
    let input = Noticed(std::io::stdin().lock(), arrived);
    let bytes = interrupt::while_waiting(|| sources::read_limited(input, "standard input"))?;
    Ok(Source::new("-", bytes))
}

/// What was piped in or redirected from a file, for a command that names no file. `None` when there
/// is a terminal, or nothing that could hold levels: then standard input was not meant.
///
/// # Errors
/// When it cannot be read, or is empty: a pipeline whose first part has failed must not look as if
/// something else had been asked for.
pub(crate) fn piped() -> Result<Option<Source>, Failure> {
    if !is_given() {
        return Ok(None);
    }
    let source = read()?;
    if source.bytes.is_empty() {
        return match cfg!(unix) {
            true => Err(Failure::usage("no file is named, and standard input is empty")),
            // Here the null device looks like an empty pipe.
            false => Ok(None),
        };
    }
    Ok(Some(source))
}

/// Whether standard input is a pipe, a socket or a file; a terminal and the null device are not.
#[cfg(unix)]
fn is_given() -> bool {
    use std::os::fd::AsFd;
    use std::os::unix::fs::FileTypeExt;
    let stdin = std::io::stdin();
    if stdin.is_terminal() {
        return false;
    }
    let Ok(file) = stdin.as_fd().try_clone_to_owned().map(std::fs::File::from) else {
        return false;
    };
    let kind = file.metadata().map(|metadata| metadata.file_type());
    kind.is_ok_and(|kind| kind.is_file() || kind.is_fifo() || kind.is_socket())
}

/// Whether standard input is anything but a terminal.
#[cfg(not(unix))]
fn is_given() -> bool {
    !std::io::stdin().is_terminal()
}

/// Otherwise a program started with a pipe that is never closed would wait silently.
fn tell_if_nothing_comes(arrived: Arc<AtomicBool>) {
    std::thread::spawn(move || {
        std::thread::sleep(PATIENCE);
        if !arrived.load(Ordering::Relaxed) {
            Terminal::new(false, Color::Auto).say("reading levels from standard input");
        }
    });
}

/// Reads, and notes that data or the end of input has arrived.
struct Noticed<R>(R, Arc<AtomicBool>);

impl<R: Read> Read for Noticed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let read = self.0.read(buffer);
        self.1.store(true, Ordering::Relaxed);
        read
    }
}
