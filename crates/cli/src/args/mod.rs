//! The command line arguments; what they do is in `commands`.

mod bench;
mod color;
mod front;
mod generate;
mod lab;
mod label;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{OsStringValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};
use puzzle::request::Inject;
use puzzle::search::goal;
use puzzle::{Goal, Metric};

pub(crate) use bench::{
    Bench, BenchAction, BenchCompare, BenchFormat, BenchHow, BenchMerge, BenchReport, BenchResume,
    BenchRun, PlaceArg,
};
pub(crate) use color::{Color, asked_color};
pub(crate) use front::{Agent, GameServer, Mcp, Play, Serve, StrategyArg};
pub(crate) use generate::{
    Generate, GenerateCommon, GenerateGame, GenerateSokoban, GenerateUnblock, GradeArg, StyleArg,
};
pub(crate) use lab::{LabAction, LabReport, LabRun, LabSubject, LabTree, ReportFormat};
pub(crate) use label::{Label, LabelFormat};

use crate::examples;
use crate::quantity::{self, Selection};
use crate::query::{self, Condition, SortKey};
use crate::settings::LabArgs;

/// Solves, explains and plays Sokoban and Unblock Me / Rush Hour.
#[derive(Debug, Parser)]
#[command(name = "banto", version, propagate_version = true)]
#[command(after_help = EXIT_CODES, mut_subcommands = examples::below_help)]
pub(crate) struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub(crate) command: Command,

    /// Folder with level collections, searched before the user's library
    #[arg(long, global = true, env = "BANTO_LEVELS", value_name = "DIR", value_parser = folder())]
    #[arg(hide_env_values = true, value_hint = ValueHint::DirPath, help_heading = "Levels")]
    pub(crate) levels: Option<PathBuf>,

    /// Say less on standard error
    #[arg(short, long, global = true, help_heading = "Output")]
    pub(crate) quiet: bool,

    /// When to colour; `play` also takes a number of colours: 16, 256 or all
    #[arg(long, alias = "colour", global = true, value_name = "WHEN", default_value = "auto")]
    #[arg(value_enum, hide_default_value = true, help_heading = "Output")]
    pub(crate) color: Color,
}

/// A folder, perhaps empty, as the variable is when somebody wants it unset.
fn folder() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().map(PathBuf::from)
}

/// What the exit codes mean.
pub(crate) const EXIT_CODES: &str = "\
Exit codes: 0 done, every level solved; 1 internal error; 2 usage; 3 bad level or solution file;
4 input/output; 10 proved unsolvable; 11 time; 12 memory; 13 nodes; 14 gave up; 15 crashed;
16 solved, but --proof has nothing to write; 130 interrupted. With several levels: the code of the first that is not solved.
A reader who leaves (`| head`) ends the run with 0.";

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Solve every level of the files, or the embedded starter collections
    Solve(Solve),
    /// Replay solutions; exit with 3 and name the first wrong move if one fails
    Check(Check),
    /// Size, boxes, bounds and what is known: a table of levels, or one level in full
    Info(Info),
    /// Write levels in another format
    Convert(Convert),
    /// The library of collections
    Levels(Levels),
    /// Make new levels from a seed
    Generate(Generate),
    /// The next step from any position, and how far there is to go
    Hint(Ask),
    /// Whether a position is lost, and why: exits with 0 if not, 10 if it is, else 11 to 14
    Why(Ask),
    /// How hard levels are for people: who solves them, a name for it, and why
    Rate(Rate),
    /// Shorten solutions you already have
    Improve(Improve),
    /// Measure: levels times configurations, resumable, with reports
    Bench(Box<Bench>),
    /// Fewest pushes and fewest moves of every level of whole sets, proved and checked
    Label(Label),
    /// The experiments of five published documents, with the published figures beside ours
    Lab {
        /// What to do.
        #[command(subcommand)]
        action: LabAction,
    },
    /// Play both games in the terminal, or in lines of text
    Play(Play),
    /// The web page and HTTP API, on loopback; a game server too, if asked
    Serve(Serve),
    /// Play a Sokoban game server over WebSocket, for points
    Agent(Agent),
    /// A referee and helper for language models, over standard input and output
    Mcp(Mcp),
    /// Searches for every other command: tasks from standard input, lines of JSON to standard output
    #[command(hide = true)]
    Worker {
        /// Make a fault on purpose in every search (for tests)
        #[arg(long, value_enum, hide = true, env = "BANTO_INJECT")]
        inject: Option<InjectArg>,
    },
    /// Becomes another program with limited address space
    #[command(hide = true)]
    Confine {
        /// Bytes of address space
        #[arg(long, value_name = "BYTES")]
        memory: Option<u64>,
        /// The program and its arguments
        #[arg(last = true, required = true)]
        words: Vec<OsString>,
    },
    /// What can follow on a command line, for the scripts of `completions`
    #[command(hide = true)]
    Complete {
        /// The words typed so far; the last is the one being typed
        #[arg(last = true)]
        words: Vec<OsString>,
    },
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print a manual page
    Man {
        /// The command, such as solve or bench run; the program itself when absent
        #[arg(value_name = "COMMAND")]
        command: Vec<String>,
        /// Folder for the pages of all commands, instead of standard output
        #[arg(short, long, value_name = "DIR", value_hint = ValueHint::DirPath)]
        #[arg(conflicts_with = "command", help_heading = "Output")]
        output: Option<PathBuf>,
    },
}

