//! What can be named on the command line: spaces and heuristics.

use crate::space::Cost;

/// A space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SpaceName {
    /// Pushes, each costing one.
    Pushes,
    /// Pushes, each costing the walk to it plus one.
    Walks,
    /// Pushes, each costing what the Aveiro server takes off the score.
    Score,
    /// Single moves.
    Moves,
}

impl SpaceName {
    /// All of them.
    pub const ALL: [SpaceName; 4] =
        [SpaceName::Pushes, SpaceName::Walks, SpaceName::Score, SpaceName::Moves];

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            SpaceName::Pushes => "pushes",
            SpaceName::Walks => "walks",
            SpaceName::Score => "score",
            SpaceName::Moves => "moves",
        }
    }

    /// The space with this name.
    pub fn from_name(name: &str) -> Option<SpaceName> {
        SpaceName::ALL.into_iter().find(|space| space.name() == name)
    }

    /// What actions cost in a space of pushes; `None` for single moves.
    pub(super) const fn cost(self) -> Option<Cost> {
        match self {
            SpaceName::Pushes => Some(Cost::Pushes),
            SpaceName::Walks => Some(Cost::Moves),
            SpaceName::Score => Some(Cost::Score),
            SpaceName::Moves => None,
        }
    }
}

/// A heuristic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HeuristicName {
    /// Nothing.
    None,
    /// Boxes off goal.
    OffGoal,
    /// Nearest goals by Manhattan distance.
    Manhattan,
    /// The same, with 2x2 blocks as dead ends.
    Hn1,
    /// Assignment by Manhattan distance.
    ManhattanMatching,
    /// Assignment by push distance.
    Matching,
    /// The same plus the boxes off goal.
    MatchingCount,
    /// Assignment by push distance plus what boxes cost each other.
    Conflicts,
    /// The board cut at one square: pairs of boxes up to it, an assignment behind it.
    PairsDoor,
    /// Nearest free goals by Manhattan distance.
    NearestFree,
    /// Gargioni's second heuristic, as his program computes it.
    Hn2,
    /// Gargioni's second heuristic, as we read his words.
    Hn2Matching,
}

impl HeuristicName {
    /// All of them.
    pub const ALL: [HeuristicName; 12] = [
        HeuristicName::None,
        HeuristicName::OffGoal,
        HeuristicName::Manhattan,
        HeuristicName::Hn1,
        HeuristicName::ManhattanMatching,
        HeuristicName::Matching,
        HeuristicName::MatchingCount,
        HeuristicName::Conflicts,
        HeuristicName::PairsDoor,
        HeuristicName::NearestFree,
        HeuristicName::Hn2,
        HeuristicName::Hn2Matching,
    ];

    /// The name.
    pub const fn name(self) -> &'static str {
        match self {
            HeuristicName::None => "none",
            HeuristicName::OffGoal => "off-goal",
            HeuristicName::Manhattan => "manhattan",
            HeuristicName::Hn1 => "hn1",
            HeuristicName::ManhattanMatching => "manhattan-matching",
            HeuristicName::Matching => "matching",
            HeuristicName::MatchingCount => "matching-count",
            HeuristicName::Conflicts => "conflicts",
            HeuristicName::PairsDoor => "pairs-door",
            HeuristicName::NearestFree => "nearest-free",
            HeuristicName::Hn2 => "hn2",
            HeuristicName::Hn2Matching => "hn2-matching",
        }
    }

    /// The heuristic with this name.
    pub fn from_name(name: &str) -> Option<HeuristicName> {
        HeuristicName::ALL.into_iter().find(|heuristic| heuristic.name() == name)
    }

    /// What it is and what it claims, in one sentence.
    pub const fn description(self) -> &'static str {
        match self {
            HeuristicName::None => "nothing at all; admissible",
            HeuristicName::OffGoal => "boxes off goal; admissible",
            HeuristicName::Manhattan => "Manhattan distance to the nearest goals; admissible",
            HeuristicName::Hn1 => "the same, 2x2 blocks are dead ends (Gargioni); admissible",
            HeuristicName::ManhattanMatching => "assignment by Manhattan distance; admissible",
            HeuristicName::Matching => "assignment by push distance; admissible",
            HeuristicName::MatchingCount => "the same plus boxes off goal (SokoKids); no claim",
            HeuristicName::Conflicts => "matching plus what boxes cost each other; admissible",
            HeuristicName::PairsDoor => "pairs up to a door, assignment behind it; admissible",
            HeuristicName::NearestFree => "Manhattan to the nearest free goals (Aveiro); no claim",
            HeuristicName::Hn2 => "Gargioni's second, as his program computes it; no claim",
            HeuristicName::Hn2Matching => "the same, as we read his words; no claim",
        }
    }
}
