//! Rules of the rebuilt SokoKids on small boards; its figures on the kids are in `tests/sokokids.rs`.

use oracle::board;
use search::{Cancel, Limits};

use super::*;

const ALL: Parts = Parts { hash_table: true, offline: true };

fn run(rows: &[&str], parts: Parts, reading: &Reading) -> (Outcome<Found>, Stats) {
    let board = board(rows);
    let (mut budget, mut stats) = (Budget::unlimited(), Stats::default());
    let outcome = solve(&board, parts, reading, &mut budget, &mut stats);
    (outcome, stats)
}

fn dead(rows: &[&str], corners: Corners) -> Vec<(usize, usize)> {
    let board = board(rows);
    let dead = offline::dead(&board, corners);
    board.squares().filter(|at| dead[at.index()]).map(|at| board.place(at)).collect()
}

#[test]
fn states_of_all_rounds_count() {
    // The first limit keeps any state off that has both boxes off goal, so the first round has
    // the start's pushes only.
    let rows = ["#######", "#     #", "# $ $ #", "#  @  #", "# . . #", "#     #", "#######"];
    let (outcome, stats) = run(&rows, ALL, &Reading::FITTED);
    let Outcome::Solved(found) = outcome else { panic!("{outcome:?}") };
    assert_eq!(found.pushes.len(), 4);
    let one_round = run(&rows, ALL, &Reading { rounds: false, ..Reading::FITTED }).1;
    assert!(stats.extra.iter().any(|&(name, count)| name == "rounds" && count > 1));
    assert!(stats.generated > one_round.generated);
}

#[test]
fn the_player_at_the_start_is_in_the_way_upwards_only() {
    let pushes = |rows: &[&str], in_the_way| {
        let reading =
            Reading { player_is_in_the_way: in_the_way, rounds: false, ..Reading::FITTED };
        let outcome = run(rows, Parts { hash_table: false, offline: false }, &reading).0;
        let Outcome::Solved(found) = outcome else { return 0 };
        found.pushes.len()
    };
    // Up onto the player's square is the only push.
    let up = ["#####", "# . #", "# @ #", "##$ #", "#   #", "#####"];
    assert_eq!((pushes(&up, true), pushes(&up, false)), (0, 2));
    let down = ["#####", "#   #", "##$ #", "# @ #", "# . #", "#####"];
    assert_eq!((pushes(&down, true), pushes(&down, false)), (2, 2));
}

#[test]
fn lines_to_the_last_square_or_down_to_the_last_row_are_overlooked() {
    let rows = ["#######", "#  @  #", "#  $  #", "#  .  #", "#     #", "#######"];
    let seen = [(1, 1), (1, 2), (1, 3), (1, 4), (1, 5), (2, 1), (3, 1), (4, 1)];
    assert_eq!(dead(&rows, Corners::Fitted), seen);
    // All squares along the wall.
    assert_eq!(dead(&rows, Corners::NoLowerRight).len(), 14);
    // A lower right corner above the last row ends its line.
    let rows = ["#######", "#   ###", "# @ ###", "#   ###", "##$####", "##.####", "#######"];
    assert!([(2, 3), (3, 3)].iter().all(|place| dead(&rows, Corners::Fitted).contains(place)));
}

#[test]
fn boards_of_six_columns_count_as_seven_wide() {
    let rows = ["######", "#@$  #", "# .  #", "#    #", "######"];
    assert!(dead(&rows, Corners::Fitted).contains(&(3, 3)));
    assert!(!dead(&rows, Corners::AnyWidth).contains(&(3, 3)));
}

#[test]
fn a_state_found_again_with_fewer_pushes_takes_their_number_alone() {
    let rows = ["######", "# .$@#", "# $  #", "#  .##", "###  #", "######"];
    let parts = Parts { hash_table: true, offline: false };
    let (outcome, stats) = run(&rows, parts, &Reading::FITTED);
    assert!(matches!(outcome, Outcome::Solved(found) if found.pushes.len() == 3));
    let keeps = Reading { fewer_pushes_count: false, ..Reading::FITTED };
    assert_eq!((stats.generated, run(&rows, parts, &keeps).1.generated), (43, 40));
}

#[test]
fn a_box_is_stuck_only_without_a_free_square_beside_its_cluster() {
    let stuck = |rows: &[&str]| {
        let board = board(rows);
        let mut occupied = vec![false; board.n_squares()];
        for square in board.start().boxes {
            occupied[square.index()] = true;
        }
        online::is_lost(&board, &occupied, board.start().boxes[0])
    };
    assert!(!stuck(&["#####", "#$ .#", "#  @#", "#####"]));
    assert!(!stuck(&["#####", "#$$ #", "#$  #", "#.. #", "#. @#", "#####"]));
}

#[test]
fn limits_end_the_search() {
    let rows = ["########", "#  @   #", "# $ $  #", "# $    #", "#   .. #", "#    . #", "########"];
    let board = board(&rows);
    let run = |limits| {
        let (mut budget, mut stats) = (Budget::new(limits, Cancel::default()), Stats::default());
        let parts = Parts { hash_table: false, offline: true };
        solve(&board, parts, &Reading::FITTED, &mut budget, &mut stats)
    };
    let nodes = Limits { nodes: Some(5), ..Limits::default() };
    assert_eq!(run(nodes), Outcome::Stopped(Stop::Nodes));
    let memory = Limits { memory: Some(1 << 12), ..Limits::default() };
    assert_eq!(run(memory), Outcome::Stopped(Stop::Memory));
}
