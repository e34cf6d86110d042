//! The agent's rules on small boards; its counts on the server's levels are in `tests/aveiro.rs`.

use oracle::board;
use search::{Cancel, Limits};
use sokoban::Dir;

use super::*;

const RIGHT: Dir = Dir::Right;

fn position(board: &Board) -> Position {
    let grid = Grid::new(board);
    let (boxes, player) = (grid.boxes(board), grid.place(board, board.start().player));
    let mut position = Position::new(grid);
    position.load(&boxes, player);
    position.flood();
    position
}

/// Where the push of the first box in a direction ends, and its pushes.
fn end(rows: &[&str], dir: Dir) -> Option<((usize, usize), u32)> {
    let mut position = position(&board(rows));
    let run = position.push(position.list[0], dir, Test::Pair)?;
    Some((position.grid.coordinates(run.to), run.count))
}

fn limited(board: &Board, limits: Limits) -> (Outcome<Found>, Stats) {
    let (mut budget, mut stats) = (Budget::new(limits, Cancel::default()), Stats::default());
    let outcome = solve(board, Algorithm::Ucs, false, &mut budget, &mut stats);
    (outcome, stats)
}

#[test]
fn a_box_in_a_tunnel_goes_on_to_its_end_or_to_a_goal() {
    let tunnel = |row| end(&["##########", "#  #######", row, "#  #######", "##########"], RIGHT);
    assert_eq!(tunnel("#@$     .#"), Some(((8, 2), 6)));
    assert_eq!(tunnel("#@$  .   #"), Some(((5, 2), 3)));
}

#[test]
fn a_box_along_a_wall_goes_on_while_nothing_stands_beside_the_way() {
    let along = |row| end(&["##########", "#        #", row, "#@$     .#", "##########"], RIGHT);
    assert_eq!(along("#        #"), Some(((7, 3), 5)));
    // A box beside the way, two squares ahead.
    let beside = ["##########", "#   .    #", "#    $   #", "#@$     .#", "##########"];
    let mut position = position(&board(&beside));
    let run = position.push(position.grid.at(2, 3), RIGHT, Test::Pair).expect("a push");
    assert_eq!((position.grid.coordinates(run.to), run.count), ((3, 3), 1));
}

/// Two more pushes beyond a passage, whatever is there: the agent does not ask whether it is a wall.
#[test]
fn a_box_goes_through_a_passage_even_into_a_wall() {
    let gap = |right: &'static str| {
        vec!["#########", "#   #  .#", right, "#   #   #", "#   #   #", "#########"]
    };
    assert_eq!(end(&gap("# @$    #"), RIGHT), Some(((6, 2), 3)));
    assert_eq!(end(&gap("# @$  # #"), RIGHT), Some(((6, 2), 3)));
    let full = ["#########", "#   #  .#", "# @$ $  #", "#   #  .#", "#   #   #", "#########"];
    assert_eq!(end(&full, RIGHT), None);
}

/// The agent finds the path through the wall; it is not handed out as a solution.
#[test]
fn a_path_through_a_wall_is_no_solution() {
    let board = board(&[
        "##########",
        "#   #    #",
        "# @$  #. #",
        "#   #    #",
        "#   #    #",
        "##########",
    ]);
    let mut agent = Agent::new(&board, Algorithm::Ucs, false, &Budget::unlimited()).unwrap();
    let through = agent.search(&mut Budget::unlimited()).unwrap().expect("a path");
    assert!(agent.nodes.path_to(through).iter().any(|run| agent.position.grid.is_wall(run.to)));
    assert_eq!(limited(&board, Limits::default()).0, Outcome::GaveUp);
}