/// Which levels.
#[derive(Debug, Args)]
pub(crate) struct Input {
    /// Files (also .zip and .gz), folders, collections by name, or - for standard input, which is also
    /// read when something is piped in; FILE:12 picks a level
    #[arg(value_name = "FILE", value_hint = ValueHint::AnyPath)]
    pub(crate) files: Vec<String>,

    /// Only these levels of each file, such as 5, 3-7, 12- or 1,3,5
    #[arg(long = "level", value_name = "N[-M],…", value_parser = quantity::levels)]
    #[arg(help_heading = "Levels")]
    pub(crate) range: Option<Selection>,
}

/// Which part of the levels, counted over all files.
#[derive(Debug, Args)]
pub(crate) struct SampleArgs {
    /// Only every Nth level, beginning with the first, counted over all files
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    #[arg(hide_default_value = true, help_heading = "Levels")]
    pub(crate) every: u32,

    /// Only the first N levels, counted over all files, after --level and --every
    #[arg(long, value_name = "N", value_parser = quantity::count, help_heading = "Levels")]
    pub(crate) first: Option<u64>,
}

impl SampleArgs {
    /// The part of the levels that is meant.
    pub(crate) fn of<T>(&self, levels: impl Iterator<Item = T>) -> impl Iterator<Item = T> {
        let first = self.first.and_then(|first| usize::try_from(first).ok());
        levels.step_by(self.every as usize).take(first.unwrap_or(usize::MAX))
    }
}

/// What a search may use.
#[derive(Debug, Args)]
pub(crate) struct LimitArgs {
    /// Time for each level, such as 500ms, 10s or 5min (default: 60s, none with --cpu)
    #[arg(long, value_name = "TIME", value_parser = quantity::time, help_heading = "Limits")]
    time: Option<Duration>,

    /// CPU time for each level, of all threads together
    #[arg(long, value_name = "TIME", value_parser = quantity::time, help_heading = "Limits")]
    pub(crate) cpu: Option<Duration>,

    /// Memory of the process, such as 256MiB, 2GiB or 2GB
    #[arg(long, value_name = "SIZE", default_value = "2GiB", value_parser = quantity::bytes)]
    #[arg(help_heading = "Limits")]
    pub(crate) memory: u64,

    /// Nodes expanded for each level
    #[arg(long, value_name = "N", value_parser = quantity::count, help_heading = "Limits")]
    pub(crate) nodes: Option<u64>,
}

impl LimitArgs {
    /// Time for each level when nothing is said about it.
    const TIME: Duration = Duration::from_secs(60);

    /// Time for each level.
    pub(crate) fn time(&self) -> Option<Duration> {
        self.time.or(self.cpu.is_none().then_some(Self::TIME))
    }
}

/// Solve every level of the files, or the embedded starter collections.
#[derive(Debug, Args)]
pub(crate) struct Solve {
    #[command(flatten)]
    pub(crate) input: Input,

