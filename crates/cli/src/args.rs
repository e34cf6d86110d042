//! The command line. Everything the user can say is here; what it means is in `commands`.

use std::ffi::OsString;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{OsStringValueParser, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};
use puzzle::Goal;

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
    /// Measure
    Bench(Bench),
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
    /// One search for the server: a task from standard input, lines of JSON to standard output
    #[command(hide = true)]
    Worker,
    /// Searches for `solve`: tasks from standard input, lines of JSON to standard output
    #[command(hide = true)]
    Search,
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
    pub(crate) goal: Goal,

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

    /// Print one JSON object per solution
    #[arg(long, help_heading = "Output")]
    pub(crate) jsonl: bool,
}

/// Facts about each level.
#[derive(Debug, Args)]
pub(crate) struct Info {
    #[command(flatten)]
    pub(crate) input: Input,

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

    /// File to write; standard output when absent
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
        /// Format; the file as it is when absent
        #[arg(long, value_name = "FORMAT", help_heading = "Output")]
        to: Option<String>,
        /// File to write; standard output when absent
        #[arg(short, long, value_name = "FILE", help_heading = "Output")]
        #[arg(value_hint = ValueHint::FilePath)]
        output: Option<PathBuf>,
    },
}

/// Make new levels from a seed.
#[derive(Debug, Args)]
pub(crate) struct Generate {
    #[command(subcommand)]
    pub(crate) game: GenerateGame,
}

/// For which game.
#[derive(Debug, Subcommand)]
pub(crate) enum GenerateGame {
    /// Sokoban levels, each with a solution inside
    Sokoban(GenerateSokoban),
    /// Unblock boards, each with its optimal moves and steps
    Unblock(GenerateUnblock),
}

/// What both generators need.
#[derive(Debug, Args)]
pub(crate) struct GenerateCommon {
    /// The same seed makes the same levels
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,

    /// How many
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) count: u32,

    /// Time for each level; the best found by then is written
    #[arg(help_heading = "Limits")]
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = quantity::time)]
    pub(crate) time: Duration,

    /// Attempts for each level; the same seed and tries make the same levels, unless time runs out
    #[arg(help_heading = "Limits")]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) tries: Option<u32>,

    /// Format to write; the game's usual one when absent
    #[arg(long, value_name = "FORMAT", help_heading = "Output")]
    pub(crate) to: Option<String>,

    /// File to write; standard output when absent
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,
}

/// Sokoban levels.
#[derive(Debug, Args)]
pub(crate) struct GenerateSokoban {
    #[command(flatten)]
    pub(crate) common: GenerateCommon,

    /// Most columns, walls included; 9 when absent, 12 for experts
    #[arg(long)]
    pub(crate) width: Option<usize>,

    /// Most rows, walls included; 8 when absent, 10 for experts
    #[arg(long)]
    pub(crate) height: Option<usize>,

    /// Boxes; 3 when absent, 5 for experts
    #[arg(long)]
    pub(crate) boxes: Option<usize>,

    /// How hard; the hardest of all tries when absent
    #[arg(long, value_enum)]
    pub(crate) grade: Option<GradeArg>,

    /// Fewest pushes that a shortest solution may have
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) min_pushes: u32,
}

/// Unblock boards.
#[derive(Debug, Args)]
pub(crate) struct GenerateUnblock {
    #[command(flatten)]
    pub(crate) common: GenerateCommon,

    /// How hard: first, easy, beginner, intermediate, advanced or expert
    #[arg(long, default_value = "beginner", value_parser = category)]
    pub(crate) category: puzzle::Category,

    /// Optimal moves, such as 12 or 20-25, instead of a category
    #[arg(long, value_name = "N[-M]", value_parser = quantity::range)]
    pub(crate) moves: Option<RangeInclusive<usize>>,

    /// Columns
    #[arg(long, default_value_t = 6)]
    pub(crate) width: usize,

    /// Rows
    #[arg(long, default_value_t = 6)]
    pub(crate) height: usize,

    /// Pieces, the red one included; 2-16 on a board of 6x6 when absent, more on larger ones
    #[arg(long, value_name = "N[-M]", value_parser = quantity::range)]
    pub(crate) pieces: Option<RangeInclusive<usize>>,

    /// Most one-cell walls
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) walls: usize,

    /// Keep pieces that do not matter
    #[arg(long)]
    pub(crate) loose: bool,

    /// The puzzle of a day, such as 2026-11-15, instead of a seed
    #[arg(long, value_name = "DATE", conflicts_with = "seed", value_parser = quantity::date)]
    pub(crate) day: Option<(i32, u32, u32)>,
}

/// The goals by name.
fn goal() -> impl TypedValueParser<Value = Goal> {
    let names = PossibleValuesParser::new(Goal::ALL.map(Goal::name));
    names.map(|name| Goal::from_name(&name).expect("only names of goals are accepted"))
}

