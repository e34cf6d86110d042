//! Files of either game as users give them, pages, mail and drawings too: no panic, faults have places, and every form
//! that is written is read again as the same puzzles.

#![no_main]

use libfuzzer_sys::fuzz_target;
use puzzle::{Collection, Puzzle};

/// Collections of more levels take too long to write in every form.
const MOST_LEVELS: usize = 20;

fuzz_target!(|bytes: &[u8]| {
    let Ok(collection) = puzzle::read(bytes) else { return };
    for fault in collection.entries.iter().flat_map(|entry| entry.faults()) {
        assert!(fault.line >= 1 && fault.column >= 1, "{fault:?}");
    }
    let _ = puzzle::solutions::read_solutions(bytes, collection.game);
    let levels = collection.entries.len();
    let puzzles = hashes(&collection, Puzzle::canonical_hash);
    if puzzles.is_empty() || levels != puzzles.len() || levels > MOST_LEVELS {
        return;
    }
    for format in puzzle::write::formats().into_iter().filter(|it| it.game == collection.game) {
        let Ok(text) = puzzle::write::write(&collection, format.name) else { continue };
        // A problem for planners has only boxes that matter, which may be none.
        if format.name != "pddl" && !text.is_empty() {
            let again = puzzle::read(text.as_bytes()).expect("our own text is read");
            assert_eq!(hashes(&again, Puzzle::canonical_hash), puzzles, "{}\n{text}", format.name);
        }
    }
});

fn hashes(collection: &Collection, hash: fn(&Puzzle) -> u64) -> Vec<u64> {
    collection.entries.iter().filter_map(|entry| entry.puzzle.as_ref().ok()).map(hash).collect()
}