    /// Only the levels of this game, of files with levels of both
    #[arg(long, value_enum, value_name = "GAME", help_heading = "Levels")]
    pub(crate) game: Option<GameArg>,

    /// Engine; `--engine help` lists them
    #[arg(long, value_name = "NAME", default_value = "auto", help_heading = "Search")]
    pub(crate) engine: String,

    /// What the solution should be shortest in, for engines that can promise it
    #[arg(long, value_name = "GOAL", default_value = "any", value_parser = goal())]
    #[arg(help_heading = "Search")]
    pub(crate) goal: std::option::Option<Goal>,

    /// With a goal: stop when the solution is at most this far above the proved bound, such as 2%
    #[arg(long, value_name = "GAP", default_value = "0%", value_parser = quantity::gap)]
    #[arg(hide_default_value = true, help_heading = "Search")]
    pub(crate) gap: u16,

    /// Switch a technique on (+NAME) or off (-NAME); repeatable
    #[arg(short = 'T', long = "technique", value_name = "+NAME|-NAME", allow_hyphen_values = true)]
    #[arg(help_heading = "Search")]
    pub(crate) techniques: Vec<String>,

    #[command(flatten)]
    pub(crate) lab: LabArgs,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,

    /// Threads inside one search (default: all cores)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    #[arg(help_heading = "Limits")]
    pub(crate) threads: Option<u16>,

    /// Levels at a time; without --threads they share the cores
    #[arg(short, long, value_name = "N", default_value_t = 1, hide_default_value = true)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=256), help_heading = "Limits")]
    pub(crate) jobs: u16,

    /// Seed for whatever is random in the engine
    #[arg(long, default_value_t = 0, help_heading = "Search")]
    pub(crate) seed: u64,

    /// Then shorten Sokoban solutions for this long (within --time); one that is proved shortest keeps
    /// its length and loses what it can of the other count
    #[arg(long, value_name = "TIME", value_parser = quantity::time, help_heading = "Search")]
    pub(crate) improve: Option<Duration>,

    /// How a Sokoban solution is printed
    #[arg(
        long,
        value_enum,
        default_value = "lurd",
        conflicts_with = "jsonl",
        help_heading = "Output"
    )]
    pub(crate) notation: Notation,

    /// Print one JSON record per level
    #[arg(long, help_heading = "Output")]
    pub(crate) jsonl: bool,

    /// Also write the results to a file: .sok (the levels with their solutions), .sol (solutions alone),
    /// .tsv (a table, for both games), .json or .csv (the records). Onto the .sok file the levels are
    /// from, solutions are added to its text. Until it is finished, results are kept in FILE.part, from
    /// which the same command resumes
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,

    /// Overwrite a file that exists already
    #[arg(long, help_heading = "Output")]
    pub(crate) force: bool,

    /// Also write why there is no solution, or none with fewer pushes, for `banto check --proof`; for
    /// one level, with --goal pushes or where it has no solution
    #[arg(long, value_name = "FILE", help_heading = "Output", value_hint = ValueHint::FilePath)]
    pub(crate) proof: Option<PathBuf>,

    /// Make a fault on purpose (for tests)
    #[arg(long, value_enum, hide = true)]
    pub(crate) inject: Option<InjectArg>,
}

/// The two games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GameArg {
    /// Push boxes onto goals
    Sokoban,
    /// Slide pieces until the red one is out
    Unblock,
}

impl From<GameArg> for puzzle::Game {
    fn from(game: GameArg) -> puzzle::Game {
        match game {
            GameArg::Sokoban => puzzle::Game::Sokoban,
            GameArg::Unblock => puzzle::Game::Unblock,
        }
    }
}

/// Ways to print a solution of Sokoban.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Notation {
    /// Letters for the moves: rrDuL
    Lurd,
    /// The boxes and where each push brings them: Caixa 2: De (SokoKids)
    Caixas,
}

/// Faults to make on purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum InjectArg {
    /// The solution loses its last move
    Spoil,
    /// The engine panics
    Panic,
    /// The process of the search ends at once
    Abort,
    /// The engine asks for more memory than there is
    Allocate,
    /// The engine looks at nothing, not even the clock
    Hang,
    /// The engine uses up its stack
    Overflow,
}

