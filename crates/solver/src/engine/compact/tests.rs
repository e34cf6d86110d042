//! The solver for small boards against plain breadth-first search and against `optimal`.

use oracle::crowded_boards;
use oracle::{PlainMoves, PlainPushes, board, random_boards};
use search::{Metric, bfs};

use super::*;

/// The length of the answer in what was counted, or `None` when the board is proved unsolvable.
fn length(compact: &mut Compact, board: &Board, metric: Metric) -> Option<usize> {
    let (mut budget, mut stats) = (Budget::unlimited(), Stats::default());
    let proved = compact.solve(board, metric, &mut budget, &mut stats).expect("it is small");
    match proved.outcome {
        Outcome::Solved(pushes) => {
            let length = if metric == Metric::Moves {
                oracle::count_moves(board, &pushes)
            } else {
                pushes.len()
            };
            assert_eq!(proved.bound as usize, length, "the bound at the end is the cost");
            assert_eq!(proved.guarantee, Guarantee::Optimal(metric));
            Some(length)
        }
        Outcome::Unsolvable => None,
        other => panic!("{other:?}"),
    }
}

#[test]
fn fewest_pushes_and_moves_agree_with_breadth_first_search() {
    let mut compact = Compact::new();
    let (mut solvable, mut unsolvable) = (0, 0);
    for board in random_boards(79, 3000).into_iter().chain(crowded_boards(83, 300)) {
        if !Compact::fits(&board) {
            continue;
        }
        let (mut budget, mut stats) = (Budget::unlimited(), Stats::default());
        let pushes = bfs::search(&mut PlainPushes::new(&board), &mut budget, &mut stats);
        let moves = bfs::search(&mut PlainMoves(&board), &mut budget, &mut stats);
        let expected = match (pushes, moves) {
            (Outcome::Solved(pushes), Outcome::Solved(moves)) => Some((pushes.len(), moves.len())),
            _ => None,
        };
        let found = [Metric::Pushes, Metric::Moves].map(|it| length(&mut compact, &board, it));
        assert_eq!(found, [expected.map(|it| it.0), expected.map(|it| it.1)], "{board:?}");
        solvable += usize::from(expected.is_some());
        unsolvable += usize::from(expected.is_none());
    }
    assert!(solvable > 500 && unsolvable > 500, "{solvable} and {unsolvable}");
}

#[test]
fn limits_leave_a_bound() {
    let rows = ["########", "#@     #", "# $$$$ #", "#      #", "#....  #", "########"];
    let board = board(&rows);
    let limits = search::Limits { nodes: Some(3), ..search::Limits::default() };
    let mut budget = Budget::new(limits, search::Cancel::default());
    let mut compact = Compact::new();
    let proved = compact.solve(&board, Metric::Moves, &mut budget, &mut Stats::default()).unwrap();
    assert_eq!(proved.outcome, Outcome::Stopped(Stop::Nodes));
    let whole = length(&mut compact, &board, Metric::Moves).unwrap();
    assert!(proved.bound > 8 && proved.bound as usize <= whole, "{} of {whole}", proved.bound);
    assert_eq!(proved.guarantee, Guarantee::None);
    let limits = search::Limits { memory: Some(1 << 14), ..search::Limits::default() };
    let mut budget = Budget::new(limits, search::Cancel::default());
    let full = compact.solve(&board, Metric::Moves, &mut budget, &mut Stats::default()).unwrap();
    assert_eq!(full.outcome, Outcome::Stopped(Stop::Memory));
}

#[test]
fn five_boxes_and_large_boards_are_left_to_others() {
    let five = board(&["########", "#@     #", "# $$$$ #", "#  $.  #", "#....  #", "########"]);
    let wall = "#".repeat(12);
    let row = format!("#{}#", " ".repeat(10));
    let mut rows = vec![wall.as_str()];
    rows.extend(std::iter::repeat_n(row.as_str(), 7));
    rows.extend(["#@$.       #", wall.as_str()]);
    let large = board(&rows);
    assert!(!Compact::fits(&five) && !Compact::fits(&large));
    let (mut budget, mut stats) = (Budget::unlimited(), Stats::default());
    assert_eq!(Compact::new().solve(&five, Metric::Pushes, &mut budget, &mut stats), None);
}
