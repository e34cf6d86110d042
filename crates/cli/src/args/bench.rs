//! Arguments of `banto bench`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand, ValueEnum, ValueHint};
use runner::{RunOrder, Shard};

use super::{InjectArg, Input, SampleArgs};
use crate::quantity;

/// Measure: levels times configurations, in a folder that survives anything.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, after_help = LONG)]
pub(crate) struct Bench {
    /// Search a fixed list of embedded levels under node limits and print one number
    #[arg(long, conflicts_with_all = ["files", "configs", "externals", "output"])]
    #[arg(help_heading = "Mode")]
    pub(crate) signature: bool,

    #[command(subcommand)]
    pub(crate) action: Option<BenchAction>,

    #[command(flatten)]
    pub(crate) run: BenchRun,
}

/// The text below the help.
const LONG: &str = "\
Exit codes: 0 every run was made, however it ended; 130 interrupted; 1 the checker refused a solution of ours.
Ctrl-C once finishes what is running, twice stops it; the folder can be resumed either way.";

/// What to do with runs.
#[derive(Debug, Subcommand)]
pub(crate) enum BenchAction {
    /// Run configurations on levels; the same as `bench` alone
    Run(BenchRun),
    /// Resume a run, wherever it stopped
    Resume(BenchResume),
    /// Tables and a page of one or more runs
    Report(BenchReport),
    /// What was gained and lost between two runs, or between two configurations of one
    Compare(BenchCompare),
    /// Join the runs of one plan, made in several folders, into one
    Merge(BenchMerge),
    /// Runs for a cluster: a plan from standard input, rows to standard output
    #[command(hide = true)]
    Chunk,
}

/// Run configurations on levels.
#[derive(Debug, Args)]
pub(crate) struct BenchRun {
    #[command(flatten)]
    pub(crate) input: Input,

    /// Configurations, separated by commas; each is what could follow `banto solve FILE --engine`, with a
    /// name before it if you like: "mine=astar -freeze" (default: auto)
    #[arg(short, long = "config", value_name = "[NAME=]LINE,…", value_delimiter = ',')]
    #[arg(help_heading = "Search")]
    pub(crate) configs: Vec<String>,

    /// Another program, under the same limits; {level} is the file to solve, {solution} a file for its
    /// solution, {folder} a folder for what it writes, {seconds} and {mebibytes} the limits; standard output
    /// is read too; repeatable
    #[arg(short = 'x', long = "external", value_name = "NAME=COMMAND", help_heading = "Search")]
    pub(crate) externals: Vec<String>,

    /// Run each configuration with the seeds 0 to N-1
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1000))]
    #[arg(help_heading = "Search")]
    pub(crate) seeds: u64,

    #[command(flatten)]
    pub(crate) sample: SampleArgs,

    /// Time for each run, such as 500ms, 10s or 5min (default: 60s, none with --cpu or --nodes)
    #[arg(long, value_name = "TIME", value_parser = quantity::time, help_heading = "Limits")]
    pub(crate) time: Option<Duration>,

    /// CPU time for each run
    #[arg(long, value_name = "TIME", value_parser = quantity::time, help_heading = "Limits")]
    pub(crate) cpu: Option<Duration>,

    /// Memory for each run, such as 256MiB, 2GiB or 2GB
    #[arg(long, value_name = "SIZE", default_value = "2GiB", value_parser = quantity::bytes)]
    #[arg(help_heading = "Limits")]
    pub(crate) memory: u64,

    /// Nodes expanded in each run: the same on every machine
    #[arg(long, value_name = "N", value_parser = quantity::count, help_heading = "Limits")]
    pub(crate) nodes: Option<u64>,

    /// Folder of the run (default: runs/NAME of the first collection); one that exists is resumed
    #[arg(short, long, alias = "out", value_name = "DIR", value_hint = ValueHint::DirPath)]
    #[arg(help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,

    /// Resume a folder that was made with another version or with other options
    #[arg(long, help_heading = "Output")]
    pub(crate) force: bool,

    #[command(flatten)]
    pub(crate) how: BenchHow,

    /// Make a fault on purpose at a level, such as abort@3 (for tests)
    #[arg(long, value_name = "FAULT@N", hide = true, value_parser = inject)]
    pub(crate) inject: Option<(InjectArg, usize)>,
}

/// How runs are made.
#[derive(Debug, Args)]
pub(crate) struct BenchHow {
    /// Runs at a time, each in a process of its own (default: all cores)
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    #[arg(help_heading = "Limits")]
    pub(crate) jobs: Option<u16>,

    /// Which runs come first
    #[arg(long, value_enum, default_value = "longest", help_heading = "Execution")]
    pub(crate) order: OrderArg,

    /// Only this part of the runs, such as 2/8
    #[arg(long, value_name = "I/N", value_parser = str::parse::<Shard>, help_heading = "Execution")]
    pub(crate) shard: Option<Shard>,

    /// Where: local, ray (the cluster of this machine), ray://HEAD:PORT, or slurm (writes a script)
    #[arg(long, value_name = "PLACE", default_value = "local", value_parser = place)]
    #[arg(help_heading = "Execution")]
    pub(crate) on: PlaceArg,

