//! Figures over all levels: what each configuration came to.
//!
//! A sum over different levels compares nothing: the configuration that solves the hardest level would
//! look the slowest. Sums and means are therefore taken over the levels that all configurations solved,
//! and the counts of both stand beside them.

use crate::table::{Cell, Grid, Level, Table, decimals, value_of};
use crate::{Column, Experiment, Summary, SummaryKind};

/// The table of the layout `totals`: what each configuration came to over all levels.
pub(crate) fn totals(experiment: &Experiment, grid: &Grid, levels: &[Level]) -> Table {
    let grid = Part { experiment, grid, levels };
    let common = grid.common();
    let row = |label: &String| {
        let sum = |column: &Column| -> f64 {
            // A column that means something for unsolved levels too is summed over what all ran.
            let over = if column.always { grid.met() } else { common.clone() };
            over.iter().filter_map(|level| grid.value(column, label, level)).sum()
        };
        let counts = [grid.run(label), grid.solved(label), common.len()].map(|n| n as f64);
        let sums = experiment.columns.iter().map(sum);
        (label.clone(), counts.into_iter().chain(sums).map(Cell::ours).collect())
    };
    let columns = experiment.columns.iter().map(|column| column.name.clone());
    Table {
        title: format!("All levels together; sums over the {} that all solved", common.len()),
        rows_are: "configuration",
        headings: COUNTS.map(str::to_owned).into_iter().chain(columns).collect(),
        rows: experiment.configurations.iter().map(|it| row(&it.label)).collect(),
        compared: false,
    }
}

/// The headings before the columns in a table of totals.
const COUNTS: [&str; 3] = ["levels", "solved", "solved by all"];

/// The table of an experiment's summaries, if it has any.
pub(crate) fn table(experiment: &Experiment, grid: &Grid, levels: &[Level]) -> Option<Table> {
    if experiment.summaries.is_empty() || levels.is_empty() {
        return None;
    }
    let cells = |summary: &Summary| -> Vec<Cell> {
        let about = |level: &&Level| summary.suite.as_ref().is_none_or(|it| *it == level.suite);
        let levels: Vec<Level> = levels.iter().filter(about).cloned().collect();
        let part = Part { experiment, grid, levels: &levels };
        let labels = experiment.configurations.iter().map(|it| &it.label);
        labels.map(|label| part.cell(summary, label)).collect()
    };
    let rows: Vec<_> = experiment.summaries.iter().map(|it| (it.name.clone(), cells(it))).collect();
    let common = Part { experiment, grid, levels }.common().len();
    Some(Table {
        title: format!("All levels together; {common} were solved by all configurations"),
        rows_are: "figure",
        headings: experiment.configurations.iter().map(|it| it.label.clone()).collect(),
        compared: rows.iter().any(|(_, cells)| cells.iter().any(|it| it.published.is_some())),
        rows,
    })
}

/// The records of some levels.
struct Part<'a> {
    experiment: &'a Experiment,
    grid: &'a Grid<'a>,
    levels: &'a [Level],
}

