//! Who reads a technique: which engines, and which of the textbook searches.

use search::{Goal, Metric};

use super::{Row, TechniqueSet};
use crate::engine::{Engine, GOALS, minimised};

/// The textbook searches that read a technique. Presets read what their search reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Searches {
    /// None of them.
    None,
    /// All, in every space.
    All,
    /// Those whose actions are pushes, whatever they cost.
    Pushes,
    /// Those in which walking costs nothing.
    Zones,
    /// Those whose actions are single moves.
    Moves,
    /// Those that choose among equally promising states.
    BestFirst,
    /// Those that choose among equally promising states of different estimates.
    Informed,
    /// Those that can do without recognising states.
    Remembering,
    /// Those that use the heuristic hn2-matching.
    Hn2Matching,
}

impl Searches {
    /// The searches in words; `None` if no search reads it.
    pub const fn describe(self) -> Option<&'static str> {
        Some(match self {
            Searches::None => return None,
            Searches::All => "the textbook searches",
            Searches::Pushes => "the textbook searches in the spaces pushes, walks and score",
            Searches::Zones => "the textbook searches in the space pushes",
            Searches::Moves => "the textbook searches in the space moves",
            Searches::BestFirst => "the textbook searches ucs, greedy, astar and wastar",
            Searches::Informed => "the textbook searches astar and wastar",
            Searches::Remembering => "the textbook searches except bfs",
            Searches::Hn2Matching => "the textbook searches with the heuristic hn2-matching",
        })
    }
}

impl Row {
    /// Whether an engine reads the technique when it is asked for `goal`. `optimal` leaves out
    /// whatever would break its promise, and so does `rolling-stone` asked for the fewest pushes.
    pub fn is_read_by(&self, engine: Engine, goal: Option<Goal>) -> bool {
        let listed = |engine| self.engines.contains(&engine);
        match engine {
            Engine::Auto => Engine::MEMBERS.iter().copied().any(listed),
            Engine::Optimal => {
                let alone = TechniqueSet::NONE.with(self.technique);
                let serves = |metric| alone.that_keep_promise(metric) == alone;
                // The second search for a pair walks whichever count comes first.
                let second = goal.is_some_and(Goal::is_pair) && serves(Metric::Moves);
                listed(engine) && (serves(minimised(goal)) || second)
            }
            Engine::RollingStone => {
                listed(engine)
                    && (goal.map(Goal::first) != Some(Metric::Pushes) || self.keeps.push_optimality)
            }
            _ => listed(engine),
        }
    }

    /// Everybody who reads the technique, in words: `pull, push and the textbook searches`.
    pub fn readers(&self) -> String {
        let reads = |engine: &&Engine| GOALS.iter().any(|&goal| self.is_read_by(**engine, goal));
        let engines = Engine::ALL.iter().filter(reads);
        let mut names: Vec<&str> = engines.map(|engine| engine.name()).collect();
        names.extend(self.searches.describe());
        let last = names.pop().unwrap_or("nobody");
        match names.is_empty() {
            true => last.to_owned(),
            false => format!("{} and {last}", names.join(", ")),
        }
    }
}

impl TechniqueSet {
    /// What an engine reads when it is asked for `goal`.
    pub fn read_by(engine: Engine, goal: Option<Goal>) -> TechniqueSet {
        TechniqueSet::of(|row| row.is_read_by(engine, goal))
    }

    /// The techniques of a set that keep the promise of a search for the fewest in a metric.
    pub fn that_keep_promise(self, metric: Metric) -> TechniqueSet {
        self.that_keep(|keeps| keeps.completeness && keeps.optimality(metric))
    }
}
