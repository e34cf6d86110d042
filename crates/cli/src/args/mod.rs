//! The command line arguments; what they do is in `commands`.

mod bench;
mod front;
mod generate;
mod lab;
mod label;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{OsStringValueParser, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};
use puzzle::Metric;
use puzzle::request::Inject;
use puzzle::search::goal;

pub(crate) use bench::{
    Bench, BenchAction, BenchCompare, BenchFormat, BenchHow, BenchMerge, BenchReport, BenchResume,
    BenchRun, PlaceArg,
};
pub(crate) use front::{Agent, ColourArg, GameServer, Mcp, Play, Serve, StrategyArg};
pub(crate) use generate::{
    Generate, GenerateCommon, GenerateGame, GenerateSokoban, GenerateUnblock, GradeArg,
};
pub(crate) use lab::{LabAction, LabReport, LabRun, LabSubject, LabTree, ReportFormat};
pub(crate) use label::{Label, LabelFormat};

use crate::examples;
use crate::quantity::{self, Selection};
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
    #[arg(hide_env_values = true, value_hint = ValueHint::DirPath)]
    pub(crate) levels: Option<PathBuf>,

    /// Say less on standard error
    #[arg(short, long, global = true, help_heading = "Output")]
    pub(crate) quiet: bool,
}

/// A folder, perhaps empty, as the variable is when somebody wants it unset.
fn folder() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().map(PathBuf::from)
}

/// What the exit codes mean.
pub(crate) const EXIT_CODES: &str = "\
Exit codes: 0 done, every level solved; 1 internal error; 2 usage; 3 bad level or solution file;
4 input/output; 10 proved unsolvable; 11 time; 12 memory; 13 nodes; 14 gave up; 15 crashed;
130 interrupted. With several levels: the code of the first that is not solved.
A reader who leaves (`| head`) ends the run with 0.";

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Solve every level of the files, or the embedded starter collections
    Solve(Solve),
    /// Replay solutions; exit with 3 and name the first wrong move if one fails
    Check(Check),
    /// Size, boxes, dead squares, bounds, symmetry and hash of each level, with a drawing
    Info(Info),
    /// Write levels in another format
    Convert(Convert),
    /// The library of collections
    Levels(Levels),
    /// Make new levels from a seed
    Generate(Generate),
    /// The next step from any position, and how far there is to go
    Hint(Ask),
    /// The reason why a position is lost
    Why(Ask),
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
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print a manual page
    Man {
        /// The command; the program itself when absent
        #[arg(value_name = "COMMAND")]
        command: Option<String>,
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
    pub(crate) range: Option<Selection>,
}

/// What a search may use.
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
pub(crate) struct LimitArgs {
    /// Time for each level, such as 500ms, 10s or 5min
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = quantity::time)]
    pub(crate) time: Duration,

    /// Memory of the process, such as 256MiB, 2GiB or 2GB
    #[arg(long, value_name = "SIZE", default_value = "2GiB", value_parser = quantity::bytes)]
    pub(crate) memory: u64,

    /// Nodes expanded for each level
    #[arg(long, value_name = "N", value_parser = quantity::count)]
    pub(crate) nodes: Option<u64>,
}

/// Solve every level of the files, or the embedded starter collections.
#[derive(Debug, Args)]
pub(crate) struct Solve {
    #[command(flatten)]
    pub(crate) input: Input,

    /// Engine; `--engine help` lists them
    #[arg(long, value_name = "NAME", default_value = "auto")]
    pub(crate) engine: String,

    /// What the solution should be shortest in, for engines that can promise it
    #[arg(long, value_name = "GOAL", default_value = "any", value_parser = goal())]
    pub(crate) goal: std::option::Option<Metric>,

    /// With a goal: stop when the solution is at most this far above the proved bound, such as 2%
    #[arg(long, value_name = "GAP", default_value = "0%", value_parser = quantity::gap)]
    #[arg(hide_default_value = true)]
    pub(crate) gap: u16,

    /// Switch a technique on (+NAME) or off (-NAME); repeatable
    #[arg(short = 'T', long = "technique", value_name = "+NAME|-NAME", allow_hyphen_values = true)]
    pub(crate) techniques: Vec<String>,

    #[command(flatten)]
    pub(crate) lab: LabArgs,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,

    /// Threads inside one search (default: all cores)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    #[arg(help_heading = "Limits")]
    pub(crate) threads: Option<u16>,

    /// Seed for whatever is random in the engine
    #[arg(long, default_value_t = 0)]
    pub(crate) seed: u64,

    /// Then shorten a Sokoban solution for this long (within --time)
    #[arg(long, value_name = "TIME", value_parser = quantity::time)]
    pub(crate) improve: Option<Duration>,

