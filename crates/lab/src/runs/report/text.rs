//! Tables for a terminal.

use crate::Table;

/// A table in columns: names at the left, figures at the right.
pub fn text(table: &Table) -> String {
    let heads = [table.rows_are.to_owned()].into_iter().chain(table.headings.iter().cloned());
    let mut lines: Vec<Vec<String>> = vec![heads.collect()];
    for (name, cells) in &table.rows {
        let cells = cells.iter().map(|cell| cell.ours.clone().unwrap_or_default());
        lines.push([name.clone()].into_iter().chain(cells).collect());
    }
    let width = |column: usize| lines.iter().map(|line| line[column].chars().count()).max();
    let widths: Vec<usize> = (0..lines[0].len()).map(|column| width(column).unwrap_or(0)).collect();
    let line = |line: &Vec<String>| {
        let padded = line.iter().zip(&widths).enumerate().map(|(i, (word, &width))| match i {
            0 => format!("{word:<width$}"),
            _ => format!("{word:>width$}"),
        });
        padded.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
    };
    lines.iter().map(line).collect()
}
