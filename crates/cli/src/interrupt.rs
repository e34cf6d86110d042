//! Ctrl-C once: stop and print what is known. Twice: exit at once.

use std::sync::OnceLock;

use puzzle::{Cancel, Status};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use crate::failure::Failure;

/// Raises `cancel` at the first interrupt. One command, one flag: a second call does nothing.
pub(crate) fn watch(cancel: &Cancel) -> Result<(), Failure> {
    static WATCHED: OnceLock<()> = OnceLock::new();
    if WATCHED.set(()).is_err() {
        return Ok(());
    }
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP]).map_err(Failure::internal)?;
    let cancel = cancel.clone();
    std::thread::spawn(move || {
        for _ in signals.forever() {
            if cancel.is_cancelled() {
                std::process::exit(i32::from(Status::Interrupted.exit_code()));
            }
            cancel.cancel();
        }
    });
    Ok(())
}
