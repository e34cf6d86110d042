//! The positions one push further on, and which of them stay in the beam.

use ground::kernel::{Memory, Packer, Store};
use search::Stop;
use sokoban::{Push, Square};

/// A position of the next layer and how it was reached.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    /// Lower is better.
    pub(super) score: u32,
    /// Boxes off goal: candidates compete only with those that have as many.
    pub(super) off_goal: u32,
    pub(super) hash: u64,
    /// Its parent among the positions of all layers.
    pub(super) parent: u32,
    pub(super) push: Push,
}

/// The candidates for the next layer, each once.
pub(super) struct Candidates {
    store: Store<Candidate>,
    /// Their numbers; [`Candidates::best`] sorts them, best first.
    order: Vec<u32>,
}

/// Twice the bytes of a candidate's number: [`Candidates::best`] copies those that go on.
const NUMBERS: u64 = 2 * size_of::<u32>() as u64;

impl Candidates {
    /// Has room for as many candidates as fit into the memory.
    pub(super) fn new(packer: Packer, memory: Memory) -> Result<Candidates, Stop> {
        let store = Store::new(packer, memory, NUMBERS)?;
        let mut order = Vec::new();
        order.try_reserve_exact(store.capacity()).map_err(|_| Stop::Memory)?;
        Ok(Candidates { store, order })
    }

    /// Whether there is one with this hash for which `same` holds.
    pub(super) fn has(&self, hash: u64, same: impl FnMut(&[u64], Square) -> bool) -> bool {
        self.store.has(hash, same)
    }

    /// Adds a position that is not among them.
    pub(super) fn add(&mut self, own: (&[u64], Square), candidate: Candidate) -> Result<(), Stop> {
        let number = self.store.add_packed(candidate.hash, own, None, candidate)?;
        self.order.push(number);
        Ok(())
    }

    /// A candidate with its boxes and the player's zone.
    pub(super) fn get(&self, number: u32) -> (Candidate, (&[u64], Square)) {
        (self.store.note(number), self.store.packed(number))
    }

    /// The numbers of the best `width` candidates, an equal part from each kind that has that many.
    /// The order depends on scores and hashes alone.
    pub(super) fn best(&mut self, width: usize) -> Vec<u32> {
        let Candidates { store, order } = self;
        order.sort_unstable_by_key(|&number| {
            let Candidate { score, hash, .. } = store.note(number);
            (score, hash)
        });
        let kind = |number: u32| store.note(number).off_goal as usize;
        let kinds = order.iter().map(|&number| kind(number) + 1).max();
        let mut sizes = vec![0; kinds.unwrap_or(0)];
        order.iter().for_each(|&number| sizes[kind(number)] += 1);
        let part = equal_part(sizes.clone(), width);
        sizes.fill(0);
        let goes_on = |number: &u32| {
            let taken = &mut sizes[kind(*number)];
            *taken += 1;
            *taken <= part
        };
        order.iter().copied().filter(goes_on).collect()
    }

    /// Number of candidates.
    pub(super) fn len(&self) -> usize {
        self.order.len()
    }

    /// Forgets all of them but keeps the memory.
    pub(super) fn clear(&mut self) {
        self.store.clear();
        self.order.clear();
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> u64 {
        let each = size_of::<Candidate>() as u64 + NUMBERS;
        self.store.bytes() + self.len() as u64 * each
    }
}

/// How many of each kind may go on so that there are at most `width` in all: kinds with fewer leave
/// their part to the others.
fn equal_part(mut sizes: Vec<usize>, width: usize) -> usize {
    sizes.retain(|&size| size > 0);
    sizes.sort_unstable();
    let mut left = width;
    for (i, &size) in sizes.iter().enumerate() {
        let part = left / (sizes.len() - i);
        if size > part {
            return part.max(1);
        }
        left -= size;
    }
    width
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_with_few_leave_their_part_to_the_others() {
        assert_eq!(equal_part(vec![2, 100, 0, 100], 10), 4);
        assert_eq!(equal_part(vec![2, 3, 4], 10), 10, "all of them fit");
        assert_eq!(equal_part(vec![9, 9, 9], 2), 1, "every kind goes on");
        assert_eq!(equal_part(Vec::new(), 10), 10);
    }
}
