//! What somebody wants to know about a level, and what it may cost.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use search::{Cancel, Limits, Observer};

use crate::Game;

/// What a solution should be shortest in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// Pushes (Sokoban).
    Pushes,
    /// Moves (both games).
    Moves,
    /// Steps of one cell (Unblock).
    Steps,
}

/// A question about one level.
#[derive(Clone)]
pub struct Request {
    /// Name of the engine; [`engines`] lists them.
    pub engine: String,
    /// What the solution should be shortest in, for engines that can promise it.
    pub goal: Option<Goal>,
    /// Techniques to switch on (`+name`) or off (`-name`).
    pub techniques: Vec<String>,
    /// What the engines of the laboratory leave open.
    pub lab: LabSettings,
    /// What the search may use.
    pub limits: Limits,
    /// Threads inside the search.
    pub threads: usize,
    /// Seed for whatever is random.
    pub seed: u64,
    /// Time for shortening a Sokoban solution that carries no guarantee; it comes out of what the
    /// time limit leaves.
    pub improve: Option<Duration>,
    /// Raised to stop the search.
    pub cancel: Cancel,
    /// Told how far the search is.
    pub observer: Option<Arc<dyn Observer>>,
    /// A fault to make on purpose, so that tests can see it handled.
    pub inject: Option<Inject>,
}

/// What the engines of the laboratory leave open. Everything left out has a default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LabSettings {
    /// The space: `pushes`, `walks`, `score`, `moves` (Sokoban), `steps`, `moves` (Unblock).
    pub space: Option<String>,
    /// The heuristic.
    pub heuristic: Option<String>,
    /// Per cent the weighted searches count the estimate.
    pub weight: Option<u32>,
    /// Boards below this width × height × goals are small (presets that make the difference).
    pub threshold: Option<u32>,
    /// First and last depth limit of iterative deepening.
    pub depth: Option<(u32, u32)>,
}

/// Faults that tests can ask for; nothing else ever does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inject {
    /// The engine's solution loses its last move before the checker sees it.
    Spoil,
    /// The engine panics.
    Panic,
}

impl Default for Request {
    fn default() -> Request {
        Request {
            engine: "auto".to_owned(),
            goal: None,
            techniques: Vec::new(),
            lab: LabSettings::default(),
            limits: Limits::default(),
            threads: 1,
            seed: 0,
            improve: None,
            cancel: Cancel::default(),
            observer: None,
            inject: None,
        }
    }
}

/// One engine, for help texts.
#[derive(Clone, Debug)]
pub struct EngineRow {
    /// What `--engine` takes.
    pub name: &'static str,
    /// Which games it plays.
    pub games: &'static str,
    /// One sentence.
    pub description: &'static str,
}

/// All engines of both games, the default first.
pub fn engines() -> Vec<EngineRow> {
    let auto = EngineRow {
        name: AUTO,
        games: "both",
        description: "Any solution, fast: chooses for the level.",
    };
    let unblock = EngineRow {
        name: UNBLOCK,
        games: "unblock",
        description: "Exact search: fewest moves or fewest steps.",
    };
    let sokoban = solver::Engine::ALL.iter().map(|engine| EngineRow {
        name: engine.name(),
        games: "sokoban",
        description: engine.description(),
    });
    let sokoban = sokoban.filter(|row| row.name != AUTO);
    [auto].into_iter().chain(sokoban).chain([unblock]).chain(lab_engines()).collect()
}

/// The textbook searches, which play both games, and the presets of each.
fn lab_engines() -> impl Iterator<Item = EngineRow> {
    let row = |games| move |(name, description)| EngineRow { name, games, description };
    let textbook = search::Algorithm::ALL.into_iter().map(|a| (a.name(), a.description()));
    let presets = solver::textbook::PRESETS.iter().map(|preset| (preset.name, preset.description));
    textbook
        .map(row("both"))
        .chain(presets.map(row("sokoban")))
        .chain(unblock::lab::Config::presets().map(row("unblock")))
}

/// The engine that chooses for itself, in both games.
const AUTO: &str = "auto";

/// The exact engine of Unblock.
const UNBLOCK: &str = "unblock";

/// The set after `+name` or `-name`.
fn switched(set: solver::TechniqueSet, switch: &str) -> Result<solver::TechniqueSet, RequestError> {
    let unknown = || {
        RequestError(format!(
            "there is no technique switch {switch:?}; `--technique help` lists them"
        ))
    };
    let name = switch.strip_prefix(['+', '-']).ok_or_else(unknown)?;
    let technique = solver::Technique::from_name(name).ok_or_else(unknown)?;
    Ok(if switch.starts_with('+') { set.with(technique) } else { set.without(technique) })
}

/// What is to be run on a Sokoban level.
pub(crate) enum SokobanPlan {
    Engine(solver::Config),
    Lab(solver::textbook::Config),
}

/// What is to be run on an Unblock level.
pub(crate) enum UnblockPlan {
    Engine(unblock::Metric),
    Lab(unblock::lab::Config),
}

/// A request no engine can serve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestError(pub String);

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for RequestError {}

