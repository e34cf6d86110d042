//! The levels of a set, read file by file while they are worked on.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};

use lab::LevelNames;
use puzzle::Entry;

use super::label_writer::{LabelWriter, Passed};
use crate::args::Label;
use crate::failure::Failure;
use crate::library::Library;
use crate::loaded::{self, Loaded};
use crate::quantity::Selection;
use crate::sources::{self, Source};
use crate::terminal::Terminal;

/// Levels that one thread takes at a time.
const BLOCK: usize = 20;

/// A level and its name in the labels.
pub(super) struct Named {
    pub(super) name: String,
    pub(super) entry: Entry,
}

/// The level's hash as in label files; empty if the entry is not a valid level.
pub(super) fn hash(entry: &Entry) -> String {
    entry.puzzle.as_ref().map_or(String::new(), |puzzle| format!("{:016x}", puzzle.level_hash()))
}

/// A stream of blocks of levels.
pub(super) struct Levels {
    places: VecDeque<Place>,
    /// What is left of the file at hand.
    ready: VecDeque<Named>,
    /// Only these levels of each file that has no choice of its own.
    range: Option<Selection>,
    /// Only every Nth level is wanted.
    every: u32,
    /// How many levels to pass over before the next one that is wanted.
    skip: u32,
    /// How many more levels are wanted.
    left: u64,
    /// That a file does not have a level asked for, while no file had one.
    missing: Option<String>,
    found: bool,
    terminal: Terminal,
    code: u8,
}

/// Where levels are.
enum Place {
    /// A file in a folder that the user named; it is read when its turn comes.
    File { path: PathBuf, folder: PathBuf },
    /// Something else the user named.
    Here(Source),
}

impl Levels {
    /// The levels of everything the user named.
    pub(super) fn find(
        args: &Label,
        library: &Library,
        terminal: Terminal,
    ) -> Result<Levels, Failure> {
        let mut places = VecDeque::new();
        for name in &args.files {
            let folder = Path::new(name);
            if folder.is_dir() {
                let file = |path| Place::File { path, folder: folder.to_owned() };
                places.extend(sources::level_files(folder)?.into_iter().map(file));
            } else {
                let found = sources::find(std::slice::from_ref(name), library)?;
                places.extend(found.into_iter().map(Place::Here));
            }
        }
        Ok(Levels {
            places,
            ready: VecDeque::new(),
            range: args.range.clone(),
            every: args.sample.every,
            skip: 0,
            left: args.sample.first.unwrap_or(u64::MAX),
            missing: None,
            found: false,
            terminal,
            code: 0,
        })
    }

    /// Reports that no file has a level that was asked for.
    pub(super) fn found_any(&self) -> Result<(), Failure> {
        match &self.missing {
            Some(missing) if !self.found => Err(Failure::usage(missing)),
            _ => Ok(()),
        }
    }

    /// The exit code that unreadable files cost.
    pub(super) fn code(&self) -> u8 {
        self.code
    }

    /// Passes over the levels that have labels, which must be the first ones.
    pub(super) fn pass(&mut self, writer: &LabelWriter) -> Result<(), Failure> {
        let mut passed = Passed::default();
        for _ in 0..writer.sums.levels {
            let Some(level) = self.level()? else { break };
            passed.add(&level.name, &hash(&level.entry));
        }
        match passed == writer.passed {
            true => Ok(()),
            false => Err(writer.foreign()),
        }
    }

    /// The next level.
    pub(super) fn level(&mut self) -> Result<Option<Named>, Failure> {
        while self.left > 0 {
            let Some(level) = self.ready.pop_front() else {
                let Some(place) = self.places.pop_front() else { break };
                self.read(place)?;
                continue;
            };
            if self.skip > 0 {
                self.skip -= 1;
                continue;
            }
            (self.skip, self.left) = (self.every - 1, self.left - 1);
            return Ok(Some(level));
        }
        Ok(None)
    }

    fn read(&mut self, place: Place) -> Result<(), Failure> {
        let (sources, folder) = match place {
            Place::File { path, folder } => (sources::read_in_folder(&path), Some(folder)),
            Place::Here(source) => (vec![source], None),
        };
        let (all, code) = loaded::read(sources, self.terminal);
        self.code = self.code.max(code);
        for mut loaded in all {
            let own = loaded.source.levels.is_some();
            loaded.source.levels = loaded.source.levels.or(self.range.clone());
            match loaded.missing() {
                Some(missing) if own => return Err(Failure::usage(missing)),
                missing => self.missing = self.missing.take().or(missing),
            }
            self.ready.extend(named(loaded, folder.as_deref()));
        }
        self.found |= !self.ready.is_empty();
        Ok(())
    }
}

/// The levels of one file that the user meant, with their names.
fn named(loaded: Loaded, folder: Option<&Path>) -> Vec<Named> {
    let (source, entries) = (loaded.source, loaded.collection.entries);
    let names = LevelNames::new(Path::new(&source.name), folder, &entries);
    let meant =
        |entry: &Entry| source.levels.as_ref().is_none_or(|levels| levels.contains(entry.index));
    let named = |entry: Entry| Named { name: names.of(entry.index), entry };
    entries.into_iter().filter(meant).map(named).collect()
}

impl Iterator for Levels {
    type Item = Result<Vec<Named>, Failure>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut block = Vec::with_capacity(BLOCK);
        while block.len() < BLOCK {
            match self.level() {
                Ok(Some(level)) => block.push(level),
                Ok(None) => break,
                Err(failure) => return Some(Err(failure)),
            }
        }
        (!block.is_empty()).then_some(Ok(block))
    }
}
