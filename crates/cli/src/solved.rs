//! The file that `-o` names, from the first look at it to the last byte: solutions inside their levels (`.sok`), alone
//! (`.sol`), as a table (`.tsv`), or the records (`.json`, `.csv`).
//!
//! | there is | what happens |
//! |---|---|
//! | nothing, a pipe or a device | it is written |
//! | the one input | solutions are written into its text; everything else in it stays as it is |
//! | an input that cannot be edited, or one of several files | refused |
//! | what an earlier run of the same levels has written | its solutions are kept, and what is missing is added |
//! | anything else | refused without `--force` |
//!
//! Until the file is finished, results are kept in `FILE.part` ([`Part`]).

use std::collections::BTreeSet;
use std::path::Path;

use puzzle::edit::{Addition, EditError, add_solutions};
use puzzle::{Collection, Entry, Game, Puzzle};
use serde_json::Value;

use crate::deliver::write_whole;
use crate::failure::Failure;
use crate::loaded::Loaded;
use crate::part::Part;
use crate::table;
use crate::target::{Nature, Target};
use crate::terminal::Terminal;

/// What a file of solutions looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The levels, each with its solution.
    Sok,
    /// The solutions, one after the other, with an empty line between them; if a level has no
    /// solution, a table is written instead, because position alone would not say which level a
    /// solution belongs to.
    Sol,
    /// Lines `N<TAB>MOVES`, or `FILE:N<TAB>MOVES` for several files.
    Table,
    /// The records, as a list.
    Json,
    /// The records, as a table with the names of their fields.
    Csv,
}

impl Kind {
    /// The kind that the ending of a file name asks for.
    pub(crate) fn of(path: &Path, records: bool) -> Result<Kind, Failure> {
        let ending = path.extension().and_then(|it| it.to_str()).unwrap_or_default();
        match ending.to_ascii_lowercase().as_str() {
            "sok" => Ok(Kind::Sok),
            "sol" => Ok(Kind::Sol),
            "tsv" => Ok(Kind::Table),
            "json" if records => Ok(Kind::Json),
            "csv" if records => Ok(Kind::Csv),
            _ => {
                let endings =
                    if records { ".sok, .sol, .tsv, .json or .csv" } else { ".sok, .sol or .tsv" };
                let path = path.display();
                Err(Failure::usage(format!("{path}: solutions are written to a {endings} file")))
            }
        }
    }

    /// Whether a file of this name holds records.
    pub(crate) fn holds_records(path: &Path) -> bool {
        matches!(Kind::of(path, true), Ok(Kind::Json | Kind::Csv))
    }

    /// Whether it can hold the solutions of these collections.
    fn suits(self, collections: &[Loaded]) -> Result<(), Failure> {
        let other = collections.iter().find(|it| it.collection.game != Game::Sokoban);
        match other {
            Some(other) if matches!(self, Kind::Sok | Kind::Sol) => {
                let name = other.name();
                Err(Failure::usage(format!("{name} is Unblock: its solutions go to a .tsv file")))
            }
            _ => Ok(()),
        }
    }
}

/// What became of a level.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answer {
    /// The moves of a solution.
    pub(crate) solution: Option<String>,
    /// Who or what has found it.
    pub(crate) author: String,
    /// The record of the search.
    pub(crate) record: Option<Value>,
}

impl Answer {
    /// The moves, if there are any: a level that starts solved has none to write.
    fn moves(&self) -> Option<&str> {
        self.solution.as_deref().filter(|moves| !moves.is_empty())
    }
}

/// A level of a run.
#[derive(Clone, Copy)]
pub(crate) struct Level<'a> {
    /// Where it comes from.
    pub(crate) loaded: &'a Loaded,
    /// The level itself.
    pub(crate) entry: &'a Entry,
}

impl Level<'_> {
    /// Its hash, unless it is not a puzzle.
    pub(crate) fn hash(&self) -> Option<u64> {
        self.entry.puzzle.as_ref().ok().map(Puzzle::level_hash)
    }
}

/// The levels of a run, in their order.
pub(crate) fn levels(collections: &[Loaded]) -> Vec<Level<'_>> {
    let of = |loaded| Loaded::selected(loaded).map(move |entry| Level { loaded, entry });
    collections.iter().flat_map(of).collect()
}

/// A text that solutions are written into.
struct Base {
    bytes: Vec<u8>,
    /// The number in that text of each level of the run.
    numbers: Vec<Option<usize>>,
}

