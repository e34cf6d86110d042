//! Every search, space, heuristic and technique checked against plain breadth-first search on small
//! boards.

use std::collections::HashMap;

use ground::technique::{Technique, TechniqueSet};
use oracle::{PlainMoves, PlainPushes, random_boards};
use search::{
    Algorithm, Budget, Guarantee, Heuristic, Limits, Metric, Outcome, StateSpace, Stats, Successor,
    bfs,
};
use sokoban::{Board, Push, State, Walker};

use super::*;

fn read(engine: &str, settings: Settings) -> Config {
    Config::read(engine, &settings, &[]).unwrap().unwrap()
}

fn limited() -> Budget {
    let limits = Limits { memory: Some(64 << 20), nodes: Some(200_000), ..Limits::default() };
    Budget::new(limits, search::Cancel::default())
}

/// Pushes and moves of what a configuration finds, or that there is nothing; `None` if the node
/// limit was reached first, as it may be by the blind searches.
fn found(board: &Board, config: &Config) -> Option<(Option<(usize, usize)>, Guarantee)> {
    let end = match solve(board, config, &mut limited(), &mut Stats::default()) {
        (Outcome::Solved(Found { pushes, moves }), guarantee) => {
            let mut walker = Walker::new(board);
            let walked = walker.walk_pushes(board, &board.start(), &pushes).unwrap();
            let solution = moves.unwrap_or(walked);
            let mut state = board.start();
            state.play(board, &solution.to_string()).unwrap();
            assert!(board.is_solved(&state));
            (Some((pushes.len(), solution.moves.len())), guarantee)
        }
        (Outcome::Unsolvable | Outcome::GaveUp, guarantee) => (None, guarantee),
        (Outcome::Stopped(_), _) => return None,
    };
    Some(end)
}

/// The fewest pushes and the fewest moves.
fn optima(board: &Board) -> Option<(usize, usize)> {
    let mut budget = Budget::unlimited();
    let pushes = bfs::search(&mut PlainPushes::new(board), &mut budget, &mut Stats::default());
    let moves = bfs::search(&mut PlainMoves(board), &mut budget, &mut Stats::default());
    match (pushes, moves) {
        (Outcome::Solved(pushes), Outcome::Solved(moves)) => Some((pushes.len(), moves.len())),
        _ => None,
    }
}

/// Checks a configuration against the truth: solvable or not, and what it guarantees.
fn check(board: &Board, config: &Config, truth: Option<(usize, usize)>) {
    let Some((found, guarantee)) = found(board, config) else { return };
    if config.program().is_none() && config.techniques.keeps().completeness {
        assert_eq!(found.is_some(), truth.is_some(), "{config}\n{board:?}");
    }
    if let (Some(found), Some(truth)) = (found, truth) {
        match guarantee {
            Guarantee::Optimal(Metric::Pushes) => {
                assert_eq!(found.0, truth.0, "{config}\n{board:?}")
            }
            Guarantee::Optimal(Metric::Moves) => {
                assert_eq!(found.1, truth.1, "{config}\n{board:?}")
            }
            _ => assert!(found.0 >= truth.0 && found.1 >= truth.1),
        }
    }
}

#[test]
fn every_search_on_every_space_keeps_its_word() {
    for board in random_boards(101, 40) {
        let truth = optima(&board);
        for algorithm in Algorithm::ALL {
            for space in SpaceName::ALL {
                let space = Some(space.name().to_owned());
                check(
                    &board,
                    &read(algorithm.name(), Settings { space, ..Settings::default() }),
                    truth,
                );
            }
        }
    }
}

#[test]
fn every_heuristic_keeps_its_word() {
    for board in random_boards(103, 60) {
        let truth = optima(&board);
        for heuristic in HeuristicName::ALL {
            for (engine, space) in [("astar", "pushes"), ("idastar", "walks"), ("astar", "moves")] {
                let (space, heuristic) =
                    (Some(space.to_owned()), Some(heuristic.name().to_owned()));
                let settings = Settings { space, heuristic, ..Settings::default() };
                check(&board, &read(engine, settings), truth);
            }
        }
    }
}

#[test]
fn every_technique_keeps_its_word_alone_and_missing() {
    let everything = ground::technique::TABLE.iter().filter(|row| row.keeps.push_optimality);
    let everything = everything.fold(TechniqueSet::NONE, |set, row| set.with(row.technique));
    let mut optimal = 0;
    for board in random_boards(107, 150) {
        let truth = optima(&board);
        for row in ground::technique::TABLE {
            for engine in ["astar", "idastar"] {
                let mut config = read(engine, Settings::default());
                config.techniques = TechniqueSet::NONE.with(row.technique);
                check(&board, &config, truth);
                config.techniques = everything.without(row.technique);
                check(&board, &config, truth);
                optimal += usize::from(matches!(
                    found(&board, &config),
                    Some((_, Guarantee::Optimal(Metric::Pushes)))
                ));
            }
        }
    }
    assert!(optimal > 500, "{optimal} optimal answers are too few for a test");
}

