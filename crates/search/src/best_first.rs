//! The one best-first loop. Uniform cost, greedy, A* and weighted A* all run on it.
//!
//! The frontier is ordered by `g_weight * g + h_weight * h`; ties are broken as [`Ties`] says. The
//! goal is tested when a state is taken, never when it is generated: a cheaper path may still come.
//! For the same reason a closed (expanded) state is reopened when a cheaper path to it appears,
//! which happens only if the heuristic is not consistent. [`Known::Replace`] imitates programs that
//! never reopen a state. Without a table every path counts as a new state, as in a tree search.

use crate::open::{self, Open};
use crate::store::{Node, Store};
use crate::{
    Budget, Expansion, Frontier, Heuristic, Known, Outcome, StateSpace, Stats, Stop, Successor,
    Ties,
};

/// The estimate given to dead ends that stay on the frontier: they come after everything else.
const NEVER: u32 = u32::MAX;

/// How the loop orders its frontier.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Policy {
    pub(crate) g_weight: u32,
    pub(crate) h_weight: u32,
    /// Whether a cheaper path to a known state is worth anything.
    pub(crate) improve: bool,
    pub(crate) frontier: Frontier,
}

/// What the loop remembers of a state.
struct Mark {
    g: u32,
    h: u32,
    status: Status,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Status {
    Open,
    Closed,
    DeadEnd,
}

/// Searches `space` in the order of `policy`.
pub(crate) fn search<P: StateSpace, H: Heuristic<P::State>>(
    space: &mut P,
    heuristic: &mut H,
    policy: Policy,
    budget: &mut Budget,
    stats: &mut Stats,
) -> Outcome<Vec<P::Action>> {
    let room = Store::new(space, open::BYTES_PER_STATE, budget)
        .and_then(|store| Ok((Open::with_capacity(store.capacity())?, store)));
    let (open, store) = match room {
        Ok(room) => room,
        Err(stop) => return Outcome::Stopped(stop),
    };
    let mut search = BestFirst { heuristic, policy, store, open, replaced: 0, stats };
    let outcome = search.run(space, budget).unwrap_or_else(Outcome::Stopped);
    search.store.report(search.open.len(), search.stats);
    if search.replaced > 0 {
        search.stats.extra.push(("replaced", search.replaced));
    }
    outcome
}

struct BestFirst<'a, P: StateSpace, H> {
    heuristic: &'a mut H,
    policy: Policy,
    store: Store<P::State, P::Action, Mark>,
    open: Open,
    /// Waiting states that gave way to a copy.
    replaced: u64,
    stats: &'a mut Stats,
}

