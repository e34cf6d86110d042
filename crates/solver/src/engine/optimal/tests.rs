//! The engine against plain breadth-first search on random boards.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use ground::run::Run;
use oracle::crowded_boards;
use oracle::{PlainMoves, PlainPushes, random_boards};
use search::{Cancel, Limits, Metric, Observer, bfs};
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
    search.expander.late = Late::after(patience, goal == Metric::Pushes);
    let answer = search.run(&mut Budget::unlimited()).unwrap();
    let lengths = |pushes: Vec<Push>| (pushes.len(), oracle::count_moves(board, &pushes));
    (answer.map(lengths), [search.expander.late.is_here(), search.expander.late.is_wide()])
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
        search.expander.walks = Walks::after(patience, analysis);
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
    second.expander.late = Late::after(patience, other == Metric::Pushes);
    second.expander.walks = Walks::after(patience, analysis);
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

/// A search for the fewest pushes that works in batches on so many threads after some nodes, and whose late bounds
/// come a little later.
fn in_batches<'a>(analysis: &'a Analysis, patience: u64, threads: usize) -> Optimal<'a> {
    let (techniques, memory) = (TechniqueSet::defaults(), Memory::bytes(1 << 24));
    let mut search = Optimal::new(analysis, Metric::Pushes, techniques, memory).unwrap();
    search.lanes = Some(Lanes::after(patience, threads));
    search.expander.late = Late::after(patience.saturating_add(10), true);
    search
}

#[test]
fn threads_change_no_answer_and_their_number_changes_nothing() {
    let (mut solved, mut unsolvable, mut other) = (0, 0, 0);
    for board in crowded_boards(83, 300).into_iter().chain(random_boards(89, 700)) {
        let analysis = Analysis::new(&board, &mut Budget::unlimited()).unwrap();
        let memory = Memory::bytes(1 << 24);
        let techniques = TechniqueSet::defaults();
        let mut alone = Optimal::new(&analysis, Metric::Pushes, techniques, memory).unwrap();
        let plain = alone.run(&mut Budget::unlimited()).unwrap();
        // The late bounds come after the first batch, or before it.
        for (patience, late) in [(0, 10), (5, 15), (6, 2)] {
            let runs = [2, 3, 8].map(|threads| {
                let mut search = in_batches(&analysis, patience, threads);
                search.expander.late = Late::after(late, true);
                if let (Outcome::Solved(pushes), 5) = (&plain, patience) {
                    search.know(pushes.len() as u32 + 2, pushes);
                }
                (search.run(&mut Budget::unlimited()).unwrap(), search.stats())
            });
            let (found, stats) = &runs[0];
            assert!(runs[1..].iter().all(|run| run == &runs[0]), "{board:?}");
            match (&plain, found) {
                (Outcome::Solved(plain), Outcome::Solved(found)) => {
                    assert_eq!(plain.len(), found.len(), "{board:?}");
                    assert_eq!(stats.bound, Some(found.len() as u64), "{board:?}");
                    oracle::count_moves(&board, found);
                    solved += 1;
                }
                _ => {
                    assert_eq!(&plain, found, "{board:?}");
                    unsolvable += 1;
                }
            }
            other += usize::from(stats.expanded != alone.stats.expanded);
        }
    }
    assert!(solved > 250 && unsolvable > 250, "{solved} solved, {unsolvable} unsolvable");
    assert!(other > 30, "{other} with other nodes than one thread has");
}

/// Raises a flag at some report.
struct StopAt {
    left: AtomicU32,
    halt: Cancel,
}

impl Observer for StopAt {
    fn interval(&self) -> Duration {
        Duration::ZERO
    }

    fn progress(&self, _: &Progress) {
        if self.left.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.halt.cancel();
        }
    }
}

