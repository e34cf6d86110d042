//! Finds the positions of a tree by their hash.
//!
//! A few bits of the hash choose one of several tables: while a table grows, its old and new copy
//! both exist, and this way that concerns only a small part of the whole.

use hashbrown::HashTable;

/// Bits of the hash that choose the table.
const BITS: u32 = 5;

/// Numbers of nodes by hash. The hashes themselves are kept with the nodes.
#[derive(Clone, Debug)]
pub(super) struct Known {
    parts: Vec<HashTable<u32>>,
}

impl Known {
    /// Nothing yet.
    pub(super) fn new() -> Known {
        Known { parts: vec![HashTable::new(); 1 << BITS] }
    }

    /// The number of the node with this hash. If it is unknown, `new` is inserted and returned.
    #[inline]
    pub(super) fn find_or_enter(
        &mut self,
        hash: u64,
        new: u32,
        hash_of: impl Fn(u32) -> u64,
    ) -> u32 {
        // The tables use the lowest bits for places and the highest seven for tags.
        let part = &mut self.parts[(hash >> 40) as usize % (1 << BITS)];
        let same = |&number: &u32| hash_of(number) == hash;
        *part.entry(hash, same, |&number| hash_of(number)).or_insert(new).get()
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> u64 {
        self.parts.iter().map(|part| part.allocation_size() as u64).sum()
    }
}

#[cfg(test)]
mod tests {
    use ground::kernel::mix;

    use super::*;

    #[test]
    fn every_hash_has_one_number() {
        let mut known = Known::new();
        let hash_of = |number: u32| mix(number.into());
        for round in 0..2 {
            for number in 0..5_000 {
                let new = if round == 0 { number } else { u32::MAX };
                assert_eq!(known.find_or_enter(hash_of(number), new, hash_of), number);
            }
        }
        assert!(known.bytes() >= 4 * 5_000);
    }
}
