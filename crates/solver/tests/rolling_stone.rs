//! Rolling Stone on the 61 levels for children, two of which the program itself left open.

use banto_solver::solve;
use ground::config::{Config, Engine};
use ground::run::Answer;
use search::{Budget, Cancel, Goal, Guarantee, Limits, Metric, Outcome, Stats};
use sokoban::{Board, Level};

/// The levels, if they are there.
fn kids() -> Vec<Board> {
    let Some(folder) = needs::levels() else { return Vec::new() };
    let bytes = std::fs::read(folder.join("sokoban/kids61.xsb")).expect("the levels for children");
    let levels = sokoban::format::read(&bytes).expect("a collection");
    let board =
        |(_, level): (usize, &Level)| Board::new(level).expect("a level that can be played");
    levels.levels().map(board).collect()
}

fn run(board: &Board, engine: Engine, goal: Option<Goal>) -> Answer {
    let config = Config { engine, goal, threads: 1, ..Config::default() };
    let limits = Limits { nodes: Some(1_000_000), memory: Some(256 << 20), time: None };
    let mut budget = Budget::new(limits, Cancel::default());
    solve(board, &config, &mut budget, &mut Stats::default())
}

fn pushes(answer: &Answer) -> Option<usize> {
    match &answer.outcome {
        Outcome::Solved(pushes) => Some(pushes.len()),
        _ => None,
    }
}

#[test]
fn the_admissible_techniques_find_the_fewest_pushes() {
    for (i, board) in kids().iter().enumerate() {
        let answer = run(board, Engine::RollingStone, Some(Goal::Pushes));
        assert_eq!(answer.guarantee, Guarantee::Optimal(Metric::Pushes), "kid {}", i + 1);
        let fewest = pushes(&run(board, Engine::Optimal, Some(Goal::Pushes)));
        assert!(fewest.is_some() && pushes(&answer) == fewest, "kid {}", i + 1);
    }
}

#[test]
fn all_techniques_together_solve_every_level() {
    for (i, board) in kids().iter().enumerate() {
        let answer = run(board, Engine::RollingStone, None);
        assert!(pushes(&answer).is_some(), "kid {}: {:?}", i + 1, answer.outcome);
    }
}
