//! Experiments as data: suites × configurations → records → tables and plots.
//!
//! An [`Experiment`] is a JSON file that names levels, configurations, columns, the published figures
//! and what is known about differences. [`Run`] makes records, one JSON line each in a [`Journal`](runner::Journal), and
//! goes on where it was interrupted; [`findings`] takes those that answer what the experiment asks today,
//! and [`report`](mod@report) writes them as Markdown, CSV, LaTeX, SVG and one HTML page. Running and
//! reporting know nothing of each other but the records.

mod embedded;
mod entry;
mod experiment;
mod findings;
mod key;
mod label;
mod place;
mod read;
mod run;
mod summary;
mod table;
mod wanted;

pub mod report;
pub mod runs;

pub use embedded::{experiments, level_file, recorded, sources};
pub use entry::Entry;
pub use experiment::{
    Column, Configuration, Experiment, Layout, Plot, PlotKind, Suite, Summary, SummaryKind, Words,
};
pub use findings::{Findings, LevelHashes, Remark, findings};
pub use label::{LabelRow, LabelSums, LevelNames};
pub use read::ExperimentError;
pub use run::{
    Here, Job, Levels, Listener, Made, Run, RunError, Runner, level_hashes, read_records,
};
pub use table::{Cell, Table};
pub use wanted::Wanted;
