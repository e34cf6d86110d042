//! Reports: one file per format, all from the same tables.

mod csv;
mod html;
mod latex;
mod markdown;
mod svg;
mod tree;

pub use csv::{csv, quoted};
pub use html::{escaped, html, html_table};
pub use latex::{latex, latex_table};
pub use markdown::{markdown, markdown_table};
pub use svg::{Axes, COLOURS, Drawn, Series, between, draw, numbers, series, svg};
pub use tree::trees;

use crate::table::{Cell, decimals};
use crate::{Experiment, Findings, Table};

/// What a reader should know about the figures.
fn remarks(findings: &Findings) -> impl Iterator<Item = String> {
    findings.remarks.iter().map(ToString::to_string)
}

/// What a reader wants to know first: what is compared, whose figures these are, how it came out.
fn about(experiment: &Experiment) -> impl Iterator<Item = String> {
    let what = if experiment.is_compared() { "Published figures" } else { "Source" };
    let source = experiment.cited().map(|cited| format!("{what}: {cited}."));
    let told = |words: &str| (!words.is_empty()).then(|| words.to_owned());
    let (compares, outcome) = (told(&experiment.compares.en), told(&experiment.outcome.en));
    [compares, source, outcome].into_iter().flatten()
}

/// The cells of a row: published, ours and ratio where something is published, else ours alone.
fn words<'a>(table: &'a Table, cells: &'a [Cell]) -> impl Iterator<Item = String> + 'a {
    cells.iter().enumerate().flat_map(|(heading, cell)| {
        let ours = cell.ours.clone().unwrap_or_default();
        if !table.is_compared(heading) {
            return vec![ours];
        }
        let ratio = cell.ratio.map(|ratio| decimals(ratio, 2)).unwrap_or_default();
        vec![cell.published.clone().unwrap_or_default(), ours, ratio]
    })
}

/// The headings over the cells of a row.
fn headings(table: &Table) -> impl Iterator<Item = String> + '_ {
    table.headings.iter().enumerate().flat_map(|(heading, label)| {
        match table.is_compared(heading) {
            true => vec![format!("{label} published"), format!("{label} ours"), "ratio".to_owned()],
            false => vec![label.to_owned()],
        }
    })
}
