//! Arguments of the front ends: the terminal player, the page with its game server, the agent, and
//! the tools for language models.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum, ValueHint};

use crate::quantity;

/// Play both games in the terminal.
#[derive(Debug, Args)]
pub(crate) struct Play {
    /// Files (also .zip and .gz), folders or collections by name; FILE:12 begins with a level. Without
    /// any: the embedded collections and the library
    #[arg(value_name = "FILE", value_hint = ValueHint::AnyPath)]
    pub(crate) files: Vec<String>,

    /// Commands and boards as lines of text, for pipes, scripts and screen readers
    #[arg(long, help_heading = "Output")]
    pub(crate) plain: bool,

    /// Language: en or pt (default: that of the environment, else en)
    #[arg(long, value_name = "LANG", value_parser = language, help_heading = "Output")]
    pub(crate) lang: Option<play::Lang>,

    /// File for saved games (default: that of the page, in the user's data directory)
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub(crate) state: Option<PathBuf>,

    /// Time for each search of the console, such as 500ms, 10s or 5min
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = quantity::time)]
    #[arg(help_heading = "Limits")]
    pub(crate) time: Duration,
}

fn language(code: &str) -> Result<play::Lang, String> {
    play::Lang::from_code(code).ok_or_else(|| "expected en or pt".to_owned())
}

/// The web page and HTTP API.
#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// Port; 0 takes any that is free (default: 7878)
    #[arg(long, help_heading = "Server")]
    pub(crate) port: Option<u16>,

    /// Address to listen on, with or without a port; beyond loopback a token is needed
    #[arg(
        long,
        value_name = "ADDRESS[:PORT]",
        default_value = "127.0.0.1",
        help_heading = "Server"
    )]
    #[arg(value_parser = quantity::address)]
    pub(crate) listen: quantity::Address,

    /// Require this token from clients; `random` makes one and prints it
    #[arg(long, env = "BANTO_TOKEN", hide_env_values = true, value_parser = quantity::token)]
    #[arg(help_heading = "Server")]
    pub(crate) token: Option<String>,

    /// Searches at one time (default: all cores)
    #[arg(short, long, alias = "workers", value_name = "N", help_heading = "Limits")]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) jobs: Option<u16>,

    /// File for saved games (default: in the user's data directory)
    #[arg(long, value_name = "FILE", help_heading = "Server")]
    pub(crate) state: Option<PathBuf>,

    /// Open the page in the browser
    #[arg(long, help_heading = "Server")]
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

    /// Overwrite other files of these names in that folder
    #[arg(long, requires = "game_write", help_heading = "Output")]
    pub(crate) force: bool,
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
    #[arg(long, default_value = "banto", help_heading = "Search")]
    pub(crate) name: String,

    /// How to play
    #[arg(long, value_enum, default_value = "score", help_heading = "Search")]
    pub(crate) strategy: StrategyArg,

    /// CPU time for each search, such as 500ms or 20s
    #[arg(long, alias = "think", value_name = "TIME", default_value = "20s")]
    #[arg(value_parser = quantity::time, help_heading = "Limits")]
    pub(crate) time: Duration,

    /// How long to keep trying to reach the server
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
