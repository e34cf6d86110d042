//! Tests for every engine, most of them against plain breadth-first search on random boards.

use ground::analysis::Analysis;
use ground::run::Run;
use oracle::{PlainPushes, random_boards};
use search::{Budget, Cancel, Limits, Outcome, Stats, Stop, bfs};
use sokoban::Board;

use crate::{Config, Engine, solve};

/// A complete engine solves the boards that can be solved and says of the rest that they cannot.
pub(crate) fn solves_or_proves(engine: Engine, seed: u64) {
    solves_or_proves_all(engine, &random_boards(seed, 500));
}

/// The same on some boards.
pub(crate) fn solves_or_proves_all(engine: Engine, boards: &[Board]) {
    let mut solved = 0;
    for board in boards {
        let mut space = PlainPushes::new(board);
        let plain = bfs::search(&mut space, &mut Budget::unlimited(), &mut Stats::default());
        let config = Config { engine, ..Config::default() };
        let answer = solve(board, &config, &mut Budget::unlimited(), &mut Stats::default());
        match answer.outcome {
            Outcome::Solved(pushes) => {
                oracle::count_moves(board, &pushes);
                solved += 1;
            }
            Outcome::Unsolvable => assert_eq!(plain, Outcome::Unsolvable, "{board:?}"),
            other => panic!("{other:?}"),
        }
    }
    assert!(solved > 50, "only {solved} solved");
}

/// A run that ends at a node limit says so, and never that it gave up.
pub(crate) fn names_the_node_limit(engine: Engine, seed: u64) {
    let mut stopped = 0;
    for board in random_boards(seed, 100) {
        let limits = Limits { nodes: Some(4), ..Limits::default() };
        let budget = &mut Budget::new(limits, Cancel::default());
        let config = Config { engine, ..Config::default() };
        let answer = solve(&board, &config, budget, &mut Stats::default());
        assert_ne!(answer.outcome, Outcome::GaveUp);
        stopped += u32::from(answer.outcome == Outcome::Stopped(Stop::Nodes));
    }
    assert!(stopped > 0);
}

/// Runs a test on the analyses of random boards.
pub(crate) fn each_analysed(seed: u64, count: usize, test: impl Fn(&Analysis)) {
    for board in random_boards(seed, count) {
        test(&Analysis::new(&board, &mut Budget::unlimited()).unwrap());
    }
}

/// A run in slices of two nodes has the answer and the counters of a run in one piece.
pub(crate) fn slices_change_nothing<R: Run>(new: impl Fn() -> R) {
    let (mut whole, mut sliced) = (new(), new());
    let answer = whole.run(&mut Budget::unlimited());
    let limits = Limits { nodes: Some(2), ..Limits::default() };
    let again = loop {
        if let Some(again) = sliced.run(&mut Budget::new(limits, Cancel::default())) {
            break again;
        }
    };
    assert_eq!(answer, Some(again));
    assert_eq!(whole.stats(), sliced.stats());
}