/// The file that `-o` names.
pub(crate) struct Output<'a> {
    kind: Kind,
    target: Target,
    levels: Vec<Level<'a>>,
    /// Absent for pipes and devices.
    part: Option<Part>,
    base: Option<Base>,
    /// The solution of each level that the file holds already, replayed.
    present: Vec<Option<String>>,
    /// Whether it is the input, whose text is edited.
    is_input: bool,
    /// Whether there is a file of the user's that is to be overwritten.
    overwrites: bool,
    /// Whether one that comes meanwhile may be overwritten, too.
    force: bool,
}

impl<'a> Output<'a> {
    /// Looks at the file before anything is searched, and opens what is kept beside it. `command` is the name of the
    /// command that writes; the inputs are what the user has named and what was read.
    pub(crate) fn prepare(
        path: &Path,
        kind: Kind,
        force: bool,
        command: &str,
        (files, collections): (&[String], &'a [Loaded]),
    ) -> Result<Output<'a>, Failure> {
        kind.suits(collections)?;
        let target = Target::find(path)?;
        let levels = levels(collections);
        let mut present = vec![None; levels.len()];
        let (mut base, mut is_input, mut overwrites) = (None, false, false);
        if let Nature::File(bytes) = &target.nature {
            if let Some(input) = target.input(collections) {
                editable(kind, &target, input, collections, bytes)?;
                is_input = true;
                base = Some(Base {
                    bytes: bytes.clone(),
                    numbers: levels.iter().map(|it| Some(it.entry.index)).collect(),
                });
                present = levels.iter().map(|it| replayed(it, it.entry)).collect();
            } else if target.is_named(files) {
                return Err(target.refused("this is an input, and there is no level in it"));
            } else if !Part::has_written(&target.path, command, bytes) {
                match continued(kind, bytes, &levels) {
                    Some(found) => (base, present) = found,
                    None if force => overwrites = true,
                    None => return Err(target.exists()),
                }
            }
        }
        let part = match target.nature {
            Nature::Device => None,
            _ => Some(Part::open(&target.path, command)?),
        };
        Ok(Output { kind, target, levels, part, base, present, is_input, overwrites, force })
    }

    /// The solution of a level that is in the file already, replayed.
    pub(crate) fn present(&self, at: usize) -> Option<&str> {
        self.present[at].as_deref()
    }

    /// Whether it is the input itself.
    pub(crate) fn is_input(&self) -> bool {
        self.is_input
    }

    /// What an unfinished run has found out about a level.
    pub(crate) fn rows(&self, at: usize) -> impl Iterator<Item = &Value> {
        let hash = self.levels[at].hash();
        let part = self.part.as_ref().zip(hash);
        part.into_iter().flat_map(|(part, hash)| part.rows(hash))
    }