fn category(name: &str) -> Result<puzzle::Category, String> {
    puzzle::Category::from_name(name).ok_or_else(|| {
        let names: Vec<&str> = puzzle::Category::ALL.iter().map(|c| c.name()).collect();
        format!("expected one of {}", names.join(", "))
    })
}

/// How hard a Sokoban level should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum GradeArg {
    /// Seen at a glance
    Easy,
    /// A plan is needed
    Medium,
    /// Boxes are in each other's way
    Hard,
    /// As hard as the classic collections
    Expert,
}

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
    pub(crate) nodes: u64,
}

/// Which experiment, and what differs from its file.
#[derive(Debug, Args)]
pub(crate) struct LabSubject {
    /// The experiment, or a file of your own (docs/experiments.md)
    #[arg(value_name = "EXPERIMENT")]
    pub(crate) name: String,

    /// Folder of the records (default: lab/EXPERIMENT)
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,

    /// Only these levels of each file, such as 5, 3-7, 12- or 1,3,5
    #[arg(long = "level", value_name = "N[-M],…", value_parser = quantity::levels)]
    pub(crate) range: Option<quantity::Selection>,

    /// Time for each level instead of the experiment's, such as 500ms, 10s or 5m
    #[arg(long, value_name = "TIME", value_parser = quantity::time)]
    pub(crate) time: Option<Duration>,

    /// Memory for each level instead of the experiment's, such as 256MiB or 2GiB
    #[arg(long, value_name = "SIZE", value_parser = quantity::bytes)]
    pub(crate) memory: Option<u64>,

    /// Nodes for each level instead of the experiment's
    #[arg(long, value_name = "N", value_parser = quantity::count)]
    pub(crate) nodes: Option<u64>,
}

/// Run what is missing of an experiment.
#[derive(Debug, Args)]
pub(crate) struct LabRun {
    #[command(flatten)]
    pub(crate) subject: LabSubject,

    /// Runs at a time, each in a process of its own when there are several
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) jobs: u16,
}

/// Print tables of what was recorded.
#[derive(Debug, Args)]
pub(crate) struct LabReport {
    #[command(flatten)]
    pub(crate) subject: LabSubject,

    /// Form of the report
    #[arg(long, value_enum, default_value_t = ReportFormat::Md)]
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

/// Measure.
#[derive(Debug, Args)]
pub(crate) struct Bench {
    /// Search a fixed list of embedded levels under node limits and print one number
    #[arg(long, required = true)]
    pub(crate) signature: bool,
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
        match name.is_some_and(puzzle::is_technique) {
            true => OsString::from(format!("--technique={}", arg.to_string_lossy())),
            false => arg,
        }
    })
}

/// Play both games in the terminal.
#[derive(Debug, Args)]
pub(crate) struct Play {
    /// Files (also .zip and .gz), folders or collections by name; FILE:12 begins with a level. Without
    /// any: the embedded collections and the library
    #[arg(value_name = "FILE", value_hint = ValueHint::AnyPath)]
    pub(crate) files: Vec<String>,

    /// Commands and boards as lines of text, for pipes, scripts and screen readers
    #[arg(long)]
    pub(crate) plain: bool,

    /// Language: en or pt (default: that of the environment, as far as it is one of them)
    #[arg(long, value_name = "LANG", value_parser = language, help_heading = "Output")]
    pub(crate) lang: Option<play::Lang>,

    /// Colours: as the environment says, or so many
    #[arg(long, value_enum, default_value = "auto", help_heading = "Output")]
    pub(crate) colour: ColourArg,

    /// File for saved games (default: that of the page, in the user's data directory)
    #[arg(long, value_name = "FILE")]
    pub(crate) state: Option<PathBuf>,

    /// Time for each search of the console, such as 500ms, 10s or 5min
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = quantity::time)]
    #[arg(help_heading = "Limits")]
    pub(crate) time: Duration,
}

fn language(code: &str) -> Result<play::Lang, String> {
    play::Lang::from_code(code).ok_or_else(|| "expected en or pt".to_owned())
}

/// How many colours there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColourArg {
    /// As NO_COLOR, COLORTERM and TERM say
    Auto,
    /// None
    None,
    /// Sixteen
    #[value(name = "16")]
    Sixteen,
    /// 256
    #[value(name = "256")]
    Many,
    /// Sixteen million
    All,
}

