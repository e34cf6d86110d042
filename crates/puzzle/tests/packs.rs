//! The graded packs keep their promises.

use std::collections::BTreeSet;
use std::path::Path;

use ::rate::sokoban::is_minimal;
use banto_puzzle::grade::{Band, noted};
use banto_puzzle::{Budget, Collection, Game, Puzzle, rate, read};

const STARTERS: [&str; 2] = ["starter-sokoban.sok", "starter-unblock.txt"];

fn pack(name: &str) -> Collection {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels").join(name);
    read(&std::fs::read(path).expect("the file is there")).expect("the file can be read")
}

fn puzzles(collection: &Collection) -> impl Iterator<Item = (&str, &Puzzle)> {
    collection.entries.iter().map(|entry| {
        let title = entry.title.as_deref().expect("every level has a title");
        (title, entry.puzzle.as_ref().expect("every level obeys the rules"))
    })
}

fn packs() -> [Collection; 2] {
    ["graded-sokoban.sok", "graded-unblock.txt"].map(pack)
}

#[test]
fn levels_stand_in_order_without_twins_and_every_band_has_some() {
    let mut hashes = BTreeSet::new();
    for starter in STARTERS.map(pack) {
        hashes.extend(puzzles(&starter).map(|(_, puzzle)| puzzle.canonical_hash()));
    }
    for pack in packs() {
        assert_eq!(pack.warnings.len(), 0);
        let mut bands = BTreeSet::new();
        let mut hardest = f64::NEG_INFINITY;
        for (title, puzzle) in puzzles(&pack) {
            let grade = noted(puzzle).expect("every level says its grade");
            let hard = if pack.game == Game::Sokoban { -grade.figure } else { grade.figure };
            assert!(hard >= hardest, "{title} is easier than the level before it");
            assert!(title.starts_with(grade.band.name()), "{title} is {}", grade.band.name());
            assert!(hashes.insert(puzzle.canonical_hash()), "{title} is there twice");
            hardest = hard;
            bands.insert(grade.band);
        }
        assert_eq!(bands.len(), Band::ALL.len());
    }
}

#[test]
fn what_a_level_says_is_so() {
    check(23);
}

/// Takes minutes.
#[test]
#[ignore = "minutes: every level, instead of every 23rd"]
fn what_every_level_says_is_so() {
    check(1);
}

fn check(every: usize) {
    let [sokoban, unblock] = packs();
    for (title, puzzle) in puzzles(&sokoban).step_by(every) {
        let Puzzle::Sokoban(level) = puzzle else { panic!("a Sokoban level") };
        let (level, board) = (level.level(), level.board());
        let budget = &mut Budget::unlimited();
        let graded = ::rate::share_within(board, usize::MAX, budget).unwrap().unwrap();
        let said = noted(puzzle).unwrap().figure;
        assert!((graded.share - said).abs() <= 0.0051, "{title}: {} is not {said}", graded.share);
        let mut state = board.start();
        state.play(board, &level.solutions[0].moves).expect("the solution can be played");
        assert!(board.is_solved(&state), "{title}");
        let moves = u32::try_from(level.solutions[0].moves.trim().len()).unwrap();
        assert_eq!(moves, graded.moves, "{title}: fewest moves");
        let figures = format!("fewest moves {}, fewest pushes {}", graded.moves, graded.pushes);
        assert!(level.comments.contains(&figures), "{title}: {figures}");
        assert_eq!(is_minimal(level, board, budget), Ok(Some(true)), "{title}");
    }
    for (title, puzzle) in puzzles(&unblock).step_by(every) {
        let Puzzle::Unblock(level) = puzzle else { panic!("a board of Unblock") };
        let budget = &mut Budget::unlimited();
        let graded = rate(puzzle, budget).unwrap().grade.unwrap();
        assert_eq!(noted(puzzle).unwrap().figure, graded.expected.value.round(), "{title}");
        let mut engine = unblock::Engine::new();
        let rating = unblock::Cluster::new(&level.board, unblock::Metric::Moves, budget).unwrap();
        assert_eq!(rating.distance(&level.board.start()), level.known.moves, "{title}");
        let minimal = generate::unblock::is_minimal(&mut engine, &level.board, budget);
        assert_eq!(minimal, Ok(Some(true)), "{title}");
    }
}

/// Boards of Unblock are not compared: Fogleman enumerated all minimal boards of 6x6 at their hardest, ours among them.
#[test]
fn no_sokoban_level_is_in_anybody_elses_collection() {
    let Some(folder) = needs::levels() else { return };
    let ours: BTreeSet<u64> =
        puzzles(&pack("graded-sokoban.sok")).map(|it| it.1.canonical_hash()).collect();
    let mut compared = 0;
    for file in std::fs::read_dir(folder.join("sokoban")).expect("a folder") {
        let path = file.expect("a file").path();
        let Ok(theirs) = read(&std::fs::read(&path).expect("a file")) else { continue };
        for puzzle in theirs.entries.iter().filter_map(|entry| entry.puzzle.as_ref().ok()) {
            let known = ours.contains(&puzzle.canonical_hash());
            assert!(!known, "a level of {} is in the pack", path.display());
            compared += 1;
        }
    }
    assert!(compared > 0, "no level to compare with");
}
