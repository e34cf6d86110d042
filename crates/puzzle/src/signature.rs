//! The signature of the search: how many nodes all engines expand on a list of levels under a node limit.
//!
//! It depends on nothing but the code: no clock, no thread, no address, no system. Any change to what is
//! searched, or in which order, changes it. `banto bench --signature` counts natively, the module of the browser
//! must count the same.

use std::sync::Arc;

use search::{Limits, goal};

use crate::collection::{Collection, Game, Puzzle};
use crate::fault::Refused;
use crate::{Request, Resolved, engines};

/// Nodes each search may expand: enough to leave the first moves behind, little enough that the
/// whole list takes seconds in a debug build.
const NODES: u64 = 2_000;

/// Memory for each search; fixed, because tables may influence what is searched.
const MEMORY: u64 = 256 << 20;

/// Every search whose [nodes](search::Stats::expanded) count on these levels.
///
/// # Errors
///
/// The first level that is not a puzzle.
pub fn searches(collection: Collection) -> Result<Vec<(Arc<Puzzle>, Resolved)>, Refused> {
    let requests = requests(collection.game);
    let mut searches = Vec::new();
    for entry in collection.entries {
        let puzzle = Arc::new(entry.puzzle?);
        searches.extend(requests.iter().map(|request| (puzzle.clone(), request.clone())));
    }
    Ok(searches)
}

/// Every engine of a game, with every goal it knows.
fn requests(game: Game) -> Vec<Resolved> {
    let limits = Limits { time: None, memory: Some(MEMORY), nodes: Some(NODES) };
    engines::all()
        .iter()
        .flat_map(|row| goal::ALL.map(|goal| (row.name.to_owned(), goal)))
        .map(|(engine, goal)| Request { engine, goal, limits, ..Request::default() })
        .filter_map(|request| request.resolve(game).ok())
        .collect()
}
