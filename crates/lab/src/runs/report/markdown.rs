//! Tables for a text file.

use crate::report::markdown_table;

use super::{commands, tables};
use crate::runs::results::Results;

/// The report as Markdown.
pub fn markdown(results: &Results, title: &str) -> String {
    let mut text = format!("# {title}\n\n");
    for (label, command) in commands(results) {
        text += &format!("- {label}: `{command}`\n");
    }
    for table in tables(results) {
        text += &markdown_table(&table);
    }
    for remark in &results.remarks {
        text += &format!("\n{remark}\n");
    }
    text
}
