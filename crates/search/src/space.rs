//! The trait between a game and the textbook searches.

use std::hash::Hash;

use crate::{Budget, Stop};

/// One edge out of a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Successor<S, A> {
    /// What leads there.
    pub action: A,
    /// What it costs.
    pub cost: u32,
    /// Where it leads.
    pub state: S,
}

/// What a search knows about a state when it expands it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expansion {
    /// The cost of the path to it; `None` if the search does not count costs, as in breadth-first
    /// search.
    pub g: Option<u32>,
    /// The heuristic's estimate; `None` if the search does not use the heuristic.
    pub h: Option<u32>,
    /// The value by which the search orders its states; `None` if it takes them in the order found.
    pub f: Option<u64>,
    /// States that wait.
    pub frontier: usize,
    /// The round of a search that has several, from 1.
    pub round: u32,
    /// The limit of this round.
    pub limit: Option<u64>,
}

/// A state space as the textbook searches see it. The strong engines do not go through it: they
/// own their loops and their memory.
pub trait StateSpace {
    /// A state; equal states are interchangeable for the search.
    type State: Clone + Eq + Hash;
    /// What changes a state.
    type Action: Clone;

    /// Heap bytes of one state beyond its own size, for the memory limit.
    fn state_bytes(&self) -> usize {
        0
    }

    /// Where the search starts.
    fn initial(&self) -> Self::State;

    /// Whether the puzzle is solved here.
    fn is_goal(&self, state: &Self::State) -> bool;

    /// Called with every state before it is expanded, so that a wrapper around a space can record a
    /// trace. The default does nothing and costs nothing.
    fn expanding(&mut self, _state: &Self::State, _at: Expansion) {}

    /// Appends the successors of `state` to `out`, in an order that depends on the state alone.
    fn expand(&mut self, state: &Self::State, out: &mut Vec<Successor<Self::State, Self::Action>>);

    /// The same within a budget. A space in which a single expansion may take long does it here and
    /// polls on the way; what was appended before a stop is not used.
    ///
    /// # Errors
    ///
    /// The limit that was reached, or the cancellation.
    fn expand_within(
        &mut self,
        state: &Self::State,
        out: &mut Vec<Successor<Self::State, Self::Action>>,
        _budget: &mut Budget,
    ) -> Result<(), Stop> {
        self.expand(state, out);
        Ok(())
    }
}
