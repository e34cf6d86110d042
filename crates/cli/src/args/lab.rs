//! Arguments of `banto lab`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand, ValueEnum, ValueHint};

use crate::quantity;

/// What to do with the experiments.
#[derive(Debug, Subcommand)]
pub(crate) enum LabAction {
    /// List the experiments: source, what is compared, how it came out
    List,
    /// Show one experiment: levels, configurations, limits, notes
    Show {
        /// The experiment, or a file of your own (docs/experiments.md)
        #[arg(value_name = "EXPERIMENT")]
        name: String,
    },
    /// Run what is missing of an experiment
    Run(LabRun),
    /// Print tables of what was recorded, by you or with the program
    Report(LabReport),
    /// Draw the trees of textbook searches on a Sokoban level, side by side, as SVG
    Tree(LabTree),
}

/// Draw the trees of textbook searches.
#[derive(Debug, Args)]
pub(crate) struct LabTree {
    /// The level: a file, a collection by name, or - for standard input; FILE:12 picks a level
    #[arg(value_name = "FILE")]
    pub(crate) file: String,

    /// Configurations, such as "astar +poster-corral": what could follow `banto solve FILE --engine`
    #[arg(value_name = "CONFIGURATION", required = true)]
    pub(crate) lines: Vec<String>,

    /// A search that expands more nodes is not drawn
    #[arg(long, value_name = "N", default_value = "2000", value_parser = quantity::count)]
    #[arg(help_heading = "Limits")]
    pub(crate) nodes: u64,
}

/// Which experiment, and what differs from its file.
#[derive(Debug, Args)]
pub(crate) struct LabSubject {
    /// The experiment, or a file of your own (docs/experiments.md)
    #[arg(value_name = "EXPERIMENT")]
    pub(crate) name: String,

    /// Folder of the records (default: lab/EXPERIMENT)
    #[arg(short, long, alias = "out", value_name = "DIR", value_hint = ValueHint::DirPath)]
    #[arg(help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,

    /// Only these levels of each file, such as 5, 3-7, 12- or 1,3,5
    #[arg(long = "level", value_name = "N[-M],…", value_parser = quantity::levels)]
    #[arg(help_heading = "Levels")]
    pub(crate) range: Option<quantity::Selection>,

    /// Time for each level instead of the experiment's, such as 500ms, 10s or 5min
    #[arg(long, value_name = "TIME", value_parser = quantity::time, help_heading = "Limits")]
    pub(crate) time: Option<Duration>,

    /// CPU time for each level, such as 10s
    #[arg(long, value_name = "TIME", value_parser = quantity::time, help_heading = "Limits")]
    pub(crate) cpu: Option<Duration>,

    /// Memory for each level instead of the experiment's, such as 256MiB or 2GiB
    #[arg(long, value_name = "SIZE", value_parser = quantity::bytes, help_heading = "Limits")]
    pub(crate) memory: Option<u64>,

    /// Nodes for each level instead of the experiment's
    #[arg(long, value_name = "N", value_parser = quantity::count, help_heading = "Limits")]
    pub(crate) nodes: Option<u64>,
}

/// Run what is missing of an experiment.
#[derive(Debug, Args)]
pub(crate) struct LabRun {
    #[command(flatten)]
    pub(crate) subject: LabSubject,

    /// Runs at a time, each in a process of its own
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    #[arg(help_heading = "Limits")]
    pub(crate) jobs: u16,
}

/// Print tables of what was recorded.
#[derive(Debug, Args)]
pub(crate) struct LabReport {
    #[command(flatten)]
    pub(crate) subject: LabSubject,

    /// Form of the report
    #[arg(long, value_enum, default_value_t = ReportFormat::Md, help_heading = "Output")]
    pub(crate) format: ReportFormat,
}

/// Forms of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportFormat {
    /// Markdown
    Md,
    /// Comma-separated values, a line per figure
    Csv,
    /// LaTeX tables
    Tex,
    /// One page with tables and plots
    Html,
    /// The plots as one picture
    Svg,
}
