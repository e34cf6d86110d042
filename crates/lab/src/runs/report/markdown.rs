//! Tables for a text file.

use crate::report::markdown_table;

use super::{ABOUT_MEMBERS, commands, member_tables, tables};
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
    if !member_tables(results).is_empty() {
        text += &format!("\n{ABOUT_MEMBERS}\n");
    }
    for remark in &results.remarks {
        text += &format!("\n{remark}\n");
    }
    text
}