impl From<InjectArg> for Inject {
    fn from(fault: InjectArg) -> Inject {
        match fault {
            InjectArg::Spoil => Inject::Spoil,
            InjectArg::Panic => Inject::Panic,
            InjectArg::Abort => Inject::Abort,
            InjectArg::Allocate => Inject::Allocate,
            InjectArg::Hang => Inject::Hang,
            InjectArg::Overflow => Inject::Overflow,
        }
    }
}

/// Replay solutions.
#[derive(Debug, Args)]
pub(crate) struct Check {
    #[command(flatten)]
    pub(crate) input: Input,

    /// The solutions: lines `N<TAB>MOVES` or `FILE:N<TAB>MOVES`, the records of `solve --jsonl`, a table, .sol or .sok, or a
    /// folder with a file of the same name for each level file; MOVES may be a list of boxes (Caixa 2:
    /// De); without it, the solutions inside the level file and in a .sol beside it
    #[arg(long, value_name = "FILE", value_hint = ValueHint::AnyPath, help_heading = "Solutions")]
    pub(crate) solutions: Option<String>,

    /// A proof that the level has no solution, or none with fewer pushes, from `banto solve --proof`
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Solutions")]
    #[arg(conflicts_with = "solutions")]
    pub(crate) proof: Option<PathBuf>,

    /// Print one JSON object per solution
    #[arg(long, help_heading = "Output")]
    pub(crate) jsonl: bool,
}

/// Shorten solutions.
#[derive(Debug, Args)]
pub(crate) struct Improve {
    /// The levels: files, folders, collections by name, or - for standard input
    #[arg(value_name = "LEVELS", value_hint = ValueHint::AnyPath)]
    pub(crate) files: Vec<String>,

    /// Only these levels of each file, such as 5, 3-7, 12- or 1,3,5
    #[arg(long = "level", value_name = "N[-M],…", value_parser = quantity::levels)]
    #[arg(help_heading = "Levels")]
    pub(crate) range: Option<Selection>,

    /// The solutions, as for `check`; several of one level are merged
    #[arg(long, value_name = "FILE", value_hint = ValueHint::AnyPath, help_heading = "Solutions")]
    pub(crate) solutions: Option<String>,

    /// What should become fewer; what is named second, or else the other, decides between equals
    #[arg(long, alias = "objective", default_value = "pushes", value_parser = improvable())]
    #[arg(help_heading = "Search")]
    pub(crate) goal: Goal,

    /// Time for each level, such as 500ms, 10s or 5min
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = quantity::time)]
    #[arg(help_heading = "Limits")]
    pub(crate) time: Duration,

    /// Memory of the process, such as 256MiB, 2GiB or 2GB
    #[arg(long, value_name = "SIZE", default_value = "2GiB", value_parser = quantity::bytes)]
    #[arg(help_heading = "Limits")]
    pub(crate) memory: u64,

    /// Steps of the optimizer for each level, instead of time: repeats exactly
    #[arg(long, value_name = "N", value_parser = quantity::count, help_heading = "Limits")]
    pub(crate) nodes: Option<u64>,

    /// Threads for each level: so many other plans are tried at once
    #[arg(long, value_name = "N", default_value_t = 1, hide_default_value = true)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=256), help_heading = "Limits")]
    pub(crate) threads: u16,

    /// Print one JSON object per level, with every solution that is not worse than another in both
    /// moves and pushes
    #[arg(long, help_heading = "Output")]
    pub(crate) jsonl: bool,

    /// Also write the solutions to a file: .sok, .sol or .tsv. Onto the .sok file the levels are from,
    /// shorter solutions are added to its text. Until it is finished, results are kept in FILE.part,
    /// from which the same command resumes
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,

    /// Overwrite a file that exists already
    #[arg(long, help_heading = "Output")]
    pub(crate) force: bool,
}

/// Facts about each level.
#[derive(Debug, Args)]
#[command(after_help = query::help())]
pub(crate) struct Info {
    #[command(flatten)]
    pub(crate) input: Input,

