//! The trait between an estimate of the remaining cost and the searches that follow it.

/// What is claimed about a heuristic. Guarantees are computed from these claims, so a false one
/// makes a search promise too much: every claim needs a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Properties {
    /// Never more than the true remaining cost.
    pub admissible: bool,
    /// Never falls by more than the cost of the action taken.
    pub consistent: bool,
    /// Calls a state a dead end only if no goal can be reached from it.
    pub safe: bool,
}

impl Properties {
    /// All claims.
    pub const ALL: Properties = Properties { admissible: true, consistent: true, safe: true };
    /// Dead ends are real, nothing else is claimed.
    pub const SAFE: Properties = Properties { admissible: false, consistent: false, safe: true };
    /// No claim at all.
    pub const NONE: Properties = Properties { admissible: false, consistent: false, safe: false };
}

/// An estimate of the cost from a state to the nearest goal.
pub trait Heuristic<S> {
    /// The estimate, or `None` for a dead end. Depends on the state alone.
    fn estimate(&mut self, state: &S) -> Option<u32>;

    /// What is claimed.
    fn properties(&self) -> Properties;
}

/// The heuristic that is 0 everywhere.
#[derive(Clone, Copy, Debug, Default)]
pub struct Zero;

impl<S> Heuristic<S> for Zero {
    fn estimate(&mut self, _: &S) -> Option<u32> {
        Some(0)
    }

    fn properties(&self) -> Properties {
        Properties::ALL
    }
}
