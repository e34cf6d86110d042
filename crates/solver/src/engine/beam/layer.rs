//! The positions one push further, and which of them go on.

use search::Stop;
use sokoban::{Push, Square};

use super::twins::Twins;
use crate::kernel::{StateArena, Table};

/// A position of the next layer and how it came about.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    /// Lower is better.
    pub(super) score: u32,
    /// Boxes off goal: candidates compete with their like only.
    pub(super) off_goal: u32,
    pub(super) hash: u64,
    pub(super) parent: u32,
    pub(super) push: Push,
    /// Where its squares are kept.
    number: u32,
}

/// The candidates for the next layer, each once.
pub(super) struct Candidates {
    list: Vec<Candidate>,
    states: StateArena,
    table: Table,
}

impl Candidates {
    /// Bytes of a candidate of so many words, without the table; twice in the list, because
    /// [`Candidates::best`] copies those that go on.
    pub(super) fn bytes_each(words: usize) -> u64 {
        StateArena::bytes_per_state(words) + 2 * size_of::<Candidate>() as u64
    }

    /// Room for so many.
    pub(super) fn new(words: usize, capacity: usize) -> Result<Candidates, Stop> {
        let mut list = Vec::new();
        list.try_reserve_exact(capacity).map_err(|_| Stop::Memory)?;
        let states = StateArena::new(words, capacity)?;
        Ok(Candidates { list, states, table: Table::for_nodes(capacity) })
    }

    /// Whether a position is among them.
    pub(super) fn has(&self, hash: u64, twins: &Twins) -> bool {
        self.table.find(hash, |number| twins.is(&self.states, number)).is_some()
    }

    /// Adds a position that is not among them.
    pub(super) fn add(
        &mut self,
        (packed, zone): (&[u64], Square),
        (score, off_goal, hash): (u32, u32, u64),
        (parent, push): (u32, Push),
    ) -> Result<(), Stop> {
        let number = self.states.push(packed, zone)?;
        self.table.insert(hash, number);
        self.list.push(Candidate { score, off_goal, hash, parent, push, number });
        Ok(())
    }

    /// The boxes and the player's zone of a candidate.
    pub(super) fn state(&self, candidate: &Candidate) -> (&[u64], Square) {
        (self.states.words(candidate.number), self.states.player(candidate.number))
    }

    /// The best `width` of them, in equal parts of each kind as far as there are so many. The
    /// order depends on scores and hashes alone.
    pub(super) fn best(&mut self, width: usize) -> Vec<Candidate> {
        self.list.sort_unstable_by_key(|candidate| (candidate.score, candidate.hash));
        let kinds = self.list.iter().map(|candidate| candidate.off_goal as usize + 1).max();
        let mut sizes = vec![0; kinds.unwrap_or(0)];
        self.list.iter().for_each(|candidate| sizes[candidate.off_goal as usize] += 1);
        let part = equal_part(sizes.clone(), width);
        sizes.fill(0);
        let goes_on = |candidate: &&Candidate| {
            let taken = &mut sizes[candidate.off_goal as usize];
            *taken += 1;
            *taken <= part
        };
        self.list.iter().filter(goes_on).copied().collect()
    }

    /// Number of candidates.
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    /// Forgets all of them and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.list.clear();
        self.states.clear();
        self.table.clear();
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> u64 {
        self.states.bytes() + self.table.bytes() + (self.len() * size_of::<Candidate>()) as u64
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