#[test]
fn a_pair_along_a_wall_is_refused_unless_the_pushed_box_is_on_a_goal() {
    let rows = ["#######", "#.  . #", "#     #", "# $ $ #", "#@    #", "#######"];
    let mut position = position(&board(&rows));
    let mut push_up = |other: (usize, usize), pushed: (usize, usize)| {
        let [other, pushed] = [other, pushed].map(|(x, y)| position.grid.at(x, y));
        position.load(&[other, pushed], position.grid.step(pushed, Dir::Down));
        position.flood();
        position.push(pushed, Dir::Up, Test::Pair).is_some()
    };
    assert!(!push_up((2, 1), (3, 2)));
    assert!(push_up((3, 1), (4, 2)), "to a goal");
    assert!(push_up((2, 2), (3, 3)), "not to a wall");
}

/// Four boxes in a square hold each other. On goals they may, but one off goal is enough.
#[test]
fn a_group_that_holds_itself_is_refused_if_one_is_off_goal() {
    let push_up = |first, second, last| {
        let rows =
            ["########", "#      #", first, second, "#   $  #", "#   @  #", last, "########"];
        let mut position = position(&board(&rows));
        let pushed = position.grid.at(4, 4);
        position.push(pushed, Dir::Up, Test::Group).is_some()
    };
    assert!(!push_up("#  $$  #", "#  $   #", "# .... #"));
    assert!(!push_up("#  $*  #", "#  *.  #", "# .    #"));
    assert!(push_up("#  **  #", "#  *.  #", "#      #"));
}

/// Both ways round lead to the place below the player; the one on the left is tried first, because
/// it is as near and newer, and it is twice as long.
#[test]
fn walks_are_greedy_and_not_always_shortest() {
    let rows = ["########", "########", "## @ ###", "#  # #*#", "# #  ###", "#   ####", "########"];
    let position = position(&board(&rows));
    let walk = walk::walk(&position, position.grid.at(3, 4)).expect("a way");
    let letters: String = walk.into_iter().map(Dir::letter).collect();
    assert_eq!(letters, "ldlddrru");
}

#[test]
fn every_limit_stops_the_agent() {
    let rows = ["########", "#@     #", "# $ $  #", "#  $   #", "# ...  #", "#      #", "########"];
    let board = board(&rows);
    let nodes = Limits { nodes: Some(7), ..Limits::default() };
    let (outcome, stats) = limited(&board, nodes);
    assert_eq!((outcome, stats.expanded), (Outcome::Stopped(Stop::Nodes), 7));
    let memory = Limits { memory: Some(2_000), ..Limits::default() };
    let (outcome, stats) = limited(&board, memory);
    assert_eq!(outcome, Outcome::Stopped(Stop::Memory));
    assert!(stats.table_bytes <= 2_000);
    let time = Limits { time: Some(std::time::Duration::ZERO), ..Limits::default() };
    assert_eq!(limited(&board, time).0, Outcome::Stopped(Stop::Time));
    let (mut budget, cancel) = (Budget::unlimited(), Cancel::default());
    cancel.cancel();
    budget = Budget::new(*budget.limits(), cancel);
    let outcome = solve(&board, Algorithm::Ucs, false, &mut budget, &mut Stats::default());
    assert_eq!(outcome, Outcome::Stopped(Stop::Interrupted));
}

/// A node of a board with hundreds of boxes takes long: a limit ends the work on it in the middle.
#[test]
fn a_node_is_left_in_the_middle_when_a_limit_is_reached() {
    let rows = ["########", "#@     #", "# $ $  #", "#  $   #", "# ...  #", "#      #", "########"];
    let board = board(&rows);
    let mut agent = Agent::new(&board, Algorithm::Ucs, false, &Budget::unlimited()).unwrap();
    let number = agent.nodes.take().unwrap();
    agent.load(number);
    let cancel = Cancel::default();
    cancel.cancel();
    let mut cancelled = Budget::new(Limits::default(), cancel);
    assert_eq!(agent.expand(number, &mut cancelled), Err(Stop::Interrupted));
    assert_eq!(agent.stats.generated, 0);
    assert_eq!(agent.expand(number, &mut Budget::unlimited()), Ok(()));
    assert!(agent.stats.generated > 0);
}