    /// What keeps results as they come, on any thread.
    pub(crate) fn keeper(&self) -> Keeper<'_> {
        Keeper(self.part.as_ref())
    }

    /// Where results are kept until the file is finished.
    pub(crate) fn kept_in(&self) -> String {
        self.part.as_ref().map_or(String::new(), Part::name)
    }

    /// What the file is called.
    pub(crate) fn name(&self) -> String {
        self.target.path.display().to_string()
    }

    /// Writes the file. After an interruption it holds what is known, and the rest can be resumed.
    pub(crate) fn finish(
        self,
        answers: &[Answer],
        interrupted: bool,
        terminal: Terminal,
    ) -> Result<(), Failure> {
        let known = answers.iter().any(|it| it.moves().is_some() || it.record.is_some());
        let resumable = interrupted && known && self.part.is_some();
        if interrupted && (self.overwrites || !known && self.base.is_none()) {
            return self.leave(resumable, terminal);
        }
        let text = self.text(answers);
        if let Some(bytes) = text.map_err(|failure| self.with_kept(failure))? {
            let free = if self.force { Ok(()) } else { self.target.is_as_it_was() };
            let noted = || self.part.as_ref().map_or(Ok(()), |part| part.note_written(&bytes));
            let write = |()| write_whole(&self.target.path, &bytes);
            let written = free.and_then(|()| noted()).and_then(write);
            written.map_err(|failure| self.with_kept(failure))?;
        }
        self.leave(resumable, terminal)
    }

    /// Takes away what was kept beside the file, unless it can be resumed.
    fn leave(self, resumable: bool, terminal: Terminal) -> Result<(), Failure> {
        let overwrites = self.overwrites;
        let own: Vec<u64> = self.levels.iter().filter_map(Level::hash).collect();
        match self.part {
            Some(part) if resumable => {
                let (file, kept) = (self.target.path.display(), part.name());
                terminal.note(match overwrites {
                    true => format!("{file} is as it was; the same command resumes from {kept}"),
                    false => format!("the same command resumes from {kept}"),
                });
                Ok(())
            }
            Some(part) if part.has_others(&own) => {
                terminal.note(format!("{} still holds results of other levels", part.name()));
                Ok(())
            }
            Some(part) => part.remove(),
            None => Ok(()),
        }
    }

    /// A failure to write the file, with where the results are.
    fn with_kept(&self, failure: Failure) -> Failure {
        match &self.part {
            Some(part) => {
                let kept = format!("the results are kept in {}", part.name());
                Failure { message: format!("{}; {kept}", failure.message), ..failure }
            }
            None => failure,
        }
    }

    /// The bytes of the file; `None` if it stays as it is.
    fn text(&self, answers: &[Answer]) -> Result<Option<Vec<u8>>, Failure> {
        if let Some(base) = &self.base {
            return self.edited(base, answers);
        }
        let text = match self.kind {
            Kind::Sok => self.with_levels(answers)?,
            Kind::Json | Kind::Csv => {
                let records: Vec<&Value> =
                    answers.iter().filter_map(|it| it.record.as_ref()).collect();
                if self.kind == Kind::Json { table::json(&records) } else { table::csv(&records) }
            }
            Kind::Sol | Kind::Table => {
                let moves: Vec<Option<&str>> = answers.iter().map(Answer::moves).collect();
                rows(self.kind, &self.levels, &moves)
            }
        };
        Ok(Some(text.into_bytes()))
    }

    /// The text with the solutions that are new.
    fn edited(&self, base: &Base, answers: &[Answer]) -> Result<Option<Vec<u8>>, Failure> {
        let numbered = answers.iter().zip(&base.numbers).zip(&self.present);
        let additions = numbered.filter_map(|((answer, level), present)| {
            let moves = answer.moves().filter(|moves| present.as_deref() != Some(moves));
            let (level, moves) = ((*level)?, moves?.to_owned());
            Some(Addition { level, title: format!("Banto, {}", answer.author), moves })
        });
        let mut additions: Vec<Addition> = additions.collect();
        // A level that was named twice gets one solution.
        additions.sort_by_key(|it| it.level);
        additions.dedup_by_key(|it| it.level);
        // Not even force writes over what is not there any more.
        self.target.is_as_it_was()?;
        match add_solutions(&base.bytes, &additions) {
            Ok(new) => Ok(Some(new).filter(|new| *new != base.bytes)),
            Err(error) => Err(self.target.refused(&error.to_string())),
        }
    }

    /// All levels of the run, with their solutions.
    fn with_levels(&self, answers: &[Answer]) -> Result<String, Failure> {
        let mut parts: Vec<(&Loaded, Vec<Entry>)> = Vec::new();
        for (Level { loaded, entry }, answer) in self.levels.iter().zip(answers) {
            let mut entry = (*entry).clone();
            if let Some(moves) = answer.moves() {
                entry.add_solution(&format!("Banto, {}", answer.author), moves);
            }
            match parts.last_mut() {
                Some((last, entries)) if std::ptr::eq(*last, *loaded) => entries.push(entry),
                _ => parts.push((loaded, vec![entry])),
            }
        }
        let mut parts = parts
            .into_iter()
            .map(|(loaded, entries)| Collection { entries, ..loaded.collection.clone() });
        let Some(mut all) = parts.next() else { return Ok(String::new()) };
        parts.for_each(|part| all.append(part));
        puzzle::write::write(&all, "sok").map_err(Failure::usage)
    }
}

/// Keeps what is found out about levels, whatever happens next.
#[derive(Clone, Copy)]
pub(crate) struct Keeper<'a>(Option<&'a Part>);

impl Keeper<'_> {
    /// Keeps a row: one line of JSON with the hash of its level.
    pub(crate) fn keep(self, row: &str) -> Result<(), Failure> {
        self.0.map_or(Ok(()), |part| part.keep(row))
    }
}