    /// Submit the script of --on slurm
    #[arg(long, help_heading = "Execution")]
    pub(crate) submit: bool,

    /// Shards of --on slurm
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    #[arg(help_heading = "Execution")]
    pub(crate) array: u32,

    /// Partition of --on slurm
    #[arg(long, value_name = "NAME", help_heading = "Execution")]
    pub(crate) partition: Option<String>,

    /// Print the rows as they are made, one JSON object per run, instead of a table at the end
    #[arg(long, help_heading = "Output")]
    pub(crate) jsonl: bool,
}

/// Where runs are made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PlaceArg {
    /// Here.
    Local,
    /// On a cluster; that of this machine without an address.
    Ray(Option<String>),
    /// By a queue.
    Slurm,
}

fn place(text: &str) -> Result<PlaceArg, String> {
    match text {
        "local" => Ok(PlaceArg::Local),
        "ray" => Ok(PlaceArg::Ray(None)),
        "slurm" => Ok(PlaceArg::Slurm),
        _ if text.starts_with("ray://") => Ok(PlaceArg::Ray(Some(text.to_owned()))),
        _ => Err("expected local, ray, ray://HEAD:PORT or slurm".to_owned()),
    }
}

/// Which runs come first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OrderArg {
    /// Those expected to take longest
    Longest,
    /// Mixed, always in the same way
    Random,
    /// As the levels were named
    Given,
}

impl From<OrderArg> for RunOrder {
    fn from(order: OrderArg) -> RunOrder {
        match order {
            OrderArg::Longest => RunOrder::Longest,
            OrderArg::Random => RunOrder::Random,
            OrderArg::Given => RunOrder::Given,
        }
    }
}

/// A fault and the number of the level it is made at.
fn inject(text: &str) -> Result<(InjectArg, usize), String> {
    let (fault, level) = text.split_once('@').ok_or("expected a fault such as abort@3")?;
    let level = level.parse().map_err(|_| "expected the number of a level after @")?;
    Ok((InjectArg::from_str(fault, true)?, level))
}

/// Resume a run.
#[derive(Debug, Args)]
pub(crate) struct BenchResume {
    /// The folder of the run
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub(crate) folder: PathBuf,

    /// Resume with another version of the program than the one that began the run
    #[arg(long, help_heading = "Output")]
    pub(crate) force: bool,

    #[command(flatten)]
    pub(crate) how: BenchHow,
}

/// Tables and a page of runs.
#[derive(Debug, Args)]
pub(crate) struct BenchReport {
    /// The folders of the runs
    #[arg(value_name = "DIR", required = true, value_hint = ValueHint::DirPath)]
    pub(crate) folders: Vec<PathBuf>,

    /// Form of the report; that of the file's ending when absent
    #[arg(long, value_enum, help_heading = "Output")]
    pub(crate) format: Option<BenchFormat>,

    /// File to write; standard output when absent
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub(crate) output: Option<PathBuf>,

    /// Overwrite a file that exists already
    #[arg(long, requires = "output", help_heading = "Output")]
    pub(crate) force: bool,

    /// In the table for the terminal, show what each search of `auto` did (the other forms always do)
    #[arg(long, help_heading = "Output")]
    pub(crate) members: bool,

    /// Title of the report
    #[arg(long, value_name = "TEXT", help_heading = "Output")]
    pub(crate) title: Option<String>,

    /// Compare times though the rows come from different machines
    #[arg(long, help_heading = "Output")]
    pub(crate) mixed_hosts: bool,
}

/// Forms of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum BenchFormat {
    /// A table for the terminal
    Table,
    /// Markdown
    Md,
    /// Comma-separated values, a line per run
    Csv,
    /// LaTeX tables
    #[value(alias = "tex")]
    Latex,
    /// One page with plots, tables and solutions
    Html,
}

/// Compare two runs.
#[derive(Debug, Args)]
pub(crate) struct BenchCompare {
    /// The folder of the run before
    #[arg(value_name = "BEFORE", value_hint = ValueHint::DirPath)]
    pub(crate) before: PathBuf,

    /// The folder of the run after; without it, the configurations of one run are compared with its first
    #[arg(value_name = "AFTER", value_hint = ValueHint::DirPath)]
    pub(crate) after: Option<PathBuf>,

    /// Compare times though the rows come from different machines
    #[arg(long, help_heading = "Output")]
    pub(crate) mixed_hosts: bool,
}

/// Join runs.
#[derive(Debug, Args)]
pub(crate) struct BenchMerge {
    /// The folder to join them in
    #[arg(short, long, alias = "out", value_name = "DIR", required = true, value_hint = ValueHint::DirPath)]
    #[arg(help_heading = "Output")]
    pub(crate) output: PathBuf,

    /// The folders of the parts
    #[arg(value_name = "DIR", required = true, value_hint = ValueHint::DirPath)]
    pub(crate) parts: Vec<PathBuf>,
}
