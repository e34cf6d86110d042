//! Solutions for a file: inside their levels (`.sok`), alone (`.sol`) or as a table (`.tsv`).

use std::path::Path;

use puzzle::{Collection, Entry, Game};

use crate::failure::Failure;
use crate::loaded::Loaded;

/// What a file of solutions looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The levels, each with its solution.
    Sok,
    /// The solutions, one after the other, with an empty line between them; if a level has no
    /// solution, a table is written instead, because position alone would not say which level a
    /// solution belongs to.
    Sol,
    /// Lines `N<TAB>MOVES`.
    Table,
}

impl Kind {
    /// The kind that the ending of a file name asks for.
    pub(crate) fn of(path: &Path) -> Result<Kind, Failure> {
        let ending = path.extension().and_then(|it| it.to_str()).unwrap_or_default();
        match ending.to_ascii_lowercase().as_str() {
            "sok" => Ok(Kind::Sok),
            "sol" => Ok(Kind::Sol),
            "tsv" => Ok(Kind::Table),
            _ => Err(Failure::usage(format!(
                "{}: solutions are written to a .sok, .sol or .tsv file",
                path.display()
            ))),
        }
    }

    /// Whether it can hold the solutions of these collections. Asked before anything is searched.
    pub(crate) fn suits(self, collections: &[Loaded]) -> Result<(), Failure> {
        let other = collections.iter().find(|it| it.collection.game != Game::Sokoban);
        match other {
            Some(other) if self != Kind::Table => {
                let name = other.name();
                Err(Failure::usage(format!("{name} is Unblock: its solutions go to a .tsv file")))
            }
            _ => Ok(()),
        }
    }
}

/// What was found, in the order of the levels.
#[derive(Default)]
pub(crate) struct Solved<'a> {
    /// The levels of each collection, with their solutions inside.
    levels: Vec<(&'a Loaded, Vec<Entry>)>,
    /// The number of each level in its file, and its solution.
    found: Vec<(usize, Option<String>)>,
}

impl<'a> Solved<'a> {
    /// Adds what became of a level: its solution, if it has one, and who or what has found it.
    pub(crate) fn add(
        &mut self,
        loaded: &'a Loaded,
        entry: &Entry,
        solution: Option<String>,
        author: &str,
    ) {
        let (mut entry, index) = (entry.clone(), entry.index);
        // A level that starts solved has no moves to write.
        let solution = solution.filter(|moves| !moves.is_empty());
        if let Some(moves) = &solution {
            entry.add_solution(&format!("Banto, {author}"), moves);
        }
        match self.levels.last_mut() {
            Some((last, entries)) if std::ptr::eq(*last, loaded) => entries.push(entry),
            _ => self.levels.push((loaded, vec![entry])),
        }
        self.found.push((index, solution));
    }

    /// The text of the file.
    pub(crate) fn text(&self, kind: Kind) -> Result<String, Failure> {
        let rows = self.rows();
        let gapless = rows.iter().zip(1..).all(|(&(index, _), n)| index == n);
        match kind {
            Kind::Sok => self.with_levels(),
            Kind::Sol if gapless && rows.len() == self.found.len() => {
                Ok(rows.iter().map(|(_, moves)| format!("{moves}\n\n")).collect())
            }
            Kind::Sol | Kind::Table => {
                Ok(rows.iter().map(|(index, moves)| format!("{index}\t{moves}\n")).collect())
            }
        }
    }

    /// Numbers and solutions. In several files together levels are numbered on, as `convert` does.
    fn rows(&self) -> Vec<(usize, &str)> {
        let alone = self.levels.len() <= 1;
        let rows = self.found.iter().zip(1..).filter_map(|((index, moves), n)| {
            Some((if alone { *index } else { n }, moves.as_deref()?))
        });
        rows.collect()
    }

    fn with_levels(&self) -> Result<String, Failure> {
        let mut parts = self.levels.iter().map(|(loaded, entries)| {
            let entries = entries.clone();
            Collection { entries, ..loaded.collection.clone() }
        });
        let Some(mut all) = parts.next() else { return Ok(String::new()) };
        parts.for_each(|part| all.append(part));
        puzzle::write::write(&all, "sok").map_err(Failure::usage)
    }
}
