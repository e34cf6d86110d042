//! What a request amounts to in one game: which search runs with which techniques, and what it may use.
//!
//! A [`Request`] names things, as people and files do. [`Request::resolve`] looks every name up, refuses
//! what the game or the engine does not have, and keeps the answer as types. That is done once, before the
//! first level; [`run`](crate::run()) takes the result, and a report says what it says.

use std::sync::Arc;

use search::{Cancel, Goal, Limits, Metric, Observer};
use solver::{Switch, Technique, TechniqueSet};
use textbook::Settings;

use crate::engines::{self, Named, TECHNIQUES, heuristics, spaces};
use crate::request::{AUTO, Inject, UNBLOCK};
use crate::text::unknown;
use crate::{Game, Request, RequestError};

/// What is to be run on a Sokoban level.
#[derive(Clone, Debug)]
pub(crate) enum SokobanPlan {
    Engine(solver::Config),
    Lab(textbook::Config),
}

/// What is to be run on an Unblock level.
#[derive(Clone, Debug)]
pub(crate) enum UnblockPlan {
    Engine(Metric),
    Lab(textbook::unblock::Config),
}

/// What is to be run.
#[derive(Clone, Debug)]
pub(crate) enum Plan {
    Sokoban(SokobanPlan),
    Unblock(UnblockPlan),
}

/// A request that a game can serve.
#[derive(Clone)]
pub struct Resolved {
    request: Request,
    plan: Plan,
    config: String,
    limits: Limits,
}

impl Request {
    /// What this request runs on levels of a game.
    ///
    /// # Errors
    ///
    /// When there is no such engine, goal, technique or setting, or the game cannot serve them together.
    pub fn resolve(&self, game: Game) -> Result<Resolved, RequestError> {
        self.names_exist()?;
        let plan = match game {
            Game::Sokoban => Plan::Sokoban(self.sokoban_plan()?),
            Game::Unblock => Plan::Unblock(self.unblock_plan()?),
        };
        // Presets bring the node limit of the published runs, unless the request has its own.
        let own = match &plan {
            Plan::Sokoban(SokobanPlan::Lab(config)) => config.nodes(),
            _ => None,
        };
        let limits = Limits { nodes: self.limits.nodes.or(own), ..self.limits };
        let config = self.options(&plan.search());
        Ok(Resolved { request: self.clone(), plan, config, limits })
    }

    /// Whether any game at all can serve the request; for those who do not know the game yet.
    ///
    /// # Errors
    ///
    /// Why none can.
    pub fn validate(&self) -> Result<(), RequestError> {
        match (self.resolve(Game::Sokoban), self.resolve(Game::Unblock)) {
            (Err(error), Err(other)) => Err(if self.is_sokoban() { error } else { other }),
            _ => Ok(()),
        }
    }

    /// The options of `banto solve` that repeat a search.
    fn options(&self, search: &str) -> String {
        let mut line = format!("--engine {search}");
        // Left out, it would mean all cores.
        if !search.contains(" --threads ") {
            line += &format!(" --threads {}", self.threads);
        }
        if let Some(time) = self.improve {
            line += &format!(" --improve {}ms", time.as_millis());
        }
        line
    }

    /// Whether everything that is chosen by its name exists, in whichever game.
    fn names_exist(&self) -> Result<(), RequestError> {
        let names = |table: Vec<Named>| table.into_iter().map(|row| row.name).collect();
        let engines: Vec<&str> = engines::all().iter().map(|row| row.name).collect();
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
        engines::all()
            .iter()
            .any(|row| row.name == self.engine && row.games != Game::Unblock.name())
    }

    /// What is to be run on a Sokoban level.
    fn sokoban_plan(&self) -> Result<SokobanPlan, RequestError> {
        let switches = self.switches()?;
        match textbook::Config::read(&self.engine, &self.lab, &switches) {
            Some(config) => {
                self.refuse_goal()?;
                config.map(SokobanPlan::Lab).map_err(RequestError::setting)
            }
            None => {
                self.refuse_lab()?;
                self.sokoban_config(&switches).map(SokobanPlan::Engine)
            }
        }
    }

