//! The collection of puzzles that comes with the project.

use banto_generate::unblock::is_minimal;
use search::Budget;
use unblock::format::read;
use unblock::{Category, Engine, Metric};

const STARTER: &str = include_str!("../../../levels/starter-unblock.txt");

#[test]
fn every_starter_puzzle_is_what_its_line_says() {
    let collection = read(STARTER.as_bytes()).unwrap();
    assert_eq!(collection.entries.len(), 40);
    let mut engine = Engine::new();
    let mut hashes = std::collections::BTreeSet::new();
    let mut last = Category::First;
    for entry in &collection.entries {
        let level = entry.as_ref().unwrap();
        let (board, known) = (&level.board, level.known);
        let budget = &mut Budget::unlimited();
        let hardest = engine.hardest(board, Metric::Moves, budget).unwrap().unwrap();
        assert_eq!((Some(hardest.0), Some(hardest.2)), (known.moves, known.cluster));
        for (metric, length) in [(Metric::Moves, known.moves), (Metric::Steps, known.steps)] {
            let found = engine.optimum(board, metric, budget, &mut search::Stats::default());
            assert_eq!(found, length.map(search::Outcome::Solved));
        }
        assert_eq!(is_minimal(&mut engine, board, budget), Ok(Some(true)));
        assert!(hashes.insert(board.canonical_hash()));
        let category = Category::of(hardest.0);
        assert_eq!(level.title.as_deref(), Some(category.name()));
        assert!(category >= last);
        last = category;
    }
}
