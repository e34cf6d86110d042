//! The large deadlock table, in a file of the user's cache folder.
//!
//! A search that asks for it ([`LargeTables`]) reads the file; if there is none, or it is damaged or
//! of another version, the search builds the table and the file is written anew. Nothing depends on
//! the file but time, so whatever goes wrong with it is no failure.

use std::path::PathBuf;

use etcetera::AppStrategy;
use puzzle::{LargeTables, TableKeeper};

use crate::deliver::write_whole;
use crate::library::user_folders;

/// A file longer than this is none of ours: the table has two million bytes.
const MOST_BYTES: u64 = 64 << 20;

/// Lets searches of this process use the file.
pub(crate) fn keep() {
    LargeTables::keep(TableKeeper { load, save });
}

fn file() -> Option<PathBuf> {
    user_folders().map(|folders| folders.in_cache_dir("deadlock-tables"))
}

fn load() -> Option<Vec<u8>> {
    let file = file()?;
    let length = std::fs::metadata(&file).ok()?.len();
    if length > MOST_BYTES {
        return None;
    }
    std::fs::read(file).ok()
}

fn save(bytes: &[u8]) {
    let Some(file) = file() else { return };
    if let Some(folder) = file.parent()
        && std::fs::create_dir_all(folder).is_ok()
    {
        // A full disk costs the next run a few seconds, nothing else.
        let _ = write_whole(&file, bytes);
    }
}
