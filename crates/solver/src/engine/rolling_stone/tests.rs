//! The engine against plain breadth-first search on random boards.

use ground::analysis::Analysis;
use ground::config::{Config, Engine};
use ground::run::Answer;
use ground::technique::{Technique, TechniqueSet};
use oracle::{Game, crowded_boards};
use oracle::{PlainPushes, board, random_boards};
use search::{Budget, Goal, Guarantee, Metric, Outcome, Stats, bfs};
use sokoban::Board;

use super::bound::LowerBound;
use crate::solve;

fn run(board: &Board, goal: Option<Goal>, techniques: TechniqueSet) -> Answer {
    let config = Config { engine: Engine::RollingStone, goal, techniques, ..Config::default() };
    solve(board, &config, &mut Budget::unlimited(), &mut Stats::default())
}

/// What keeps the fewest pushes.
fn admissible() -> TechniqueSet {
    TechniqueSet::read_by(Engine::RollingStone, Some(Goal::Pushes))
}

/// The fewest pushes, or that there is no solution, with these techniques.
fn is_exact(board: &Board, techniques: TechniqueSet) -> bool {
    let mut space = PlainPushes::new(board);
    let plain = bfs::search(&mut space, &mut Budget::unlimited(), &mut Stats::default());
    let answer = run(board, Some(Goal::Pushes), techniques);
    match (answer.outcome, plain) {
        (Outcome::Solved(pushes), Outcome::Solved(fewest)) => {
            oracle::count_moves(board, &pushes);
            assert_eq!(answer.guarantee, Guarantee::Optimal(Metric::Pushes));
            assert_eq!(pushes.len(), fewest.len(), "{board:?}");
            true
        }
        (mine, plain) => {
            assert_eq!(mine, Outcome::Unsolvable, "{board:?}");
            assert!(matches!(plain, Outcome::Unsolvable), "{board:?}");
            false
        }
    }
}

#[test]
fn the_admissible_techniques_find_the_fewest_pushes_or_prove_that_there_are_none() {
    let mut boards = [random_boards(61, 400), crowded_boards(63, 150)].concat();
    boards.retain(|board| Game::play(board, 2000).is_some());
    let solved = boards.iter().filter(|board| is_exact(board, admissible())).count();
    assert!(solved > 80 && solved < boards.len() - 80, "{solved}");
}

#[test]
fn every_admissible_technique_can_be_left_out() {
    let boards = random_boards(67, 60);
    // Without a table, the tree of a board that cannot be solved has no end worth waiting for.
    for technique in admissible().without(Technique::Transposition).iter() {
        let without = admissible().without(technique);
        boards.iter().for_each(|board| _ = is_exact(board, without));
    }
}

#[test]
fn restarts_raise_thresholds_so_they_promise_nothing() {
    let board = board(&["######", "#@$ .#", "######"]);
    let guarantee = |set| run(&board, None, set).guarantee;
    assert_eq!(guarantee(admissible()), Guarantee::Optimal(Metric::Pushes));
    assert_eq!(guarantee(admissible().with(Technique::RandomRestarts)), Guarantee::None);
}

#[test]
fn all_techniques_together_solve_most_of_what_can_be_solved_and_claim_nothing() {
    let (mut solved, mut missed) = (0, 0);
    for board in random_boards(71, 300) {
        let exact = is_exact(&board, admissible());
        let answer = run(&board, None, TechniqueSet::defaults());
        match answer.outcome {
            Outcome::Solved(pushes) => {
                oracle::count_moves(&board, &pushes);
                assert_eq!(answer.guarantee, Guarantee::None);
                solved += 1;
            }
            _ => missed += u32::from(exact),
        }
    }
    assert!(solved > 40 && missed * 20 < solved, "{solved} solved, {missed} missed");
}

#[test]
fn the_bound_is_never_more_than_the_pushes_needed() {
    let set = TechniqueSet::of(|row| row.keeps.push_optimality);
    let mut compared = 0;
    for board in crowded_boards(73, 60) {
        let Some(game) = Game::play(&board, 3000) else { continue };
        for (state, distance) in game.states.iter().zip(&game.distance) {
            let Some(distance) = *distance else { continue };
            let bound = bound_of(&board, state, set).expect("a won position has a bound");
            assert!(bound <= distance, "{bound} > {distance}: {state:?} of {board:?}");
            compared += 1;
        }
    }
    assert!(compared > 400, "{compared}");
}

#[test]
fn improvements_of_the_bound_count_what_they_are_for() {
    let matching = TechniqueSet::NONE.with(Technique::Matching);
    let bound = |rows: &[&str], set| {
        let board = board(rows);
        bound_of(&board, &board.start(), set)
    };
    // The box goes into the room first, so that the player gets to its other side.
    let back = ["#########", "#####   #", "#.@$    #", "#####   #", "#########"];
    assert_eq!(bound(&back, matching), Some(2));
    assert_eq!(bound(&back, matching.with(Technique::Backout)), Some(8));
    // One of the boxes has to leave the line.
    let line = ["########", "#      #", "#@$$ ..#", "#      #", "########"];
    assert_eq!(bound(&line, matching), Some(6));
    assert_eq!(bound(&line, matching.with(Technique::LinearConflicts)), Some(8));
}

/// The bound of a position as the start of a board of its own.
fn bound_of(board: &Board, state: &sokoban::State, set: TechniqueSet) -> Option<u32> {
    let mut analysis = Analysis::new(board, &mut Budget::unlimited()).unwrap();
    analysis.start = ground::kernel::Position::of(&analysis.map, state);
    LowerBound::new(&analysis, set).root(&analysis)
}
