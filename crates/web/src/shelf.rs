//! Collections the server can show. The program that starts the server supplies them through [`Shelf`].

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use axum::http::StatusCode;
use puzzle::{Collection, Game};

use crate::problem::{Answer, Problem};

/// A collection without its contents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shelved {
    /// The name it is asked for by.
    pub name: String,
    /// One sentence; may be empty.
    pub description: String,
    /// Whether it is part of the program.
    pub embedded: bool,
    /// Whether it can be removed: the user has put it there.
    pub own: bool,
}

/// A source of collections.
pub trait Shelf: Send + Sync {
    /// What there is.
    fn list(&self) -> Vec<Shelved>;
    /// The file of a collection.
    fn read(&self, name: &str) -> Option<Vec<u8>>;
    /// Keeps a file under a name like `name`; returns the name it got.
    fn add(&self, name: &str, bytes: &[u8]) -> Result<String, String>;
    /// Puts a collection of the user's aside; returns what [`restore`](Shelf::restore) takes.
    fn remove(&self, name: &str) -> Result<String, String>;
    /// Restores what was removed; returns the name it got.
    fn restore(&self, removed: &str) -> Result<String, String>;
}

/// What the list of collections says about one.
#[derive(Clone, Debug)]
pub(crate) struct Summary {
    pub(crate) title: Option<String>,
    pub(crate) author: Option<String>,
    pub(crate) game: Game,
    pub(crate) count: usize,
}

/// Collections that have been read, so that turning pages does not read them again.
pub(crate) struct Library {
    shelf: Arc<dyn Shelf>,
    read: Mutex<BTreeMap<String, ReadOnce>>,
    summaries: Mutex<BTreeMap<String, (u64, Answer<Summary>)>>,
}

/// A file as it was when it was read, and what it holds.
struct ReadOnce {
    mark: u64,
    collection: Arc<Collection>,
}

/// Names of opened texts begin with this; no file has such a name here.
const HELD: &str = "~";

/// Collections kept in memory after reading.
const MAX_READ: usize = 16;

impl Library {
    pub(crate) fn new(shelf: Arc<dyn Shelf>) -> Library {
        Library { shelf, read: Mutex::default(), summaries: Mutex::default() }
    }

    pub(crate) fn list(&self) -> Vec<Shelved> {
        self.shelf.list()
    }

    /// What the list says about a collection. Reading is blocking work.
    pub(crate) fn summary(&self, name: &str) -> Answer<Summary> {
        let bytes = self.bytes(name)?;
        let mark = text::fnv1a(&bytes);
        let known = self.summaries.lock().map_err(Problem::internal)?.get(name).cloned();
        if let Some((old, summary)) = known
            && old == mark
        {
            return summary;
        }
        let summary = self.parse(name, &bytes, mark).map(|collection| Summary {
            title: collection.title.clone(),
            author: collection.author.clone(),
            game: collection.game,
            count: collection.entries.len(),
        });
        let mut summaries = self.summaries.lock().map_err(Problem::internal)?;
        summaries.insert(name.to_owned(), (mark, summary.clone()));
        summary
    }

    /// The collection with this name. Reading is blocking work.
    pub(crate) fn get(&self, name: &str) -> Answer<Arc<Collection>> {
        if name.starts_with(HELD) {
            let read = self.read.lock().map_err(Problem::internal)?;
            let held = read.get(name).map(|it| it.collection.clone());
            return held.ok_or_else(|| Problem::not_found("this text is no longer remembered"));
        }
        let bytes = self.bytes(name)?;
        self.parse(name, &bytes, text::fnv1a(&bytes))
    }

    /// Remembers a text that somebody has opened, so that the rest of it can be asked for; the name it has here.
    pub(crate) fn hold(&self, text: &str, collection: Collection) -> Answer<String> {
        let mark = text::fnv1a(text.as_bytes());
        let name = format!("{HELD}{mark:016x}");
        self.remember(&name, mark, Arc::new(collection))?;
        Ok(name)
    }

    /// The text of a collection's file, whatever its encoding.
    pub(crate) fn text(&self, name: &str) -> Answer<String> {
        Ok(text::transcode(&self.bytes(name)?).into_owned())
    }

    fn bytes(&self, name: &str) -> Answer<Vec<u8>> {
        let unknown = || Problem::not_found(format!("there is no collection {name:?}"));
        self.shelf.read(name).ok_or_else(unknown)
    }

    fn parse(&self, name: &str, bytes: &[u8], mark: u64) -> Answer<Arc<Collection>> {
        if let Some(known) = self.read.lock().map_err(Problem::internal)?.get(name)
            && known.mark == mark
        {
            return Ok(known.collection.clone());
        }
        let collection =
            Arc::new(puzzle::read(bytes).map_err(|fault| Problem::bad_level(&[fault]))?);
        self.remember(name, mark, collection.clone())?;
        Ok(collection)
    }

    fn remember(&self, name: &str, mark: u64, collection: Arc<Collection>) -> Answer<()> {
        let mut read = self.read.lock().map_err(Problem::internal)?;
        if read.len() >= MAX_READ {
            read.pop_first();
        }
        read.insert(name.to_owned(), ReadOnce { mark, collection });
        Ok(())
    }

    /// Puts one of the user's collections aside.
    pub(crate) fn remove(&self, name: &str) -> Answer<String> {
        match self.list().iter().find(|it| it.name == name) {
            None => Err(Problem::not_found(format!("there is no collection {name:?}"))),
            Some(it) if !it.own => {
                let detail = format!("{name} is not among the collections you have added");
                Err(Problem::new(StatusCode::FORBIDDEN, detail))
            }
            Some(_) => self.shelf.remove(name).map_err(Problem::internal),
        }
    }

    /// Puts it back.
    pub(crate) fn restore(&self, removed: &str) -> Answer<String> {
        self.shelf.restore(removed).map_err(Problem::not_found)
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
