//! The counts of the FEUP report's program, row by row, against a run of ours.
//!
//! `testdata/documents/feup.csv` holds what the report prints and what its program counts besides.

use std::collections::BTreeMap;

use banto_textbook::Settings;
use banto_textbook::unblock::{Config, solve};
use search::{Budget, Guarantee, Metric, Outcome, Stats};
use unblock::Board;

const EXPECTED: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/documents/feup.csv"));

/// A row of the table: what is said about a board and a search, by the name of the column.
type Row<'a> = BTreeMap<&'a str, &'a str>;

fn rows() -> Vec<Row<'static>> {
    let mut lines = EXPECTED.lines().filter(|line| !line.starts_with('#'));
    let names: Vec<&str> = lines.next().expect("a line of names").split(',').collect();
    let row = |line: &'static str| names.iter().copied().zip(line.split(',')).collect();
    lines.map(row).collect()
}

/// What a search counts on a board, in the words of the table.
fn count(board: &Board, search: &str) -> (BTreeMap<&'static str, u64>, Guarantee) {
    let config = Config::read(search, &Settings::default(), None).unwrap().unwrap();
    let mut stats = Stats::default();
    let (outcome, guarantee) = solve(board, &config, &mut Budget::unlimited(), &mut stats);
    let Outcome::Solved(path) = outcome else { panic!("{search}: {outcome:?}") };
    let extra = |name| stats.extra.iter().find(|(it, _)| *it == name).map_or(0, |(_, n)| *n);
    // Where all successors are tested before any is queued, the program stops before it counts the
    // last board as expanded and takes it off the list.
    let unfinished = u64::from(!matches!(search, "feup-dfs" | "feup-iddfs"));
    let counts = BTreeMap::from([
        ("visited", extra("visited")),
        ("boards", path.len() as u64 + 1),
        ("limit", 9 + stats.iterations),
        ("expanded", stats.expanded - unfinished),
        ("deep", extra("too_deep")),
        ("known", stats.duplicates_closed),
        ("pairs", extra("pairs_dropped")),
        ("list", stats.frontier + unfinished),
    ]);
    (counts, guarantee)
}

#[test]
fn every_figure_of_the_report_and_its_program_comes_out() {
    let Some(folder) = needs::levels() else { return };
    let bytes = std::fs::read(folder.join("unblock-seed-boards.txt")).expect("the boards");
    let boards = unblock::format::read(&bytes).unwrap().entries;
    let boards: Vec<_> = boards.into_iter().map(|entry| entry.expect("a board").board).collect();
    let mut compared = 0;
    for row in rows() {
        let (number, search) = (row["board"], row["search"]);
        let (ours, guarantee) = count(&boards[number.parse::<usize>().unwrap() - 1], search);
        for (name, expected) in
            row.iter().filter(|(name, text)| ours.contains_key(*name) && !text.is_empty())
        {
            assert_eq!(
                ours[name],
                expected.parse::<u64>().unwrap(),
                "board {number}, {search}: {name}"
            );
            compared += 1;
        }
        // Iterative deepening loses boards, and A* tests the goal too early to promise anything.
        let promised = search == "feup-bfs";
        assert_eq!(guarantee == Guarantee::Optimal(Metric::Steps), promised, "{search}");
    }
    assert_eq!(compared, 6 * 8 + 36 * 2 + 12 * 2);
}
