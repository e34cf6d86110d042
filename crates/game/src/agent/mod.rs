//! An agent that plays the game for points.
//!
//! A push costs 100 points, a step 1, and a frame is a step whether the player moves or thinks. So a
//! quick solution comes first and is improved only while that pays (`pilot`); while a level is
//! played, the next ones are solved in the background (`planner`). A connection that is lost
//! is made again: the server then begins a new game, in which everything solved so far is known.

mod pilot;
mod plan;
mod planner;
mod wire;

use std::sync::Arc;
use std::time::Duration;

use puzzle::{Cancel, SokobanPuzzle};
use tokio::time::{Instant, sleep};

use crate::protocol::{FromClient, Score};
use pilot::Pilot;
use planner::Planner;
use wire::{Heard, NotConnected, Wire};

/// Looks up the level that frames name: `None` if there is no such level, an error message if it
/// cannot be read.
pub type Levels = Arc<dyn Fn(&str) -> Option<Result<Arc<SokobanPuzzle>, String>> + Send + Sync>;

/// How the agent plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// For the most points.
    Score,
    /// With the method of the document of the University of Aveiro, a level at a time, without a look ahead.
    Aveiro,
}

/// What the agent needs.
#[derive(Clone)]
pub struct Options {
    /// Where the server is: `ws://HOST:PORT`, with or without `/player`.
    pub url: String,
    /// The name it joins with.
    pub name: String,
    /// How it plays.
    pub strategy: Strategy,
    /// The levels.
    pub levels: Levels,
    /// How the worker is started in which searches run.
    pub worker: runner::WorkerCommand,
    /// CPU time for each search, so that other work on the machine does not make it weaker.
    pub think: Duration,
    /// How long to keep trying to reach a server.
    pub patience: Duration,
    /// Raised to stop.
    pub cancel: Cancel,
}

/// Something worth a line in a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// The server has taken the agent; it may have to wait for its turn.
    Joined,
    /// A game has begun.
    Begun,
    /// A level is done.
    Level(Row),
    /// A warning.
    Trouble(String),
}

/// A finished level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Its number.
    pub level: u32,
    /// Moves, pushes included.
    pub moves: u64,
    /// Pushes.
    pub pushes: u64,
    /// Frames it took.
    pub steps: u64,
    /// Where the solution came from.
    pub engine: String,
}

impl Row {
    /// What the level has added to the points.
    pub fn points(&self) -> i64 {
        Score(1, 0, self.pushes, self.steps, 0).points()
    }
}

/// How the last game ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ending {
    /// The finished levels.
    pub rows: Vec<Row>,
    /// The final score, or the last one seen.
    pub score: Score,
    /// Whether all levels were played.
    pub won: bool,
    /// Whether somebody stopped the agent.
    pub interrupted: bool,
    /// Keys sent.
    pub keys: u64,
    /// Keys that were not applied in the frame they were meant for.
    pub late: u64,
}

/// Why the agent had to give up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// The address is invalid.
    Address(String),
    /// The server cannot be reached, or was lost again and again.
    Server(String),
    /// A level that the server plays is missing, or is another one than ours.
    Level(String),
}

/// Games that may be lost one after the other without a finished level.
const MOST_LOST: u32 = 5;
/// How often to check for cancellation.
const LOOK: Duration = Duration::from_millis(50);

/// Plays until the game is over.
///
/// # Errors
/// Why it had to give up.
pub fn play(options: &Options, tell: &mut dyn FnMut(Told)) -> Result<Ending, Trouble> {
    let address = wire::Address::read(&options.url).map_err(Trouble::Address)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Trouble::Server(error.to_string()))?;
    let planner = Planner::start(options);
    runtime.block_on(games(options, &address, &planner, tell))
}

