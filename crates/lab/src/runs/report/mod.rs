//! Reports: one file per form, all from the same tables.

mod csv;
mod html;
mod latex;
mod markdown;

pub use csv::csv;
pub use html::html;
pub use latex::latex;
pub use markdown::markdown;

use std::collections::BTreeSet;

use crate::{Cell, Table};

use crate::runs::members::{MemberSum, members};
use crate::runs::results::{self, Results};
use crate::runs::summary::{Group, Summary, groups, summaries};

/// Where groups of levels by their boxes end.
const BOXES: [usize; 6] = [2, 4, 8, 16, 32, 64];

/// Where groups of levels by their squares end.
const FLOOR: [usize; 6] = [25, 50, 100, 200, 400, 800];

/// Levels that a table shows one by one; what there is beyond is in the rows.
const MANY: usize = 5_000;

/// The table of setups.
pub fn summary_table(results: &Results) -> Table {
    let rows = summaries(results);
    let mut columns: Vec<(String, Vec<Cell>)> = Vec::new();
    let mut column = |name: &str, cells: &dyn Fn(&Summary) -> Cell| {
        columns.push((name.to_owned(), rows.iter().map(cells).collect()));
    };
    column("solved", &|it| Cell::words(format!("{} of {}", it.solved(), it.planned)));
    if rows.iter().any(|it| it.gap.is_some()) {
        column("proved shortest", &|it| Cell::ours(it.proved as f64));
        column("gap", &|it| it.gap.map_or_else(Cell::default, gap));
    }
    for status in statuses(&rows) {
        column(&status, &|it| Cell::ours(it.count(&status) as f64));
    }
    if rows.len() > 1 {
        column("alone", &|it| Cell::ours(it.alone as f64));
    }
    if rows.iter().any(|it| it.retried > 0) {
        column("retried", &|it| Cell::ours(it.retried as f64));
    }
    if results.has_times {
        column("CPU s, solved", &|it| seconds(it.cpu_solved));
        column("median CPU s", &|it| seconds(it.median));
        column("CPU s, all", &|it| seconds(it.cpu));
    }
    if rows.iter().any(|it| it.peak > 0) {
        column("peak MiB", &|it| Cell::ours((it.peak >> 20) as f64));
    }
    if rows.len() > 1 && rows[0].common.levels > 0 {
        let common = rows[0].common.levels;
        column("solved by all", &|_| Cell::ours(common as f64));
    }
    if results.has_times && rows.len() > 1 {
        column("CPU s there", &|it| seconds(it.common.cpu));
    }
    column("nodes", &|it| Cell::ours(it.common.expanded as f64));
    if rows.iter().any(|it| it.common.pushes > 0) {
        column("pushes", &|it| Cell::ours(it.common.pushes as f64));
    }
    column("moves", &|it| Cell::ours(it.common.moves as f64));
    if rows.iter().any(|it| it.common.steps > 0) {
        column("steps", &|it| Cell::ours(it.common.steps as f64));
    }
    let labels = rows.iter().map(|it| it.label.clone());
    turned("All levels", "configuration", labels.collect(), columns)
}

/// A table of members for each setup that has several; `None` for the others.
pub fn member_tables(results: &Results) -> Vec<Table> {
    let setups = 0..results.setups.len();
    setups.filter_map(|setup| member_table(results, setup)).collect()
}

fn member_table(results: &Results, setup: usize) -> Option<Table> {
    let rows = members(results, setup);
    let all: u64 = rows.iter().map(|it| it.effort).sum();
    if rows.is_empty() {
        return None;
    }
    let mut columns: Vec<(String, Vec<Cell>)> = Vec::new();
    let mut column = |name: &str, cells: &dyn Fn(&MemberSum) -> Cell| {
        columns.push((name.to_owned(), rows.iter().map(cells).collect()));
    };
    // Effort is about nanoseconds.
    let effort = |value: u64| seconds(value as f64 / 1e9);
    column("levels", &|it| Cell::ours(it.runs as f64));
    column("won", &|it| Cell::ours(it.won as f64));
    column("nodes", &|it| Cell::ours(it.expanded as f64));
    column("effort", &|it| effort(it.effort));
    column("share", &|it| Cell::words(format!("{:.1} %", percent(it.effort, all))));
    column("on missed levels", &|it| effort(it.in_vain));
    column("largest tables, MiB", &|it| Cell::ours((it.table_bytes >> 20) as f64));
    let reasons: BTreeSet<&String> = rows.iter().flat_map(|it| it.left.keys()).collect();
    for why in reasons {
        column(why, &|it| Cell::ours(it.left.get(why).copied().unwrap_or(0) as f64));
    }
    if rows.iter().any(|it| it.alone.is_some()) {
        column("alone solves", &|it| {
            it.alone
                .map_or_else(Cell::default, |(solved, of)| Cell::words(format!("{solved} of {of}")))
        });
    }
    let labels = rows.iter().map(|it| it.name.clone()).collect();
    let title = format!("Members of {}", results.setups[setup].label);
    Some(turned(&title, "member", labels, columns))
}

