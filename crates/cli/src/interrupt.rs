//! Ctrl-C once: stop and print what is known. Twice: exit at once.

use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use puzzle::{Cancel, Status};
use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::flag;

use crate::failure::Failure;

/// How long an interrupt may go unseen.
const LOOK: Duration = Duration::from_millis(10);

/// Raises `cancel` at the first interrupt. One command, one flag: a second call does nothing.
///
/// A flag that is looked at, rather than a pipe of signals that is waited for, because Windows has
/// only the former.
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
            .map_err(Failure::internal)?;
    }
    let cancel = cancel.clone();
    std::thread::spawn(move || {
        while !come.load(Ordering::Relaxed) {
            std::thread::sleep(LOOK);
        }
        cancel.cancel();
    });
    Ok(())
}

/// What is taken as an interrupt.
fn signals() -> Vec<i32> {
    #[cfg(unix)]
    return vec![SIGINT, SIGTERM, signal_hook::consts::SIGHUP];
    #[cfg(not(unix))]
    return vec![SIGINT, SIGTERM];
}
