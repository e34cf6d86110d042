//! Shorter solutions around a known one: plan neighbourhood graph search (Nakhost and Müller 2010).
//!
//! All states within a few moves of the solution are gathered, nearest first, until there are as
//! many as asked for; then a breadth-first search among these alone finds the shortest solution
//! that leads through them. Shortcuts that no window of the solution shows are found as long as
//! every state on them is near *some* state of it.

use search::{Budget, Stats, Stop};

use super::lanes::MAX_PIECES;
use super::layers::ALL;
use super::store::{moved, pack};
use super::{Search, Store, unpack};
use crate::Move;

/// A state without a parent.
const UNSEEN: u32 = u32::MAX;

impl<const W: usize> Search<'_, W> {
    /// A solution shorter than `known` among `size` states around it. When memory runs out, the
    /// states gathered so far must do.
    pub(super) fn shorter(
        &self,
        known: &[Move],
        size: usize,
        budget: &mut Budget,
        stats: &mut Stats,
    ) -> Result<Option<Vec<Move>>, Stop> {
        let store = self.gather(known, size, budget, stats)?;
        self.count(&store, stats);
        // Breadth-first among them.
        let mut parents = vec![UNSEEN; store.len()];
        let mut queue = vec![0u32];
        parents[0] = 0;
        let mut at = 0;
        let mut goal = None;
        while at < queue.len() && goal.is_none() {
            budget.tick()?;
            budget.expand(stats);
            let index = queue[at];
            self.each_neighbor(&store.keys[index as usize], |next, solved| {
                let Some(found) = store.find(&next) else { return };
                if parents[found as usize] == UNSEEN {
                    parents[found as usize] = index;
                    queue.push(found);
                    if solved && goal.is_none() {
                        goal = Some(found);
                    }
                }
            });
            at += 1;
        }
        let moves = goal.map(|goal| self.path(&store, &parents, goal));
        Ok(moves.filter(|moves| moves.len() < known.len()))
    }

    /// The states of a solution, then their neighbours, and so on.
    fn gather(
        &self,
        known: &[Move],
        size: usize,
        budget: &mut Budget,
        stats: &mut Stats,
    ) -> Result<Store<W>, Stop> {
        // The list of parents of the second search is not counted by the store.
        let mut store = Store::<W>::new(self.memory - self.memory / 8);
        let mut full = store.insert(pack(&self.start), 0, ALL).is_err();
        let mut places = self.start.clone();
        for step in known {
            let place = &mut places[step.piece as usize];
            *place = place.wrapping_add_signed(step.delta);
            full |= store.insert(pack(&places), 0, ALL).is_err();
        }
        let mut index = 0;
        while !full && store.len() < size && index < store.len() {
            budget.tick()?;
            budget.expand(stats);
            let key = store.keys[index];
            self.each_neighbor(&key, |next, _| {
                full = full || store.insert(next, 0, ALL).is_err();
            });
            index += 1;
        }
        Ok(store)
    }

    /// Calls `visit` with every neighbour of a state, and whether it is solved.
    fn each_neighbor(&self, key: &super::Key<W>, mut visit: impl FnMut(super::Key<W>, bool)) {
        let lanes = self.lanes;
        let mut buffer = [0u8; MAX_PIECES];
        let places = &mut buffer[..lanes.n_pieces()];
        unpack(key, places);
        let cells = lanes.cells(places);
        lanes.for_each_move(places, &cells, ALL, |piece, to, _| {
            let solved = piece == lanes.red && to == lanes.goal;
            visit(moved(key, piece, places[piece], to), solved);
        });
    }
}
