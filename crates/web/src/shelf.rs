//! Collections the server can show: whoever starts it says where they come from.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use puzzle::Collection;

use crate::problem::{Answer, Problem};

/// A collection without its contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shelved {
    /// By which it is asked for.
    pub name: String,
    /// One sentence; may be empty.
    pub description: String,
    /// Whether it is part of the program.
    pub embedded: bool,
}

/// A source of collections.
pub trait Shelf: Send + Sync {
    /// What there is.
    fn list(&self) -> Vec<Shelved>;
    /// The file of a collection.
    fn read(&self, name: &str) -> Option<Vec<u8>>;
    /// Keeps a file under a name like `name`; answers with the name it got.
    fn add(&self, name: &str, bytes: &[u8]) -> Result<String, String>;
}

/// Collections that have been read, so that turning pages does not read them again.
pub(crate) struct Library {
    shelf: Arc<dyn Shelf>,
    read: Mutex<BTreeMap<String, ReadOnce>>,
}

/// A file as it was when it was read, and what it holds.
struct ReadOnce {
    bytes: Vec<u8>,
    collection: Arc<Collection>,
}

/// Collections kept in memory after reading.
const MAX_READ: usize = 64;

impl Library {
    pub(crate) fn new(shelf: Arc<dyn Shelf>) -> Library {
        Library { shelf, read: Mutex::default() }
    }

    pub(crate) fn list(&self) -> Vec<Shelved> {
        self.shelf.list()
    }

    /// The collection of a name. Reading is blocking work.
    pub(crate) fn get(&self, name: &str) -> Answer<Arc<Collection>> {
        let unknown = || Problem::not_found(format!("there is no collection {name:?}"));
        let bytes = self.shelf.read(name).ok_or_else(unknown)?;
        let mut read = self.read.lock().map_err(Problem::internal)?;
        if let Some(known) = read.get(name)
            && known.bytes == bytes
        {
            return Ok(known.collection.clone());
        }
        let collection =
            Arc::new(puzzle::read(&bytes).map_err(|fault| Problem::bad_level(&[fault]))?);
        if read.len() >= MAX_READ {
            read.pop_first();
        }
        read.insert(name.to_owned(), ReadOnce { bytes, collection: collection.clone() });
        Ok(collection)
    }

    /// Keeps a text in the user's library.
    pub(crate) fn add(&self, name: &str, text: &str) -> Answer<String> {
        // Whatever was typed becomes a plain file name.
        let kept: String = name
            .chars()
            .map(|c| if c.is_alphanumeric() || "-_ ".contains(c) { c } else { '-' })
            .take(60)
            .collect();
        let kept = kept.trim_matches([' ', '-']);
        let name = if kept.is_empty() { "pasted" } else { kept };
        self.shelf.add(name, text.as_bytes()).map_err(Problem::internal)
    }
}
