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
fn lower_right_corners_are_dead_only_where_no_wall_of_theirs_leads_to_a_goal() {
    let goal_above = ["######", "#@$ .#", "#    #", "#    #", "######"];
    let all = dead(&goal_above, Corners::All);
    assert!(all.contains(&(3, 4)) && all.contains(&(3, 2)));
    let fitted = dead(&goal_above, Corners::Fitted);
    // Its corner lives, and with it the line along the lower wall; the other corners do not.
    assert_eq!(fitted, [(1, 1), (2, 1), (3, 1)]);
    let goal_elsewhere = ["######", "#@$  #", "# .  #", "#    #", "######"];
    let fitted = dead(&goal_elsewhere, Corners::Fitted);
    assert_eq!(fitted, dead(&goal_elsewhere, Corners::All));
}

#[test]
fn a_box_diagonally_above_a_lower_right_corner_hides_the_goals_above_it() {
    let rows = ["######", "#@  .#", "#  $ #", "#    #", "######"];
    assert_eq!(dead(&rows, Corners::Fitted), dead(&rows, Corners::All));
    assert!(!dead(&rows, Corners::BoxesIgnored).contains(&(3, 4)));
    let box_elsewhere = ["######", "#@  .#", "# $  #", "#    #", "######"];
    assert!(!dead(&box_elsewhere, Corners::Fitted).contains(&(3, 4)));
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
