//! Tables for a paper.

use crate::report::latex_table;

use super::tables;
use crate::runs::results::Results;

/// The report as LaTeX tables, ready to be included.
pub fn latex(results: &Results, title: &str) -> String {
    let tables = tables(results).iter().map(|table| latex_table(title, table)).collect::<String>();
    format!("% {}\n{tables}", title.replace('\n', " "))
}
