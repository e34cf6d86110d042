//! Experiments as data: suites × configurations → records → tables and plots.
//!
//! An [`Experiment`] is a JSON file that names levels, configurations, columns, the published figures
//! and what is known about differences. [`run`] makes records, one JSON line each, and goes on where
//! it was interrupted; [`report`](mod@report) turns records into Markdown, CSV, LaTeX and one HTML
//! page. Running and reporting know nothing of each other but the records.

mod embedded;
mod experiment;
mod line;
mod place;
mod read;
mod run;
mod summary;
mod table;

pub mod report;

pub use embedded::{experiments, level_file, recorded};
pub use experiment::{
    Column, Configuration, Experiment, Layout, Plot, PlotKind, Suite, Summary, SummaryKind, Words,
};
pub use line::{LineError, parse_request};
pub use read::ExperimentError;
pub use run::{Entry, Levels, Listener, read_records, run};
pub use table::{Cell, Table, tables};