/// The web page and HTTP API.
#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// Port; 0 takes any that is free
    #[arg(long, default_value_t = 7878)]
    pub(crate) port: u16,

    /// Address to listen on; beyond loopback a token is needed
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) listen: std::net::IpAddr,

    /// Let in only those who have this token; `random` makes one and prints it
    #[arg(long, env = "BANTO_TOKEN", hide_env_values = true, value_parser = quantity::token)]
    pub(crate) token: Option<String>,

    /// Searches at one time (default: all cores)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) workers: Option<u16>,

    /// File for saved games (default: in the user's data directory)
    #[arg(long, value_name = "FILE")]
    pub(crate) state: Option<PathBuf>,

    /// Open the page in the browser
    #[arg(long)]
    pub(crate) open: bool,

    #[command(flatten)]
    pub(crate) game: GameServer,
}

/// The game server beside the page.
#[derive(Debug, Args)]
#[command(next_help_heading = "Game server")]
pub(crate) struct GameServer {
    /// Also serve the game of the University of Aveiro over WebSocket, for agents to play; the page
    /// shows it live
    #[arg(long)]
    pub(crate) game_server: bool,

    /// The levels of the game: a file, a folder of files called 1.xsb, 2.xsb, …, or a collection
    #[arg(long, value_name = "FILE", default_value = "starter-sokoban", value_hint = ValueHint::AnyPath)]
    #[arg(requires = "game_server")]
    pub(crate) game_levels: String,

    /// Port of the game; 0 takes any that is free
    #[arg(long, value_name = "PORT", default_value_t = 8000, requires = "game_server")]
    pub(crate) game_port: u16,

    /// Frames a second; 0 makes a frame for every key, so that thinking costs nothing
    #[arg(long, value_name = "N", default_value_t = 10, requires = "game_server")]
    #[arg(value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub(crate) fps: u32,

    /// Steps a level may take
    #[arg(long, value_name = "STEPS", default_value_t = 3000, requires = "game_server")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) game_timeout: u64,

    /// The level every game begins with (default: the first)
    #[arg(long, value_name = "N", requires = "game_server")]
    pub(crate) game_first: Option<u32>,

    /// Write the levels as files 1.xsb, 2.xsb, … into this folder, for agents that read them
    #[arg(long, value_name = "DIR", requires = "game_server", value_hint = ValueHint::DirPath)]
    pub(crate) game_write: Option<PathBuf>,
}

/// Play a Sokoban game server.
#[derive(Debug, Args)]
pub(crate) struct Agent {
    /// Where the server is, such as ws://127.0.0.1:8000
    #[arg(value_name = "URL")]
    pub(crate) url: String,

    /// The levels, which the server does not send: a file or a collection whose first level is the
    /// server's level 1. Without it, files called 1.xsb, 2.xsb, … in the folder of --levels or in
    /// ./levels
    #[arg(value_name = "FILE", value_hint = ValueHint::AnyPath)]
    pub(crate) file: Option<String>,

    /// The name to play under
    #[arg(long, default_value = "banto")]
    pub(crate) name: String,

    /// How to play
    #[arg(long, value_enum, default_value = "score")]
    pub(crate) strategy: StrategyArg,

    /// Time for each search, such as 500ms or 20s
    #[arg(long, value_name = "TIME", default_value = "20s", value_parser = quantity::time)]
    #[arg(help_heading = "Limits")]
    pub(crate) think: Duration,

    /// How long a server that cannot be reached is tried
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = quantity::time)]
    #[arg(help_heading = "Limits")]
    pub(crate) retry: Duration,

    /// Print one JSON object per level, and one for the game
    #[arg(long, help_heading = "Output")]
    pub(crate) jsonl: bool,
}

/// How an agent plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum StrategyArg {
    /// For the most points: fewest pushes, then fewest steps, the next levels solved ahead
    Score,
    /// With the method of the document of the University of Aveiro, a level at a time
    Aveiro,
}

/// A referee and helper for language models.
#[derive(Debug, Args)]
pub(crate) struct Mcp {
    /// Longest time a tool may be asked to take, such as 60s or 5min
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = quantity::time)]
    #[arg(help_heading = "Limits")]
    pub(crate) time: Duration,

    /// Memory for each answer, such as 256MiB, 2GiB or 2GB
    #[arg(long, value_name = "SIZE", default_value = "1GiB", value_parser = quantity::bytes)]
    #[arg(help_heading = "Limits")]
    pub(crate) memory: u64,
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
        let name = puzzle::TECHNIQUES[0].name;
        let args = ["banto", "solve", &format!("-{name}"), "-q", "+nobody"].map(OsString::from);
        let found: Vec<_> = with_switches(args).collect();
        assert_eq!(found[2], OsString::from(format!("--technique=-{name}")));
        assert_eq!(found[3..], ["-q", "+nobody"].map(OsString::from));
        let args = ["-T", &format!("-{name}")].map(OsString::from);
        assert_eq!(with_switches(args.clone()).collect::<Vec<_>>(), args);
    }
}