fn percent(part: u64, all: u64) -> f64 {
    100.0 * part as f64 / all.max(1) as f64
}

/// What a reader of the tables of members should know.
pub const ABOUT_MEMBERS: &str = "Effort is what a search's work was charged, about seconds and the same in every run. Won are the \
levels that the engine of this name solved; where an engine has several members, they stand beside the one with its \
plain name. The columns with reasons say how often a member left before the end.";

/// A gap, rounded up so that it holds.
fn gap(value: f64) -> Cell {
    Cell { value: Some(value), ..Cell::words(puzzle::known::percent(value)) }
}

/// Hundredths of a second are as fine as sums are worth, but what is not zero is not shown as zero.
fn seconds(value: f64) -> Cell {
    let digits = if value >= 0.095 { 2 } else { 4 };
    Cell { value: Some(value), ..Cell::words(format!("{value:.digits$}")) }
}

/// The ends other than solved that occur.
fn statuses(rows: &[Summary]) -> Vec<String> {
    let all = rows.iter().flat_map(|it| &it.ends).map(|(status, _)| status);
    let mut all: Vec<String> = all.filter(|it| *it != "solved").cloned().collect();
    all.sort();
    all.dedup();
    all
}

/// A table given by its columns.
fn turned(
    title: &str,
    rows_are: &'static str,
    names: Vec<String>,
    columns: Vec<(String, Vec<Cell>)>,
) -> Table {
    let rows = names
        .into_iter()
        .enumerate()
        .map(|(row, name)| (name, columns.iter().map(|(_, cells)| cells[row].clone()).collect()));
    let rows = rows.collect();
    let headings = columns.iter().map(|(name, _)| name.clone()).collect();
    Table { title: title.to_owned(), rows_are, headings, rows, compared: false }
}

/// Solved levels by their boxes, or pieces.
pub fn by_boxes(results: &Results) -> Vec<Group> {
    groups(results, &BOXES, |results, level| results.levels[level].boxes)
}

/// Solved levels by their squares.
pub fn by_floor(results: &Results) -> Vec<Group> {
    groups(results, &FLOOR, |results, level| results.levels[level].floor)
}

/// A table of groups.
fn group_table(results: &Results, title: &str, rows_are: &'static str, groups: &[Group]) -> Table {
    let row = |group: &Group| {
        let solved = group.solved.iter().map(|count| Cell::ours(*count as f64));
        let all = Cell::ours(group.levels.len() as f64);
        (group.name.clone(), [all].into_iter().chain(solved).collect())
    };
    let labels = results.setups.iter().map(|it| it.label.clone());
    let headings = ["levels".to_owned()].into_iter().chain(labels).collect();
    let rows = groups.iter().map(row).collect();
    Table { title: title.to_owned(), rows_are, headings, rows, compared: false }
}

/// A row for each level: the seconds of CPU time, or nodes where times may not be compared, or how it ended.
fn level_table(results: &Results) -> Table {
    let cell = |found: Option<&results::Cell>| match found {
        None => Cell::default(),
        Some(it) if !it.is_solved() => Cell::words(it.status.clone()),
        Some(it) if results.has_times => seconds(it.cpu),
        Some(it) => Cell::ours(it.expanded as f64),
    };
    let setups = 0..results.setups.len();
    let rows = results.levels.iter().enumerate().take(MANY).map(|(level, it)| {
        (it.name(), setups.clone().map(|setup| cell(results.cell(level, setup))).collect())
    });
    let what = if results.has_times { "CPU seconds" } else { "nodes" };
    Table {
        title: format!("Level by level: {what}, or how the run ended"),
        rows_are: "level",
        headings: results.setups.iter().map(|it| it.label.clone()).collect(),
        rows: rows.collect(),
        compared: false,
    }
}

/// All tables.
fn tables(results: &Results) -> Vec<Table> {
    let mut tables = vec![
        summary_table(results),
        group_table(results, "Solved by boxes", "boxes", &by_boxes(results)),
        group_table(results, "Solved by size", "squares", &by_floor(results)),
        level_table(results),
    ];
    tables.splice(1..1, member_tables(results));
    tables
}

/// How each setup is called again, a sentence each.
fn commands(results: &Results) -> Vec<(String, String)> {
    let setups = results.setups.iter().zip(&results.limits);
    let line = |(setup, limits): (&runner::Setup, &runner::RunLimits)| {
        let command = match setup.external {
            true => setup.line.clone(),
            false => format!("banto solve FILE --engine {} --threads 1", setup.line),
        };
        (setup.label.clone(), format!("{command} ({limits})"))
    };
    setups.map(line).collect()
}
