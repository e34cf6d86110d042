//! The one depth-first loop. Depth-first search, iterative deepening, IDA* and weighted IDA* all
//! run on it.
//!
//! Each round goes as deep as its limit allows; what lies beyond is cut, and the least cut value is
//! the next limit. Successors are tried in the order in which the space gives them, or in order of
//! rising value, with their own order kept among equals. The goal is tested when a state is
//! generated: in IDA* a goal within the limit is as good as any other.
//!
//! Duplicates are recognised in one of two ways: a [table](Policy::table) remembers, for this
//! round, the least cost at which each state was entered; without it only states on the current
//! path are recognised, the textbook way that needs no memory.

use crate::store::{Node, Store};
use crate::{Budget, Expansion, Heuristic, Outcome, StateSpace, Stats, Stop, Successor};

/// What limits the depth of a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// Nothing: one round.
    None,
    /// Number of actions: from the first limit to the last, one more each round.
    Depth { first: u32, last: u32 },
    /// `g_weight * g + h_weight * h`, from the estimate of the root.
    Value { g_weight: u32, h_weight: u32 },
}

/// The options of the loop.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Policy {
    pub(crate) bound: Bound,
    /// Remember states across the whole round, not only on the path.
    pub(crate) table: bool,
    /// Try successors in order of rising value.
    pub(crate) sorted: bool,
}

/// The least cost at which a state was entered, and in which round.
#[derive(Clone, Copy)]
struct Mark {
    round: u32,
    g: u32,
}

/// A state on the current path.
struct Frame<S, A> {
    state: S,
    action: Option<A>,
    g: u32,
    /// Successors that wait above this mark belong to this state.
    waiting: usize,
}

/// A successor that waits for its turn.
struct Waiting<S, A> {
    state: S,
    action: A,
    g: u32,
    value: u64,
}

/// A state whose turn it is; the first has no action.
struct Entered<S, A> {
    state: S,
    action: Option<A>,
    g: u32,
    value: u64,
}

/// Searches `space` in rounds.
pub(crate) fn search<P: StateSpace, H: Heuristic<P::State>>(
    space: &mut P,
    heuristic: &mut H,
    policy: Policy,
    budget: &mut Budget,
    stats: &mut Stats,
) -> Outcome<Vec<P::Action>> {
    let store = match Store::new(space, 0, budget) {
        Ok(store) => store,
        Err(stop) => return Outcome::Stopped(stop),
    };
    let mut search = DepthFirst {
        heuristic,
        policy,
        store,
        path: Vec::new(),
        waiting: Vec::new(),
        round: 0,
        limit: 0,
        beyond: None,
        stats,
    };
    let outcome = search.run(space, budget).unwrap_or_else(Outcome::Stopped);
    search.store.report(search.waiting.len(), search.stats);
    outcome
}

struct DepthFirst<'a, P: StateSpace, H> {
    heuristic: &'a mut H,
    policy: Policy,
    store: Store<P::State, (), Mark>,
    path: Vec<Frame<P::State, P::Action>>,
    waiting: Vec<Waiting<P::State, P::Action>>,
    round: u32,
    limit: u64,
    /// The least value cut in this round.
    beyond: Option<u64>,
    stats: &'a mut Stats,
}