    /// Also count what this file knows about the levels: records of solve, bench, lab or label,
    /// solutions as for `check`, or a proof; solutions are replayed and proofs checked; repeatable
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Solutions")]
    pub(crate) known: Vec<PathBuf>,

    /// Only levels of which this holds, such as "boxes<=5" or "rating=expert" (columns below);
    /// repeatable
    #[arg(long = "where", value_name = "CONDITION", value_parser = query::condition)]
    #[arg(allow_hyphen_values = true, help_heading = "Levels")]
    pub(crate) conditions: Vec<Condition>,

    /// Sort by columns; -COLUMN puts the largest first
    #[arg(long, value_name = "COLUMN,…", value_delimiter = ',', value_parser = query::sort_key)]
    #[arg(allow_hyphen_values = true, help_heading = "Levels")]
    pub(crate) sort: Vec<SortKey>,

    /// A line for each level; this is how several levels are shown
    #[arg(long, help_heading = "Output", conflicts_with_all = ["csv", "jsonl", "no_drawing"])]
    pub(crate) table: bool,

    /// Comma-separated values, all columns
    #[arg(long, help_heading = "Output", conflicts_with_all = ["jsonl", "no_drawing"])]
    pub(crate) csv: bool,

    /// Print one JSON object per level
    #[arg(long, help_heading = "Output", conflicts_with = "no_drawing")]
    pub(crate) jsonl: bool,

    /// Do not draw the level
    #[arg(long, help_heading = "Output")]
    pub(crate) no_drawing: bool,
}

/// How hard levels are.
#[derive(Debug, Args)]
pub(crate) struct Rate {
    #[command(flatten)]
    pub(crate) input: Input,

    /// For designers: what is superfluous (solved without it), where there is no choice, where players are lost
    #[arg(long, help_heading = "Output")]
    pub(crate) advice: bool,

    /// Time for each level, such as 500ms, 10s or 5min
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = quantity::time)]
    #[arg(help_heading = "Limits")]
    pub(crate) time: Duration,

    /// Memory for each level, such as 256MiB, 2GiB or 2GB
    #[arg(long, value_name = "SIZE", default_value = "1GiB", value_parser = quantity::bytes)]
    #[arg(help_heading = "Limits")]
    pub(crate) memory: u64,

    /// Print one JSON object per level
    #[arg(long, help_heading = "Output")]
    pub(crate) jsonl: bool,
}

/// A question about one position.
#[derive(Debug, Args)]
pub(crate) struct Ask {
    /// A file, a collection by name, or - for standard input, which is also read when something is
    /// piped in; FILE:12 picks a level (or the first)
    #[arg(value_name = "FILE", value_hint = ValueHint::AnyPath)]
    pub(crate) file: Option<String>,

    /// The level of the file, if it is not the first
    #[arg(long, value_name = "N", value_parser = quantity::level, help_heading = "Levels")]
    pub(crate) level: Option<Selection>,

    /// Moves made so far: LURD letters (Sokoban) or words such as A+2 (Unblock)
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true, help_heading = "Levels")]
    pub(crate) moves: Option<String>,

    /// Time for the answer, such as 500ms, 10s or 5min
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = quantity::time)]
    #[arg(help_heading = "Limits")]
    pub(crate) time: Duration,

    /// Memory for the answer, such as 256MiB, 2GiB or 2GB
    #[arg(long, value_name = "SIZE", default_value = "1GiB", value_parser = quantity::bytes)]
    #[arg(help_heading = "Limits")]
    pub(crate) memory: u64,

    /// Print a JSON object
    #[arg(long, help_heading = "Output")]
    pub(crate) jsonl: bool,
}

/// Write levels in another format.
#[derive(Debug, Args)]
pub(crate) struct Convert {
    #[command(flatten)]
    pub(crate) input: Input,

    /// Format to write; `--to help` lists them
    #[arg(long, value_name = "FORMAT", help_heading = "Output")]
    pub(crate) to: String,

    /// File to write (for PDDL: a folder for domain and problems, or one .pddl file); standard output
    /// when absent
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,

