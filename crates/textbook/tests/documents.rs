//! The figures of Gargioni's program, cell by cell, against a run of ours.
//!
//! `testdata/documents/gargioni.csv` holds the table of the paper and what its program counts on
//! the boards of figure 4.

use banto_textbook::{Config, Found, Settings};
use ground::technique::Switch;
use search::{Budget, Cancel, Limits, Outcome, Stats};
use sokoban::{Board, Dir};

const EXPECTED: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/documents/gargioni.csv"));
const BOARDS: &[u8] =
    include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../experiments/gargioni-boxes.sok"));

fn board(number: usize) -> Board {
    let levels = sokoban::format::read(BOARDS).unwrap();
    let (_, level) = levels.levels().nth(number - 1).unwrap();
    Board::new(level).unwrap()
}

/// The configuration of a row. The paper ran three of the program's searches; two more are put
/// together from their parts.
fn config(search: &str) -> Config {
    let (engine, heuristic) = match search {
        "gargioni-astar-hn2" => ("gargioni-astar-hn1", Some("hn2")),
        "gargioni-ucs" => ("ucs", None),
        preset => (preset, None),
    };
    let heuristic = heuristic.map(str::to_owned);
    let (space, switches): (_, &[&str]) = match engine {
        "ucs" => (
            Some("moves".to_owned()),
            &[
                "-dead-squares",
                "-freeze",
                "+corner-marks",
                "+clockwise",
                "+first-in",
                "+closed-for-good",
            ],
        ),
        _ => (None, &[]),
    };
    let switches: Vec<Switch> = switches.iter().map(|text| text.parse().unwrap()).collect();
    let settings = Settings { space, heuristic, ..Settings::default() };
    Config::read(engine, &settings, &switches).unwrap().unwrap()
}

/// The list of moves that the paper prints (north, south, east and west in Portuguese).
const PRINTED: &str = "SSLLLLNLNNOSNNNOOSLNLSNOOOOSLLLNLLSSSSSOOOOONNLLNSOOSSLLLLLNNOSLSOOOLLNNLNNNOOSLSSSLSO\
                       NNNNNOOOSLSSSONOSNLLNNLNLSSSSNNNNLSSSS";

/// The seven indicators, counted as the program counts: the start and the goal are among the nodes,
/// and the last node taken is still on the frontier.
fn indicators(board: &Board, config: &Config) -> ([u64; 7], Found) {
    let mut stats = Stats::default();
    let limits = Limits { memory: Some(400 << 20), ..Limits::default() };
    let mut budget = Budget::new(limits, Cancel::default());
    let (outcome, _) = banto_textbook::solve(board, config, &mut budget, &mut stats);
    let Outcome::Solved(found) = outcome else { panic!("{config}: {outcome:?}") };
    let discarded = stats.duplicates_open + stats.duplicates_closed;
    let indicators = [
        found.moves.as_ref().map_or(0, |solution| solution.moves.len() as u64),
        stats.frontier + 1,
        stats.expanded + 1,
        stats.tree,
        stats.duplicates_open,
        stats.duplicates_closed,
        stats.tree + discarded,
    ];
    (indicators, found)
}

/// The moves of a solution in the letters of the paper.
fn in_portuguese(found: &Found) -> String {
    let letter = |dir: Dir| match dir {
        Dir::Up => 'N',
        Dir::Down => 'S',
        Dir::Left => 'O',
        Dir::Right => 'L',
    };
    found.moves.as_ref().unwrap().moves.iter().map(|step| letter(step.dir)).collect()
}

#[test]
fn every_indicator_of_the_paper_and_its_program_comes_out() {
    let rows = EXPECTED.lines().filter(|line| !line.starts_with('#')).skip(1);
    let mut compared = 0;
    for row in rows {
        let cells: Vec<&str> = row.split(',').collect();
        let expected: Vec<u64> = cells[2..].iter().map(|cell| cell.parse().unwrap()).collect();
        let (ours, found) = indicators(&board(cells[0].parse().unwrap()), &config(cells[1]));
        if cells[..2] == ["6", "gargioni-astar-hn1"] {
            assert_eq!(in_portuguese(&found), PRINTED);
        }
        assert_eq!(ours[..], expected[..], "board {}, {}", cells[0], cells[1]);
        compared += ours.len();
    }
    assert_eq!(compared, 17 * 7);
}