impl Part<'_> {
    fn is_solved(&self, label: &str, level: &Level) -> bool {
        let entry = self.grid.record(label, level);
        entry.is_some_and(|it| it.record.get("status").is_some_and(|status| status == "solved"))
    }

    fn value(&self, column: &Column, label: &str, level: &Level) -> Option<f64> {
        value_of(column, &self.grid.record(label, level)?.record).ok()
    }

    fn run(&self, label: &str) -> usize {
        self.levels.iter().filter(|it| self.grid.record(label, it).is_some()).count()
    }

    fn solved(&self, label: &str) -> usize {
        self.levels.iter().filter(|level| self.is_solved(label, level)).count()
    }

    /// The levels that all configurations solved.
    fn common(&self) -> Vec<&Level> {
        self.shared(|label, level| self.is_solved(label, level))
    }

    /// The levels that all configurations were run on.
    fn met(&self) -> Vec<&Level> {
        self.shared(|label, level| self.grid.record(label, level).is_some())
    }

    fn shared(&self, holds: impl Fn(&str, &Level) -> bool) -> Vec<&Level> {
        let all = |level: &&Level| {
            self.experiment.configurations.iter().all(|it| holds(&it.label, level))
        };
        self.levels.iter().filter(all).collect()
    }

    /// The cell of a summary; empty under a configuration that it is not about.
    fn cell(&self, summary: &Summary, label: &String) -> Cell {
        if summary.labels.as_ref().is_some_and(|labels| !labels.contains(label)) {
            return Cell::default();
        }
        let found = self.summary(summary, label);
        let value = found.map(|value| (value * 100.0).round() / 100.0);
        let found = value.ok_or_else(|| "-".to_owned());
        let cell = Cell::new(summary.published.get(label), Some(found));
        match value.filter(|value| value.fract() != 0.0) {
            Some(value) => Cell { ours: Some(decimals(value, 2)), ..cell },
            None => cell,
        }
    }

    fn summary(&self, summary: &Summary, label: &str) -> Option<f64> {
        if summary.kind == SummaryKind::Solved {
            return (self.run(label) > 0).then(|| self.solved(label) as f64);
        }
        let column = self.experiment.columns.iter().find(|it| it.name == summary.column)?;
        let over = |levels: &[&Level]| -> Vec<f64> {
            levels.iter().filter_map(|level| self.value(column, label, level)).collect()
        };
        match summary.kind {
            SummaryKind::Solved => None,
            SummaryKind::Sum => Some(over(&self.common()).iter().sum()),
            SummaryKind::Mean => mean(&over(&self.common())),
            SummaryKind::Saving => self.saving(column, label, &summary.against),
        }
    }

    /// What `against` saves on average on a level that both solved, in per cent.
    fn saving(&self, column: &Column, label: &str, against: &str) -> Option<f64> {
        let saved = |level: &Level| {
            let both = self.is_solved(label, level) && self.is_solved(against, level);
            let pair = self.value(column, label, level).zip(self.value(column, against, level));
            pair.filter(|&(without, _)| both && without > 0.0)
                .map(|(without, with)| 100.0 * (1.0 - with / without))
        };
        (label != against)
            .then(|| mean(&self.levels.iter().filter_map(saved).collect::<Vec<_>>()))
            .flatten()
    }
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Entry;
    use crate::table::tables;

    fn experiment(rest: &str) -> Experiment {
        let text = format!(
            r#"{{"name": "x", "title": "x", "suites": [{{"file": "a"}}],
                "configurations": [{{"label": "A", "line": "astar"}}, {{"label": "B", "line": "bfs"}}],
                "columns": [{{"name": "n", "fields": ["expanded"]}},
                            {{"name": "all", "fields": ["expanded"], "always": true}}], {rest}}}"#
        );
        serde_json::from_str(&text).unwrap()
    }

    /// A solves levels 1 and 3, B solves 1 and 2.
    fn records() -> Vec<Entry> {
        let entry = |label: &str, index: u64, status: &str, expanded: u64| Entry {
            suite: "a".into(),
            label: label.into(),
            record: serde_json::json!({ "index": index, "status": status, "expanded": expanded }),
        };
        vec![
            entry("A", 1, "solved", 200),
            entry("A", 2, "time", 5),
            entry("A", 3, "solved", 1_000_000),
            entry("B", 1, "solved", 1000),
            entry("B", 2, "solved", 7),
            entry("B", 3, "nodes", 11),
        ]
    }

    fn words(cells: &[Cell]) -> Vec<String> {
        cells.iter().map(|cell| cell.ours.clone().unwrap_or_default()).collect()
    }

    #[test]
    fn totals_compare_only_what_all_solved() {
        let tables = tables(&experiment(r#""layout": "totals""#), &records());
        assert_eq!(tables[0].headings, ["levels", "solved", "solved by all", "n", "all"]);
        // Without the rule A would have 1,000,200 nodes and look worse than B.
        assert_eq!(words(&tables[0].rows[0].1), ["3", "2", "1", "200", "1,000,205"]);
        assert_eq!(words(&tables[0].rows[1].1), ["3", "2", "1", "1,000", "1,018"]);
        assert!(tables[0].title.ends_with("sums over the 1 that all solved"));
    }

    #[test]
    fn summaries_stand_beside_what_was_published() {
        let summaries = r#""summaries": [
            {"name": "solved", "kind": "solved", "published": {"A": 4}},
            {"name": "sum", "kind": "sum", "column": "n"},
            {"name": "saving", "kind": "saving", "column": "n", "against": "A",
             "published": {"B": 36.6}}]"#;
        let tables = tables(&experiment(summaries), &records());
        let last = tables.last().unwrap();
        assert_eq!(last.rows.len(), 3);
        let (solved, saving) = (&last.rows[0].1, &last.rows[2].1);
        assert_eq!((solved[0].ratio, solved[1].published.as_deref()), (Some(0.5), None));
        assert_eq!(words(&last.rows[1].1), ["200", "1,000"]);
        assert_eq!(words(saving), ["-", "80"]);
        assert_eq!(saving[1].published.as_deref(), Some("36.6"));
    }

    #[test]
    fn a_summary_may_be_about_one_file_and_some_configurations() {
        let summaries = r#""summaries": [
            {"name": "solved", "kind": "solved", "suite": "a", "labels": ["B"]},
            {"name": "mean", "kind": "mean", "column": "n", "suite": "b"}]"#;
        let other = |label: &str, expanded: u64| Entry {
            suite: "b".into(),
            label: label.into(),
            record: serde_json::json!({ "index": 1, "status": "solved", "expanded": expanded }),
        };
        let records: Vec<Entry> =
            records().into_iter().chain([other("A", 2), other("B", 3)]).collect();
        let tables = tables(&experiment(summaries), &records);
        let last = tables.last().unwrap();
        assert_eq!(words(&last.rows[0].1), ["", "2"]);
        assert_eq!(words(&last.rows[1].1), ["2", "3"]);
    }
}