#[test]
fn batches_that_are_cut_short_lose_nothing() {
    let (mut solved, mut stops) = (0, 0);
    for board in crowded_boards(97, 400).into_iter().chain(random_boards(99, 600)) {
        let analysis = Analysis::new(&board, &mut Budget::unlimited()).unwrap();
        let whole = in_batches(&analysis, 0, 2).run(&mut Budget::unlimited()).unwrap();
        for by_nodes in [false, true] {
            let mut search = in_batches(&analysis, 0, 2);
            let (mut bound, mut turn) = (0, 2);
            let end = loop {
                turn += 1 + turn / 4;
                let halt = Cancel::default();
                let limits =
                    Limits { nodes: by_nodes.then_some(1 + turn % 7), ..Limits::default() };
                let left = AtomicU32::new(if by_nodes { 0 } else { turn as u32 });
                let stop = Arc::new(StopAt { left, halt: halt.clone() });
                let budget = Budget::new(limits, Cancel::default());
                let mut slice = budget.with_observer(stop).halted_by(halt);
                let end = search.run(&mut slice);
                if let Some(limit) = limits.nodes {
                    assert!(slice.nodes() <= limit);
                }
                if let Outcome::Solved(whole) = &whole {
                    assert!(bound <= search.proved() && search.proved() <= whole.len() as u32);
                    bound = search.proved();
                }
                if let Some(end) = end {
                    break end;
                }
                stops += 1;
            };
            match (&whole, &end) {
                (Outcome::Solved(whole), Outcome::Solved(found)) => {
                    assert_eq!(whole.len(), found.len(), "{board:?}");
                    solved += 1;
                }
                _ => assert_eq!(whole, end, "{board:?}"),
            }
        }
    }
    assert!(solved > 100 && stops > 300, "{solved} solved, {stops} stops");
}

#[test]
fn a_search_in_batches_says_when_its_memory_is_full() {
    let mut full = 0;
    for board in crowded_boards(101, 100) {
        let analysis = Analysis::new(&board, &mut Budget::unlimited()).unwrap();
        let run = |bytes| {
            let (techniques, memory) = (TechniqueSet::defaults(), Memory::bytes(bytes));
            let mut search = Optimal::new(&analysis, Metric::Pushes, techniques, memory).ok()?;
            search.lanes = Some(Lanes::after(0, 3));
            let answer = search.run(&mut Budget::unlimited()).unwrap();
            Some((answer.map(|pushes| pushes.len() as u32), search.proved()))
        };
        let (whole, _) = run(1 << 24).unwrap();
        for (part, bound) in (13..20).filter_map(|bits| run(1 << bits)) {
            if part == Outcome::Stopped(Stop::Memory) {
                full += 1;
                if let Outcome::Solved(whole) = whole {
                    assert!(bound <= whole, "{board:?}");
                }
            } else {
                assert_eq!(whole, part, "{board:?}");
            }
        }
    }
    assert!(full > 5, "{full} searches without room");
}

/// As when another node of its batch finds a cheaper path to it.
#[test]
fn what_was_made_of_a_node_is_dropped_when_a_cheaper_path_turns_up() {
    let mut dropped = 0;
    for board in crowded_boards(103, 100) {
        let analysis = Analysis::new(&board, &mut Budget::unlimited()).unwrap();
        let mut search = in_batches(&analysis, u64::MAX, 2);
        for _ in 0..20 {
            if search.answer.is_some() || search.step(&mut Budget::unlimited()).is_err() {
                break;
            }
            let Ok(taken) = search.take() else { break };
            let scene = Scene { task: search.task, store: &search.store, ceiling: u32::MAX };
            let done = search.expander.expand(&scene, taken, &mut Budget::unlimited()).unwrap();
            let children = std::mem::take(&mut search.expander.children);
            let packed = std::mem::take(&mut search.expander.packed);
            let Taken { number, node, .. } = taken;
            let Some(parent) = search.store.parent(number) else { break };
            let cheaper = Node { g: node.g - 1, ..node };
            search.improve(number, parent, cheaper);
            let positions = search.store.len();
            search.accept(&done, &children, &packed).unwrap();
            assert_eq!(search.store.len(), positions, "{board:?}");
            assert_eq!(search.queue.key(number), Some((cheaper.g + node.h, node.h)), "{board:?}");
            dropped += usize::from(!children.is_empty());
        }
    }
    assert!(dropped > 20, "{dropped} nodes with children");
}
