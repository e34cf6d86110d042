//! Read-only access to a store, for commands that only show what is in it.

use std::path::Path;

use puzzle::known::Bound;
use rusqlite::Connection;

use super::{Result, Solution, file, rows};

/// A read-only store: nothing is created, upgraded or written.
pub struct Look {
    db: Connection,
    /// The layout, which may be older than the first one with bounds.
    layout: i64,
}

/// The first layout that has bounds.
const WITH_BOUNDS: i64 = 3;

impl Look {
    /// Opens a file.
    ///
    /// # Errors
    /// Why it cannot be read, in a sentence.
    pub fn at(path: &Path) -> Result<Look> {
        let told = |why| format!("{}: {why}", path.display());
        let (db, layout) = file::look(path).map_err(told)?;
        Ok(Look { db, layout })
    }

    /// The best solutions of a level.
    ///
    /// # Errors
    /// Why they cannot be read.
    pub fn solutions_of(&self, level: &str) -> Result<Vec<Solution>> {
        rows::solutions(&self.db, Some(level)).map_err(|error| error.to_string())
    }

    /// What was proved about a level.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub fn bounds_of(&self, level: &str) -> Result<Vec<Bound>> {
        match self.layout < WITH_BOUNDS {
            true => Ok(Vec::new()),
            false => rows::bounds(&self.db, level).map_err(|error| error.to_string()),
        }
    }
}
