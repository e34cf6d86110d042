//! `banto bench --signature`: the signature of the search.
//!
//! It is the number of nodes all engines expand on the embedded levels under a node
//! limit. It depends on nothing but the code: no clock, no thread, no address. Any change to what
//! is searched, or in which order, changes it.

use puzzle::{Limits, Request, goal};

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

/// Nodes expanded over all embedded levels, engines and goals.
fn signature() -> Result<u64, Failure> {
    let mut nodes = 0;
    for (name, _) in embedded::list() {
        let source = embedded::named(name).expect("listed names are found");
        let collection = puzzle::read(&source.bytes).map_err(Failure::internal)?;
        for entry in &collection.entries {
            let puzzle = entry.puzzle.as_ref().map_err(Failure::internal)?;
            for request in requests(collection.game) {
                nodes += puzzle::run(puzzle, &request).stats.expanded;
            }
        }
    }
    Ok(nodes)
}

/// Every engine of a game, with every goal it knows.
fn requests(game: puzzle::Game) -> Vec<Request> {
    let limits = Limits { time: None, memory: Some(MEMORY), nodes: Some(NODES) };
    puzzle::engines()
        .iter()
        .flat_map(|row| goal::ALL.map(|goal| (row.name.to_owned(), goal)))
        .map(|(engine, goal)| Request { engine, goal, limits, ..Request::default() })
        .filter(|request| request.suits(game))
        .collect()
}
