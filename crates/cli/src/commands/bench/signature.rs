//! `banto bench --signature`: the [signature](puzzle::signature) of the search on the embedded levels,
//! the graded packs apart.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use crate::commands::print;
use crate::embedded;
use crate::failure::{CommandResult, Failure};

/// Prints the signature.
pub(super) fn run() -> CommandResult {
    print(format!("{}\n", signature()?).as_bytes())
}

/// Nodes expanded over these levels, engines and goals. Each search is alone in its thread and its
/// tables, so the sum does not depend on how many run at a time.
fn signature() -> Result<u64, Failure> {
    let mut searches = Vec::new();
    for source in embedded::small() {
        let collection = puzzle::read(&source.bytes).map_err(Failure::internal)?;
        searches.extend(puzzle::signature::searches(collection).map_err(Failure::internal)?);
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
