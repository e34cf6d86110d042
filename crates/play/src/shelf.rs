//! The available collections, each read when it is first shown.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

use puzzle::{Collection, Game, Puzzle};

/// Reads the file of a collection; the error is a sentence.
pub type ReadFile = Arc<dyn Fn() -> Result<Vec<u8>, String> + Send + Sync>;

/// A collection that can be played.
#[derive(Clone)]
pub struct Shelved {
    /// What it is called.
    pub name: String,
    /// One sentence; may be empty.
    pub description: String,
    /// Its file.
    pub read: ReadFile,
    /// The level to begin with, from 1, when one was named.
    pub level: Option<usize>,
}

impl Shelved {
    /// The levels.
    pub(crate) fn collection(&self) -> Result<Arc<Collection>, String> {
        let bytes = (self.read)()?;
        puzzle::read(&bytes).map(Arc::new).map_err(|fault| fault.to_string())
    }
}

/// What the list says about a collection.
#[derive(Clone, Debug)]
pub(crate) struct Summary {
    pub(crate) game: Game,
    /// The key of each level that is a puzzle.
    pub(crate) keys: Vec<String>,
    pub(crate) count: usize,
    /// The first level, for the picture.
    pub(crate) first: Option<Puzzle>,
}

impl Summary {
    pub(crate) fn new(collection: &Collection) -> Summary {
        let puzzles = || collection.entries.iter().filter_map(|entry| entry.puzzle.as_ref().ok());
        Summary {
            game: collection.game,
            keys: puzzles().map(store::key).collect(),
            count: collection.entries.len(),
            first: puzzles().next().cloned(),
        }
    }
}

/// What is known of a collection: nothing yet, or what was read.
pub(crate) type Known = Option<Result<Summary, String>>;

/// Reads all collections one after the other, on a thread of its own.
pub(crate) fn summaries(shelf: &[Shelved]) -> Receiver<(usize, Result<Summary, String>)> {
    let (sender, receiver) = channel();
    let shelf = shelf.to_vec();
    std::thread::spawn(move || {
        for (i, shelved) in shelf.iter().enumerate() {
            let summary = shelved.collection().map(|it| Summary::new(&it));
            if sender.send((i, summary)).is_err() {
                return;
            }
        }
    });
    receiver
}
