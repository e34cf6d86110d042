//! Ctrl-C once: stop and print what is known. Twice: leave at once.

use std::sync::OnceLock;

use puzzle::{Cancel, Status};

use crate::failure::Failure;

/// Raises `cancel` at the first interrupt. One command, one flag: a second call does nothing.
pub(crate) fn watch(cancel: &Cancel) -> Result<(), Failure> {
    static CANCEL: OnceLock<Cancel> = OnceLock::new();
    if CANCEL.set(cancel.clone()).is_err() {
        return Ok(());
    }
    ctrlc::set_handler(|| {
        let cancel = CANCEL.get().expect("set before the handler");
        if cancel.is_cancelled() {
            std::process::exit(i32::from(Status::Interrupted.exit_code()));
        }
        cancel.cancel();
    })
    .map_err(Failure::internal)
}
