//! Tables for a text file.

use super::{about, headings, remarks, words};
use crate::{Experiment, Findings, Table};

/// The report as Markdown.
pub fn markdown(experiment: &Experiment, findings: &Findings) -> String {
    let mut text = format!("# {}\n\n", experiment.title);
    for line in about(experiment) {
        text += &format!("{line}\n\n");
    }
    let lines = experiment.configurations.iter().map(|configuration| {
        format!("- {}: `banto solve FILE --engine {}`\n", configuration.label, configuration.line)
    });
    text.extend(lines);
    for table in &findings.tables {
        text += &markdown_table(table);
    }
    for remark in remarks(findings) {
        text += &format!("\n{remark}\n");
    }
    for note in &experiment.notes {
        text += &format!("\n{note}\n");
    }
    text
}

/// One table with its heading.
pub fn markdown_table(table: &Table) -> String {
    let mut text = format!("\n## {}\n\n", table.title);
    let heads = headings(table);
    let heads: Vec<_> = [table.rows_are.to_owned()].into_iter().chain(heads).collect();
    text += &row(&heads);
    text += &format!("|---|{}\n", "---:|".repeat(heads.len() - 1));
    for (name, cells) in &table.rows {
        let cells = words(table, cells);
        let cells: Vec<_> = [name.clone()].into_iter().chain(cells).collect();
        text += &row(&cells);
    }
    text
}

fn row(cells: &[String]) -> String {
    let cells: Vec<_> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
    format!("| {} |\n", cells.join(" | "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Remark;
    use crate::table::Cell;

    #[test]
    fn a_small_table_is_golden() {
        let experiment: Experiment = serde_json::from_str(
            r#"{"name": "x", "title": "Title", "source": "A paper", "authors": "Ann and Ben",
                "year": 2009, "compares": "One with another.", "outcome": "It did.", "notes": ["A note."],
                "suites": [], "configurations": [{"label": "A*", "line": "astar"}], "columns": [],
                "published": {"A*": {}}}"#,
        )
        .unwrap();
        let cell = Cell {
            published: Some("50".into()),
            ours: Some("100".into()),
            value: Some(100.0),
            figure: Some(50.0),
            ratio: Some(2.0),
        };
        let table = Table {
            title: "nodes".into(),
            rows_are: "level",
            headings: vec!["A*".into()],
            rows: vec![("1 a|b".into(), vec![cell])],
            compared: true,
        };
        let expected = "# Title\n\nOne with another.\n\n\
            Published figures: Ann and Ben, A paper, 2009.\n\nIt did.\n\n\
            - A*: `banto solve FILE --engine astar`\n\n## nodes\n\n\
            | level | A* published | A* ours | ratio |\n|---|---:|---:|---:|\n\
            | 1 a\\|b | 50 | 100 | 2.00 |\n\n\
            1 run made with version 1.0, revision abc.\n\nA note.\n";
        let made = Remark::Made { runs: 1, version: "1.0".into(), revision: Some("abc".into()) };
        let findings = Findings { entries: Vec::new(), tables: vec![table], remarks: vec![made] };
        assert_eq!(markdown(&experiment, &findings), expected);
    }
}
