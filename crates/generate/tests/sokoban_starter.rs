//! The starter collection keeps its promises.

use std::collections::BTreeSet;
use std::path::Path;

use sokoban::format::{self, Collection};
use sokoban::{Board, canonical_hash};

fn starter() -> Collection {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels/starter-sokoban.sok");
    format::read(&std::fs::read(path).expect("the file is there")).expect("the file can be read")
}

#[test]
fn forty_levels_with_titles_and_solutions_that_replay() {
    let collection = starter();
    assert_eq!((collection.entries.len(), collection.warnings.len()), (40, 0));
    let (mut titles, mut hashes) = (BTreeSet::new(), BTreeSet::new());
    for entry in &collection.entries {
        let level = entry.as_ref().expect("every level can be read");
        let board = Board::new(level).expect("every level obeys the rules");
        let title = level.title.clone().expect("every level has a title");
        assert_eq!(level.solutions.len(), 1, "{title}");
        let mut state = board.start();
        state.play(&board, &level.solutions[0].moves).expect("the solution can be played");
        assert!(board.is_solved(&state) && !board.is_solved(&board.start()), "{title}");
        assert!(hashes.insert(canonical_hash(&board)), "{title} is there twice");
        assert!(titles.insert(title.clone()), "two levels are called {title}");
    }
}

#[test]
fn no_level_is_in_anybody_elses_collection() {
    let Some(folder) = needs::levels() else { return };
    let collection = starter();
    let hash = |level| canonical_hash(&Board::new(level).expect("a level"));
    let ours: BTreeSet<u64> = collection.levels().map(|(_, level)| hash(level)).collect();
    let mut compared = 0;
    for file in std::fs::read_dir(folder.join("sokoban")).expect("a folder") {
        let path = file.expect("a file").path();
        let theirs = format::read(&std::fs::read(&path).expect("a file")).expect("levels");
        for (index, level) in theirs.levels() {
            let Ok(board) = Board::new(level) else { continue };
            let known = ours.contains(&canonical_hash(&board));
            assert!(!known, "{} {index} is in the starter collection", path.display());
            compared += 1;
        }
    }
    assert!(compared > 0, "no level to compare with");
}
