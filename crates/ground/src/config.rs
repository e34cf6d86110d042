//! The configuration of a run: everything that decides the answer, in one printable value.

use std::fmt;

use search::{Goal, Guarantee, Metric, goal};

use crate::claim;
use crate::engine::minimised;
use crate::technique::{Switch, SwitchError, TechniqueSet};

pub use crate::engine::{Engine, GOALS};

/// Why a configuration is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConfigError {
    /// The goal asks for the fewest of something else than pushes and moves.
    Goal(Goal),
    /// A switch would do nothing, or needs what is off.
    Switch(SwitchError),
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConfigError::Goal(Goal::Steps) => {
                f.write_str("sokoban counts pushes or moves, not steps")
            }
            ConfigError::Goal(goal) => {
                write!(f, "{goal} can be made fewer in a solution (improve), but not searched for")
            }
            ConfigError::Switch(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ConfigError {}

/// A configuration. It prints as one line that reproduces it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Config {
    /// The engine.
    pub engine: Engine,
    /// What is asked for.
    pub goal: Option<Goal>,
    /// The techniques that are on. An engine leaves out those it does not read.
    pub techniques: TechniqueSet,
    /// Seed for everything random.
    pub seed: u64,
    /// Threads to use; with one thread and a node limit a run repeats exactly.
    pub threads: usize,
    /// How far from the proved bound a solution may be for `auto` to stop there, in hundredths of
    /// a percent; 0 asks for the shortest.
    pub gap: u16,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            engine: Engine::default(),
            goal: None,
            techniques: TechniqueSet::defaults(),
            seed: 0,
            threads: 1,
            gap: 0,
        }
    }
}

impl fmt::Display for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} --goal {}", self.engine.name(), goal::name(self.goal))?;
        let reads = self.reads();
        let defaults = TechniqueSet::defaults().and(reads);
        for switch in self.techniques.and(reads).switches_from(defaults) {
            write!(f, " {switch}")?;
        }
        if self.seed != 0 {
            write!(f, " --seed {}", self.seed)?;
        }
        if self.gap != 0 {
            write!(f, " --gap {}%", f64::from(self.gap) / 100.0)?;
        }
        if self.threads != 1 {
            write!(f, " --threads {}", self.threads)?;
        }
        Ok(())
    }
}

impl Config {
    /// An engine with a goal and a user's switches, everything else at its default.
    ///
    /// # Errors
    ///
    /// When the goal is not one of Sokoban, or a switch would do nothing in this engine.
    pub fn read(
        engine: Engine,
        goal: Option<Goal>,
        switches: &[Switch],
    ) -> Result<Config, ConfigError> {
        if let Some(goal) = goal.filter(|&goal| !GOALS.contains(&Some(goal))) {
            return Err(ConfigError::Goal(goal));
        }
        let config = Config { engine, goal, ..Config::default() };
        let name = match config.prover() {
            engine @ (Engine::Optimal | Engine::RollingStone) => {
                format!("{} --goal {}", engine.name(), goal::name(goal))
            }
            engine => engine.name().to_owned(),
        };
        let techniques = config.techniques.switched(switches, config.reads(), name);
        let techniques = techniques.map_err(ConfigError::Switch)?;
        Ok(Config { techniques, ..config })
    }

    /// The techniques that are on and make a difference.
    pub fn in_force(&self) -> TechniqueSet {
        self.techniques.and(self.reads()).that_act()
    }

    /// The techniques that make a difference when they are on.
    pub fn reads(&self) -> TechniqueSet {
        TechniqueSet::read_by(self.prover(), self.goal)
    }

    /// The engine that gives the promise and whose techniques count. `auto` with a goal runs several
    /// engines, and `optimal` proves for all of them; every other engine proves for itself.
    pub fn prover(&self) -> Engine {
        match (self.engine, self.goal) {
            (Engine::Auto, Some(_)) => Engine::Optimal,
            (engine, _) => engine,
        }
    }

    /// What counts first in a solution: pushes, unless moves are asked for.
    pub fn minimised(&self) -> Metric {
        minimised(self.goal)
    }

    /// What a solution found with this configuration is worth.
    pub fn guarantee(&self) -> Guarantee {
        let first = self.guarantee_of_first();
        match self.goal.filter(|goal| goal.is_pair() && self.prover() == Engine::Optimal) {
            Some(_) => claim::pair(first, self.in_force().that_keep_promise(Metric::Moves).keeps()),
            None => first,
        }
    }

    /// What it is worth when only the first count of a pair has been proved.
    pub fn guarantee_of_first(&self) -> Guarantee {
        let minimised = match (self.prover(), minimised(self.goal)) {
            (Engine::Optimal, metric) => Some(metric),
            (Engine::RollingStone, Metric::Pushes) => Some(Metric::Pushes),
            _ => None,
        };
        let in_force = self.in_force();
        // The engines leave out what would break their promise.
        let kept = match self.prover() {
            Engine::Optimal => in_force.that_keep_promise(self.minimised()),
            _ => in_force,
        };
        claim::guarantee(minimised, kept.keeps())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_lead_back() {
        for &engine in Engine::ALL {
            assert_eq!(Engine::from_name(engine.name()), Some(engine));
        }
    }

    #[test]
    fn a_switch_is_read_by_the_engine_that_runs() {
        let line = |engine, goal, switch: &str| {
            let config = Config::read(engine, goal, &[switch.parse().unwrap()]);
            config.map(|config| config.to_string()).map_err(|error| error.to_string())
        };
        let (any, moves) = (None, Some(Goal::Moves));
        assert_eq!(line(Engine::Pull, any, "-pairs").unwrap(), "pull --goal any -pairs -triples");
        assert!(line(Engine::Pull, any, "-freeze").is_err());
        assert!(line(Engine::Auto, any, "-freeze").is_ok());
        assert!(line(Engine::Auto, any, "-conflicts").is_err());
        assert!(line(Engine::Auto, moves, "-conflicts").is_ok());
        // It would break the promise, so it is off whatever the switches say.
        let refused = line(Engine::Auto, moves, "+pi-corral").unwrap_err();
        assert!(refused.contains("pi-corral does nothing in optimal --goal moves"), "{refused}");
    }

    #[test]
    fn only_a_search_with_a_proof_promises_anything() {
        let promise = |engine, goal| Config { engine, goal, ..Config::default() }.guarantee();
        assert_eq!(promise(Engine::Auto, None), Guarantee::None);
        assert_eq!(promise(Engine::Pull, Some(Goal::Pushes)), Guarantee::None);
        assert_eq!(promise(Engine::Auto, Some(Goal::Pushes)), Guarantee::Optimal(Metric::Pushes));
        assert_eq!(promise(Engine::Optimal, Some(Goal::Moves)), Guarantee::Optimal(Metric::Moves));
        for (pair, first) in
            [(Goal::PushesMoves, Metric::Pushes), (Goal::MovesPushes, Metric::Moves)]
        {
            for engine in [Engine::Auto, Engine::Optimal] {
                assert_eq!(promise(engine, Some(pair)), Guarantee::Pair(first));
                let config = Config { engine, goal: Some(pair), ..Config::default() };
                assert_eq!(config.guarantee_of_first(), Guarantee::Optimal(first));
            }
        }
        for other in [Goal::Steps, Goal::BoxLines, Goal::BoxChanges] {
            assert!(Config::read(Engine::Auto, Some(other), &[]).is_err());
        }
    }
}