    /// What is to be run on an Unblock level.
    fn unblock_plan(&self) -> Result<UnblockPlan, RequestError> {
        let table = self.unblock_table()?;
        match textbook::unblock::Config::read(&self.engine, &self.lab, table) {
            Some(config) => {
                self.refuse_goal()?;
                config.map(UnblockPlan::Lab).map_err(RequestError::setting)
            }
            None => {
                self.refuse_lab()?;
                if table.is_some() {
                    let engine = &self.engine;
                    let none = format!("engine {engine:?} has no techniques");
                    return Err(RequestError::Technique(none));
                }
                self.unblock_metric().map(UnblockPlan::Engine)
            }
        }
    }

    /// The switches of techniques.
    fn switches(&self) -> Result<Vec<Switch>, RequestError> {
        self.techniques.iter().map(|text| text.parse().map_err(RequestError::technique)).collect()
    }

    /// The one technique of Unblock, whether states met before are recognised, if it is named.
    fn unblock_table(&self) -> Result<Option<bool>, RequestError> {
        let switches = self.switches()?;
        let other = switches.iter().find(|switch| switch.technique != Technique::HashTable);
        match other {
            Some(switch) => Err(RequestError::Technique(format!(
                "unblock has no technique {}",
                switch.technique.name()
            ))),
            None => Ok(switches.last().map(|switch| switch.on)),
        }
    }

    /// The laboratory's engines take a space, which says what counts as a step.
    fn refuse_goal(&self) -> Result<(), RequestError> {
        match self.goal {
            None if self.gap > 0 => {
                Err(RequestError::Goal("this engine takes a space, not a gap".to_owned()))
            }
            None => Ok(()),
            Some(_) => Err(RequestError::Goal("this engine takes a space, not a goal".to_owned())),
        }
    }

    fn refuse_lab(&self) -> Result<(), RequestError> {
        match self.lab == Settings::default() {
            true => Ok(()),
            false => Err(RequestError::Setting(format!(
                "engine {:?} takes no space, heuristic, weight, threshold or depth",
                self.engine
            ))),
        }
    }

    /// The configuration for Sokoban.
    fn sokoban_config(&self, switches: &[Switch]) -> Result<solver::Config, RequestError> {
        let engine = solver::Engine::from_name(&self.engine);
        let engine = engine.ok_or_else(|| self.wrong_game(Game::Sokoban))?;
        if self.gap > 0 && (engine != solver::Engine::Auto || self.goal.is_none_or(Goal::is_pair)) {
            let who = "a gap is for engine auto with the goal pushes or moves";
            return Err(RequestError::Goal(who.to_owned()));
        }
        let config = solver::Config::read(engine, self.goal, switches);
        let config = config.map_err(|error| match error {
            solver::ConfigError::Goal(_) => RequestError::Goal(error.to_string()),
            _ => RequestError::technique(error),
        })?;
        let Request { seed, threads, gap, .. } = *self;
        Ok(solver::Config { seed, threads, gap, ..config })
    }

    /// The metric for Unblock: moves unless steps are asked for.
    fn unblock_metric(&self) -> Result<Metric, RequestError> {
        if self.gap > 0 {
            let exact = "a gap is for sokoban: unblock is solved exactly";
            return Err(RequestError::Goal(exact.to_owned()));
        }
        if self.engine != UNBLOCK && self.engine != AUTO {
            return Err(self.wrong_game(Game::Unblock));
        }
        match self.goal {
            None | Some(Goal::Moves) => Ok(Metric::Moves),
            Some(Goal::Steps) => Ok(Metric::Steps),
            Some(goal) => {
                Err(RequestError::Goal(format!("unblock counts moves or steps, not {goal}")))
            }
        }
    }