#[test]
fn every_preset_keeps_its_word() {
    for board in random_boards(109, 100) {
        let truth = optima(&board);
        for preset in PRESETS {
            check(&board, &read(preset.name, Settings::default()), truth);
        }
    }
}

/// Exact pushes to the nearest goal from every state reachable from the start.
fn exact(board: &Board) -> HashMap<State, Option<u32>> {
    let mut space = PlainPushes::new(board);
    let mut states = vec![space.initial()];
    let mut numbers = HashMap::from([(states[0].clone(), 0)]);
    let mut edges = Vec::new();
    let mut head = 0;
    while head < states.len() {
        let mut out: Vec<Successor<State, Push>> = Vec::new();
        space.expand(&states[head].clone(), &mut out);
        for successor in out {
            let number = *numbers.entry(successor.state.clone()).or_insert_with(|| {
                states.push(successor.state);
                states.len() - 1
            });
            edges.push((head, number));
        }
        head += 1;
    }
    let solved = |state: &State| board.is_solved(state).then_some(0);
    let mut exact: Vec<Option<u32>> = states.iter().map(solved).collect();
    loop {
        let mut changed = false;
        for &(from, to) in edges.iter().rev() {
            if let Some(through) = exact[to].map(|d| d + 1)
                && exact[from].is_none_or(|d| d > through)
            {
                exact[from] = Some(through);
                changed = true;
            }
        }
        if !changed {
            return states.into_iter().zip(exact).collect();
        }
    }
}

#[test]
fn estimates_are_what_they_claim_to_be() {
    for board in random_boards(113, 60) {
        let analysis = Analysis::new(&board, &mut Budget::unlimited()).unwrap();
        let truth = exact(&board);
        let mut space =
            PushSpace::new(&analysis, TechniqueSet::NONE.with(Technique::PlayerZone), Cost::Pushes);
        for name in HeuristicName::ALL {
            let heuristic_name = Some(name.name().to_owned());
            let config =
                read("astar", Settings { heuristic: heuristic_name, ..Settings::default() });
            let mut h = heuristic(
                &analysis,
                &board,
                &config,
                &config.plan_for(&board),
                &mut Budget::unlimited(),
            )
            .unwrap();
            let claims = h.properties();
            // The order of the map does not matter: each state is judged alone.
            #[allow(clippy::iter_over_hash_type)]
            for (state, &exact) in &truth {
                let position = ground::kernel::Position::of(&analysis.map, state);
                let state = BoxState::new(&analysis.map, &position, state.player);
                let estimate = h.estimate(&state);
                if claims.safe && estimate.is_none() {
                    assert_eq!(exact, None, "{} {board:?}", name.name());
                }
                if claims.admissible
                    && let (Some(estimate), Some(exact)) = (estimate, exact)
                {
                    assert!(estimate <= exact, "{} {board:?}", name.name());
                }
                if claims.consistent
                    && let Some(estimate) = estimate
                {
                    let mut out = Vec::new();
                    space.expand(&state, &mut out);
                    for successor in out {
                        let after = h.estimate(&successor.state);
                        assert!(after.is_none_or(|after| estimate <= after + successor.cost));
                    }
                }
            }
        }
    }
}

#[test]
fn an_expansion_ends_when_its_budget_does() {
    let cancel = search::Cancel::default();
    cancel.cancel();
    let mut ended = 0;
    for board in random_boards(23, 40) {
        let analysis = Analysis::new(&board, &mut Budget::unlimited()).unwrap();
        let mut space = PushSpace::new(&analysis, TechniqueSet::NONE, Cost::Pushes);
        let start = space.initial();
        let (mut all, mut some) = (Vec::new(), Vec::new());
        space.expand(&start, &mut all);
        let mut budget = Budget::new(Limits::default(), cancel.clone());
        let end = space.expand_within(&start, &mut some, &mut budget);
        assert!(some.is_empty());
        // It ends even where every push is refused and there is nothing to append.
        assert!(end.is_err() || all.is_empty());
        ended += usize::from(end.is_err());
        space.expand_within(&start, &mut some, &mut Budget::unlimited()).unwrap();
        assert_eq!(some, all);
    }
    assert!(ended > 20, "{ended}");
}
