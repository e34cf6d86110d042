//! Which search is asked for: engine, goal, techniques and the laboratory's settings.
//!
//! A question, a plan without a level and a search to watch say it in the same words, so it is flattened
//! into each of them.

use puzzle::request::Settings;
use puzzle::search::goal;
use puzzle::{Goal, Request};
use serde::de::Error;
use serde::{Deserialize, Deserializer};

/// What is left out is as on the command line.
#[derive(Clone, Debug, Deserialize)]
pub struct Setup {
    #[serde(default = "auto")]
    engine: String,
    #[serde(default, deserialize_with = "goal_or_null")]
    goal: Option<Goal>,
    #[serde(default)]
    techniques: Vec<String>,
    /// Space, heuristic and weight, for the textbook engines.
    #[serde(flatten)]
    lab: Settings,
}

/// A goal by its word; null is as good as `any`.
fn goal_or_null<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Goal>, D::Error> {
    let word: Option<String> = Option::deserialize(from)?;
    word.map_or(Ok(None), |word| goal::from_name(&word).map_err(D::Error::custom))
}

fn auto() -> String {
    "auto".to_owned()
}

impl Setup {
    /// A request with this configuration, and defaults for everything else.
    pub fn request(&self) -> Request {
        Request {
            engine: self.engine.clone(),
            goal: self.goal,
            techniques: self.techniques.clone(),
            lab: self.lab.clone(),
            ..Request::default()
        }
    }
}
