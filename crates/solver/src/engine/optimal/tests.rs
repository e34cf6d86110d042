//! The engine against plain breadth-first search on random boards.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};

use ground::run::Run;
use oracle::crowded_boards;
use oracle::{PlainMoves, PlainPushes, random_boards};
use search::{Metric, bfs};
use sokoban::{Board, State};

use super::both_ends::BothEnds;
use super::*;
use crate::engine::testing;
use crate::{Config, Engine, solve};

/// Pushes and moves of the answer, or `None` when the board is proved unsolvable.
fn lengths(board: &Board, goal: Metric) -> Option<(usize, usize)> {
    let config = Config { engine: Engine::Optimal, goal: Some(goal.into()), ..Config::default() };
    let answer = solve(board, &config, &mut Budget::unlimited(), &mut Stats::default());
    match answer.outcome {
        Outcome::Solved(pushes) => Some((pushes.len(), oracle::count_moves(board, &pushes))),
        Outcome::Unsolvable => None,
        other => panic!("{other:?}"),
    }
}

/// Compares pushes and verdicts on random boards; returns how many can be solved.
fn compare_pushes(seed: u64, count: usize) -> usize {
    let mut solvable = 0;
    for board in random_boards(seed, count) {
        let mut space = PlainPushes::new(&board);
        let plain = bfs::search(&mut space, &mut Budget::unlimited(), &mut Stats::default());
        let expected = match plain {
            Outcome::Solved(pushes) => Some(pushes.len()),
            _ => None,
        };
        solvable += usize::from(expected.is_some());
        assert_eq!(lengths(&board, Metric::Pushes).map(|found| found.0), expected, "{board:?}");
    }
    solvable
}

#[test]
fn fewest_pushes_and_unsolvable_boards_agree_with_breadth_first_search() {
    let solvable = compare_pushes(23, 2000);
    assert!(solvable > 300, "{solvable} solvable boards are too few for a test");
}

#[test]
#[ignore = "two hundred thousand boards, in release mode"]
fn two_hundred_thousand_boards_agree_with_breadth_first_search() {
    let solvable: usize = (0..100).map(|part| compare_pushes(1000 + part, 2000)).sum();
    assert!(solvable > 30_000, "{solvable} solvable boards are too few for a test");
}

/// Runs a search whose late bound comes after `patience` nodes. Returns the answer, and whether
/// that bound came, and the one of the wider room.
fn late(
    board: &Board,
    analysis: &Analysis,
    goal: Metric,
    patience: u64,
) -> (Outcome<(usize, usize)>, [bool; 2]) {
    let (techniques, memory) = (TechniqueSet::defaults(), Memory::bytes(1 << 24));
    let mut search = Optimal::new(analysis, goal, techniques, memory).unwrap();
    search.late = Late::after(patience, goal == Metric::Pushes);
    let answer = search.run(&mut Budget::unlimited()).unwrap();
    let lengths = |pushes: Vec<Push>| (pushes.len(), oracle::count_moves(board, &pushes));
    (answer.map(lengths), [search.late.is_here(), search.late.is_wide()])
}

#[test]
fn the_late_bound_changes_no_answer() {
    let (mut solved, mut came) = (0, [0; 2]);
    for board in random_boards(37, 1000) {
        let analysis = Analysis::new(&board, &mut Budget::unlimited()).unwrap();
        for goal in [Metric::Pushes, Metric::Moves] {
            let (plain, _) = late(&board, &analysis, goal, u64::MAX);
            for patience in [0, 2, 5] {
                let (found, is_here) = late(&board, &analysis, goal, patience);
                match (&plain, &found) {
                    (Outcome::Solved(plain), Outcome::Solved(found)) => match goal {
                        Metric::Moves => assert_eq!(plain.1, found.1, "{board:?}"),
                        _ => assert_eq!(plain.0, found.0, "{board:?}"),
                    },
                    _ => assert_eq!(plain, found, "{board:?}"),
                }
                came = [0, 1].map(|i| came[i] + usize::from(is_here[i]));
            }
            solved += usize::from(matches!(plain, Outcome::Solved(_)));
        }
    }
    let enough = came[0] > 300 && came[1] > 100;
    assert!(solved > 300 && enough, "{solved} solved, {came:?} with the late bounds");
}

