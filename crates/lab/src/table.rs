//! From records to tables: published, ours and their ratio.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::summary::{self, totals};
use crate::{Column, Entry, Experiment, Layout};

/// One figure of a table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cell {
    /// What was published, as printed there.
    pub published: Option<String>,
    /// What was found here, or how the run ended instead.
    pub ours: Option<String>,
    /// Ours as a number.
    pub value: Option<f64>,
    /// What was published as a number.
    pub figure: Option<f64>,
    /// Ours divided by the published figure.
    pub ratio: Option<f64>,
}

impl Cell {
    /// A figure of ours beside a published one; what is published as `null` is not published.
    pub(crate) fn new(published: Option<&Value>, found: Option<Result<f64, String>>) -> Cell {
        let published = published.filter(|figure| !figure.is_null());
        let value = found.as_ref().and_then(|found| found.as_ref().ok()).copied();
        let figure = published.and_then(Value::as_f64);
        let ratio = value.zip(figure).filter(|pair| pair.1 != 0.0);
        Cell {
            published: published.map(|published| match (published.as_str(), figure) {
                (Some(text), _) => text.to_owned(),
                // As many digits as were printed.
                (None, Some(figure)) if figure.fract() != 0.0 => figure.to_string(),
                (None, figure) => printed(figure.unwrap_or(0.0)),
            }),
            ours: found.map(|found| found.map_or_else(|status| status, printed)),
            value,
            figure,
            ratio: ratio.map(|(ours, figure)| ours / figure),
        }
    }

    /// A figure of ours with nothing beside it.
    pub fn ours(value: f64) -> Cell {
        Cell::new(None, Some(Ok((value * 1000.0).round() / 1000.0)))
    }

    /// Words of ours with nothing beside them.
    pub fn words(text: impl Into<String>) -> Cell {
        Cell { ours: Some(text.into()), ..Cell::default() }
    }
}

/// A table: headings over groups of cells.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// What it shows.
    pub title: String,
    /// What its rows are.
    pub rows_are: &'static str,
    /// Configurations.
    pub headings: Vec<String>,
    /// A name and a cell per heading.
    pub rows: Vec<(String, Vec<Cell>)>,
    /// Whether anything is published for it.
    pub compared: bool,
}

impl Table {
    /// Whether anything is published for a heading.
    pub fn is_compared(&self, heading: usize) -> bool {
        self.compared && self.rows.iter().any(|(_, cells)| cells[heading].published.is_some())
    }
}

/// The tables of an experiment.
pub(crate) fn tables(experiment: &Experiment, records: &[Entry]) -> Vec<Table> {
    let (levels, grid) = (levels(records), Grid::new(records));
    let mut tables = match experiment.layout {
        Layout::Levels => (0..experiment.columns.len())
            .map(|column| {
                let rows = levels.iter().map(|level| (level.name(), (level, column))).collect();
                table(experiment, &grid, &experiment.columns[column].name, "level", rows)
            })
            .collect(),
        Layout::Indicators => levels
            .iter()
            .map(|level| {
                let columns = experiment.columns.iter().enumerate();
                let rows = columns.map(|(i, column)| (column.name.clone(), (level, i))).collect();
                table(experiment, &grid, &level.title, "indicator", rows)
            })
            .collect(),
        Layout::Totals => vec![totals(experiment, &grid, &levels)],
    };
    tables.extend(summary::table(experiment, &grid, &levels));
    tables
}

/// The records of an experiment, found by configuration and level.
pub(crate) struct Grid<'a>(BTreeMap<(&'a str, &'a str, usize), &'a Entry>);

impl<'a> Grid<'a> {
    /// Of two records of one run the later counts: a level may have been run again after a crash.
    pub(crate) fn new(records: &'a [Entry]) -> Grid<'a> {
        let key = |entry: &'a Entry| (&*entry.label, &*entry.suite, entry.index());
        Grid(records.iter().map(|entry| (key(entry), entry)).collect())
    }

    pub(crate) fn record(&self, label: &str, level: &Level) -> Option<&'a Entry> {
        self.0.get(&(label, &*level.suite, level.index)).copied()
    }
}

/// A level that occurs in the records.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Level {
    pub(crate) suite: String,
    index: usize,
    title: String,
}

impl Level {
    fn name(&self) -> String {
        // What follows a bar in a title is a remark.
        let title = self.title.split('|').next().unwrap_or_default().trim();
        format!("{} {title}", self.index).trim_end().to_owned()
    }
}

/// The levels of the records, in the order of files and numbers.
fn levels(records: &[Entry]) -> Vec<Level> {
    let level = |entry: &Entry| Level {
        suite: entry.suite.clone(),
        index: entry.index(),
        title: entry.record.get("title").and_then(Value::as_str).unwrap_or_default().to_owned(),
    };
    let mut levels: Vec<_> = records.iter().map(level).collect();
    levels.sort();
    levels.dedup();
    levels
}

