//! No position on a known solution may be called lost.
//!
//! Needs the collections: the folder named by `BANTO_LEVELS`, with `sokoban/NAME.xsb` and
//! `solutions/NAME.tsv` (number, pushes, moves, source, LURD). Without them it says so and passes.

use std::collections::BTreeMap;

use banto_ground::analysis::Analysis;
use banto_ground::deadlock::{Deadlocks, PatternSearch, refutation};
use banto_ground::kernel::Position;
use banto_ground::technique::{Class, TechniqueSet};
use search::Budget;
use sokoban::{Board, Dir, Level, format};

#[test]
fn no_position_of_a_known_solution_is_called_lost() {
    let Some(folder) = needs::levels() else { return };
    let mut positions = 0;
    let solutions = folder.join("solutions");
    let mut files: Vec<_> =
        std::fs::read_dir(solutions).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for file in files {
        let name = file.file_stem().unwrap().to_str().unwrap();
        let levels = std::fs::read(folder.join(format!("sokoban/{name}.xsb"))).unwrap();
        let levels = format::read(&levels).unwrap();
        let levels: BTreeMap<_, _> = levels.levels().collect();
        for line in std::fs::read_to_string(&file).unwrap().lines() {
            let fields: Vec<_> = line.split('\t').collect();
            let Ok(number) = fields[0].parse::<usize>() else { continue };
            positions += replay(name, number, levels[&number], fields[4]);
        }
    }
    assert!(positions > 100_000, "only {positions} positions replayed");
}

/// Plays one solution and runs every test on every position after a push.
fn replay(name: &str, number: usize, level: &Level, moves: &str) -> usize {
    let board = Board::new(level).unwrap();
    let analysis = Analysis::new(&board, &mut Budget::unlimited()).unwrap();
    let mut budget = Budget::unlimited();
    let techniques = TechniqueSet::of(|row| row.class == Class::Deadlock);
    let refuted = refutation::is_lost(&analysis, &mut budget).unwrap();
    assert!(!refuted, "{name} {number}: the start");
    let mut deadlocks = Deadlocks::new(&analysis, techniques);
    deadlocks.prepare(&analysis, u64::MAX, &mut budget).unwrap();
    let mut patterns = PatternSearch::new(&analysis);
    let mut state = board.start();
    let mut positions = 0;
    for letter in moves.chars() {
        let dir = Dir::from_letter(letter).unwrap();
        if !state.step(&board, dir).unwrap().push {
            continue;
        }
        positions += 1;
        let position = Position::of(&analysis.map, &state);
        let pushed = board.neighbor(state.player, dir).unwrap();
        let cheap = deadlocks.after_push(&analysis, &position, pushed, state.player);
        assert_eq!(cheap, None, "{name} {number}: after push {positions}");
        let found = deadlocks.when_expanded(&analysis, &position);
        assert_eq!(found, None, "{name} {number}: after push {positions}");
        // The search for a pattern takes long, so it is run only now and then, for one box.
        if positions % 50 == 0 {
            let first = position.boxes()[positions / 50 % position.boxes().len()];
            let pattern = patterns.find(&analysis, &position, first, 100);
            assert_eq!(pattern, None, "{name} {number}: pattern after push {positions}");
        }
    }
    assert!(board.is_solved(&state), "{name} {number} is not a solution");
    positions
}
