//! What somebody wants to know about a level, and what it may cost.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use search::{Cancel, Limits, Metric, Observer};
use serde::{Deserialize, Serialize};
use solver::{Switch, Technique};
use textbook::Settings;

use crate::tables::{Named, TECHNIQUES, heuristics, spaces};
use crate::{Game, unknown};

/// A question about one level.
#[derive(Clone)]
pub struct Request {
    /// Name of the engine; [`engines`] lists them.
    pub engine: String,
    /// What the solution should be shortest in, for engines that can promise it; `None`: in nothing.
    pub goal: Option<Metric>,
    /// Techniques to switch on (`+name`) or off (`-name`).
    pub techniques: Vec<String>,
    /// Settings of the laboratory's engines.
    pub lab: Settings,
    /// What the search may use.
    pub limits: Limits,
    /// CPU time that the search may use, all its threads together; kept by a worker process
    /// (`banto-runner`) and nowhere else.
    pub cpu: Option<Duration>,
    /// Threads inside the search.
    pub threads: usize,
    /// Seed for whatever is random.
    pub seed: u64,
    /// Time for shortening a Sokoban solution that carries no guarantee; it comes out of what the
    /// time limit leaves.
    pub improve: Option<Duration>,
    /// How far from the proved bound a Sokoban solution may be for `auto` to stop there, in
    /// hundredths of a percent; 0 asks for a shortest one.
    pub gap: u16,
    /// Raised to stop the search.
    pub cancel: Cancel,
    /// Told how far the search has got.
    pub observer: Option<Arc<dyn Observer>>,
    /// A fault to make on purpose, so that tests can see it handled.
    pub inject: Option<Inject>,
}

/// Faults that tests can ask for; nothing else ever does. Those that end or block a process are made by the
/// worker process (`banto-runner`) and ignored elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Inject {
    /// The engine's solution loses its last move before the checker sees it.
    Spoil,
    /// The engine panics.
    Panic,
    /// The process of the search ends at once.
    Abort,
    /// The engine asks for more memory than there is.
    Allocate,
    /// The engine looks at nothing, not even the clock.
    Hang,
    /// The engine calls itself until its stack is used up.
    Overflow,
}

impl Default for Request {
    fn default() -> Request {
        Request {
            engine: "auto".to_owned(),
            goal: None,
            techniques: Vec::new(),
            lab: Settings::default(),
            limits: Limits::default(),
            cpu: None,
            threads: 1,
            seed: 0,
            improve: None,
            gap: 0,
            cancel: Cancel::default(),
            observer: None,
            inject: None,
        }
    }
}

/// A gap such as `2%` or `0.5%`, in hundredths of a percent; `None` if it is none.
pub fn gap(text: &str) -> Option<u16> {
    let percent: f64 = text.trim().strip_suffix('%')?.trim().parse().ok()?;
    (0.0..=100.0).contains(&percent).then_some((percent * 100.0).round() as u16)
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
        description: "Any solution, fast: chooses what suits the level.",
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
    let presets = textbook::PRESETS.iter().map(|preset| (preset.name, preset.description));
    textbook
        .map(row("both"))
        .chain(presets.map(row("sokoban")))
        .chain(textbook::unblock::Config::presets().map(row("unblock")))
}

/// The engine that chooses for itself, in both games.
const AUTO: &str = "auto";

/// The exact engine of Unblock.
const UNBLOCK: &str = "unblock";

/// What is to be run on a Sokoban level.
pub(crate) enum SokobanPlan {
    Engine(solver::Config),
    Lab(textbook::Config),
}

/// What is to be run on an Unblock level.
pub(crate) enum UnblockPlan {
    Engine(Metric),
    Lab(textbook::unblock::Config),
}

/// A request no engine can serve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RequestError(pub String);

impl RequestError {
    fn new(reason: impl fmt::Display) -> RequestError {
        RequestError(reason.to_string())
    }
}

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for RequestError {}

/// Refuses a name that is not among the known ones.
fn known(what: &str, name: Option<&str>, known: Vec<&str>) -> Result<(), RequestError> {
    match name {
        Some(name) if !known.contains(&name) => {
            let look = format!("`--{what} help` lists them");
            Err(RequestError(unknown(what, name, known, &look)))
        }
        _ => Ok(()),
    }
}

impl Request {
    /// Whether the request can be served in any game at all.
    pub fn validate(&self) -> Result<(), RequestError> {
        self.names_exist()?;
        match (self.sokoban_plan(), self.unblock_plan()) {
            (Err(error), Err(other)) => Err(if self.is_sokoban() { error } else { other }),
            _ => Ok(()),
        }
    }

    /// Whether everything that is chosen by its name exists, in whichever game.
    fn names_exist(&self) -> Result<(), RequestError> {
        let names = |table: Vec<Named>| table.into_iter().map(|row| row.name).collect();
        let engines: Vec<&str> = engines().iter().map(|row| row.name).collect();
        known("engine", Some(&self.engine), engines)?;
        known("space", self.lab.space.as_deref(), names(spaces()))?;
        known("heuristic", self.lab.heuristic.as_deref(), names(heuristics()))?;
        for switch in &self.techniques {
            // A word without its sign is told by whoever reads the switch.
            let name = switch.strip_prefix(['+', '-']);
            known("technique", name, TECHNIQUES.iter().map(|row| row.name).collect())?;
        }
        Ok(())
    }