/// Whether solutions can be written into the text of an input.
fn editable(
    kind: Kind,
    target: &Target,
    input: &Loaded,
    collections: &[Loaded],
    bytes: &[u8],
) -> Result<(), Failure> {
    let refused = |why: &str| Err(target.refused(why));
    if input.source.bytes != bytes {
        return refused("the levels are packed in this file, which stays as it is");
    }
    if kind != Kind::Sok || input.collection.game != Game::Sokoban {
        return refused("this file holds the levels, and solutions alone would take their place");
    }
    // `x.sok:1 x.sok:2` is one file, named twice.
    if !collections.iter().all(|it| target.holds(it)) {
        return refused("this is one of several inputs, and the others have no place in it");
    }
    let chosen = collections.iter().flat_map(Loaded::selected);
    let puzzles: BTreeSet<usize> =
        chosen.filter(|entry| entry.puzzle.is_ok()).map(|entry| entry.index).collect();
    match trial(bytes, puzzles.into_iter()) {
        Ok(()) => Ok(()),
        Err(error) => refused(&error.to_string()),
    }
}

/// Writes some solution of each level into a text and forgets it, so that nothing is searched in vain.
fn trial(bytes: &[u8], levels: impl Iterator<Item = usize>) -> Result<(), EditError> {
    let (title, moves) = ("Banto, a trial".to_owned(), "lrudlrudlrudlrud".to_owned());
    let addition = |level| Addition { level, title: title.clone(), moves: moves.clone() };
    add_solutions(bytes, &levels.map(addition).collect::<Vec<_>>()).map(|_| ())
}

/// The first solution in an entry that solves a level.
fn replayed(level: &Level<'_>, entry: &Entry) -> Option<String> {
    let puzzle = level.entry.puzzle.as_ref().ok()?;
    let games = entry.sokoban_level().map_or(&[][..], |level| &level.solutions);
    let replayed = |game: &puzzle::plain::SavedGame| {
        puzzle::solutions::replay(puzzle, &game.moves).ok().map(|it| it.moves)
    };
    games.iter().find_map(replayed)
}

/// What a file holds that an earlier run of the same levels has written: the text to edit, if it has levels in it, and
/// the solutions. `None` if it is anything else.
#[allow(clippy::type_complexity, reason = "two parts of an Output")]
fn continued(
    kind: Kind,
    bytes: &[u8],
    levels: &[Level<'_>],
) -> Option<(Option<Base>, Vec<Option<String>>)> {
    match kind {
        Kind::Sok => {
            let collection = puzzle::read(bytes).ok()?;
            let mut there = collection.entries.iter();
            let (mut numbers, mut present) = (Vec::new(), Vec::new());
            for level in levels {
                let Some(own) = level.entry.sokoban_level() else {
                    numbers.push(None);
                    present.push(None);
                    continue;
                };
                let entry = there.next().filter(|entry| {
                    entry.sokoban_level().is_some_and(|level| level.grid == own.grid)
                })?;
                numbers.push(Some(entry.index));
                present.push(replayed(level, entry));
            }
            let fits =
                there.next().is_none() && trial(bytes, numbers.iter().flatten().copied()).is_ok();
            let base = Base { bytes: bytes.to_vec(), numbers };
            fits.then_some((Some(base), present))
        }
        Kind::Sol | Kind::Table => {
            let present = table::read(bytes, levels)?;
            let moves: Vec<Option<&str>> = present.iter().map(Option::as_deref).collect();
            (rows(kind, levels, &moves).as_bytes() == bytes).then_some((None, present))
        }
        Kind::Json | Kind::Csv => None,
    }
}

/// The text of a file of solutions alone.
fn rows(kind: Kind, levels: &[Level<'_>], moves: &[Option<&str>]) -> String {
    let numbers = table::numbers(levels);
    let whole = moves.iter().all(Option::is_some);
    let from_one = levels.iter().zip(1..).all(|(it, n)| it.entry.index == n);
    let several = levels.iter().any(|it| !std::ptr::eq(it.loaded, levels[0].loaded));
    if kind == Kind::Sol && whole && (from_one || several) {
        return moves.iter().flatten().map(|moves| format!("{moves}\n\n")).collect();
    }
    let rows = numbers.iter().zip(moves).filter_map(|(number, moves)| Some((number, (*moves)?)));
    rows.map(|(number, moves)| format!("{number}\t{moves}\n")).collect()
}
