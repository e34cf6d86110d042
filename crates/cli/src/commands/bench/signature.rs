//! `banto bench --signature`: the signature of the search.
//!
//! It is the number of nodes all engines expand on the embedded levels under a node
//! limit. It depends on nothing but the code: no clock, no thread, no address. Any change to what
//! is searched, or in which order, changes it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use puzzle::search::goal;
use puzzle::{Limits, Request, Resolved};

use crate::commands::print;
use crate::embedded;
use crate::failure::{CommandResult, Failure};

/// Nodes each search may expand: enough to leave the first moves behind, little enough that the
/// whole list takes seconds in a debug build.
const NODES: u64 = 2_000;

/// Memory for each search; fixed, because tables may influence what is searched.
const MEMORY: u64 = 256 << 20;

/// Prints the signature.
pub(super) fn run() -> CommandResult {
    print(format!("{}\n", signature()?).as_bytes())
}

/// Nodes expanded over all embedded levels, engines and goals. Each search is alone in its thread and its
/// tables, so the sum does not depend on how many run at a time.
fn signature() -> Result<u64, Failure> {
    let mut searches = Vec::new();
    for (name, _) in embedded::list() {
        let source = embedded::named(name).expect("listed names are found");
        let collection = puzzle::read(&source.bytes).map_err(Failure::internal)?;
        let requests = requests(collection.game);
        for entry in collection.entries {
            let puzzle = Arc::new(entry.puzzle.map_err(Failure::internal)?);
            searches.extend(requests.iter().map(|request| (puzzle.clone(), request.clone())));
        }
    }
    let (next, nodes) = (AtomicUsize::new(0), AtomicU64::new(0));
    let work = || {
        while let Some((puzzle, request)) = searches.get(next.fetch_add(1, Ordering::Relaxed)) {
            nodes.fetch_add(puzzle::run(puzzle, request).stats.expanded, Ordering::Relaxed);
        }
    };
    std::thread::scope(|scope| {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        (0..threads).for_each(|_| drop(scope.spawn(work)));
    });
    Ok(nodes.into_inner())
}

/// Every engine of a game, with every goal it knows.
fn requests(game: puzzle::Game) -> Vec<Resolved> {
    let limits = Limits { time: None, memory: Some(MEMORY), nodes: Some(NODES) };
    puzzle::engines::all()
        .iter()
        .flat_map(|row| goal::ALL.map(|goal| (row.name.to_owned(), goal)))
        .map(|(engine, goal)| Request { engine, goal, limits, ..Request::default() })
        .filter_map(|request| request.resolve(game).ok())
        .collect()
}
