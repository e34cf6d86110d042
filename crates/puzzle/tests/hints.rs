//! Hints, reasons and positions, through the door.

use banto_puzzle::hint::first_step;
use banto_puzzle::why::{DeadReason, Place, dead_squares};
use banto_puzzle::write::write_level;
use banto_puzzle::{
    Budget, Game, Guarantee, Metric, NoAnswer, Puzzle, Status, check, hint, read, why,
};

const ROOM: &str = "######\n#@ $.#\n#    #\n######\n";
/// Two pieces must leave the row, in either order.
const TWO: &str = "..BC..\n..BC..\nAABC..\n......\n......\n......\n";

/// The first level of a text.
fn level(text: &str) -> Puzzle {
    read(text.as_bytes()).unwrap().entries.remove(0).puzzle.unwrap()
}

fn unlimited() -> Budget {
    Budget::unlimited()
}

#[test]
fn every_next_move_begins_a_solution_of_the_distance_told() {
    for text in [TWO, "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM\n"] {
        let puzzle = level(text);
        let found = hint(&puzzle, &mut unlimited()).unwrap();
        assert_eq!(
            (found.status, found.guarantee),
            (Status::Solved, Guarantee::Optimal(Metric::Moves))
        );
        let counts = check(&puzzle, found.solution.as_deref().unwrap()).unwrap();
        assert_eq!(found.to_go.moves, counts.moves);
        assert!(found.solution.unwrap().starts_with(&found.next[0]));
        for step in &found.next {
            let rest = hint(&puzzle.after(step).unwrap(), &mut unlimited()).unwrap();
            assert_eq!(rest.to_go.moves.unwrap() + 1, counts.moves.unwrap(), "{step}");
        }
    }
}

#[test]
fn a_hint_leaves_the_piece_just_moved_alone_when_it_can() {
    let mut found = hint(&level(TWO), &mut unlimited()).unwrap();
    assert_eq!(found.next.len(), 2);
    for (avoid, first) in [("B", "C+3"), ("C", "B+3"), ("B", "C+3")] {
        found.avoid(avoid);
        assert_eq!(found.next[0], first);
    }
}

#[test]
fn a_solved_position_needs_nothing_and_a_stuck_one_has_nothing() {
    let solved = level("AA\n..\n");
    let found = hint(&solved, &mut unlimited()).unwrap();
    assert_eq!((found.solution.as_deref(), found.next.len()), (Some(""), 0));
    assert_eq!((found.to_go.moves, found.to_go.steps), (Some(0), Some(0)));
    let stuck = level("..B\nAAB\n..B\n");
    let found = hint(&stuck, &mut unlimited()).unwrap();
    assert_eq!((found.status, found.solution, found.to_go.moves), (Status::Unsolvable, None, None));
    assert_eq!(why(&stuck, &mut unlimited()).unwrap().unwrap().kind, "no-way-out");
    assert_eq!(why(&solved, &mut unlimited()), Ok(None));
}

#[test]
fn a_large_board_has_one_next_move() {
    let puzzle = level("..B.......\nAAB.......\n..........\n..........\n");
    let found = hint(&puzzle, &mut unlimited()).unwrap();
    assert_eq!((found.next, found.to_go.moves), (vec!["B+2".to_owned()], Some(2)));
    assert_eq!(found.to_go.steps, Some(10));
}

#[test]
fn a_hint_in_sokoban_is_a_walk_and_a_push() {
    let puzzle = level(ROOM);
    let found = hint(&puzzle, &mut unlimited()).unwrap();
    assert_eq!((found.next, found.to_go.pushes), (vec!["rR".to_owned()], Some(1)));
    check(&puzzle, &found.solution.unwrap()).unwrap();
    for (solution, step) in
        [("rrRRuL", "rrRR"), ("LLU", "LL"), ("RR", "RR"), ("rl", "rl"), ("", "")]
    {
        assert_eq!(first_step(solution), step);
    }
}

#[test]
fn positions_are_puzzles() {
    let puzzle = level("; Mine\n#######\n#@ $. #\n# $  .#\n#######\n");
    for moves in ["rRl", "rrl", "r R l", "2rl"] {
        let after = write_level(&puzzle.after(moves).unwrap(), "xsb").unwrap();
        assert!(after.contains("#######\n# @ * #\n# $  .#\n#######"), "{moves}: {after}");
    }
    let refused = |puzzle: &Puzzle, moves: &str| puzzle.after(moves).unwrap_err().to_string();
    assert_eq!(refused(&puzzle, "ru"), "move 2: a wall is in the way");
    assert!(refused(&puzzle, "rx").contains("column 2"));
    let jam = level(TWO);
    assert_eq!(
        write_level(&jam.after("B+3 C+3 A+1").unwrap(), "grid").unwrap().lines().nth(2),
        Some(".AA...")
    );
    assert!(refused(&jam, "A+1").starts_with("move 1:"));
    assert!(refused(&jam, "Z+1").contains('Z'));
}

#[test]
fn lost_positions_are_explained() {
    let puzzle = level("######\n#    #\n#@$ .#\n#    #\n######\n");
    assert_eq!(why(&puzzle, &mut unlimited()), Ok(None));
    let lost = why(&puzzle.after("urD").unwrap(), &mut unlimited()).unwrap().unwrap();
    assert_eq!((lost.kind, lost.boxes), ("dead-square", vec![Place { row: 3, column: 2 }]));
}

#[test]
fn a_puzzle_that_is_impossible_at_sight_says_why() {
    let puzzle = level("##########\n#@ $ $ .##\n########.#\n##########\n");
    let why = puzzle.impossible();
    assert_eq!(why.as_deref(), Some("2 boxes but only 1 goal within the player's reach"));
}

#[test]
fn dead_squares_have_a_reason() {
    let dead = dead_squares(&level(ROOM), &mut unlimited()).unwrap();
    let at = |row, column| dead.iter().find(|it| it.0 == Place { row, column }).map(|it| it.1);
    assert_eq!(at(2, 1), Some(DeadReason::Corner));
    assert_eq!(at(2, 2), Some(DeadReason::Wall));
    assert_eq!(at(1, 4), None);
    let asked = dead_squares(&level(TWO), &mut unlimited());
    assert_eq!(asked, Err(NoAnswer::Game(Game::Unblock)));
}
