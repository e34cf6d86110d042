//! The exact engine against what is known and against a search that shares no code with it.

mod common;

use banto_unblock::wide;
use banto_unblock::{
    Axis, Board, Cluster, Engine, Level, METRICS, Metric, Move, Side, Space, State, solve, steps,
};
use common::naive;
use proptest::prelude::*;
use search::{Budget, Outcome, StateSpace, Stats, Successor};

fn solved(board: &Board, metric: Metric) -> Option<Vec<Move>> {
    checked(board, solve(board, metric, &mut Budget::unlimited(), &mut Stats::default()).outcome)
}

/// The same with the tables of an engine, which saves most of the time on thousands of boards.
fn solved_in(engine: &mut Engine, board: &Board, metric: Metric) -> Option<Vec<Move>> {
    let outcome = engine.solve(board, metric, &mut Budget::unlimited(), &mut Stats::default());
    checked(board, outcome.expect("the board is within reach"))
}

/// The solution of an outcome, replayed; `None` when it is proved that there is none.
fn checked(board: &Board, outcome: Outcome<Vec<Move>>) -> Option<Vec<Move>> {
    match outcome {
        Outcome::Solved(moves) => {
            let mut state = board.start();
            state.play_all(board, &moves).expect("a solution replays");
            assert!(board.is_solved(&state));
            Some(moves)
        }
        Outcome::Unsolvable => None,
        other => panic!("{other:?}"),
    }
}

/// Compares one board with a plain search on characters, in both metrics.
fn compare_with_naive(board: &Board) {
    let certificate = board.certify(&[]);
    let grid = naive::grid(&certificate.rows);
    let (red, line) = (certificate.red, board.red_piece().line());
    let (height, width) = (board.height(), board.width());
    let at_exit = |grid: &naive::Grid| match board.exit() {
        Side::Left => grid[line][0] == red,
        Side::Right => grid[line][width - 1] == red,
        Side::Top => grid[0][line] == red,
        Side::Bottom => grid[height - 1][line] == red,
    };
    for metric in METRICS {
        let one_cell = metric == Metric::Steps;
        let naive = naive::search(&grid, one_cell, &certificate.upright, at_exit);
        let found = solved(board, metric);
        let length = found.map(|moves| match metric {
            Metric::Moves => moves.len(),
            _ => steps(&moves) as usize,
        });
        assert_eq!(length, naive.optimum, "{} of\n{}", metric.name(), certificate.rows);
        if let Some(layers) = Engine::new().layers(board, metric, &mut Budget::unlimited()) {
            assert_eq!(layers.unwrap(), naive.layers, "{} of\n{}", metric.name(), certificate.rows);
        }
        let cluster = Cluster::new(board, metric, &mut Budget::unlimited()).unwrap();
        assert_eq!(cluster.len() as u64, naive.layers.iter().sum::<u64>());
        let distance = cluster.distance(&board.start()).map(|d| d as usize);
        assert_eq!(distance, naive.optimum);
    }
}

