//! Who reads a technique: which engines, and which of the textbook searches.

use search::{Algorithm, Metric};

use super::{Row, TechniqueSet};
use crate::config::{Engine, GOALS, minimised};
use crate::engine::optimal::Optimal;
use crate::portfolio;
use crate::textbook::{HeuristicName, Method, SpaceName};

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
    /// Whether a search is one of them.
    pub fn include(self, method: &Method) -> bool {
        let Method { algorithm, space, heuristic } = *method;
        match self {
            Searches::None => false,
            Searches::All => true,
            Searches::Pushes => space != SpaceName::Moves,
            Searches::Zones => space == SpaceName::Pushes,
            Searches::Moves => space == SpaceName::Moves,
            Searches::BestFirst => algorithm.reads_ties(),
            Searches::Informed => matches!(algorithm, Algorithm::Astar | Algorithm::Wastar),
            Searches::Remembering => algorithm.reads_table(),
            Searches::Hn2Matching => {
                algorithm.is_informed() && heuristic == HeuristicName::Hn2Matching
            }
        }
    }

    /// The searches in words; `None` if there are none.
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
    pub fn is_read_by(&self, engine: Engine, goal: Option<Metric>) -> bool {
        let listed = |engine| self.engines.contains(&engine);
        match engine {
            Engine::Auto => portfolio::engines().any(listed),
            Engine::Optimal => {
                let alone = TechniqueSet::NONE.with(self.technique);
                listed(engine) && Optimal::techniques(minimised(goal), alone) == alone
            }
            Engine::RollingStone => {
                listed(engine) && (goal != Some(Metric::Pushes) || self.keeps.push_optimality)
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
    pub fn read_by(engine: Engine, goal: Option<Metric>) -> TechniqueSet {
        TechniqueSet::of(|row| row.is_read_by(engine, goal))
    }

    /// What a textbook search reads.
    pub fn read_by_search(method: &Method) -> TechniqueSet {
        TechniqueSet::of(|row| row.searches.include(method))
    }
}