impl<P: StateSpace, H: Heuristic<P::State>> BestFirst<'_, P, H> {
    fn run(&mut self, space: &mut P, budget: &mut Budget) -> Result<Outcome<Vec<P::Action>>, Stop> {
        let root = space.initial();
        let hash = self.store.hash(&root);
        self.meet(hash, root, 0, None, 0)?;
        let mut successors = Vec::new();
        while let Some(number) = self.open.pop(self.policy.frontier.ties) {
            let node = self.store.get(number);
            if space.is_goal(&node.state) {
                return Ok(Outcome::Solved(self.store.path_to(number)));
            }
            let g = node.mark.g;
            budget.progress.depth = g;
            budget.progress.best = node.mark.h;
            budget.tick()?;
            space.expanding(&node.state, self.expansion(&node.mark));
            space.expand_within(&node.state, &mut successors, budget)?;
            self.store.get_mut(number).mark.status = Status::Closed;
            budget.expand(self.stats);
            self.stats.generated += successors.len() as u64;
            for successor in successors.drain(..) {
                budget.poll()?;
                self.generated(number, g, successor)?;
            }
        }
        Ok(Outcome::Unsolvable)
    }

    /// Takes a successor: a new state, or a duplicate that may have come by a better path.
    fn generated(
        &mut self,
        parent: u32,
        g: u32,
        successor: Successor<P::State, P::Action>,
    ) -> Result<(), Stop> {
        let g = g.saturating_add(successor.cost);
        let hash = self.store.hash(&successor.state);
        let known = match self.policy.frontier.table {
            true => self.store.find(hash, &successor.state),
            false => None,
        };
        let Some(number) = known else {
            return self.meet(hash, successor.state, parent, Some(successor.action), g);
        };
        if self.policy.frontier.known == Known::Replace {
            self.replace(number, parent, g, successor);
            return Ok(());
        }
        let mark = &self.store.get(number).mark;
        let (old_g, h, status) = (mark.g, mark.h, mark.status);
        match status {
            Status::Open => self.stats.duplicates_open += 1,
            Status::Closed | Status::DeadEnd => self.stats.duplicates_closed += 1,
        }
        if g >= old_g || !self.policy.improve || status == Status::DeadEnd {
            return Ok(());
        }
        match status {
            Status::Open => self.open.remove(self.key(old_g, h), number),
            _ => self.stats.reopened += 1,
        }
        let node = self.store.get_mut(number);
        node.parent = parent;
        node.action = Some(successor.action);
        node.mark.g = g;
        node.mark.status = Status::Open;
        self.open.push(self.key(g, h), number);
        Ok(())
    }

    /// Takes a duplicate the way of [`Known::Replace`]. A replacement counts neither as a duplicate
    /// nor as another state.
    fn replace(
        &mut self,
        number: u32,
        parent: u32,
        g: u32,
        successor: Successor<P::State, P::Action>,
    ) {
        let mark = &self.store.get(number).mark;
        let (old, status) = (self.key(mark.g, mark.h), mark.status);
        if status != Status::Open {
            self.stats.duplicates_closed += 1;
            return;
        }
        let h = self.estimate(&successor.state).unwrap_or(NEVER);
        let new = self.key(g, h);
        if new.0 >= old.0 {
            self.stats.duplicates_open += 1;
            return;
        }
        self.replaced += 1;
        self.open.remove(old, number);
        let (state, action) = (successor.state, Some(successor.action));
        let mark = Mark { g, h, status: Status::Open };
        *self.store.get_mut(number) = Node { state, parent, action, mark };
        self.open.push(new, number);
    }

    /// The heuristic's estimate; 0 if the policy gives it no weight.
    fn estimate(&mut self, state: &P::State) -> Option<u32> {
        if self.policy.h_weight == 0 {
            return Some(0);
        }
        self.stats.evaluations += 1;
        self.heuristic.estimate(state)
    }

    /// Takes in a state that has not been met before.
    fn meet(
        &mut self,
        hash: u64,
        state: P::State,
        parent: u32,
        action: Option<P::Action>,
        g: u32,
    ) -> Result<(), Stop> {
        let estimate = self.estimate(&state);
        self.stats.dead_ends += u64::from(estimate.is_none());
        let (h, status) = match (estimate, self.policy.frontier.known) {
            (Some(h), _) => (h, Status::Open),
            (None, Known::Replace) => (NEVER, Status::Open),
            (None, Known::Improve) => (0, Status::DeadEnd),
        };
        let mark = Mark { g, h, status };
        let number = self.store.add(hash, Node { state, parent, action, mark })?;
        if status == Status::Open {
            self.open.push(self.key(g, h), number);
        }
        Ok(())
    }

    /// What is known of a state that is about to be expanded.
    fn expansion(&self, &Mark { g, h, .. }: &Mark) -> Expansion {
        let f = (h != NEVER).then_some(self.key(g, h).0);
        let h = (self.policy.h_weight > 0 && h != NEVER).then_some(h);
        Expansion { g: Some(g), h, f, frontier: self.open.len(), round: 1, limit: None }
    }

    /// The bucket of a state.
    fn key(&self, g: u32, h: u32) -> (u64, u32) {
        let Policy { g_weight, h_weight, frontier, .. } = self.policy;
        let f = match h {
            NEVER => u64::MAX,
            _ => u64::from(g_weight) * u64::from(g) + u64::from(h_weight) * u64::from(h),
        };
        match frontier.ties {
            Ties::LastIn | Ties::Rounds => (f, h),
            Ties::FirstIn => (f, 0),
        }
    }
}