    /// Overwrite a file that exists already
    #[arg(long, help_heading = "Output")]
    pub(crate) force: bool,
}

/// The library of collections.
#[derive(Debug, Args)]
pub(crate) struct Levels {
    #[command(subcommand)]
    pub(crate) action: LevelsAction,
}

/// What to do with the library.
#[derive(Debug, Subcommand)]
pub(crate) enum LevelsAction {
    /// List all collections with their counts
    List {
        /// Print one JSON object per collection
        #[arg(long, help_heading = "Output")]
        jsonl: bool,
    },
    /// Copy files, folders and what is packed in archives into the library
    Add {
        /// Files, folders and archives
        #[arg(required = true, value_name = "PATH", value_hint = ValueHint::AnyPath)]
        paths: Vec<String>,
    },
    /// Take collections you have added out of the library
    Remove {
        /// The collections
        #[arg(required = true, value_name = "NAME")]
        names: Vec<String>,
    },
    /// Bring back what was removed, or list what can be brought back
    Restore {
        /// The collections, or the names that `levels remove` printed; all are listed when absent
        #[arg(value_name = "NAME")]
        names: Vec<String>,
    },
    /// Draw levels
    Show(Input),
    /// Find levels that are the same, also turned, mirrored, or with other unreachable parts
    Duplicates {
        /// Files, folders, archives and collections; your whole library and the embedded collections when absent
        #[arg(value_name = "FILE", value_hint = ValueHint::AnyPath)]
        files: Vec<String>,
        /// Print one JSON object per group of equal levels
        #[arg(long, help_heading = "Output")]
        jsonl: bool,
    },
    /// Write a collection to a file or to standard output
    Export {
        /// The collection
        name: String,
        /// As .sok, each level with your best solutions by moves and by pushes
        #[arg(long, conflicts_with = "to", help_heading = "Output")]
        with_solutions: bool,
        /// Format; the file unchanged when absent
        #[arg(long, value_name = "FORMAT", help_heading = "Output")]
        to: Option<String>,
        /// File to write; standard output when absent
        #[arg(short, long, value_name = "FILE", help_heading = "Output")]
        #[arg(value_hint = ValueHint::FilePath)]
        output: Option<PathBuf>,
        /// Overwrite a file that exists already
        #[arg(long, help_heading = "Output")]
        force: bool,
    },
}

/// The goals by name.
fn goal() -> impl TypedValueParser<Value = Option<Goal>> {
    let names = PossibleValuesParser::new(goal::ALL.map(goal::name));
    names.map(|name| goal::from_name(&name).expect("only names of goals are accepted"))
}

/// What `improve` can make fewer.
fn improvable() -> impl TypedValueParser<Value = Goal> {
    let names = Goal::IMPROVABLE.map(|goal| {
        let (first, second) = (words(goal.first()), words(goal.second()));
        PossibleValue::new(goal.name()).help(format!("Fewest {first}, then fewest {second}"))
    });
    let names = PossibleValuesParser::new(names);
    names.map(|name| Goal::from_name(&name).expect("only names of goals are accepted"))
}

fn words(metric: Metric) -> String {
    metric.name().replace('-', " ")
}

/// The arguments with `+name` and `-name` of a technique written out as `--technique=+name`, so
/// that a printed configuration can be pasted back.
pub(crate) fn with_switches(
    args: impl IntoIterator<Item = OsString>,
) -> impl Iterator<Item = OsString> {
    let (mut is_value, mut plain) = (false, false);
    args.into_iter().map(move |arg| {
        // Behind `--` nothing is a switch.
        plain |= arg == "--";
        if plain {
            return arg;
        }
        // What follows `-T` is already the switch itself, and `--sort` has signs of its own.
        let takes_sign = arg == "-T" || arg == "--technique" || arg == "--sort";
        if std::mem::replace(&mut is_value, takes_sign) {
            return arg;
        }
        let name = arg.to_str().and_then(|text| text.strip_prefix(['+', '-']));
        match name.is_some_and(puzzle::engines::is_technique) {
            true => OsString::from(format!("--technique={}", arg.to_string_lossy())),
            false => arg,
        }
    })
}

#[cfg(test)]
mod tests;
