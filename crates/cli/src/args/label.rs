//! Arguments of `banto label`.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum, ValueHint};
use puzzle::Goal;

use super::{LimitArgs, SampleArgs};
use crate::quantity::{self, Selection};

/// Proved labels for whole sets.
#[derive(Debug, Args)]
pub(crate) struct Label {
    /// Files, folders (such as Boxoban's), archives or collections; FILE:12 picks a level
    #[arg(value_name = "PATH", required = true, value_hint = ValueHint::AnyPath)]
    pub(crate) files: Vec<String>,

    /// Only these levels of each file, such as 5, 3-7, 12- or 1,3,5
    #[arg(long = "level", value_name = "N[-M],…", value_parser = quantity::levels)]
    #[arg(help_heading = "Levels")]
    pub(crate) range: Option<Selection>,

    #[command(flatten)]
    pub(crate) sample: SampleArgs,

    /// What to count: the fewest pushes, the fewest moves, or each of them; a pair also proves the
    /// fewest of the other count
    #[arg(long, default_value = "both", value_parser = goal(), help_heading = "Search")]
    pub(crate) goal: std::option::Option<Goal>,

    /// Levels at the same time (default: all cores); they share the memory
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    #[arg(help_heading = "Limits")]
    pub(crate) jobs: Option<u16>,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,

    /// File for the labels; an existing file is resumed. Without it they go to standard output
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,

    /// Format of that file; for Parquet, lines of JSON are kept beside it, so that a run can be
    /// resumed
    #[arg(long, value_enum, default_value = "jsonl", help_heading = "Output", requires = "output")]
    pub(crate) format: LabelFormat,

    /// Label nothing: replay every solution of this file on the levels and add up again
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Mode")]
    #[arg(conflicts_with_all = ["output", "format", "goal"])]
    pub(crate) check: Option<PathBuf>,
}

impl Label {
    /// The word for what is counted.
    pub(crate) fn goal_name(&self) -> &'static str {
        self.goal.map_or("both", Goal::name)
    }
}

/// The metric to count by its name; `None` for both.
fn goal() -> impl TypedValueParser<Value = Option<Goal>> {
    let value = |name, help| PossibleValue::new(name).help(help);
    let names = PossibleValuesParser::new([
        value(Goal::Pushes.name(), "The fewest pushes"),
        value(Goal::Moves.name(), "The fewest moves"),
        value("both", "Both, by two searches"),
        value(Goal::PushesMoves.name(), "The fewest pushes and, with as few, the fewest moves"),
        value(Goal::MovesPushes.name(), "The fewest moves and, with as few, the fewest pushes"),
    ]);
    names.map(|name| Goal::from_name(&name))
}

/// Formats of labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LabelFormat {
    /// Lines of JSON
    Jsonl,
    /// Apache Parquet, in a program built with the feature `parquet`
    Parquet,
}
