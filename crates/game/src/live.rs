//! What a game looks like to somebody who watches it.

use serde::Serialize;

use crate::protocol::Score;

/// A game as it stands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Live {
    /// Counts every change, so that a reader knows whether it has seen this one.
    pub frame: u64,
    /// Whether somebody plays.
    pub playing: bool,
    /// Who plays, or played last.
    pub player: Option<String>,
    /// How many wait for their turn.
    pub waiting: usize,
    /// The number of the level.
    pub level: u32,
    /// Frames since the level began, and how many it may take.
    pub step: u64,
    /// Steps a level may take.
    pub timeout: u64,
    /// Frames a second; 0 when every key makes a frame.
    pub fps: u32,
    /// The board with the position in it.
    pub rows: Vec<String>,
    /// The score.
    pub score: Score,
    /// Its points.
    pub points: i64,
    /// The best games, the best first.
    pub highscores: Vec<(String, i64)>,
}
