//! The engines by name, and what they can minimise. The engines themselves are in other crates.

use search::{Goal, Metric};

/// An engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Engine {
    /// Several engines taking turns.
    #[default]
    Auto,
    /// Feature space search with a packing plan.
    Fess,
    /// Greedy search backwards.
    Pull,
    /// Search backwards that takes what is new first.
    Novelty,
    /// Greedy search forwards.
    Push,
    /// Forward search along a packing order.
    Phase,
    /// Both directions towards an imagined open board.
    Imagined,
    /// Layers of pushes, the best of every kind.
    Beam,
    /// A* with a proof.
    Optimal,
    /// IDA* with the techniques of Rolling Stone.
    RollingStone,
}

impl Engine {
    /// All engines.
    pub const ALL: &[Engine] = &[
        Engine::Auto,
        Engine::Fess,
        Engine::Phase,
        Engine::Imagined,
        Engine::Beam,
        Engine::Pull,
        Engine::Novelty,
        Engine::Push,
        Engine::Optimal,
        Engine::RollingStone,
    ];

    /// The engines that take part in `auto`.
    pub const MEMBERS: &[Engine] = &[
        Engine::Push,
        Engine::Pull,
        Engine::Novelty,
        Engine::Fess,
        Engine::Phase,
        Engine::Imagined,
        Engine::Beam,
    ];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Engine::Auto => "auto",
            Engine::Fess => "fess",
            Engine::Phase => "phase",
            Engine::Imagined => "imagined",
            Engine::Beam => "beam",
            Engine::Pull => "pull",
            Engine::Novelty => "novelty",
            Engine::Push => "push",
            Engine::Optimal => "optimal",
            Engine::RollingStone => "rolling-stone",
        }
    }

    /// The engine with this name.
    pub fn from_name(name: &str) -> Option<Engine> {
        Engine::ALL.iter().copied().find(|engine| engine.name() == name)
    }

    /// What it is for, in one sentence.
    pub fn description(self) -> &'static str {
        match self {
            Engine::Auto => "Several engines taking turns, each continuing where it left off.",
            Engine::Fess => {
                "Feature space search along a packing plan: large levels with goal rooms."
            }
            Engine::Phase => {
                "Packing order in phases, found backwards and followed forwards: goal rooms."
            }
            Engine::Imagined => "From both ends towards an open board imagined between them.",
            Engine::Beam => {
                "Layers of pushes, the best of every kind: boxes on goals that must leave again."
            }
            Engine::Pull => {
                "Greedy best-first search backwards from the goals: small dense levels."
            }
            Engine::Novelty => {
                "Backwards from the goals, what is new first: levels that are nearly solved."
            }
            Engine::Push => "Greedy best-first search forwards: small levels at once.",
            Engine::Optimal => {
                "A* with a matching bound: a shortest solution, or the proof that there is none."
            }
            Engine::RollingStone => {
                "IDA* with the techniques of Rolling Stone, one by one: for experiments."
            }
        }
    }
}

/// The goals of a search in Sokoban, which counts no steps.
pub const GOALS: [Option<Goal>; 5] =
    [None, Some(Goal::Pushes), Some(Goal::Moves), Some(Goal::PushesMoves), Some(Goal::MovesPushes)];

/// What an engine with a proof minimises first when it is asked for `goal`: pushes, unless moves are asked for.
///
/// # Panics
/// When anything else is asked for; [`Config::read`](crate::config::Config::read) refuses that.
pub(crate) fn minimised(goal: Option<Goal>) -> Metric {
    assert!(GOALS.contains(&goal), "Sokoban is searched for few pushes or few moves");
    goal.map_or(Metric::Pushes, Goal::first)
}