async fn games(
    options: &Options,
    address: &wire::Address,
    planner: &Planner,
    tell: &mut dyn FnMut(Told),
) -> Result<Ending, Trouble> {
    let mut lost = 0;
    loop {
        let reached = tokio::select! {
            biased;
            () = cancelled(&options.cancel) => None,
            wire = reach(options, address, tell) => Some(wire?),
        };
        let Some(mut wire) = reached else {
            return Ok(Ending { interrupted: true, ..Ending::default() });
        };
        let mut pilot = Pilot::new(planner.clone());
        let over = tokio::select! {
            biased;
            () = cancelled(&options.cancel) => Over::Interrupted,
            over = game(options, &mut wire, &mut pilot, tell) => over?,
        };
        let reason = match over {
            Over::Ended(won) => return Ok(pilot.ending(won)),
            Over::Interrupted => {
                wire.leave().await;
                return Ok(Ending { interrupted: true, ..pilot.ending(false) });
            }
            Over::Lost(reason) => reason,
        };
        lost = if pilot.rows().is_empty() { lost + 1 } else { 0 };
        if lost == MOST_LOST {
            let again = format!("{reason}; that was the {MOST_LOST}th game without a level");
            return Err(Trouble::Server(again));
        }
        tell(Told::Trouble(format!("{reason}; joining again")));
        sleep(LOOK).await;
    }
}

/// Until somebody stops the agent.
async fn cancelled(cancel: &Cancel) {
    while !cancel.is_cancelled() {
        sleep(LOOK).await;
    }
}

/// Connects, retrying for a while; says so when the first try has failed.
async fn reach(
    options: &Options,
    address: &wire::Address,
    tell: &mut dyn FnMut(Told),
) -> Result<Wire, Trouble> {
    let began = Instant::now();
    let mut pause = Duration::from_millis(100);
    let gave_up = |reason: String| Trouble::Server(format!("{}: {reason}", options.url));
    let mut told = false;
    loop {
        match Wire::connect(address).await {
            Ok(wire) => return Ok(wire),
            Err(NotConnected::Yet(reason)) if began.elapsed() < options.patience => {
                if !told {
                    let seconds = options.patience.as_secs_f64();
                    let again = format!("trying again for {seconds} s");
                    tell(Told::Trouble(format!("{}: {reason}; {again}", options.url)));
                    told = true;
                }
            }
            Err(NotConnected::Yet(reason) | NotConnected::Refused(reason)) => {
                return Err(gave_up(reason));
            }
        }
        sleep(pause).await;
        pause = (pause * 2).min(Duration::from_secs(2));
    }
}

/// How a game ended.
enum Over {
    /// By the server's last frame; whether all levels were played.
    Ended(bool),
    Interrupted,
    /// With the connection.
    Lost(String),
}

async fn game(
    options: &Options,
    wire: &mut Wire,
    pilot: &mut Pilot,
    tell: &mut dyn FnMut(Told),
) -> Result<Over, Trouble> {
    let join = FromClient::Join { name: options.name.clone() };
    if let Err(reason) = wire.send(&join).await {
        return Ok(Over::Lost(reason));
    }
    tell(Told::Joined);
    loop {
        // Under a flood of frames nothing below ever waits, so nobody else would notice.
        if options.cancel.is_cancelled() {
            return Ok(Over::Interrupted);
        }
        let heard = tokio::select! {
            heard = wire.hear() => heard,
            () = pilot.news() => Heard::Frames(Vec::new()),
            () = sleep(LOOK) => Heard::Frames(Vec::new()),
        };
        let frames = match heard {
            Heard::Frames(frames) => frames,
            Heard::Trouble(sentence) => {
                tell(Told::Trouble(sentence));
                continue;
            }
            Heard::Lost(reason) => return Ok(Over::Lost(reason)),
        };
        for frame in frames {
            if let Some(won) = pilot.hear(frame, tell) {
                wire.close().await;
                return Ok(Over::Ended(won));
            }
        }
        wire.set_busy(pilot.is_timed());
        let key = pilot.answer(tell).map_err(Trouble::Level)?;
        if let Some(key) = key
            && let Err(reason) = wire.send(&FromClient::Key { key: key.to_string() }).await
        {
            return Ok(Over::Lost(reason));
        }
    }
}
