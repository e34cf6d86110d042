//! Tables for a paper.

use super::{headings, words};
use crate::{Experiment, Table};

/// The report as LaTeX tables, ready to be included.
pub fn latex(experiment: &Experiment, tables: &[Table]) -> String {
    let mut text = format!("% {}\n", experiment.title);
    for table in tables {
        text += &latex_table(&experiment.title, table);
    }
    text
}

/// One table of a work that is called so.
pub fn latex_table(work: &str, table: &Table) -> String {
    let heads: Vec<_> = headings(table).collect();
    let mut text = format!(
        "\\begin{{table}}\n\\caption{{{}: {}}}\n\\begin{{tabular}}{{l{}}}\n\\hline\n",
        escaped(work),
        escaped(&table.title),
        "r".repeat(heads.len())
    );
    text += &row(&[vec![table.rows_are.to_owned()], heads].concat());
    text += "\\hline\n";
    for (name, cells) in &table.rows {
        let cells: Vec<_> = words(table, cells).collect();
        text += &row(&[vec![name.clone()], cells].concat());
    }
    text + "\\hline\n\\end{tabular}\n\\end{table}\n"
}

fn row(cells: &[String]) -> String {
    let cells: Vec<_> = cells.iter().map(|cell| escaped(cell)).collect();
    format!("{} \\\\\n", cells.join(" & "))
}

fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                out.push('\\');
                out.push(c);
            }
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '<' | '>' => out.push_str(&format!("${c}$")),
            _ => out.push(c),
        }
    }
    out
}