impl<P: StateSpace, H: Heuristic<P::State>> DepthFirst<'_, P, H> {
    fn run(&mut self, space: &mut P, budget: &mut Budget) -> Result<Outcome<Vec<P::Action>>, Stop> {
        let root = space.initial();
        if space.is_goal(&root) {
            return Ok(Outcome::Solved(Vec::new()));
        }
        let Some(value) = self.value(&root, 0) else {
            self.stats.dead_ends += 1;
            return Ok(Outcome::Unsolvable);
        };
        let last = match self.policy.bound {
            Bound::Depth { last, .. } => u64::from(last),
            _ => u64::MAX,
        };
        self.limit = match self.policy.bound {
            Bound::None => u64::MAX,
            Bound::Depth { first, .. } => u64::from(first),
            Bound::Value { .. } => value,
        };
        loop {
            self.round += 1;
            self.stats.iterations += 1;
            self.beyond = None;
            if let Some(path) = self.round(space, &root, value, budget)? {
                return Ok(Outcome::Solved(path));
            }
            match self.beyond {
                None => return Ok(Outcome::Unsolvable),
                Some(_) if self.limit >= last => return Ok(Outcome::GaveUp),
                Some(beyond) => self.limit = beyond,
            }
        }
    }

    /// One round within the limit.
    fn round(
        &mut self,
        space: &mut P,
        root: &P::State,
        value: u64,
        budget: &mut Budget,
    ) -> Result<Option<Vec<P::Action>>, Stop> {
        budget.progress.best = self.limit.min(u64::from(u32::MAX)) as u32;
        let mut successors = Vec::new();
        let root = Entered { state: root.clone(), action: None, g: 0, value };
        let found = self.enter(space, budget, &mut successors, root)?;
        if found.is_some() {
            return Ok(found);
        }
        while let Some(frame) = self.path.last() {
            if self.waiting.len() == frame.waiting {
                self.path.pop();
                continue;
            }
            let Waiting { state, action, g, value } = self.waiting.pop().expect("one waits");
            if self.is_duplicate(&state, g)? {
                self.stats.duplicates_closed += 1;
                continue;
            }
            let next = Entered { state, action: Some(action), g, value };
            let found = self.enter(space, budget, &mut successors, next)?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// Puts a state on the path and its successors into the queue; returns the path when one of
    /// them is a goal.
    fn enter(
        &mut self,
        space: &mut P,
        budget: &mut Budget,
        successors: &mut Vec<Successor<P::State, P::Action>>,
        Entered { state, action, g, value }: Entered<P::State, P::Action>,
    ) -> Result<Option<Vec<P::Action>>, Stop> {
        budget.progress.depth = self.path.len() as u32;
        budget.tick()?;
        if self.path.is_empty() && self.policy.table {
            self.is_duplicate(&state, g)?;
        }
        space.expanding(&state, self.expansion(g, value));
        space.expand_within(&state, successors, budget)?;
        budget.expand(self.stats);
        let first = self.waiting.len();
        self.path.push(Frame { state, action, g, waiting: first });
        for Successor { action, cost, state } in successors.drain(..) {
            self.stats.generated += 1;
            budget.poll()?;
            let g = g.saturating_add(if self.counts_cost() { cost } else { 1 });
            let Some(value) = self.value(&state, g) else {
                self.stats.dead_ends += 1;
                continue;
            };
            if value > self.limit {
                self.beyond = Some(self.beyond.map_or(value, |beyond| beyond.min(value)));
            } else if space.is_goal(&state) {
                let path = self.path.drain(..).filter_map(|frame| frame.action);
                return Ok(Some(path.chain([action]).collect()));
            } else {
                if self.waiting.len() == self.waiting.capacity() {
                    let more = (self.waiting.len() / 2).max(64);
                    self.waiting.try_reserve_exact(more).map_err(|_| Stop::Memory)?;
                }
                self.waiting.push(Waiting { state, action, g, value });
            }
        }
        if self.waiting.len() + self.path.len() > self.store.room() {
            return Err(Stop::Memory);
        }
        // The last one is taken first.
        let new = &mut self.waiting[first..];
        if self.policy.sorted {
            new.sort_by_key(|waiting| waiting.value);
        }
        new.reverse();
        Ok(None)
    }

    /// Whether a state was already entered as cheaply, in this round or on this path; if not, it
    /// will be remembered.
    fn is_duplicate(&mut self, state: &P::State, g: u32) -> Result<bool, Stop> {
        if !self.policy.table {
            return Ok(self.path.iter().any(|frame| frame.g <= g && frame.state == *state));
        }
        let hash = self.store.hash(state);
        let mark = Mark { round: self.round, g };
        let Some(number) = self.store.find(hash, state) else {
            let node = Node { state: state.clone(), parent: 0, action: None, mark };
            self.store.add(hash, node)?;
            return Ok(false);
        };
        let old = &mut self.store.get_mut(number).mark;
        // Without a bound the way to a state does not matter; with one, a cheaper way reaches
        // further.
        let useless = self.policy.bound == Bound::None || old.g <= g;
        if old.round == self.round && useless {
            return Ok(true);
        }
        self.stats.reopened += u64::from(old.round == self.round);
        *old = mark;
        Ok(false)
    }

    /// What is known of a state that is about to be expanded.
    fn expansion(&self, g: u32, value: u64) -> Expansion {
        let (h, f) = match self.policy.bound {
            Bound::Value { g_weight, h_weight } => {
                let h = (value - u64::from(g_weight) * u64::from(g)) / u64::from(h_weight.max(1));
                (u32::try_from(h).ok(), Some(value))
            }
            Bound::None | Bound::Depth { .. } => (None, None),
        };
        let limit = (self.policy.bound != Bound::None).then_some(self.limit);
        let frontier = self.waiting.len();
        Expansion { g: Some(g), h, f, frontier, round: self.round, limit }
    }

    /// Whether `g` is cost; where depth is the limit, it is the number of actions.
    fn counts_cost(&self) -> bool {
        matches!(self.policy.bound, Bound::Value { .. })
    }

    /// What the limit is compared with; `None` for a dead end.
    fn value(&mut self, state: &P::State, g: u32) -> Option<u64> {
        match self.policy.bound {
            Bound::None => Some(0),
            Bound::Depth { .. } => Some(u64::from(g)),
            Bound::Value { g_weight, h_weight } => {
                self.stats.evaluations += 1;
                let h = self.heuristic.estimate(state)?;
                Some(u64::from(g_weight) * u64::from(g) + u64::from(h_weight) * u64::from(h))
            }
        }
    }
}