impl Request {
    /// Whether any game could serve the request at all.
    pub fn validate(&self) -> Result<(), RequestError> {
        if !engines().iter().any(|row| row.name == self.engine) {
            return Err(RequestError(format!(
                "there is no engine {:?}; `--engine help` lists them",
                self.engine
            )));
        }
        match (self.sokoban_plan(), self.unblock_plan()) {
            (Err(error), Err(other)) => Err(if self.is_sokoban() { error } else { other }),
            _ => Ok(()),
        }
    }

    /// Whether the engine plays Sokoban at all.
    fn is_sokoban(&self) -> bool {
        engines().iter().any(|row| row.name == self.engine && row.games != Game::Unblock.name())
    }

    /// Whether the engine and the goal fit a game.
    pub fn suits(&self, game: Game) -> bool {
        match game {
            Game::Sokoban => self.sokoban_plan().is_ok(),
            Game::Unblock => self.unblock_plan().is_ok(),
        }
    }

    /// What is to be run on a Sokoban level.
    pub(crate) fn sokoban_plan(&self) -> Result<SokobanPlan, RequestError> {
        let LabSettings { space, heuristic, weight, threshold, depth } = self.lab.clone();
        let techniques = self.techniques.clone();
        let settings =
            solver::textbook::Settings { space, heuristic, weight, threshold, depth, techniques };
        match solver::textbook::Config::read(&self.engine, &settings) {
            Some(config) => {
                self.refuse_goal()?;
                config.map(SokobanPlan::Lab).map_err(|error| RequestError(error.to_string()))
            }
            None => {
                self.refuse_lab()?;
                self.sokoban_config().map(SokobanPlan::Engine)
            }
        }
    }

    /// What is to be run on an Unblock level.
    pub(crate) fn unblock_plan(&self) -> Result<UnblockPlan, RequestError> {
        let LabSettings { space, heuristic, weight, threshold, depth } = self.lab.clone();
        let settings = unblock::lab::Settings { space, heuristic, weight, depth, table: None };
        let table = match self.techniques.as_slice() {
            [] => None,
            [switch] if switch == "-hash-table" => Some(false),
            [switch] if switch == "+hash-table" => Some(true),
            [switch, ..] => {
                return Err(RequestError(format!("unblock has no technique switch {switch:?}")));
            }
        };
        let settings = unblock::lab::Settings { table, ..settings };
        match unblock::lab::Config::read(&self.engine, &settings) {
            Some(_) if threshold.is_some() => {
                Err(RequestError("this engine has no use for a threshold".to_owned()))
            }
            Some(config) => {
                self.refuse_goal()?;
                config.map(UnblockPlan::Lab).map_err(|error| RequestError(error.to_string()))
            }
            None => {
                self.refuse_lab()?;
                self.unblock_metric().map(UnblockPlan::Engine)
            }
        }
    }

    /// The engines of the laboratory are told by their space what counts.
    fn refuse_goal(&self) -> Result<(), RequestError> {
        match self.goal {
            Some(_) => Err(RequestError("this engine takes a space, not a goal".to_owned())),
            None => Ok(()),
        }
    }

    fn refuse_lab(&self) -> Result<(), RequestError> {
        match self.lab == LabSettings::default() {
            true => Ok(()),
            false => Err(RequestError(format!(
                "engine {:?} takes no space, heuristic, weight, threshold or depth",
                self.engine
            ))),
        }
    }

    /// The configuration for Sokoban.
    fn sokoban_config(&self) -> Result<solver::Config, RequestError> {
        let engine = match self.engine.as_str() {
            AUTO => Some(solver::Engine::default()),
            name => solver::Engine::from_name(name),
        };
        let engine = engine.ok_or_else(|| self.wrong_game(Game::Sokoban))?;
        let goal = match self.goal {
            None => solver::Goal::Any,
            Some(Goal::Pushes) => solver::Goal::Pushes,
            Some(Goal::Moves) => solver::Goal::Moves,
            Some(Goal::Steps) => {
                return Err(RequestError("sokoban counts pushes or moves, not steps".to_owned()));
            }
        };
        let mut techniques = solver::TechniqueSet::defaults();
        for switch in &self.techniques {
            techniques = switched(techniques, switch)?;
        }
        Ok(solver::Config { engine, goal, techniques, seed: self.seed, threads: self.threads })
    }

    /// The metric for Unblock: moves unless steps are asked for.
    fn unblock_metric(&self) -> Result<unblock::Metric, RequestError> {
        if self.engine != UNBLOCK && self.engine != AUTO {
            return Err(self.wrong_game(Game::Unblock));
        }
        match self.goal {
            None | Some(Goal::Moves) => Ok(unblock::Metric::Moves),
            Some(Goal::Steps) => Ok(unblock::Metric::Steps),
            Some(Goal::Pushes) => {
                Err(RequestError("unblock counts moves or steps, not pushes".to_owned()))
            }
        }
    }

    fn wrong_game(&self, game: Game) -> RequestError {
        RequestError(format!("engine {:?} does not play {}", self.engine, game.name()))
    }
}