    /// How a Sokoban solution is printed
    #[arg(long, value_enum, default_value = "lurd", conflicts_with = "jsonl")]
    pub(crate) notation: Notation,

    /// Print one JSON record per level
    #[arg(long, help_heading = "Output")]
    pub(crate) jsonl: bool,

    /// Also write the solutions to a file: .sok (the levels with their solutions), .sol (solutions
    /// alone) or .tsv (a table, for both games)
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,

    /// Also write why there is no solution, or none with fewer pushes, for `banto check --proof`; for
    /// one level, with --goal pushes or where it has no solution
    #[arg(long, value_name = "FILE", help_heading = "Output", value_hint = ValueHint::FilePath)]
    pub(crate) proof: Option<PathBuf>,

    /// Make a fault on purpose (for tests)
    #[arg(long, value_enum, hide = true)]
    pub(crate) inject: Option<InjectArg>,
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
    /// The levels: files, folders, collections by name, or - for standard input
    #[arg(value_name = "LEVELS", value_hint = ValueHint::AnyPath)]
    pub(crate) files: Vec<String>,

    /// The solutions: lines `N<TAB>MOVES`, the records of `solve --jsonl`, a table, .sol or .sok, or a
    /// folder with a file of the same name for each level file; MOVES may be a list of boxes (Caixa 2:
    /// De); without it, the solutions inside the level file and in a .sol beside it
    #[arg(long, value_name = "FILE", value_hint = ValueHint::AnyPath)]
    pub(crate) solutions: Option<String>,

    /// A proof that the level has no solution, or none with fewer pushes, from `banto solve --proof`
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
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
    pub(crate) range: Option<Selection>,

    /// The solutions, as for `check`; several of one level are merged
    #[arg(long, value_name = "FILE", value_hint = ValueHint::AnyPath)]
    pub(crate) solutions: Option<String>,

    /// What should become fewer; what is named second, or else the other, decides between equals
    #[arg(long, value_enum, default_value = "pushes")]
    pub(crate) objective: Objective,

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

    /// Print one JSON object per level, with every solution that is not worse than another in both
    /// moves and pushes
    #[arg(long, help_heading = "Output")]
    pub(crate) jsonl: bool,

    /// Also write the solutions to a file: .sok, .sol or .tsv
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
}

/// What a solution should have fewer of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Objective {
    /// Fewest pushes
    Pushes,
    /// Fewest pushes, then fewest moves
    PushesMoves,
    /// Fewest moves
    Moves,
    /// Fewest moves, then fewest pushes
    MovesPushes,
}

/// Facts about each level.
#[derive(Debug, Args)]
pub(crate) struct Info {
    #[command(flatten)]
    pub(crate) input: Input,

    /// Also count what this file knows about the levels: records of solve, bench, lab or label,
    /// solutions as for `check`, or a proof; solutions are replayed and proofs checked; repeatable
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) known: Vec<PathBuf>,

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

    /// Moves made so far: LURD letters (Sokoban) or words such as A+2 (Unblock)
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
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
    /// Bring back what was removed
    Restore {
        /// The names that `levels remove` printed
        #[arg(required = true, value_name = "REMOVED")]
        names: Vec<String>,
    },
    /// Draw levels
    Show(Input),
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
    },
}

/// The goals by name.
fn goal() -> impl TypedValueParser<Value = Option<Metric>> {
    let names = PossibleValuesParser::new(goal::ALL.map(goal::name));
    names.map(|name| goal::from_name(&name).expect("only names of goals are accepted"))
}

/// The arguments with `+name` and `-name` of a technique written out as `--technique=+name`, so
/// that a printed configuration can be pasted back.
pub(crate) fn with_switches(
    args: impl IntoIterator<Item = OsString>,
) -> impl Iterator<Item = OsString> {
    let mut is_value = false;
    args.into_iter().map(move |arg| {
        // What follows `-T` is already the switch itself.
        if std::mem::replace(&mut is_value, arg == "-T" || arg == "--technique") {
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
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn technique_switches_are_written_out() {
        let name = puzzle::engines::TECHNIQUES[0].name;
        let args = ["banto", "solve", &format!("-{name}"), "-q", "+nobody"].map(OsString::from);
        let found: Vec<_> = with_switches(args).collect();
        assert_eq!(found[2], OsString::from(format!("--technique=-{name}")));
        assert_eq!(found[3..], ["-q", "+nobody"].map(OsString::from));
        let args = ["-T", &format!("-{name}")].map(OsString::from);
        assert_eq!(with_switches(args.clone()).collect::<Vec<_>>(), args);
    }
}
