//! Answers that must be the same: of a level drawn in another way, of the same search run twice, and of
//! the strong engine and plain breadth-first search on levels that people play, those among them included on
//! which the strong engine searches long enough to make its late tables.

use std::path::Path;

use banto_puzzle::{Goal, Limits, Metric, Puzzle, Report, Request, Status, read};

/// The starter levels of this program.
const STARTER: &[u8] = include_bytes!("../../../levels/starter-sokoban.sok");

fn rows_of(bytes: &[u8]) -> Vec<Vec<String>> {
    let levels = read(bytes).unwrap().entries.into_iter().filter_map(|entry| entry.puzzle.ok());
    let rows = |puzzle: Puzzle| match puzzle {
        Puzzle::Sokoban(puzzle) => {
            puzzle.level().grid.to_string().lines().map(str::to_owned).collect()
        }
        Puzzle::Unblock(_) => panic!("the file is one of Sokoban"),
    };
    levels.map(rows).collect()
}

/// The levels of one of other people's collections.
fn collection(levels: &Path, name: &str) -> Vec<Vec<String>> {
    rows_of(&std::fs::read(levels.join("sokoban").join(name)).unwrap())
}

fn ask(rows: &[String], engine: &str, goal: Option<Goal>, nodes: u64) -> Report {
    let text = rows.join("\n");
    let puzzle = read(text.as_bytes()).unwrap().entries.remove(0).puzzle.unwrap();
    let limits = Limits { nodes: Some(nodes), memory: Some(1 << 30), time: None };
    let request = Request { engine: engine.to_owned(), goal, limits, ..Request::default() };
    puzzle.solve(&request).unwrap()
}

/// Rows become columns.
fn transposed(rows: &[String]) -> Vec<String> {
    let width = rows.iter().map(String::len).max().unwrap_or(0);
    let cell = |row: &String, at: usize| row.as_bytes().get(at).copied().unwrap_or(b' ') as char;
    (0..width).map(|at| rows.iter().map(|row| cell(row, at)).collect()).collect()
}

/// Top becomes bottom.
fn flipped(rows: &[String]) -> Vec<String> {
    rows.iter().rev().cloned().collect()
}

/// The level within a wider frame of wall.
fn padded(rows: &[String]) -> Vec<String> {
    let width = rows.iter().map(String::len).max().unwrap_or(0) + 4;
    let wall = "#".repeat(width);
    let row = |row: &String| format!("##{row:width$}##", width = width - 4);
    let inner = rows.iter().map(row);
    [wall.clone()].into_iter().chain(inner).chain([wall]).collect()
}

/// The player on the last square that can be reached without a push.
fn walked(rows: &[String]) -> Vec<String> {
    let mut cells: Vec<Vec<u8>> = rows.iter().map(|row| row.clone().into_bytes()).collect();
    let is_player = |&cell: &u8| cell == b'@' || cell == b'+';
    let start = cells
        .iter()
        .enumerate()
        .find_map(|(row, line)| Some((row, line.iter().position(is_player)?)))
        .expect("there is a player");
    let mut reached = vec![start];
    let mut at = 0;
    while at < reached.len() {
        let (row, column) = reached[at];
        for next in [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)] {
            let free = cells[next.0].get(next.1).is_some_and(|cell| b" .".contains(cell));
            if free && !reached.contains(&next) {
                reached.push(next);
            }
        }
        at += 1;
    }
    let end = reached[reached.len() - 1];
    if end != start {
        cells[start.0][start.1] = if cells[start.0][start.1] == b'+' { b'.' } else { b' ' };
        cells[end.0][end.1] = if cells[end.0][end.1] == b'.' { b'+' } else { b'@' };
    }
    cells.into_iter().map(|row| String::from_utf8(row).unwrap()).collect()
}

/// All ways to draw a level: eight symmetries, a wider frame, another place of the player.
fn drawings(rows: &[String]) -> Vec<Vec<String>> {
    let mut all = vec![rows.to_vec()];
    for turn in [flipped, transposed] {
        all.extend(all.clone().iter().map(|rows| turn(rows)));
    }
    all.extend(all.clone().iter().map(|rows| transposed(&flipped(&transposed(rows)))));
    all.extend([padded(rows), walked(rows)]);
    all
}

/// Asks about every drawing of every level; returns how many levels were decided.
fn compare_drawings(levels: &[Vec<String>], nodes: u64) -> usize {
    let mut decided = 0;
    for rows in levels {
        let first = ask(rows, "optimal", Some(Goal::Pushes), nodes);
        if !matches!(first.status, Status::Solved | Status::Unsolvable) {
            continue;
        }
        decided += 1;
        for drawing in drawings(rows) {
            // The order of the squares decides which of equal positions comes first.
            let found = ask(&drawing, "optimal", Some(Goal::Pushes), 100 * nodes);
            let answer = |report: &Report| (report.status, report.counts.pushes);
            assert_eq!(answer(&found), answer(&first), "{}", drawing.join("\n"));
        }
    }
    decided
}