/// A random small board: any exit, walls, pieces of every length.
fn small_board(max_side: u8) -> impl Strategy<Value = Board> {
    let piece = (any::<bool>(), 0u8..16, 0u8..16, 1u8..4);
    let sides = prop::sample::select(Side::ALL.to_vec());
    let pieces = prop::collection::vec(piece, 1..12);
    let walls = prop::collection::vec((0usize..16, 0usize..16), 0..3);
    (2..=max_side, 2..=max_side, sides, pieces, walls).prop_map(
        |(width, height, side, shapes, walls)| {
            let mut pieces: Vec<banto_unblock::Piece> = Vec::new();
            let mut taken = std::collections::BTreeSet::new();
            for (horizontal, row, column, length) in shapes {
                let red = pieces.is_empty();
                let horizontal = if red { side.axis() == Axis::Horizontal } else { horizontal };
                let axis = if horizontal { Axis::Horizontal } else { Axis::Vertical };
                let length = length.min(if horizontal { width } else { height });
                let (row, column) = if horizontal {
                    (row % height, column % (width - length + 1))
                } else {
                    (row % (height - length + 1), column % width)
                };
                let name = banto_unblock::Name::numbered(pieces.len());
                let piece = banto_unblock::Piece { name, axis, row, column, length };
                let cells: Vec<_> = piece.cells_at(piece.start()).collect();
                if cells.iter().all(|cell| !taken.contains(cell)) {
                    taken.extend(cells);
                    pieces.push(piece);
                }
            }
            let (width, height) = (width as usize, height as usize);
            let walls = walls.into_iter().map(|(row, column)| (row % height, column % width));
            let walls = walls.filter(|cell| !taken.contains(cell)).collect();
            let exit = Some((side, None));
            let layout = banto_unblock::Layout { width, height, walls, pieces, red: Some(0), exit };
            Board::new(&layout).unwrap()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn both_metrics_agree_with_plain_search(board in small_board(4)) {
        compare_with_naive(&board);
    }

    #[test]
    fn the_other_metric_is_best_among_the_shortest(board in small_board(4)) {
        if let Some(moves) = solved(&board, Metric::Moves) {
            let best = best_pair(&board, Metric::Moves).unwrap();
            prop_assert_eq!((moves.len() as u32, steps(&moves)), best);
            let walk = solved(&board, Metric::Steps).unwrap();
            let best = best_pair(&board, Metric::Steps).unwrap();
            prop_assert_eq!((steps(&walk), walk.len() as u32), best);
        }
    }

    #[test]
    fn the_search_for_large_boards_agrees_with_the_engine(board in small_board(5)) {
        for metric in METRICS {
            let answer = wide::solve(&board, metric, &mut Budget::unlimited(), &mut Stats::default());
            let found = match answer.outcome {
                Outcome::Solved(moves) => {
                    let mut state = board.start();
                    state.play_all(&board, &moves).unwrap();
                    prop_assert!(board.is_solved(&state) && answer.optimal);
                    let length = if metric == Metric::Moves { moves.len() as u32 } else { steps(&moves) };
                    prop_assert_eq!(answer.lower_bound, length);
                    Some(length)
                }
                Outcome::Unsolvable => None,
                other => panic!("{other:?}"),
            };
            let stats = &mut Stats::default();
            match Engine::new().optimum(&board, metric, &mut Budget::unlimited(), stats) {
                Some(Outcome::Solved(length)) => prop_assert_eq!(found, Some(length)),
                Some(outcome) => prop_assert_eq!((outcome, found), (Outcome::Unsolvable, None)),
                None => {}
            }
        }
    }

    #[test]
    fn limits_of_large_boards_give_a_sound_bound(board in small_board(5), nodes in 1u64..200) {
        let limits = search::Limits { nodes: Some(nodes), ..search::Limits::default() };
        let mut budget = Budget::new(limits, search::Cancel::default());
        let answer = wide::solve(&board, Metric::Moves, &mut budget, &mut Stats::default());
        if let Some(moves) = solved(&board, Metric::Moves) {
            prop_assert!(answer.lower_bound <= moves.len() as u32);
            prop_assert_ne!(answer.outcome, Outcome::Unsolvable);
        }
    }

    #[test]
    fn all_symmetries_have_one_optimum(board in small_board(5)) {
        let lengths = |board: &Board| METRICS.map(|metric| {
            solved(board, metric).map(|moves| (moves.len(), steps(&moves)))
        });
        let expected = lengths(&board);
        let mut image = board.clone();
        for _ in 0..4 {
            prop_assert_eq!(lengths(&image), expected);
            prop_assert_eq!(lengths(&image.flipped(Axis::Horizontal)), expected);
            image = image.transposed().flipped(Axis::Vertical);
        }
    }
}

#[test]
fn the_search_for_large_boards_proves_the_starter_puzzles() {
    let starter = include_str!("../../../levels/starter-unblock.txt");
    for level in banto_unblock::format::read(starter.as_bytes()).unwrap().levels() {
        for (metric, known) in
            [(Metric::Moves, level.known.moves), (Metric::Steps, level.known.steps)]
        {
            let stats = &mut Stats::default();
            let answer = wide::solve(&level.board, metric, &mut Budget::unlimited(), stats);
            let Outcome::Solved(moves) = answer.outcome else { panic!("{:?}", answer.outcome) };
            let mut state = level.board.start();
            state.play_all(&level.board, &moves).unwrap();
            assert!(level.board.is_solved(&state) && answer.optimal);
            assert_eq!(Some(answer.lower_bound), known);
        }
    }
}

/// The least (length, length in the other metric) by Dijkstra on pairs: state and last step.
fn best_pair(board: &Board, metric: Metric) -> Option<(u32, u32)> {
    use std::collections::{BTreeSet, HashMap};
    type Key = (Vec<u8>, Option<(u8, bool)>);
    // In steps a run of one piece in one direction is one move, so the last step is part of the
    // state; in moves it is not.
    let mut open: BTreeSet<((u32, u32), Key)> = BTreeSet::new();
    let mut best: HashMap<Key, (u32, u32)> = HashMap::new();
    let start = (board.start().positions, None);
    open.insert(((0, 0), start.clone()));
    best.insert(start, (0, 0));
    let mut space = Space::new(board, metric);
    while let Some((cost, key)) = open.pop_first() {
        if best[&key] != cost {
            continue;
        }
        let state = State { positions: key.0.clone() };
        if board.is_solved(&state) {
            return Some(cost);
        }
        let mut out: Vec<Successor<State, Move>> = Vec::new();
        space.expand(&state, &mut out);
        for successor in out {
            let step = successor.action;
            let run = Some((step.piece, step.delta < 0));
            let (added, last) = match metric {
                Metric::Moves => (u32::from(step.delta.unsigned_abs()), None),
                _ => (u32::from(key.1 != run), run),
            };
            let next = (successor.state.positions, last);
            let total = (cost.0 + 1, cost.1 + added);
            if best.get(&next).is_none_or(|&old| total < old) {
                best.insert(next.clone(), total);
                open.insert((total, next));
            }
        }
    }
    None
}

/// Rows of the files: all in release, a sample otherwise.
fn sample(levels: Vec<Level>) -> Vec<Level> {
    let step = if cfg!(debug_assertions) { 97 } else { 1 };
    levels.into_iter().step_by(step).collect()
}

#[test]
fn published_moves_steps_and_cluster_sizes_are_met() {
    let Some(folder) = needs::levels() else { return };
    let mut engine = Engine::new();
    for (file, _) in common::RUSH_FILES {
        for level in sample(common::levels(&folder, file)) {
            let (board, known) = (&level.board, level.known);
            let moves = solved_in(&mut engine, board, Metric::Moves).unwrap();
            let walk = solved_in(&mut engine, board, Metric::Steps).unwrap();
            assert_eq!(Some(moves.len() as u32), known.moves, "{file}");
            assert_eq!(Some(steps(&walk)), known.steps, "{file}");
            assert!(steps(&moves) >= steps(&walk) && walk.len() >= moves.len());
            let layers = engine.layers(board, Metric::Moves, &mut Budget::unlimited());
            let states: u64 = layers.unwrap().unwrap().iter().sum();
            assert_eq!(Some(states), known.cluster, "{file}");
        }
    }
}

#[test]
fn published_perft_rows_are_met() {
    let Some(folder) = needs::levels() else { return };
    let levels = common::levels(&folder, "rush/rush-hardest-500.tsv");
    let rows: [(usize, Metric, u64, &[u64]); 4] = [
        (60, Metric::Moves, 2332, &[1, 1, 1, 2, 2, 2, 8, 19, 16, 6, 7, 15, 15, 22]),
        (60, Metric::Steps, 2332, &[1, 1, 1, 2, 1, 1, 1, 2, 4, 7, 9, 10, 9, 6]),
        (58, Metric::Moves, 9192, &[1, 6, 15, 22, 26, 32, 40, 56, 78, 80]),
        (58, Metric::Steps, 9192, &[1, 5, 12, 19, 23, 23, 21, 21, 25, 31]),
    ];
    for (moves, metric, states, layers) in rows {
        let level = levels.iter().find(|level| level.known.moves == Some(moves as u32)).unwrap();
        let found = Engine::new().layers(&level.board, metric, &mut Budget::unlimited());
        let found = found.unwrap().unwrap();
        assert_eq!(found.iter().sum::<u64>(), states);
        assert_eq!(&found[..layers.len()], layers);
        let optimum = solved(&level.board, metric).unwrap();
        let length = if metric == Metric::Moves { optimum.len() as u32 } else { steps(&optimum) };
        let expected = match (moves, metric) {
            (60, Metric::Steps) => 103,
            (58, Metric::Steps) => 110,
            _ => moves as u32,
        };
        assert_eq!(length, expected);
    }
}

#[test]
fn the_textbook_space_counts_the_same_layers() {
    let board = Board::from_rows(&["B.CC.", "B.DD.", "AA.E.", "...E.", "FFF.."]).unwrap();
    for metric in METRICS {
        let mut space = Space::new(&board, metric);
        let mut seen = std::collections::HashSet::from([board.start()]);
        let mut layer = vec![board.start()];
        let mut layers = Vec::new();
        while !layer.is_empty() {
            layers.push(layer.len() as u64);
            let mut next = Vec::new();
            let mut out = Vec::new();
            for state in &layer {
                space.expand(state, &mut out);
                for successor in out.drain(..) {
                    if seen.insert(successor.state.clone()) {
                        next.push(successor.state);
                    }
                }
            }
            layer = next;
        }
        let found = Engine::new().layers(&board, metric, &mut Budget::unlimited());
        assert_eq!(found.unwrap().unwrap(), layers);
    }
}
