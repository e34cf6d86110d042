//! The position a question is about: a level and the moves made on it.

use puzzle::{Budget, Cancel, Limits, NoAnswer, Puzzle};
use serde_json::{Map, Value, json};

use crate::args::Ask;
use crate::failure::{Failure, printable};
use crate::interrupt;
use crate::library::Library;
use crate::loaded;
use crate::sources;
use crate::terminal::Terminal;

/// A position of a level.
pub(crate) struct Position {
    /// The puzzle that begins with it.
    pub(crate) puzzle: Puzzle,
    collection: String,
    index: usize,
    title: Option<String>,
}

impl Position {
    /// The first level the user meant, after the moves that were made.
    pub(crate) fn load(
        args: &Ask,
        library: &Library,
        terminal: Terminal,
    ) -> Result<Position, Failure> {
        let sources = match &args.file {
            Some(file) => sources::find(std::slice::from_ref(file), library)?,
            None => sources::piped()?
                .ok_or_else(|| Failure::usage("name a file, or pipe a level in"))?,
        };
        let (collections, _) = loaded::choose(sources, args.level.as_ref(), terminal)?;
        let mut all = collections.iter().flat_map(|it| it.selected().map(move |entry| (it, entry)));
        let (loaded, entry) = all.next().ok_or_else(|| Failure::bad_file("there is no level"))?;
        let Ok(puzzle) = &entry.puzzle else {
            let faults: Vec<String> = loaded.underlined(entry).collect();
            return Err(Failure::bad_file(faults.join("\n")));
        };
        let moves = args.moves.as_deref().unwrap_or_default();
        let wrong = |reason| Failure::bad_file(printable(&format!("--moves: {reason}")));
        Ok(Position {
            puzzle: puzzle.after(moves).map_err(wrong)?,
            collection: loaded.source.name.clone(),
            index: entry.index,
            title: entry.title.clone(),
        })
    }

    /// Asks a question within the limits; Ctrl-C cancels it.
    pub(crate) fn ask<T>(
        &self,
        args: &Ask,
        question: impl FnOnce(&mut Budget) -> Result<T, NoAnswer>,
    ) -> Result<T, Failure> {
        let cancel = Cancel::default();
        interrupt::watch(&cancel)?;
        interrupt::watch_reader(&cancel);
        let limits = Limits { time: Some(args.time), memory: Some(args.memory), nodes: None };
        question(&mut Budget::new(limits, cancel)).map_err(Failure::from)
    }

    /// The fields every record begins with.
    pub(crate) fn record(&self) -> Map<String, Value> {
        let fields = [
            ("collection", json!(self.collection)),
            ("index", json!(self.index)),
            ("title", json!(self.title)),
            ("game", json!(self.puzzle.game().name())),
        ];
        fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }
}
