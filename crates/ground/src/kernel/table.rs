//! A hash table of node numbers that grows within a limit and never holds a state itself.
//!
//! A slot keeps the upper half of the hash beside the number, and the place of a slot is computed
//! from that half, so growing does not read the nodes. The caller compares the full state, because
//! hashes can collide.

/// Slots of a fresh table: small, because small levels must not pay for large ones.
const FIRST_SLOTS: usize = 1 << 10;

/// Numbers by hash, open addressing, linear probing.
#[derive(Clone, Debug)]
pub struct Table {
    /// Tag in the upper half, number plus one in the lower; 0 when empty.
    slots: Vec<u64>,
    /// The number of slots it begins with.
    first: usize,
    len: usize,
}

impl Table {
    /// How many nodes of this many bytes each fit into `bytes` together with their table, which is
    /// [made for that many nodes](Table::for_nodes). While the table grows, the old slots and the
    /// new ones are both there, but only half of the nodes.
    pub fn capacity(bytes: u64, bytes_per_node: u64) -> usize {
        let free = bytes.saturating_sub(16 * FIRST_SLOTS as u64);
        // Four slots for three nodes, and a little for sizes that do not come out exactly.
        let slots = 8 * 4 * (FIRST_SLOTS as u64 + 2) / FIRST_SLOTS as u64;
        let nodes = free * 3 / (bytes_per_node.max(11) * 3 + slots + 1);
        nodes.min(u64::from(u32::MAX) - 1) as usize
    }

    /// An empty table that grows as needed.
    pub fn new() -> Table {
        Table::beginning_with(FIRST_SLOTS)
    }

    /// An empty table that is just large enough for this many nodes after it has doubled a few
    /// times.
    pub fn for_nodes(nodes: usize) -> Table {
        let slots = nodes * 4 / 3 + 1;
        let doublings = (slots / FIRST_SLOTS).checked_ilog2().unwrap_or(0);
        Table::beginning_with(slots.div_ceil(1 << doublings).max(FIRST_SLOTS))
    }

    fn beginning_with(first: usize) -> Table {
        Table { slots: vec![0; first], first, len: 0 }
    }

    /// The number stored under `hash` for which `same` holds.
    #[inline]
    pub fn find(&self, hash: u64, mut same: impl FnMut(u32) -> bool) -> Option<u32> {
        let tag = hash >> 32;
        let mut at = self.place(tag);
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                return None;
            }
            let number = slot as u32 - 1;
            if slot >> 32 == tag && same(number) {
                return Some(number);
            }
            at = if at + 1 == self.slots.len() { 0 } else { at + 1 };
        }
    }

    /// Stores a number that is not there yet.
    pub fn insert(&mut self, hash: u64, number: u32) {
        if (self.len + 1) * 4 > self.slots.len() * 3 {
            self.grow();
        }
        self.put((hash >> 32) << 32 | u64::from(number + 1));
        self.len += 1;
    }

    /// Number of entries.
    #[cfg(test)]
    fn len(&self) -> usize {
        self.len
    }

    /// Bytes held.
    pub fn bytes(&self) -> u64 {
        self.slots.len() as u64 * 8
    }

    /// Takes everything out; a table that has grown starts small again, so that clearing is cheap.
    pub fn clear(&mut self) {
        self.slots.truncate(self.first);
        self.slots.fill(0);
        self.len = 0;
    }

    /// The first slot in which a number with a hash would be looked for.
    #[inline]
    pub fn touch(&self, hash: u64) -> u64 {
        self.slots[self.place(hash >> 32)]
    }

    /// A number whose hash differs at most in the lowest `bits` of its upper half, if there is one in the first few
    /// slots.
    #[inline]
    pub fn near(&self, hash: u64, bits: u32) -> Option<u32> {
        const LOOKS: usize = 4;
        let tag = hash >> 32;
        let slots = &self.slots[self.place(tag)..];
        let mut slots = slots.iter().take(LOOKS).take_while(|&&slot| slot != 0);
        let slot = slots.find(|&&slot| (slot >> 32 ^ tag) >> bits == 0)?;
        Some(*slot as u32 - 1)
    }

    #[inline]
    fn place(&self, tag: u64) -> usize {
        ((tag * self.slots.len() as u64) >> 32) as usize
    }

    fn put(&mut self, slot: u64) {
        let mut at = self.place(slot >> 32);
        while self.slots[at] != 0 {
            at = if at + 1 == self.slots.len() { 0 } else { at + 1 };
        }
        self.slots[at] = slot;
    }

    fn grow(&mut self) {
        let twice = self.slots.len() * 2;
        let old = std::mem::replace(&mut self.slots, vec![0; twice]);
        old.into_iter().filter(|&slot| slot != 0).for_each(|slot| self.put(slot));
    }
}

impl Default for Table {
    fn default() -> Table {
        Table::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_was_stored_through_growth_and_equal_hashes() {
        let mut table = Table::new();
        // Only four different hashes in the upper half: probing has to do the work.
        let hash = |i: u32| u64::from(i % 4) << 62 | u64::from(i);
        for i in 0..300 {
            assert_eq!(table.find(hash(i), |other| other == i), None);
            table.insert(hash(i), i);
        }
        let spread = |i: u32| u64::from(i).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        for i in 300..20_000 {
            table.insert(spread(i), i);
        }
        for i in 0..20_000 {
            let hash = if i < 300 { hash(i) } else { spread(i) };
            assert_eq!(table.find(hash, |other| other == i), Some(i));
        }
        assert_eq!(table.len(), 20_000);
        // What differs in the last bits only stands nearby.
        let near = |i: u32| table.near(spread(i) ^ 0xa5 << 32, 8);
        let found = (300..20_000).filter(|&i| near(i) == Some(i)).count();
        assert!(found > 10_000, "{found}");
        assert_eq!(Table::new().near(spread(1), 8), None);
    }

    #[test]
    fn a_full_arena_and_its_table_fit_into_the_bytes_given() {
        for bytes in [1 << 16, 1_000_000, 3_333_333, 77_777_777, 123_456_789_u64] {
            let capacity = Table::capacity(bytes, 40);
            let mut table = Table::for_nodes(capacity);
            for i in 0..capacity as u64 {
                let slots = table.bytes();
                table.insert(i.wrapping_mul(0x9e37_79b9_7f4a_7c15), i as u32);
                let growing = if table.bytes() > slots { slots } else { 0 };
                assert!(table.bytes() + growing + 40 * i <= bytes, "{bytes}: {i}");
            }
            let used = table.bytes() + 40 * capacity as u64;
            assert!(used + 16 * FIRST_SLOTS as u64 > bytes / 100 * 98, "{bytes}: {used}");
        }
    }
}