/// Runs a search for the fewest moves, with heights after `patience` nodes if there are to be any.
fn with_heights(
    board: &Board,
    analysis: &Analysis,
    patience: Option<u64>,
) -> (Outcome<usize>, u64) {
    let off = TechniqueSet::defaults().without(Technique::Heights);
    let memory = Memory::bytes(1 << 24);
    let mut search = Optimal::new(analysis, Metric::Moves, off, memory).unwrap();
    if let Some(patience) = patience {
        search.walks = Walks::after(patience, analysis);
    }
    let answer = search.run(&mut Budget::unlimited()).unwrap();
    (answer.map(|pushes| oracle::count_moves(board, &pushes)), search.stats.expanded)
}

#[test]
fn heights_change_no_answer_and_save_nodes() {
    let (mut solved, mut plain_nodes, mut nodes) = (0, 0, 0);
    for board in crowded_boards(43, 100).into_iter().chain(random_boards(47, 400)) {
        let analysis = Analysis::new(&board, &mut Budget::unlimited()).unwrap();
        let (plain, expanded) = with_heights(&board, &analysis, None);
        plain_nodes += expanded;
        for patience in [0, 3, 20] {
            let (found, expanded) = with_heights(&board, &analysis, Some(patience));
            assert_eq!(plain, found, "{board:?}");
            nodes += expanded;
        }
        solved += usize::from(matches!(plain, Outcome::Solved(_)));
    }
    assert!(solved > 50, "{solved} solved");
    assert!(nodes < 3 * plain_nodes, "{nodes} nodes for three times {plain_nodes}");
}

#[test]
fn dominance_changes_no_answer_and_saves_nodes() {
    let (mut solved, mut left_out, mut all) = (0, 0, 0);
    let off = TechniqueSet::defaults().without(Technique::Dominance);
    for board in crowded_boards(53, 500).into_iter().chain(random_boards(59, 700)) {
        let analysis = Analysis::new(&board, &mut Budget::unlimited()).unwrap();
        let run = |techniques| {
            let memory = Memory::bytes(1 << 24);
            let mut search = Optimal::new(&analysis, Metric::Moves, techniques, memory).unwrap();
            let answer = search.run(&mut Budget::unlimited()).unwrap();
            (answer.map(|pushes| oracle::count_moves(&board, &pushes)), search.stats.expanded)
        };
        let ((plain, more), (found, fewer)) = (run(off), run(TechniqueSet::defaults()));
        assert_eq!(plain, found, "{board:?}");
        (all, left_out) = (all + more, left_out + more.saturating_sub(fewer));
        solved += usize::from(matches!(plain, Outcome::Solved(_)));
    }
    assert!(solved > 100 && left_out > all / 20, "{solved} solved, {left_out} of {all} left out");
}

#[test]
fn fewest_moves_agree_with_breadth_first_search() {
    compare_moves(29, 300);
}

#[test]
#[ignore = "two thousand boards, in release mode"]
fn fewest_moves_agree_with_breadth_first_search_on_two_thousand_boards() {
    compare_moves(41, 2000);
}

/// Compares moves on random boards.
fn compare_moves(seed: u64, count: usize) {
    for board in random_boards(seed, count) {
        let mut space = PlainMoves(&board);
        let plain = bfs::search(&mut space, &mut Budget::unlimited(), &mut Stats::default());
        let expected = match plain {
            Outcome::Solved(moves) => Some(moves.len()),
            _ => None,
        };
        assert_eq!(lengths(&board, Metric::Moves).map(|found| found.1), expected, "{board:?}");
    }
}

