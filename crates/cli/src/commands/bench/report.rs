//! `banto bench report`: tables and a page of one or more runs.

use std::path::Path;

use lab::runs::{Results, ResultsError, report};
use runner::Folder;

use super::failure;
use crate::args::{BenchFormat, BenchReport};
use crate::commands::print;
use crate::deliver::write_whole;
use crate::failure::{CommandResult, Failure, printable};
use crate::layout::Figures;
use crate::target::Target;
use crate::terminal::Terminal;

/// Makes a report.
pub(super) fn run(args: &BenchReport, terminal: Terminal) -> CommandResult {
    if let Some(path) = &args.output {
        Target::to_overwrite(path, args.force)?;
    }
    let folders: Vec<Folder> = args.folders.iter().map(Folder::new).collect();
    let format = args.format.or_else(|| args.output.as_deref().and_then(format_of));
    let format = format.unwrap_or(BenchFormat::Table);
    let results = read(&folders, args.mixed_hosts)?;
    let title = args.title.clone().unwrap_or_else(|| title(&args.folders));
    let mut text = text(&results, &title, format, terminal.columns());
    if format == BenchFormat::Table && args.members {
        let tables = report::member_tables(&results);
        if tables.is_empty() {
            terminal.note("no configuration here has members");
        }
        for table in tables {
            text +=
                &format!("\n{}\n\n{}", printable(&table.title), figures(table, terminal.columns()));
        }
    }
    if format == BenchFormat::Table || format == BenchFormat::Csv {
        results.remarks.iter().for_each(|remark| terminal.note(remark));
    }
    match &args.output {
        None => print(text.as_bytes()),
        Some(path) => {
            write_whole(path, text.as_bytes())?;
            terminal.note(format!("written to {}", path.display()));
            Ok(0)
        }
    }
}

/// What folders hold.
pub(super) fn read(folders: &[Folder], mixed: bool) -> Result<Results, Failure> {
    Results::read(folders, mixed).map_err(|error| match error {
        ResultsError::Folder(error) => failure(error),
        ResultsError::Empty => Failure::usage(error),
    })
}

/// What a report of folders is called.
pub(super) fn title(folders: &[impl AsRef<Path>]) -> String {
    let name = |folder: &Path| {
        let name = folder.file_name().map(|name| name.to_string_lossy().into_owned());
        name.unwrap_or_else(|| folder.display().to_string())
    };
    folders.iter().map(|folder| name(folder.as_ref())).collect::<Vec<_>>().join(", ")
}

fn text(results: &Results, title: &str, format: BenchFormat, screen: usize) -> String {
    match format {
        BenchFormat::Table => summary(results, screen),
        BenchFormat::Md => report::markdown(results, title),
        BenchFormat::Csv => report::csv(results),
        BenchFormat::Latex => report::latex(results, title),
        BenchFormat::Html => report::html(results, title),
    }
}

/// The table of configurations, for a screen.
pub(super) fn summary(results: &Results, screen: usize) -> String {
    figures(report::summary_table(results), screen)
}

/// A table of figures, for a screen.
fn figures(table: lab::Table, screen: usize) -> String {
    let cells = |cells: Vec<lab::Cell>| {
        cells.into_iter().map(|cell| cell.ours.unwrap_or_default()).collect::<Vec<_>>()
    };
    let rows = table.rows.into_iter().map(|(name, row)| (printable(&name), cells(row)));
    let figures = Figures {
        corner: table.rows_are.to_owned(),
        headings: table.headings,
        rows: rows.collect(),
    };
    figures.text(screen)
}

/// The form that the ending of a file name asks for.
fn format_of(path: &Path) -> Option<BenchFormat> {
    match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
        "md" => Some(BenchFormat::Md),
        "csv" => Some(BenchFormat::Csv),
        "tex" => Some(BenchFormat::Latex),
        "html" | "htm" => Some(BenchFormat::Html),
        _ => None,
    }
}
