//! Ctrl-C once: stop and print what is known. Twice: exit at once. A reader who leaves stops the
//! work too.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, OnceLock};
use std::time::Duration;

use puzzle::{Cancel, Status};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::failure::Failure;

/// How often to check for an interrupt.
const LOOK: Duration = Duration::from_millis(10);

/// Raised by every signal that is watched for.
static SIGNALLED: LazyLock<Arc<AtomicBool>> = LazyLock::new(Arc::default);

/// Raised when the reader of standard output has gone.
static READER_GONE: AtomicBool = AtomicBool::new(false);

/// How many files are being read that may never end.
static WAITING: AtomicUsize = AtomicUsize::new(0);

/// Reads something that may never come to an end: a pipe, a device. A signal that comes meanwhile, or has come before,
/// ends the program: nothing has been done yet that could be lost.
pub(crate) fn while_waiting<T>(read: impl FnOnce() -> T) -> T {
    WAITING.fetch_add(1, Ordering::SeqCst);
    let value = read();
    WAITING.fetch_sub(1, Ordering::SeqCst);
    value
}

/// Writes to a pipe or a device, whose reader may never come. The first signal ends the program here, too. What is
/// written after a signal is what is known so far, and only the next one ends it.
pub(crate) fn while_delivering<T>(write: impl FnOnce() -> T) -> T {
    if SIGNALLED.load(Ordering::Relaxed) { write() } else { while_waiting(write) }
}

/// Ends the program if it waits for input, or for somebody to read.
fn leave_if_waiting() {
    if WAITING.load(Ordering::SeqCst) > 0 {
        std::process::exit(i32::from(Status::Interrupted.exit_code()));
    }
}

/// Whether the work was stopped because nobody reads its results any more, and not by a signal.
pub(crate) fn reader_left() -> bool {
    READER_GONE.load(Ordering::Relaxed) && !SIGNALLED.load(Ordering::Relaxed)
}

/// Notes that writing to standard output has failed for want of a reader.
pub(crate) fn note_reader_gone() {
    READER_GONE.store(true, Ordering::Relaxed);
}

/// Raises `cancel` at the first interrupt. One command, one flag: a second call does nothing.
///
/// Polls a flag instead of waiting on a signal pipe, because Windows only has the former.
pub(crate) fn watch(cancel: &Cancel) -> Result<(), Failure> {
    static WATCHED: OnceLock<()> = OnceLock::new();
    if WATCHED.set(()).is_err() {
        return Ok(());
    }
    let come = Arc::new(AtomicBool::new(false));
    let at_once = i32::from(Status::Interrupted.exit_code());
    for signal in signals() {
        // The order matters: the exit is for the signal after the one that sets the flag.
        flag::register_conditional_shutdown(signal, at_once, come.clone())
            .and_then(|_| flag::register(signal, come.clone()))
            .and_then(|_| flag::register(signal, SIGNALLED.clone()))
            .map_err(Failure::internal)?;
    }
    let cancel = cancel.clone();
    std::thread::spawn(move || {
        while !come.load(Ordering::Relaxed) {
            std::thread::sleep(LOOK);
        }
        cancel.cancel();
        loop {
            leave_if_waiting();
            std::thread::sleep(LOOK);
        }
    });
    Ok(())
}

/// Raises `first` at the first interrupt and `second` at the next; a third ends the program. A
/// request to terminate (not a mere Ctrl-C) raises both at once.
pub(crate) fn watch_twice(first: &Cancel, second: &Cancel) -> Result<(), Failure> {
    let (pressed, asked) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
    for signal in signals() {
        let come = if signal == SIGINT { &pressed } else { &asked };
        flag::register(signal, come.clone())
            .and_then(|_| flag::register(signal, SIGNALLED.clone()))
            .map_err(Failure::internal)?;
    }
    let (first, second) = (first.clone(), second.clone());
    std::thread::spawn(move || {
        let mut count = 0;
        loop {
            std::thread::sleep(LOOK);
            count += u32::from(pressed.swap(false, Ordering::Relaxed));
            count += 2 * u32::from(asked.swap(false, Ordering::Relaxed));
            if count > 0 {
                leave_if_waiting();
            }
            match count {
                0 => {}
                1 => first.cancel(),
                2 => second.cancel(),
                _ => std::process::exit(i32::from(Status::Interrupted.exit_code())),
            }
        }
    });
    Ok(())
}

/// A flag that an interrupt raises and nothing else: for a command that has a terminal to give back and
/// must not be ended before it has.
pub(crate) fn flag() -> Result<Arc<AtomicBool>, Failure> {
    let come = Arc::new(AtomicBool::new(false));
    for signal in signals() {
        flag::register(signal, come.clone()).map_err(Failure::internal)?;
    }
    Ok(come)
}

/// What is taken as an interrupt. A hangup is not, if it was ignored when the program started: `nohup banto …` is to
/// outlive its terminal.
fn signals() -> Vec<i32> {
    #[cfg(unix)]
    if !ignored_at_start(signal_hook::consts::SIGHUP) {
        return vec![SIGINT, SIGTERM, signal_hook::consts::SIGHUP];
    }
    vec![SIGINT, SIGTERM]
}

/// Whether the process ignores a signal, as it does if whoever started it ignored it. Asked before a handler is
/// registered. Only Linux can be asked without `unsafe`; elsewhere the answer is no.
#[cfg(unix)]
fn ignored_at_start(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    mask >> (signal - 1) & 1 == 1
}

/// Raises `cancel` when the reader of standard output goes away (`| head -1`): otherwise a search
/// that prints nothing for an hour would only notice then.
#[cfg(unix)]
pub(crate) fn watch_reader(cancel: &Cancel) {
    use rustix::event::{PollFd, PollFlags, poll};
    let cancel = cancel.clone();
    std::thread::spawn(move || {
        let stdout = std::io::stdout();
        // `poll` always reports a broken pipe, and nothing else is requested: with a file or a
        // terminal this thread stays asleep.
        let mut output = [PollFd::new(&stdout, PollFlags::empty())];
        loop {
            match poll(&mut output, None) {
                Ok(_) => break,
                Err(rustix::io::Errno::INTR) => {}
                Err(_) => return,
            }
        }
        if output[0].revents().intersects(PollFlags::ERR | PollFlags::HUP) {
            note_reader_gone();
            cancel.cancel();
        }
    });
}

/// On this system a broken pipe is noticed when the next line is written.
#[cfg(not(unix))]
pub(crate) fn watch_reader(_: &Cancel) {}
