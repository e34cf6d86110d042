//! `banto levels export --with-solutions`: a collection with the best solutions of the user's own store.
//!
//! The store, which the page and the terminal player fill, keeps a solution with the fewest moves and one
//! with the fewest pushes. If one of them is as good as the other in both counts, only that one is
//! written.

use std::path::Path;
use std::sync::Arc;

use puzzle::{Collection, Entry, Game, Puzzle};
use store::Store;

use super::convert::deliver;
use crate::failure::{CommandResult, Failure};
use crate::library::Library;
use crate::loaded::Loaded;
use crate::quantity::plural;
use crate::terminal::Terminal;

/// Writes the collection as `.sok`, each level with its best solutions.
pub(crate) fn run(
    loaded: &Loaded,
    output: Option<&Path>,
    library: &Library,
    terminal: Terminal,
) -> CommandResult {
    let mut collection = loaded.collection.clone();
    if collection.game != Game::Sokoban {
        let name = loaded.name();
        return Err(Failure::usage(format!("{name} is Unblock: .sok files hold Sokoban alone")));
    }
    let store = open(library, terminal)?;
    let mut solved = 0;
    for entry in &mut collection.entries {
        let found = store.as_ref().map_or(Ok(Vec::new()), |store| best(store, entry))?;
        solved += u64::from(!found.is_empty());
        for Found { title, moves, .. } in found {
            entry.add_solution(&title, &moves);
        }
    }
    deliver(&write(&collection)?, output)?;
    let levels = plural(solved, "level has", "levels have");
    terminal.note(format!("{solved} {levels} solutions of yours"));
    Ok(0)
}

fn write(collection: &Collection) -> Result<String, Failure> {
    puzzle::write::write(collection, "sok").map_err(Failure::usage)
}

/// The user's store; `None` when nothing was ever played.
fn open(library: &Library, terminal: Terminal) -> Result<Option<Store>, Failure> {
    let Some(path) = library.state_file().filter(|path| path.exists()) else { return Ok(None) };
    let store = Store::open(&path, Arc::new(move |sentence: &str| terminal.say(sentence)));
    match store.trouble() {
        Some(trouble) => Err(Failure { code: 4, message: trouble }),
        None => Ok(Some(store)),
    }
}

/// A solution as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Found {
    title: String,
    moves: String,
    /// Moves and pushes.
    counts: (u64, u64),
}

/// The solutions of a level that no other one matches in both moves and pushes. Each is replayed:
/// the store is not trusted.
fn best(store: &Store, entry: &Entry) -> Result<Vec<Found>, Failure> {
    let Ok(puzzle) = &entry.puzzle else { return Ok(Vec::new()) };
    let kept = store.solutions_of(&store::key(puzzle));
    let kept = kept.map_err(|message| Failure { code: 4, message })?;
    Ok(front(kept.iter().filter_map(|it| found(puzzle, &it.moves)).collect()))
}

fn found(puzzle: &Puzzle, moves: &str) -> Option<Found> {
    let counts = puzzle::check(puzzle, moves).ok()?;
    let counts = (counts.moves?, counts.pushes?);
    let title = format!("{} moves, {} pushes", counts.0, counts.1);
    Some(Found { title, moves: moves.to_owned(), counts })
}

/// The Pareto-optimal ones; of equals the first.
fn front(mut all: Vec<Found>) -> Vec<Found> {
    all.sort_by_key(|it| it.counts);
    let mut front: Vec<Found> = Vec::new();
    for one in all {
        if front.last().is_none_or(|last| one.counts.1 < last.counts.1) {
            front.push(one);
        }
    }
    front
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_worse_in_both_is_left_out() {
        let found = |counts| Found { title: String::new(), moves: String::new(), counts };
        let all = [(10, 5), (8, 6), (8, 6), (9, 6), (12, 5), (11, 4)].map(found).to_vec();
        let kept: Vec<_> = front(all).into_iter().map(|it| it.counts).collect();
        assert_eq!(kept, [(8, 6), (10, 5), (11, 4)]);
    }
}