#[test]
fn a_level_is_the_same_however_it_is_drawn() {
    let decided = compare_drawings(&rows_of(STARTER), 1_000);
    assert!(decided >= 15, "{decided}");
}

#[test]
#[ignore = "two thousand levels, in release mode"]
fn two_thousand_levels_are_the_same_however_they_are_drawn() {
    let Some(levels) = needs::levels() else { return };
    for (name, least) in
        [("boxoban-unfiltered-test-1000.xsb", 1_000), ("boxoban-medium-valid-1000.xsb", 990)]
    {
        let decided = compare_drawings(&collection(&levels, name), 100_000);
        assert!(decided >= least, "{name}: {decided}");
    }
}

/// Runs every engine's search twice under each of the first limits of 100 · 1.5ⁿ nodes.
fn repeat(level: &[String], engines: &[&str], n_limits: i32) {
    for engine in engines {
        for power in 0..n_limits {
            let nodes = (100.0 * 1.5f64.powi(power)) as u64;
            let runs = [(); 2].map(|()| {
                let report = ask(level, engine, None, nodes);
                (report.status, report.solution, report.stats.generated, report.stats.expanded)
            });
            assert_eq!(runs[0], runs[1], "{engine}, {nodes} nodes");
        }
    }
}

#[test]
fn a_search_cut_short_is_the_same_twice() {
    let levels = rows_of(STARTER);
    repeat(&levels[levels.len() - 1], &["auto", "optimal", "push"], 6);
}

#[test]
#[ignore = "twenty limits up to 221,684 nodes, in release mode"]
fn twenty_searches_cut_short_are_the_same_twice() {
    let Some(levels) = needs::levels() else { return };
    let xsokoban = collection(&levels, "xsokoban90.xsb");
    repeat(&xsokoban[28], &["auto", "fess", "optimal", "push", "pull", "beam"], 20);
}

#[test]
#[ignore = "plain breadth-first search on a thousand levels, in release mode"]
fn plain_search_finds_the_same_optima_on_a_thousand_levels() {
    let Some(levels) = needs::levels() else { return };
    let all = collection(&levels, "boxoban-unfiltered-test-1000.xsb");
    assert_eq!(all.len(), 1_000);
    for rows in &all {
        // The plain search has no goal to choose: its actions are pushes, and it finds the fewest.
        let both = [("bfs", None), ("optimal", Some(Goal::Pushes))];
        let [plain, strong] = both.map(|(engine, goal)| {
            let report = ask(rows, engine, goal, 10_000_000);
            (report.status, report.counts.pushes)
        });
        assert_eq!(plain, strong, "{}", rows.join("\n"));
        assert_eq!(plain.0, Status::Solved);
    }
}

/// Nodes after which `optimal` makes its late tables: `conflicts` for pushes, `heights` for moves.
const LATE: u64 = 3_000;

/// Compares `optimal` with plain breadth-first search on the levels on which it needs more than [`LATE`] nodes.
/// Returns how many levels both decided.
fn compare_late(levels: &[Vec<String>], goal: Metric) -> usize {
    let mut compared = 0;
    for rows in levels {
        let strong = ask(rows, "optimal", Some(goal.into()), 300_000);
        if strong.status != Status::Solved || strong.stats.expanded <= LATE {
            continue;
        }
        let plain = breadth_first(rows, goal);
        if plain.status == Status::Solved {
            assert_eq!(strong.counts.of(goal), plain.counts.of(goal), "{}", rows.join("\n"));
            compared += 1;
        }
    }
    compared
}

/// Breadth-first search, step by step or push by push, with nothing that could be wrong about it.
fn breadth_first(rows: &[String], goal: Metric) -> Report {
    let text = rows.join("\n");
    let puzzle = read(text.as_bytes()).unwrap().entries.remove(0).puzzle.unwrap();
    let space = if goal == Metric::Moves { "moves" } else { "pushes" };
    let limits = Limits { nodes: Some(20_000_000), memory: Some(6 << 30), time: None };
    let mut request = Request { engine: "bfs".to_owned(), limits, ..Request::default() };
    request.lab.space = Some(space.to_owned());
    puzzle.solve(&request).unwrap()
}

#[test]
#[ignore = "plain breadth-first search on large levels, in release mode"]
fn plain_search_finds_the_same_optima_where_the_late_tables_come() {
    let Some(levels) = needs::levels() else { return };
    let mut compared = [0; 2];
    for name in ["microban1.xsb", "kids61.xsb", "boxoban-medium-valid-1000.xsb"] {
        let levels = collection(&levels, name);
        let some = &levels[..levels.len().min(155)];
        for (at, goal) in [Metric::Pushes, Metric::Moves].into_iter().enumerate() {
            compared[at] += compare_late(some, goal);
        }
    }
    assert!(compared.iter().all(|&count| count >= 10), "{compared:?}");
}
