//! Counters every search keeps. They are always on; clocks are not.

/// What a search did, in the terms the papers tabulate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// States produced by expansion, duplicates included.
    pub generated: u64,
    /// States whose successors were produced.
    pub expanded: u64,
    /// Duplicates met while the first copy still waited on the frontier.
    pub duplicates_open: u64,
    /// Duplicates of states already expanded.
    pub duplicates_closed: u64,
    /// States expanded again because a cheaper path was found.
    pub reopened: u64,
    /// States dropped because they were proved lost.
    pub dead_ends: u64,
    /// States waiting at the end.
    pub frontier: u64,
    /// Distinct states kept.
    pub tree: u64,
    /// Rounds of an iterative search.
    pub iterations: u64,
    /// Threshold and nodes of each round, where a search keeps a log of them.
    pub rounds: Vec<(u64, u64)>,
    /// Heuristic evaluations.
    pub evaluations: u64,
    /// Bytes of the largest table the search held.
    pub table_bytes: u64,
    /// The proved lower bound on the cost of every solution, in what the search counts; `None` from a
    /// search that proves none.
    pub bound: Option<u64>,
    /// States a technique kept from being generated, per technique.
    pub pruned: Vec<(&'static str, u64)>,
    /// Further counters of one engine, in the engine's order.
    pub extra: Vec<(&'static str, u64)>,
    /// What each search did that took turns with others; empty for a search on its own.
    pub members: Vec<MemberStats>,
}

/// What one of several searches did that took turns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemberStats {
    /// Its name.
    pub name: &'static str,
    /// States whose successors were produced.
    pub expanded: u64,
    /// States produced by expansion.
    pub generated: u64,
    /// What its work was charged, in about nanoseconds: the same in every run.
    pub effort: u64,
    /// Bytes of its tables.
    pub table_bytes: u64,
    /// Why it left before the end, if it did: `gave-up`, `memory`, or `dismissed` for the memory of others.
    pub left: Option<&'static str>,
}

impl Stats {
    /// The work of two searches together. Counters per technique and per engine stay those of the
    /// first, and so does its bound.
    #[must_use]
    pub fn plus(self, other: &Stats) -> Stats {
        Stats {
            generated: self.generated + other.generated,
            expanded: self.expanded + other.expanded,
            duplicates_open: self.duplicates_open + other.duplicates_open,
            duplicates_closed: self.duplicates_closed + other.duplicates_closed,
            reopened: self.reopened + other.reopened,
            dead_ends: self.dead_ends + other.dead_ends,
            frontier: self.frontier + other.frontier,
            tree: self.tree + other.tree,
            iterations: self.iterations + other.iterations,
            evaluations: self.evaluations + other.evaluations,
            table_bytes: self.table_bytes + other.table_bytes,
            ..self
        }
    }
}