    fn wrong_game(&self, game: Game) -> RequestError {
        RequestError::Game { engine: self.engine.clone(), game }
    }
}

/// Refuses a name that is not among the known ones.
fn known(what: &str, name: Option<&str>, known: Vec<&str>) -> Result<(), RequestError> {
    match name {
        Some(name) if !known.contains(&name) => {
            // Every front end prints this sentence, so it names no option of any of them. Some names
            // belong to both games.
            let mut names = Vec::new();
            known.iter().for_each(|name| {
                if !names.contains(name) {
                    names.push(*name)
                }
            });
            let look = format!("there are {}", names.join(", "));
            Err(RequestError::Unknown(unknown(what, name, known, &look)))
        }
        _ => Ok(()),
    }
}

impl Plan {
    /// The engine and its settings in one line.
    fn search(&self) -> String {
        match self {
            Plan::Sokoban(SokobanPlan::Engine(config)) => config.to_string(),
            Plan::Sokoban(SokobanPlan::Lab(config)) => config.to_string(),
            Plan::Unblock(UnblockPlan::Engine(metric)) => format!("{UNBLOCK} --goal {metric}"),
            Plan::Unblock(UnblockPlan::Lab(config)) => config.to_string(),
        }
    }
}

impl Resolved {
    /// The game.
    pub fn game(&self) -> Game {
        match self.plan {
            Plan::Sokoban(_) => Game::Sokoban,
            Plan::Unblock(_) => Game::Unblock,
        }
    }

    /// What was asked.
    pub fn request(&self) -> &Request {
        &self.request
    }

    /// The whole configuration as options of `banto solve`, which repeat the run; the limits are not
    /// among them.
    pub fn config(&self) -> &str {
        &self.config
    }

    /// The engine and its settings alone, without what every engine takes.
    pub fn search(&self) -> String {
        self.plan.search()
    }

    /// What the search may use.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// The techniques that are on, in the order of the table.
    pub fn techniques(&self) -> Vec<&'static str> {
        match &self.plan {
            Plan::Sokoban(SokobanPlan::Engine(config)) => names(config.in_force()),
            Plan::Sokoban(SokobanPlan::Lab(config)) => names(config.techniques),
            Plan::Unblock(_) => Vec::new(),
        }
    }

    /// The techniques that would make a difference, on or off.
    pub fn reads(&self) -> Vec<&'static str> {
        match &self.plan {
            Plan::Sokoban(SokobanPlan::Engine(config)) => names(config.reads()),
            Plan::Sokoban(SokobanPlan::Lab(config)) => names(config.reads()),
            Plan::Unblock(_) => Vec::new(),
        }
    }

    /// Whether a search that is stopped still has a bound to report: it looks for a shortest solution.
    pub fn proves(&self) -> bool {
        match &self.plan {
            Plan::Sokoban(SokobanPlan::Engine(config)) => {
                config.goal.is_some() || config.engine == solver::Engine::Optimal
            }
            Plan::Unblock(UnblockPlan::Engine(_)) => self.request.goal.is_some(),
            _ => false,
        }
    }

    /// The same with somebody to watch the search.
    #[must_use]
    pub fn watched(mut self, observer: Arc<dyn Observer>) -> Resolved {
        self.request.observer = Some(observer);
        self
    }

    /// The same with another flag that stops it.
    #[must_use]
    pub fn cancelled_by(mut self, cancel: Cancel) -> Resolved {
        self.request.cancel = cancel;
        self
    }

    /// The same with another limit of memory.
    #[must_use]
    pub fn with_memory(mut self, memory: Option<u64>) -> Resolved {
        (self.request.limits.memory, self.limits.memory) = (memory, memory);
        self
    }

    /// The same with a fault made on purpose.
    #[must_use]
    pub fn injecting(mut self, inject: Option<Inject>) -> Resolved {
        self.request.inject = inject;
        self
    }

    pub(crate) fn plan(&self) -> &Plan {
        &self.plan
    }
}

