//! Arguments of `banto generate`.

use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand, ValueEnum, ValueHint};

use crate::quantity;

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
    #[arg(long, default_value_t = 1, help_heading = "Levels")]
    pub(crate) seed: u64,

    /// How many
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    #[arg(help_heading = "Levels")]
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

    /// File to write; standard output when absent. Until all levels are made, those that are lie in
    /// FILE.part
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    #[arg(value_hint = ValueHint::FilePath)]
    pub(crate) output: Option<PathBuf>,

    /// Overwrite a file that exists already
    #[arg(long, help_heading = "Output")]
    pub(crate) force: bool,
}

/// Sokoban levels.
#[derive(Debug, Args)]
pub(crate) struct GenerateSokoban {
    #[command(flatten)]
    pub(crate) common: GenerateCommon,

    /// Most columns, walls included; 9 when absent, 12 for experts
    #[arg(long, help_heading = "Levels")]
    pub(crate) width: Option<usize>,

    /// Most rows, walls included; 8 when absent, 10 for experts
    #[arg(long, help_heading = "Levels")]
    pub(crate) height: Option<usize>,

    /// Boxes; 3 when absent, 5 for experts
    #[arg(long, help_heading = "Levels")]
    pub(crate) boxes: Option<usize>,

    /// How hard; the hardest of all tries when absent
    #[arg(long, value_enum, help_heading = "Levels")]
    pub(crate) grade: Option<GradeArg>,

    /// The share of people's plays that should end solved, such as 30%, within 10 points by the grade of `rate`;
    /// nothing on the level is superfluous, which is proved
    #[arg(long, value_name = "SHARE", conflicts_with = "grade", value_parser = quantity::share)]
    #[arg(help_heading = "Levels")]
    pub(crate) solved_by: Option<f64>,

    /// How the walls should look; any way when absent
    #[arg(long, value_enum, help_heading = "Levels")]
    pub(crate) style: Option<StyleArg>,

    /// Fewest pushes that a shortest solution may have
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Levels")]
    pub(crate) min_pushes: u32,
}

/// Unblock boards.
#[derive(Debug, Args)]
pub(crate) struct GenerateUnblock {
    #[command(flatten)]
    pub(crate) common: GenerateCommon,

    /// How hard: first, easy, beginner, intermediate, advanced or expert
    #[arg(long, alias = "category", default_value = "beginner", value_parser = category)]
    #[arg(help_heading = "Levels")]
    pub(crate) grade: puzzle::generate::Category,

    /// The moves people should need, such as 30, within a fifth by the grade of `rate`
    #[arg(long, value_name = "N", conflicts_with_all = ["grade", "moves", "loose"])]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1000), help_heading = "Levels")]
    pub(crate) people_moves: Option<u32>,

    /// Optimal moves, such as 12 or 20-25, instead of a grade
    #[arg(long, value_name = "N[-M]", value_parser = quantity::range, help_heading = "Levels")]
    pub(crate) moves: Option<RangeInclusive<usize>>,

    /// Columns
    #[arg(long, default_value_t = 6, help_heading = "Levels")]
    pub(crate) width: usize,

    /// Rows
    #[arg(long, default_value_t = 6, help_heading = "Levels")]
    pub(crate) height: usize,

    /// Pieces, the red one included; 2-16 on a board of 6x6 when absent, more on larger ones
    #[arg(long, value_name = "N[-M]", value_parser = quantity::range, help_heading = "Levels")]
    pub(crate) pieces: Option<RangeInclusive<usize>>,

    /// Most one-cell walls
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Levels")]
    pub(crate) walls: usize,

    /// Keep pieces that do not matter
    #[arg(long, help_heading = "Levels")]
    pub(crate) loose: bool,

    /// The puzzle of a day, such as 2026-11-15, instead of a seed
    #[arg(long, value_name = "DATE", conflicts_with = "seed", value_parser = quantity::date)]
    #[arg(help_heading = "Levels")]
    pub(crate) day: Option<(i32, u32, u32)>,
}

fn category(name: &str) -> Result<puzzle::generate::Category, String> {
    puzzle::generate::Category::from_name(name).ok_or_else(|| {
        let names: Vec<&str> = puzzle::generate::Category::ALL.iter().map(|c| c.name()).collect();
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

/// How the walls of a Sokoban level should look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum StyleArg {
    /// Wide floor with hardly a corridor
    Open,
    /// Chambers with doors between them
    Rooms,
    /// Mostly corridors
    Corridors,
}

impl StyleArg {
    pub(crate) fn style(self) -> puzzle::to_order::Style {
        match self {
            StyleArg::Open => puzzle::to_order::Style::Open,
            StyleArg::Rooms => puzzle::to_order::Style::Rooms,
            StyleArg::Corridors => puzzle::to_order::Style::Corridors,
        }
    }
}