    /// Whether the engine plays Sokoban at all.
    fn is_sokoban(&self) -> bool {
        engines().iter().any(|row| row.name == self.engine && row.games != Game::Unblock.name())
    }

    /// Whether the engine and the goal fit a game.
    pub fn suits(&self, game: Game) -> bool {
        self.validate_for(game).is_ok()
    }

    /// Whether the request can be served in one game.
    ///
    /// # Errors
    /// What of it the game does not have.
    pub fn validate_for(&self, game: Game) -> Result<(), RequestError> {
        match game {
            Game::Sokoban => self.sokoban_plan().map(|_| ()),
            Game::Unblock => self.unblock_plan().map(|_| ()),
        }
    }

    /// What is to be run on a Sokoban level.
    pub(crate) fn sokoban_plan(&self) -> Result<SokobanPlan, RequestError> {
        let switches = self.switches()?;
        match textbook::Config::read(&self.engine, &self.lab, &switches) {
            Some(config) => {
                self.refuse_goal()?;
                config.map(SokobanPlan::Lab).map_err(RequestError::new)
            }
            None => {
                self.refuse_lab()?;
                self.sokoban_config(&switches).map(SokobanPlan::Engine)
            }
        }
    }

    /// What is to be run on an Unblock level.
    pub(crate) fn unblock_plan(&self) -> Result<UnblockPlan, RequestError> {
        let table = self.unblock_table()?;
        match textbook::unblock::Config::read(&self.engine, &self.lab, table) {
            Some(config) => {
                self.refuse_goal()?;
                config.map(UnblockPlan::Lab).map_err(RequestError::new)
            }
            None => {
                self.refuse_lab()?;
                if table.is_some() {
                    let engine = &self.engine;
                    return Err(RequestError(format!("engine {engine:?} has no techniques")));
                }
                self.unblock_metric().map(UnblockPlan::Engine)
            }
        }
    }

    /// The switches of techniques.
    fn switches(&self) -> Result<Vec<Switch>, RequestError> {
        self.techniques.iter().map(|text| text.parse().map_err(RequestError::new)).collect()
    }

    /// The one technique of Unblock, whether states met before are recognised, if it is named.
    fn unblock_table(&self) -> Result<Option<bool>, RequestError> {
        let switches = self.switches()?;
        let other = switches.iter().find(|switch| switch.technique != Technique::HashTable);
        match other {
            Some(switch) => {
                Err(RequestError(format!("unblock has no technique {}", switch.technique.name())))
            }
            None => Ok(switches.last().map(|switch| switch.on)),
        }
    }

    /// The laboratory's engines take a space, which says what counts as a step.
    fn refuse_goal(&self) -> Result<(), RequestError> {
        match self.goal {
            None if self.gap > 0 => {
                Err(RequestError("this engine takes a space, not a gap".to_owned()))
            }
            None => Ok(()),
            Some(_) => Err(RequestError("this engine takes a space, not a goal".to_owned())),
        }
    }

    fn refuse_lab(&self) -> Result<(), RequestError> {
        match self.lab == Settings::default() {
            true => Ok(()),
            false => Err(RequestError(format!(
                "engine {:?} takes no space, heuristic, weight, threshold or depth",
                self.engine
            ))),
        }
    }

    /// The configuration for Sokoban.
    fn sokoban_config(&self, switches: &[Switch]) -> Result<solver::Config, RequestError> {
        let engine = solver::Engine::from_name(&self.engine);
        let engine = engine.ok_or_else(|| self.wrong_game(Game::Sokoban))?;
        if self.gap > 0 && (engine != solver::Engine::Auto || self.goal.is_none()) {
            let who = "a gap is for engine auto with a goal: pushes or moves";
            return Err(RequestError(who.to_owned()));
        }
        let config =
            solver::Config::read(engine, self.goal, switches).map_err(RequestError::new)?;
        let Request { seed, threads, gap, .. } = *self;
        Ok(solver::Config { seed, threads, gap, ..config })
    }

    /// The metric for Unblock: moves unless steps are asked for.
    fn unblock_metric(&self) -> Result<Metric, RequestError> {
        if self.gap > 0 {
            return Err(RequestError("a gap is for sokoban: unblock is solved exactly".to_owned()));
        }
        if self.engine != UNBLOCK && self.engine != AUTO {
            return Err(self.wrong_game(Game::Unblock));
        }
        match self.goal {
            None | Some(Metric::Moves) => Ok(Metric::Moves),
            Some(Metric::Steps) => Ok(Metric::Steps),
            Some(Metric::Pushes) => {
                Err(RequestError("unblock counts moves or steps, not pushes".to_owned()))
            }
        }
    }

    fn wrong_game(&self, game: Game) -> RequestError {
        RequestError(format!("engine {:?} does not play {}", self.engine, game.name()))
    }
}
