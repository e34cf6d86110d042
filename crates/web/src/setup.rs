//! Which search is asked for: engine, goal, techniques and the laboratory's settings.
//!
//! A question, a plan without a level and the task of a worker all say it in the same words, so it
//! is flattened into each of them.

use puzzle::{Goal, Request, Settings};
use serde::{Deserialize, Serialize};

/// What is left out is as on the command line.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Setup {
    #[serde(default = "auto")]
    pub(crate) engine: String,
    goal: Option<Goal>,
    #[serde(default)]
    techniques: Vec<String>,
    /// Space, heuristic and weight, for the textbook engines.
    #[serde(flatten)]
    lab: Settings,
}

fn auto() -> String {
    "auto".to_owned()
}

impl Default for Setup {
    fn default() -> Setup {
        Setup::of(&Request::default())
    }
}

impl Setup {
    /// The configuration of a request.
    pub(crate) fn of(request: &Request) -> Setup {
        Setup {
            engine: request.engine.clone(),
            goal: Some(request.goal),
            techniques: request.techniques.clone(),
            lab: request.lab.clone(),
        }
    }

    /// A request with this configuration, and defaults for everything else.
    pub(crate) fn request(&self) -> Request {
        Request {
            engine: self.engine.clone(),
            goal: self.goal.unwrap_or_default(),
            techniques: self.techniques.clone(),
            lab: self.lab.clone(),
            ..Request::default()
        }
    }
}