fn names(set: TechniqueSet) -> Vec<&'static str> {
    set.iter().map(|technique| technique.name()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn planned(engine: &str, change: impl FnOnce(&mut Request)) -> Result<Resolved, RequestError> {
        let mut request = Request { engine: engine.to_owned(), ..Request::default() };
        change(&mut request);
        request.resolve(Game::Sokoban)
    }

    #[test]
    fn a_gap_is_a_percentage_for_the_engine_that_proves_one() {
        use crate::request::gap;
        assert_eq!(["2%", "0.25 %", "100%", "0%"].map(gap), [200, 25, 10_000, 0].map(Some));
        assert_eq!(["2", "-1%", "101%", "nan%", "%"].map(gap), [None; 5]);
        let near = |engine: &str, goal: Option<Goal>| {
            let it = planned(engine, |it| (it.goal, it.gap) = (goal, 250));
            it.map(|it| it.search()).map_err(|error| error.to_string())
        };
        assert_eq!(near("auto", Some(Goal::Pushes)).unwrap(), "auto --goal pushes --gap 2.5%");
        assert!(near("auto", None).unwrap_err().contains("a gap is for engine auto"));
        assert!(near("optimal", Some(Goal::Moves)).is_err());
        assert!(near("astar", None).unwrap_err().contains("not a gap"));
        let unblock = Request { gap: 100, ..Request::default() };
        assert!(unblock.resolve(Game::Unblock).is_err());
    }

    #[test]
    fn the_textbook_searches_have_a_set_of_their_own() {
        let usual = planned("astar", |_| {}).unwrap();
        assert!(usual.techniques().contains(&"player-zone"));
        assert_ne!(usual.techniques(), planned("auto", |_| {}).unwrap().techniques());
        let moves = planned("astar", |it| it.lab.space = Some("moves".to_owned())).unwrap();
        assert!(!moves.techniques().contains(&"player-zone"));
        let more = planned("astar", |it| it.techniques = vec!["+recursive".to_owned()]).unwrap();
        assert_eq!(more.techniques().len(), usual.techniques().len() + 1);
        assert!(more.search().contains("+recursive"));
    }

    #[test]
    fn a_switch_that_does_nothing_is_refused_by_name() {
        let refused = |engine: &str, switch: &str| {
            planned(engine, |it| it.techniques = vec![switch.to_owned()])
                .map(|it| it.search())
                .unwrap_err()
                .to_string()
        };
        let pull = refused("pull", "-freeze");
        assert!(pull.starts_with("technique freeze does nothing in pull: it is read by auto, "));
        assert!(pull.ends_with(" and the textbook searches"), "{pull}");
        assert!(refused("auto", "-dead-squares").contains("in auto: it is read by the textbook"));
        assert!(refused("astar", "+conflicts").ends_with("it is read by optimal"));
        assert_eq!(
            refused("astar", "+retrograde"),
            "technique retrograde needs fixed, which is off"
        );
        let unblock = |engine: &str| {
            let techniques = vec!["-hash-table".to_owned()];
            let request = Request { engine: engine.to_owned(), techniques, ..Request::default() };
            request.resolve(Game::Unblock)
        };
        assert!(unblock("unblock").is_err() && unblock("bfs").is_err() && unblock("dfs").is_ok());
    }

    #[test]
    fn a_shortest_solution_leaves_out_what_would_break_the_promise() {
        let moves = planned("auto", |it| it.goal = Some(Goal::Moves)).unwrap();
        let rows = solver::technique::TABLE.iter();
        for row in rows.filter(|row| !row.keeps.move_optimality) {
            assert!(!moves.techniques().contains(&row.name), "{}", row.name);
        }
    }
}
