//! What to run and what for: everything that decides the answer, in one printable value.

use std::fmt;

use search::Guarantee;

use crate::technique::TechniqueSet;

/// An engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Engine {
    /// A* with a proof.
    #[default]
    Optimal,
}

impl Engine {
    /// All engines.
    pub const ALL: &[Engine] = &[Engine::Optimal];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Optimal => "optimal",
        }
    }

    /// The engine of a name.
    pub fn from_name(name: &str) -> Option<Engine> {
        Engine::ALL.iter().copied().find(|engine| engine.name() == name)
    }

    /// What it is for, in one sentence.
    pub fn description(self) -> &'static str {
        match self {
            Engine::Optimal => {
                "A* with a matching bound: a shortest solution, or the proof that there is none."
            }
        }
    }
}

/// What is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Goal {
    /// Any solution.
    #[default]
    Any,
    /// One with the fewest pushes.
    Pushes,
    /// One with the fewest moves.
    Moves,
}

impl Goal {
    /// All goals.
    pub const ALL: &[Goal] = &[Goal::Any, Goal::Pushes, Goal::Moves];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Goal::Any => "any",
            Goal::Pushes => "pushes",
            Goal::Moves => "moves",
        }
    }

    /// The goal of a name.
    pub fn from_name(name: &str) -> Option<Goal> {
        Goal::ALL.iter().copied().find(|goal| goal.name() == name)
    }
}

/// A configuration. It prints as one line that reproduces it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Config {
    /// The engine.
    pub engine: Engine,
    /// What is asked for.
    pub goal: Goal,
    /// The techniques that are on. An engine leaves out those that would break its promise.
    pub techniques: TechniqueSet,
    /// Seed of whatever is random.
    pub seed: u64,
    /// Threads to use; one thread and a node limit make a run repeat exactly.
    pub threads: usize,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            engine: Engine::default(),
            goal: Goal::default(),
            techniques: TechniqueSet::defaults(),
            seed: 0,
            threads: 1,
        }
    }
}

impl fmt::Display for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} --goal {}", self.engine.name(), self.goal.name())?;
        let techniques = self.techniques.to_string();
        if !techniques.is_empty() {
            write!(f, " {techniques}")?;
        }
        if self.seed != 0 {
            write!(f, " --seed {}", self.seed)?;
        }
        if self.threads != 1 {
            write!(f, " --threads {}", self.threads)?;
        }
        Ok(())
    }
}

impl Config {
    /// What a solution found with this configuration is worth.
    pub fn guarantee(&self) -> Guarantee {
        match (self.engine, self.goal) {
            (Engine::Optimal, Goal::Moves) => Guarantee::MoveOptimal,
            (Engine::Optimal, Goal::Pushes | Goal::Any) => Guarantee::PushOptimal,
        }
    }
}
