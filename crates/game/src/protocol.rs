//! The frames, as JSON text.
//!
//! | from | frame | when |
//! |---|---|---|
//! | client | `{"cmd":"join","name":"X"}` | first |
//! | server | `{"fps":10,"timeout":3000,"map":"levels/1.xsb"}` | at the start and for each new level |
//! | server | `{"player":"X","level":1,"step":1,"score":[…],"keeper":[x,y],"boxes":[[x,y],…]}` | every frame |
//! | client | `{"cmd":"key","key":"w"}` | at most one useful a frame |
//! | server | the first with `score`, `highscores` and `player` | once, at the end |
//!
//! The board itself is not sent: both sides have the level files.

use puzzle::plain::Dir;
use serde::{Deserialize, Serialize};

/// A column and a row, both from 0.
pub type Point = [u32; 2];

/// Puzzles begun, moves, pushes and steps of the whole game, and boxes on goals of the board now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Score(pub u64, pub u64, pub u64, pub u64, pub u64);

impl Score {
    /// The points, as the server counts them since December 2020.
    pub fn points(self) -> i64 {
        let Score(puzzles, _, pushes, steps, on_goal) = self;
        let [puzzles, pushes, steps, on_goal] =
            [puzzles, pushes, steps, on_goal].map(|it| i64::try_from(it).unwrap_or(i64::MAX));
        let gained = puzzles.saturating_mul(50_000).saturating_add(on_goal.saturating_mul(5_000));
        gained.saturating_sub(pushes.saturating_mul(100)).saturating_sub(steps)
    }

    /// What was added since an earlier score: moves, pushes and steps.
    pub fn since(self, earlier: Score) -> (u64, u64, u64) {
        let added = |now: u64, then: u64| now.saturating_sub(then);
        (added(self.1, earlier.1), added(self.2, earlier.2), added(self.3, earlier.3))
    }
}

/// What is known about a level before it begins, and at the end the result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Info {
    /// Frames a second.
    pub fps: u32,
    /// Steps a level may take.
    pub timeout: u64,
    /// The file of the level.
    pub map: String,
    /// The final score; only at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
    /// The best games so far; only at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub highscores: Option<Vec<(String, i64)>>,
    /// Who has played; only at the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
}

/// The position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    /// Who plays.
    pub player: String,
    /// The number of the level.
    pub level: u32,
    /// Frames since the level began.
    pub step: u64,
    /// The score so far.
    pub score: Score,
    /// Where the player stands.
    #[serde(rename = "keeper")]
    pub at: Point,
    /// The boxes, row by row.
    pub boxes: Vec<Point>,
}

/// A frame of the server.
#[derive(Clone, Debug, PartialEq)]
pub enum FromServer {
    /// A level begins, or the game is over.
    Info(Info),
    /// The position.
    State(State),
}

impl FromServer {
    /// Reads a frame.
    ///
    /// # Errors
    /// Why it is not a valid frame.
    pub fn read(text: &str) -> Result<FromServer, String> {
        let value: serde_json::Value = serde_json::from_str(text).map_err(|it| it.to_string())?;
        let frame = match value.get("map") {
            Some(_) => serde_json::from_value(value).map(FromServer::Info),
            None => serde_json::from_value(value).map(FromServer::State),
        };
        frame.map_err(|error| error.to_string())
    }
}

/// A frame of a client.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "cmd", rename_all = "lowercase")]
pub enum FromClient {
    /// Wants to play, or to watch.
    Join {
        /// Its name.
        name: String,
    },
    /// A key.
    Key {
        /// Its first letter counts.
        key: String,
    },
    /// Anything else, which the server ignores.
    #[serde(other)]
    Other,
}

impl FromClient {
    /// The frame as text.
    pub fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// The key of a direction.
pub(crate) fn key(dir: Dir) -> char {
    match dir {
        Dir::Up => 'w',
        Dir::Left => 'a',
        Dir::Down => 's',
        Dir::Right => 'd',
    }
}

/// The direction of a key.
pub(crate) fn direction(key: char) -> Option<Dir> {
    Dir::ALL.into_iter().find(|&dir| self::key(dir) == key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_counted_as_the_server_does() {
        assert_eq!(Score(4, 36, 11, 41, 2).points(), 208_859);
        assert_eq!(Score(1, 3, 0, 6, 1).points(), 54_994);
        assert!(Score(u64::MAX, 0, u64::MAX, u64::MAX, u64::MAX).points() < i64::MAX);
    }

    #[test]
    fn what_is_no_frame_is_refused_with_a_reason() {
        for bad in ["", "{", "[]", "7", r#"{"map":3}"#, r#"{"player":"x"}"#, r#"{"level":-1}"#] {
            let reason = FromServer::read(bad).unwrap_err();
            assert!(!reason.is_empty(), "{bad}");
        }
    }
}