/// The least pushes and moves, or moves and pushes, by plain search over all squares of the player.
fn plain_pair(board: &Board, first: Metric) -> Option<(u32, u32)> {
    let State { boxes, player } = board.start();
    let mut queue = BinaryHeap::from([Reverse(((0, 0), boxes, player))]);
    let mut seen = HashSet::new();
    while let Some(Reverse((cost, boxes, player))) = queue.pop() {
        let state = State { boxes, player };
        if board.is_solved(&state) {
            return Some(cost);
        }
        if !seen.insert(state.clone()) {
            continue;
        }
        for dir in Dir::ALL {
            let mut next = state.clone();
            let Ok(step) = next.step(board, dir) else { continue };
            let pushes = u32::from(step.push);
            let step = if first == Metric::Moves { (1, pushes) } else { (pushes, 1) };
            queue.push(Reverse(((cost.0 + step.0, cost.1 + step.1), next.boxes, next.player)));
        }
    }
    None
}

/// What the two searches for a pair find, the tables of the second one coming after `patience` nodes; and
/// the cost of the first one's solution.
fn pair(
    board: &Board,
    analysis: &Analysis,
    first: Metric,
    patience: u64,
) -> Option<[(u32, u32); 2]> {
    let (techniques, memory) = (TechniqueSet::defaults(), Memory::bytes(1 << 24));
    let mut alone = Optimal::new(analysis, first, techniques, memory).unwrap();
    let costs = |pushes: &[Push]| {
        let (pushes, moves) = super::counts(board, pushes);
        if first == Metric::Moves { (moves, pushes) } else { (pushes, moves) }
    };
    let Outcome::Solved(found) = alone.run(&mut Budget::unlimited()).unwrap() else { return None };
    let other = if first == Metric::Moves { Metric::Pushes } else { Metric::Moves };
    let (cap, before) = costs(&found);
    let mut second = Optimal::among(analysis, other, cap, techniques, memory).unwrap();
    second.late = Late::after(patience, other == Metric::Pushes);
    second.walks = Walks::after(patience, analysis);
    if patience.is_multiple_of(2) {
        second.know(before, &found);
    }
    match second.run(&mut Budget::unlimited()).unwrap() {
        Outcome::Solved(pushes) => {
            let both = (first == Metric::Pushes && !found.is_empty())
                .then(|| BothEnds::small(analysis, (before, &found), techniques, patience))
                .flatten();
            if let Some(mut both) = both {
                let Some(Outcome::Solved(same)) = both.run(&mut Budget::unlimited()) else {
                    panic!("a solution is known")
                };
                assert_eq!(costs(&same), costs(&pushes), "from both ends: {board:?}");
            }
            Some([costs(&pushes), (cap, before)])
        }
        other => panic!("a solution is known: {other:?}"),
    }
}

#[test]
fn pairs_agree_with_plain_search_whenever_the_tables_come() {
    let (mut solved, mut gained) = (0, 0);
    for board in crowded_boards(71, 120).into_iter().chain(random_boards(73, 400)) {
        let analysis = Analysis::new(&board, &mut Budget::unlimited()).unwrap();
        let plain = [Metric::Pushes, Metric::Moves].map(|first| plain_pair(&board, first));
        for (first, plain) in [Metric::Pushes, Metric::Moves].into_iter().zip(plain) {
            for patience in [0, 3, 20, 101] {
                let found = pair(&board, &analysis, first, patience);
                assert_eq!(found.map(|it| it[0]), plain, "{first} {board:?}");
                solved += u32::from(found.is_some());
                gained += u32::from(found.is_some_and(|[both, one]| both < one));
            }
        }
    }
    assert!(
        solved > 500 && gained > 30,
        "{solved} solved, {gained} better than the first search's"
    );
}

#[test]
fn slices_change_nothing() {
    testing::each_analysed(31, 50, |analysis| {
        let (techniques, memory) = (TechniqueSet::defaults(), Memory::bytes(1 << 24));
        let new = || Optimal::new(analysis, Metric::Pushes, techniques, memory).unwrap();
        testing::slices_change_nothing(new);
    });
}
