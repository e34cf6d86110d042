//! Which search is asked for: engine, goal, techniques and what the laboratory leaves open.
//!
//! A question, a plan without a level and the task of a worker all say it in the same words, so it
//! is flattened into each of them.

use puzzle::{Goal, LabSettings, Request};
use serde::{Deserialize, Serialize};

use crate::problem::{Answer, Problem};

/// What is left out is as on the command line.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Setup {
    #[serde(default = "auto")]
    pub(crate) engine: String,
    goal: Option<String>,
    #[serde(default)]
    techniques: Vec<String>,
    /// Space, heuristic and weight, for the textbook engines.
    #[serde(flatten)]
    lab: Lab,
}

fn auto() -> String {
    "auto".to_owned()
}

impl Default for Setup {
    fn default() -> Setup {
        Setup { engine: auto(), goal: None, techniques: Vec::new(), lab: Lab::default() }
    }
}

impl Setup {
    /// The configuration of a request.
    pub(crate) fn of(request: &Request) -> Setup {
        let LabSettings { space, heuristic, weight, threshold, depth } = request.lab.clone();
        Setup {
            engine: request.engine.clone(),
            goal: request.goal.map(|goal| goal_name(goal).to_owned()),
            techniques: request.techniques.clone(),
            lab: Lab { space, heuristic, weight, threshold, depth },
        }
    }

    /// Refuses a goal nobody knows.
    pub(crate) fn check(&self) -> Answer<()> {
        match &self.goal {
            Some(name) if goal(name).is_none() => {
                Err(Problem::bad(format!("there is no goal {name:?}")))
            }
            _ => Ok(()),
        }
    }

    /// A request with this configuration and everything else as usual.
    pub(crate) fn request(&self) -> Request {
        let Lab { space, heuristic, weight, threshold, depth } = self.lab.clone();
        Request {
            engine: self.engine.clone(),
            goal: self.goal.as_deref().and_then(goal),
            techniques: self.techniques.clone(),
            lab: LabSettings { space, heuristic, weight, threshold, depth },
            ..Request::default()
        }
    }
}

/// What the textbook engines leave open.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Lab {
    space: Option<String>,
    heuristic: Option<String>,
    weight: Option<u32>,
    threshold: Option<u32>,
    depth: Option<(u32, u32)>,
}

/// The goal of a name.
fn goal(name: &str) -> Option<Goal> {
    [Goal::Pushes, Goal::Moves, Goal::Steps].into_iter().find(|goal| goal_name(*goal) == name)
}

/// Its name.
fn goal_name(goal: Goal) -> &'static str {
    match goal {
        Goal::Pushes => "pushes",
        Goal::Moves => "moves",
        Goal::Steps => "steps",
    }
}
