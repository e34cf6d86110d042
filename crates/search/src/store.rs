//! Distinct states with what a search remembers of each, in a fixed share of the memory limit.
//!
//! States are numbered in the order in which they were met. The arena is reserved once, because
//! growing it in place would double the peak; untouched pages of a reservation cost nothing. Only
//! the index grows, and its bytes are accounted for.

use std::hash::{BuildHasher, Hash};

use hashbrown::HashTable;

use crate::{Budget, StateSpace, Stats, Stop};

/// Bytes for the tables when the budget names none.
const DEFAULT_MEMORY: u64 = 1 << 30;

/// Bytes of index per state at its worst: a 4-byte number and a control byte at the lowest load
/// factor, with the old index beside the new one while it grows.
const INDEX_BYTES: u64 = 18;

/// A state and how it was reached.
pub(crate) struct Node<S, A, M> {
    pub(crate) state: S,
    pub(crate) parent: u32,
    /// `None` at the root only.
    pub(crate) action: Option<A>,
    /// What else the search remembers of the state.
    pub(crate) mark: M,
}

/// All states a search has met.
pub(crate) struct Store<S, A, M> {
    nodes: Vec<Node<S, A, M>>,
    index: HashTable<u32>,
    hasher: foldhash::quality::FixedState,
    capacity: usize,
    bytes_per_node: u64,
}

impl<S: Hash + Eq, A: Clone, M> Store<S, A, M> {
    /// An empty store for the states of `space`, as large as the budget allows when the search
    /// itself holds `more` bytes for each state.
    pub(crate) fn new<P: StateSpace<State = S>>(
        space: &P,
        more: usize,
        budget: &Budget,
    ) -> Result<Self, Stop> {
        let bytes = space.state_bytes() + size_of::<Node<S, A, M>>() + more;
        let bytes_per_node = bytes as u64 + INDEX_BYTES;
        let capacity = budget.memory(DEFAULT_MEMORY) / bytes_per_node;
        let capacity = capacity.min(u64::from(u32::MAX) - 1) as usize;
        let mut nodes = Vec::new();
        nodes.try_reserve_exact(capacity).map_err(|_| Stop::Memory)?;
        let hasher = foldhash::quality::FixedState::default();
        Ok(Store { nodes, index: HashTable::new(), hasher, capacity, bytes_per_node })
    }

    /// The hash of a state, the same on every machine.
    #[inline]
    pub(crate) fn hash(&self, state: &S) -> u64 {
        self.hasher.hash_one(state)
    }

    /// The number of a state met before.
    #[inline]
    pub(crate) fn find(&self, hash: u64, state: &S) -> Option<u32> {
        self.index.find(hash, |&i| self.nodes[i as usize].state == *state).copied()
    }

    /// Adds a state that was not met before and returns its number.
    pub(crate) fn add(&mut self, hash: u64, node: Node<S, A, M>) -> Result<u32, Stop> {
        if self.nodes.len() >= self.capacity {
            return Err(Stop::Memory);
        }
        let number = self.nodes.len() as u32;
        self.nodes.push(node);
        let (nodes, hasher) = (&self.nodes, &self.hasher);
        let hash_of = |&i: &u32| hasher.hash_one(&nodes[i as usize].state);
        // An index that cannot grow is a full store, not the end of the process.
        self.index.try_reserve(1, hash_of).map_err(|_| Stop::Memory)?;
        self.index.insert_unique(hash, number, hash_of);
        Ok(number)
    }

    /// How many states there are.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// How many states there can be.
    pub(crate) fn capacity(&self) -> usize {
        self.capacity
    }

    /// How many more states there is room for.
    #[inline]
    pub(crate) fn room(&self) -> usize {
        self.capacity - self.nodes.len()
    }

    /// Records the counts when a search ends with `frontier` states waiting.
    pub(crate) fn report(&self, frontier: usize, stats: &mut Stats) {
        stats.tree = self.nodes.len() as u64;
        stats.frontier = frontier as u64;
        stats.table_bytes = stats.tree * self.bytes_per_node;
    }

    #[inline]
    pub(crate) fn get(&self, number: u32) -> &Node<S, A, M> {
        &self.nodes[number as usize]
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, number: u32) -> &mut Node<S, A, M> {
        &mut self.nodes[number as usize]
    }

    /// The actions from the root to a state.
    pub(crate) fn path_to(&self, mut number: u32) -> Vec<A> {
        let mut path = Vec::new();
        while let Some(action) = &self.get(number).action {
            path.push(action.clone());
            number = self.get(number).parent;
        }
        path.reverse();
        path
    }
}
