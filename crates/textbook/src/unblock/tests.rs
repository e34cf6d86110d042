//! The searches against breadth-first search, the estimates against exact distances, and the
//! report's counts.

use search::{Algorithm, Budget, Guarantee, Outcome, StateSpace, Stats, bfs};
use unblock::{METRICS, Metric, State};

use super::*;
use crate::{SettingError, Settings};

/// Boards of our own.
const BOARDS: [[&str; 6]; 3] = [
    ["..BC..", "..BC..", "AABC..", "......", "DD....", "......"],
    ["B..CCD", "B....D", "AA.E.D", "...E..", "FF.E..", "..GG.."],
    ["BB.C..", "...C.D", "AA.C.D", "EE...D", "......", "..FFF."],
];

fn boards() -> Vec<Board> {
    BOARDS.iter().map(|rows| Board::from_rows(rows).unwrap()).collect()
}

fn read(engine: &str, space: Option<&str>, heuristic: Option<&str>) -> Config {
    let text = |name: Option<&str>| name.map(str::to_owned);
    let settings =
        Settings { space: text(space), heuristic: text(heuristic), ..Settings::default() };
    Config::read(engine, &settings, None).unwrap().unwrap()
}

fn length(board: &Board, config: &Config) -> (Option<usize>, Guarantee) {
    let (outcome, guarantee) =
        solve(board, config, &mut Budget::unlimited(), &mut Stats::default());
    match outcome {
        Outcome::Solved(moves) => {
            let mut state = board.start();
            state.play_all(board, &moves).unwrap();
            assert!(board.is_solved(&state));
            (Some(moves.len()), guarantee)
        }
        Outcome::Unsolvable => (None, guarantee),
        other => panic!("{other:?}"),
    }
}

fn optimum(board: &Board, metric: Metric) -> Option<usize> {
    let mut space = Space::new(board, metric);
    match bfs::search(&mut space, &mut Budget::unlimited(), &mut Stats::default()) {
        Outcome::Solved(moves) => Some(moves.len()),
        _ => None,
    }
}

#[test]
fn every_search_and_estimate_keeps_its_word_in_both_metrics() {
    let mut claimed = 0;
    for board in boards() {
        for metric in METRICS {
            let truth = optimum(&board, metric);
            for algorithm in Algorithm::ALL {
                for estimate in Estimate::ALL {
                    let heuristic = algorithm.is_informed().then_some(estimate.name());
                    let config = read(algorithm.name(), Some(metric.name()), heuristic);
                    let (found, guarantee) = length(&board, &config);
                    assert_eq!(found.is_some(), truth.is_some());
                    if guarantee != Guarantee::None {
                        assert_eq!(found, truth, "{config}");
                        claimed += 1;
                    }
                }
            }
        }
    }
    assert!(claimed > 50, "{claimed}");
}

#[test]
fn every_search_of_the_report_finds_a_solution_and_keeps_its_word() {
    for board in boards() {
        let truth = optimum(&board, Metric::Steps);
        for (_, name) in Feup::ALL {
            let (found, guarantee) = length(&board, &read(name, None, None));
            assert!(truth.is_some());
            assert_eq!(found.is_some(), truth.is_some(), "{name}");
            if guarantee == Guarantee::Optimal(Metric::Steps) {
                assert_eq!(found, truth, "{name}");
            }
        }
    }
}

#[test]
fn estimates_are_admissible_and_consistent_where_they_say_so() {
    for board in boards() {
        for metric in METRICS {
            for estimate in Estimate::ALL {
                let claims = estimate.properties(metric);
                let mut seen = vec![board.start()];
                let mut head = 0;
                while head < seen.len() {
                    let state = seen[head].clone();
                    head += 1;
                    let h = estimate.of(&board, &state);
                    if claims.admissible && head % 37 == 1 {
                        let truth = exact(&board, metric, &state);
                        assert!(truth.is_none_or(|truth| h as usize <= truth));
                    }
                    let mut out = Vec::new();
                    Space::new(&board, metric).expand(&state, &mut out);
                    for successor in out {
                        let after = estimate.of(&board, &successor.state);
                        assert!(!claims.consistent || h <= after + successor.cost);
                        if seen.len() < 400 && !seen.contains(&successor.state) {
                            seen.push(successor.state);
                        }
                    }
                }
            }
        }
    }
}

fn exact(board: &Board, metric: Metric, state: &State) -> Option<usize> {
    let mut space = Space::from_state(board, metric, state.clone());
    match bfs::search(&mut space, &mut Budget::unlimited(), &mut Stats::default()) {
        Outcome::Solved(moves) => Some(moves.len()),
        _ => None,
    }
}

#[test]
fn a_small_board_is_counted_by_hand() {
    // The red piece has one cell to go: the first successor tested is left, the second right.
    let board = Board::from_rows(&[".AA.", "....", "...."]).unwrap();
    for name in ["feup-bfs", "feup-greedy", "feup-astar"] {
        let mut stats = Stats::default();
        let config = read(name, None, None);
        let _ = solve(&board, &config, &mut Budget::unlimited(), &mut stats);
        assert_eq!((stats.generated, stats.extra[0]), (2, ("visited", 1)));
    }
}

#[test]
fn printed_lines_read_back() {
    for (engine, space, heuristic, line) in [
        ("astar", None, None, "astar --space steps --heuristic both"),
        ("astar", Some("moves"), None, "astar --space moves --heuristic blockers"),
        ("bfs", Some("moves"), None, "bfs --space moves"),
        ("feup-astar-distance", None, None, "feup-astar-distance"),
    ] {
        assert_eq!(read(engine, space, heuristic).to_string(), line);
    }
}

#[test]
fn what_a_search_has_no_use_for_is_refused() {
    let refused = |engine, settings: &Settings, table| {
        Config::read(engine, settings, table).unwrap().unwrap_err()
    };
    let useless = |name| ConfigError::Setting(SettingError::Useless(name));
    let weight = Settings { weight: Some(2), ..Settings::default() };
    assert_eq!(refused("feup-bfs", &weight, None), useless("further settings"));
    assert_eq!(refused("astar", &weight, None), useless("a weight"));
    let threshold = Settings { threshold: Some(2), ..Settings::default() };
    assert_eq!(refused("astar", &threshold, None), useless("a threshold"));
    // Breadth-first search is its table.
    assert!(Config::read("bfs", &Settings::default(), Some(false)).unwrap().is_err());
    assert!(Config::read("dfs", &Settings::default(), Some(false)).unwrap().is_ok());
}
