//! The textbook searches by name, for callers that choose one at run time.

use crate::{
    Budget, Frontier, Heuristic, Known, Outcome, Properties, StateSpace, Stats, Ties, astar,
    best_first, bfs, depth_first, dfs, greedy, idastar, iddfs, ucs,
};

/// A textbook search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Algorithm {
    /// Breadth-first.
    Bfs,
    /// Depth-first.
    Dfs,
    /// Iterative deepening.
    Iddfs,
    /// Uniform cost.
    Ucs,
    /// Greedy best-first.
    Greedy,
    /// A*.
    Astar,
    /// Weighted A*.
    Wastar,
    /// IDA*.
    Idastar,
    /// Weighted IDA*.
    Wida,
}

/// The options of all textbook searches. Each search reads only those that concern it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Weight of the estimate in the weighted searches, in per cent.
    pub weight: u32,
    /// First depth limit of iterative deepening.
    pub first: u32,
    /// Last depth limit of iterative deepening.
    pub last: u32,
    /// Which of several equally promising states the best-first searches take.
    pub ties: Ties,
    /// What a second path to a state is worth to the best-first searches.
    pub known: Known,
    /// Whether states are recognised wherever they were met. If not, depth-first searches recognise
    /// only those on their path, and best-first searches none.
    pub table: bool,
    /// Whether IDA* tries successors in order of rising value.
    pub sorted: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            weight: 200,
            first: 1,
            last: u32::MAX,
            ties: Ties::LastIn,
            known: Known::Improve,
            table: true,
            sorted: false,
        }
    }
}

impl Algorithm {
    /// All of them.
    pub const ALL: [Algorithm; 9] = [
        Algorithm::Bfs,
        Algorithm::Dfs,
        Algorithm::Iddfs,
        Algorithm::Ucs,
        Algorithm::Greedy,
        Algorithm::Astar,
        Algorithm::Wastar,
        Algorithm::Idastar,
        Algorithm::Wida,
    ];

    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Algorithm::Bfs => "bfs",
            Algorithm::Dfs => "dfs",
            Algorithm::Iddfs => "iddfs",
            Algorithm::Ucs => "ucs",
            Algorithm::Greedy => "greedy",
            Algorithm::Astar => "astar",
            Algorithm::Wastar => "wastar",
            Algorithm::Idastar => "idastar",
            Algorithm::Wida => "wida",
        }
    }

    /// The algorithm with this name.
    pub fn from_name(name: &str) -> Option<Algorithm> {
        Algorithm::ALL.into_iter().find(|algorithm| algorithm.name() == name)
    }

    /// One sentence for help texts.
    pub const fn description(self) -> &'static str {
        match self {
            Algorithm::Bfs => "breadth-first search: fewest actions, every state kept",
            Algorithm::Dfs => "depth-first search: any solution, often a very long one",
            Algorithm::Iddfs => "iterative deepening: fewest actions, in ever deeper rounds",
            Algorithm::Ucs => "uniform-cost search: cheapest solution without a heuristic",
            Algorithm::Greedy => "greedy best-first search: follows the heuristic alone",
            Algorithm::Astar => "A*: cheapest solution if the heuristic is admissible",
            Algorithm::Wastar => "weighted A*: at most WEIGHT times the cheapest",
            Algorithm::Idastar => "IDA*: like A*, in depth-first rounds",
            Algorithm::Wida => "weighted IDA*: like weighted A*, in depth-first rounds",
        }
    }

    /// Whether it asks the heuristic.
    pub const fn is_informed(self) -> bool {
        use Algorithm::*;
        matches!(self, Greedy | Astar | Wastar | Idastar | Wida)
    }

    /// Whether it can do without recognising states met before. Breadth-first search cannot.
    pub const fn reads_table(self) -> bool {
        !matches!(self, Algorithm::Bfs)
    }

    /// Whether it needs to know which of several equally promising states comes first.
    pub const fn reads_ties(self) -> bool {
        use Algorithm::*;
        matches!(self, Ucs | Greedy | Astar | Wastar)
    }

    /// Whether it weights the estimate.
    pub const fn is_weighted(self) -> bool {
        matches!(self, Algorithm::Wastar | Algorithm::Wida)
    }

    /// Whether the solution it found is a cheapest one, given what the heuristic claims, whether
    /// every action costs the same, and the counters of the run.
    pub fn found_optimum(
        self,
        heuristic: Properties,
        uniform_cost: bool,
        options: &Options,
        stats: &Stats,
    ) -> bool {
        let admissible = heuristic.admissible && heuristic.safe;
        // A search that never reopens a state is optimal only with a consistent heuristic.
        let closes_well = options.known == Known::Improve || heuristic.consistent;
        match self {
            Algorithm::Bfs => uniform_cost,
            Algorithm::Iddfs => uniform_cost && (options.first <= 1 || stats.iterations > 1),
            Algorithm::Ucs => true,
            Algorithm::Astar => admissible && closes_well,
            Algorithm::Idastar => admissible,
            Algorithm::Wastar => admissible && closes_well && options.weight <= 100,
            Algorithm::Wida => admissible && options.weight <= 100,
            Algorithm::Dfs | Algorithm::Greedy => false,
        }
    }

    /// Runs it.
    pub fn search<P: StateSpace, H: Heuristic<P::State>>(
        self,
        space: &mut P,
        heuristic: &mut H,
        options: &Options,
        budget: &mut Budget,
        stats: &mut Stats,
    ) -> Outcome<Vec<P::Action>> {
        let &Options { weight, first, last, ties, known, table, sorted } = options;
        let frontier = Frontier { ties, known, table };
        budget.progress.engine = self.name();
        let door = match self {
            Algorithm::Bfs => return bfs::search(space, budget, stats),
            Algorithm::Dfs => Door::Depth(dfs::policy(table)),
            Algorithm::Iddfs => Door::Depth(iddfs::policy(first, last, table)),
            Algorithm::Ucs => Door::Best(ucs::policy(frontier)),
            Algorithm::Greedy => Door::Best(greedy::policy(frontier)),
            Algorithm::Astar => Door::Best(astar::policy(frontier)),
            Algorithm::Wastar => Door::Best(astar::weighted(weight, frontier)),
            Algorithm::Idastar => Door::Depth(idastar::policy(table, sorted)),
            Algorithm::Wida => Door::Depth(idastar::weighted(weight, table, sorted)),
        };
        match door {
            Door::Best(policy) => best_first::search(space, heuristic, policy, budget, stats),
            Door::Depth(policy) => depth_first::search(space, heuristic, policy, budget, stats),
        }
    }
}

/// Which of the two loops, and the policy it follows.
enum Door {
    Best(best_first::Policy),
    Depth(depth_first::Policy),
}
