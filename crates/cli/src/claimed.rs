//! Which level a solution in a file of solutions is for.
//!
//! A row that names its file (`sets/mine.xsb:7`, or a record) is for the file of that name, or for the only one with
//! the same last part. One that does not is for the only file there is, or counts on through all of them, as a list of
//! solutions does. A solution below a board is for the level with that board.

use std::borrow::Cow;
use std::path::Path;

use puzzle::solutions::Claim;
use puzzle::{Collection, Entry, Puzzle};

use crate::loaded::Loaded;
use crate::sources::Source;
use crate::table::in_a_row;

/// A file of solutions for some files of levels.
pub(crate) struct Placement<'a> {
    all: &'a [Loaded],
    /// The levels in the file of solutions, if it has some. Their numbers are those of that file, which may hold only
    /// a part of the levels.
    boards: Option<Collection>,
    /// The file of solutions.
    text: Cow<'a, str>,
    /// The files that its rows name.
    names: Vec<String>,
}

/// A solution that is for none of the levels.
pub(crate) struct Misplaced {
    /// Its line.
    pub(crate) line: u32,
    /// Why.
    pub(crate) reason: String,
}

impl<'a> Placement<'a> {
    /// Looks at the claims of a file.
    pub(crate) fn new<'b>(
        source: &'a Source,
        claims: impl Iterator<Item = &'b Claim>,
        all: &'a [Loaded],
    ) -> Placement<'a> {
        let boards = puzzle::read(&source.bytes).ok();
        let boards = boards.filter(|it| it.entries.iter().any(|entry| entry.puzzle.is_ok()));
        let mut names: Vec<String> = claims.filter_map(|claim| claim.file.clone()).collect();
        names.sort_unstable();
        names.dedup();
        Placement { all, boards, text: puzzle::text::transcode(&source.bytes), names }
    }

    /// The claim under its number in one of the files; `None` if it is for another one. What is for none of them is an
    /// error of the first.
    pub(crate) fn place(&self, claim: Claim, loaded: &Loaded) -> Option<Result<Claim, Misplaced>> {
        let line = claim.line;
        let lost = |reason: String| {
            let first = self.all.first().is_some_and(|first| std::ptr::eq(first, loaded));
            first.then_some(Err(Misplaced { line, reason }))
        };
        if let Some(hash) = self.board(&claim) {
            return match self.with_board(hash, claim.level) {
                Some((owner, level)) if std::ptr::eq(owner, loaded) => {
                    Some(Ok(Claim { level, ..claim }))
                }
                Some(_) => None,
                None => lost("no level has the board of this solution".to_owned()),
            };
        }
        match (&claim.file, self.all) {
            (None, [_]) => Some(Ok(claim)),
            (None, _) => match self.counted_on(claim.level) {
                Some((owner, level)) if std::ptr::eq(owner, loaded) => {
                    Some(Ok(Claim { level, ..claim }))
                }
                Some(_) => None,
                None => {
                    let level = claim.level;
                    lost(format!("there is no level {level} in all files together"))
                }
            },
            (Some(name), all) => match self.named(name) {
                Some(owner) => std::ptr::eq(owner, loaded).then_some(Ok(claim)),
                // A table of many files, and a few of them.
                None if all.len() == 1 => None,
                None => lost(format!("{name} is not one of the level files")),
            },
        }
    }

    /// Whether a line that cannot be read is a fault of this file: its row names it, or it names none and this is the
    /// first. A row of the other game cannot be read as one of this game.
    pub(crate) fn is_fault_of(&self, line: u32, loaded: &Loaded) -> bool {
        let row = puzzle::text::split(&self.text).nth(line.saturating_sub(1) as usize);
        let name = row.and_then(|row| row.split_once('\t')).map(|(name, _)| name.trim());
        let name = name.and_then(|name| name.rsplit_once(':')).map(|(file, _)| file);
        match name.and_then(|name| self.named(name)).or(self.all.first()) {
            Some(owner) => std::ptr::eq(owner, loaded),
            None => false,
        }
    }

    /// The hash of the board that a solution stands below.
    fn board(&self, claim: &Claim) -> Option<u64> {
        hash(self.boards.as_ref()?.entries.get(claim.level.checked_sub(1)?)?)
    }

    /// The level with a board. One that stands twice keeps its own number.
    fn with_board(&self, board: u64, number: usize) -> Option<(&'a Loaded, usize)> {
        let same = |entry: &&Entry| hash(entry) == Some(board);
        self.all.iter().find_map(|loaded| {
            let entries = &loaded.collection.entries;
            let level = entries.get(number - 1).filter(same);
            level.or_else(|| entries.iter().find(same)).map(|level| (loaded, level.index))
        })
    }

    /// The level with a number that counts on through all files.
    fn counted_on(&self, number: usize) -> Option<(&'a Loaded, usize)> {
        let levels =
            self.all.iter().flat_map(|it| it.selected().map(move |entry| (it, entry.index)));
        levels.into_iter().nth(number.checked_sub(1)?)
    }

    /// The file of a name.
    fn named(&self, name: &str) -> Option<&'a Loaded> {
        let is = |own: &str| own == name || in_a_row(own) == name;
        let exact = self.all.iter().find(|it| is(&it.source.name));
        let last = |name: &str| Path::new(name).file_name().map(ToOwned::to_owned);
        // Not if the rows are about two files with the same last part.
        let others = self.names.iter().filter(|it| last(it) == last(name)).count();
        let mut alike = self.all.iter().filter(|it| last(&in_a_row(&it.source.name)) == last(name));
        let alike = match (alike.next(), alike.next()) {
            (Some(only), None) if others == 1 => Some(only),
            _ => None,
        };
        // One file of levels and one name: it was renamed.
        let renamed = match self.all {
            [only] if self.names.len() == 1 => Some(only),
            _ => None,
        };
        exact.or(alike).or(renamed)
    }
}

fn hash(entry: &Entry) -> Option<u64> {
    entry.puzzle.as_ref().ok().map(Puzzle::level_hash)
}
