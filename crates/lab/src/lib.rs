//! Experiments as data: suites × configurations → records → tables and plots.
//!
//! An [`Experiment`] is a JSON file that names levels, configurations, columns, the published figures
//! and what is known about differences. [`Run`] finds which runs are missing; `runner` makes them
//! and keeps one JSON line each in a [`Journal`](runner::Journal). [`findings`] takes the records that
//! answer what the experiment asks today, and [`report`](mod@report) writes them as Markdown, CSV, LaTeX, SVG
//! and one HTML page. Running and reporting know nothing of each other but the records. [`runs`] reports
//! and compares the runs of `banto bench`.

mod embedded;
mod entry;
mod experiment;
mod findings;
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
pub use run::{Levels, Prepared, Records, Run, RunError, level_hashes, read_records};
pub use table::{Cell, Table};
pub use wanted::Wanted;