fn table(
    experiment: &Experiment,
    grid: &Grid,
    title: &str,
    rows_are: &'static str,
    rows: Vec<(String, (&Level, usize))>,
) -> Table {
    let labels = experiment.configurations.iter().map(|configuration| &configuration.label);
    let cells = |(level, column): (&Level, usize)| -> Vec<Cell> {
        labels.clone().map(|label| cell(experiment, grid, label, level, column)).collect()
    };
    let rows: Vec<_> = rows.into_iter().map(|(name, place)| (name, cells(place))).collect();
    let compared = rows.iter().any(|(_, cells)| cells.iter().any(|cell| cell.published.is_some()));
    Table { title: title.to_owned(), rows_are, headings: labels.cloned().collect(), rows, compared }
}

fn cell(experiment: &Experiment, grid: &Grid, label: &str, level: &Level, column: usize) -> Cell {
    let published = experiment
        .published
        .get(label)
        .and_then(|levels| {
            let full = format!("{}:{}", level.suite, level.index);
            levels.get(&full).or_else(|| levels.get(&level.index.to_string()))
        })
        .map(|figures| &figures[column]);
    let found =
        grid.record(label, level).map(|entry| value_of(&experiment.columns[column], &entry.record));
    Cell::new(published, found)
}

/// The figures of a column under one configuration, level by level.
pub(crate) fn values<'a>(
    column: &'a Column,
    records: &'a [Entry],
    label: &'a str,
) -> impl Iterator<Item = Option<f64>> + 'a {
    let grid = Grid::new(records);
    levels(records)
        .into_iter()
        .map(move |level| value_of(column, &grid.record(label, &level)?.record).ok())
}

/// The figure of a record, or the word for how the run ended.
pub(crate) fn value_of(column: &Column, record: &Value) -> Result<f64, String> {
    let status = record.get("status").and_then(Value::as_str).unwrap_or("?");
    if status != "solved" && !column.always {
        return Err(status.to_owned());
    }
    let mut sum = column.plus as f64;
    for field in &column.fields {
        let mut at = Some(record);
        for key in field.split('.') {
            at = at.and_then(|value| value.get(key));
        }
        match at.and_then(Value::as_f64) {
            Some(value) => sum += value,
            // Counters that stayed at zero are left out of records.
            None if field.starts_with("stats.") => {}
            None => return Err("-".to_owned()),
        }
    }
    Ok(sum)
}

/// A number with some decimals, or as many as two of its digits need: what is not zero is never shown as
/// zero.
pub(crate) fn decimals(value: f64, usual: usize) -> String {
    let zeros = (-value.abs().log10()).floor();
    let needed = if value == 0.0 { 0 } else { zeros.clamp(0.0, 12.0) as usize + 2 };
    let digits = if value.abs() < 0.1 { usual.max(needed) } else { usual };
    format!("{value:.digits$}")
}

/// A number as tables print it.
pub(crate) fn printed(value: f64) -> String {
    if value.fract() != 0.0 {
        return decimals(value, 3);
    }
    let digits = format!("{}", value.abs() as u64);
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    if value < 0.0 { format!("-{text}") } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_zero_is_not_shown_as_zero() {
        let ratio = |value| decimals(value, 2);
        assert_eq!([1.0, 0.994, 0.1, 0.0].map(ratio), ["1.00", "0.99", "0.10", "0.00"]);
        assert_eq!([0.052, 0.0099, 0.000_26].map(ratio), ["0.052", "0.0099", "0.00026"]);
        assert_eq!([0.606, 0.000_16, 1234.0].map(printed), ["0.606", "0.00016", "1,234"]);
    }

    #[test]
    fn published_and_ours_stand_side_by_side() {
        let experiment: Experiment = serde_json::from_str(
            r#"{"name": "x", "title": "x", "suites": [{"file": "a"}],
                "configurations": [{"label": "A", "line": "astar"}, {"label": "B", "line": "bfs"}],
                "columns": [{"name": "n", "fields": ["expanded", "stats.zero"], "plus": 1}],
                "published": {"A": {"1": [50]}, "B": {"1": ["not solved"]}}}"#,
        )
        .unwrap();
        let entry = |label: &str, record: &str| Entry {
            suite: "a".into(),
            label: label.into(),
            record: serde_json::from_str(record).unwrap(),
        };
        let records = [
            entry("A", r#"{"index": 1, "status": "solved", "expanded": 99, "title": "One"}"#),
            entry("B", r#"{"index": 1, "status": "time", "expanded": 5, "title": "One"}"#),
        ];
        let tables = tables(&experiment, &records);
        let (name, cells) = &tables[0].rows[0];
        assert_eq!((name.as_str(), tables[0].compared), ("1 One", true));
        assert_eq!(cells[0].ours.as_deref(), Some("100"));
        assert_eq!((cells[0].value, cells[0].ratio), (Some(100.0), Some(2.0)));
        assert_eq!(cells[1].published.as_deref(), Some("not solved"));
        assert_eq!((cells[1].ours.as_deref(), cells[1].ratio), (Some("time"), None));
    }

    #[test]
    fn numbers_are_grouped() {
        assert_eq!(
            [printed(1234567.0), printed(999.0), printed(0.5)],
            ["1,234,567", "999", "0.500"]
        );
    }
}
