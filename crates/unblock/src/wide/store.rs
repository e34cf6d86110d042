//! The states met by a search of large boards: packed keys in a list, and a hash table of them.

use search::Stop;

use super::lanes::Lines;

const HASH: u64 = 0x9e37_79b9_7f4a_7c15;

/// A state: four bits per piece.
pub(super) type Key<const W: usize> = [u64; W];

/// Packs places.
pub(super) fn pack<const W: usize>(places: &[u8]) -> Key<W> {
    let mut key = [0; W];
    for (i, &place) in places.iter().enumerate() {
        key[i / 16] |= u64::from(place) << (4 * (i % 16));
    }
    key
}

/// Unpacks places.
pub(super) fn unpack<const W: usize>(key: &Key<W>, places: &mut [u8]) {
    for (i, place) in places.iter_mut().enumerate() {
        *place = (key[i / 16] >> (4 * (i % 16)) & 15) as u8;
    }
}

/// The key with one piece elsewhere.
pub(super) fn moved<const W: usize>(key: &Key<W>, piece: usize, from: u8, to: u8) -> Key<W> {
    let mut next = *key;
    next[piece / 16] ^= u64::from(from ^ to) << (4 * (piece % 16));
    next
}

/// All states met.
pub(super) struct Store<const W: usize> {
    pub(super) keys: Vec<Key<W>>,
    pub(super) allowed: Vec<Lines>,
    pub(super) parents: Vec<u32>,
    slots: Vec<u64>,
    max_bytes: u64,
}

impl<const W: usize> Store<W> {
    pub(super) fn new(max_bytes: u64) -> Store<W> {
        let slots = vec![0; 1 << 12];
        Store { keys: Vec::new(), allowed: Vec::new(), parents: Vec::new(), slots, max_bytes }
    }

    pub(super) fn len(&self) -> usize {
        self.keys.len()
    }

    /// Bytes the lists may take once they have grown to hold what they hold.
    pub(super) fn bytes(&self) -> u64 {
        (self.keys.capacity() * Self::state_bytes() + self.slots.len() * 8) as u64
    }

    fn state_bytes() -> usize {
        size_of::<Key<W>>() + size_of::<Lines>() + size_of::<u32>()
    }

    /// Adds a state unless it is there already; its number when it is new.
    pub(super) fn insert(
        &mut self,
        key: Key<W>,
        parent: u32,
        allowed: Lines,
    ) -> Result<Option<u32>, Stop> {
        if 2 * (self.keys.len() + 1) > self.slots.len() {
            self.grow_slots()?;
        }
        if self.keys.len() == self.keys.capacity() {
            self.grow_lists()?;
        }
        let index = self.keys.len() as u32;
        if !place(&mut self.slots, &self.keys, &key, index) {
            return Ok(None);
        }
        self.keys.push(key);
        self.allowed.push(allowed);
        self.parents.push(parent);
        Ok(Some(index))
    }

    /// The number of a state met before.
    pub(super) fn find(&self, key: &Key<W>) -> Option<u32> {
        let mask = self.slots.len() - 1;
        let hash = hash(key);
        let tag = hash & 0xffff_ffff;
        let mut at = (hash >> 32) as usize & mask;
        loop {
            let slot = self.slots[at];
            if slot == 0 {
                return None;
            }
            let index = slot as u32 - 1;
            if slot >> 32 == tag && self.keys[index as usize] == *key {
                return Some(index);
            }
            at = (at + 1) & mask;
        }
    }

    fn grow_lists(&mut self) -> Result<(), Stop> {
        let old = self.keys.capacity();
        let spare = self.max_bytes.saturating_sub(8 * self.slots.len() as u64);
        let most = (spare / Self::state_bytes() as u64).min(u64::from(u32::MAX) - 1) as usize;
        let size = (old + old / 2).max(1 << 12).min(most);
        let more = size.saturating_sub(self.keys.len());
        if more == 0
            || self.keys.try_reserve_exact(more).is_err()
            || self.allowed.try_reserve_exact(more).is_err()
            || self.parents.try_reserve_exact(more).is_err()
        {
            return Err(Stop::Memory);
        }
        Ok(())
    }

    fn grow_slots(&mut self) -> Result<(), Stop> {
        let size = 2 * self.slots.len();
        let bytes = (self.keys.capacity() * Self::state_bytes() + 8 * size) as u64;
        if bytes > self.max_bytes {
            // A fuller table will do for a while.
            let full = 5 * self.keys.len() > 4 * self.slots.len();
            return if full { Err(Stop::Memory) } else { Ok(()) };
        }
        self.slots = Vec::new();
        if self.slots.try_reserve_exact(size).is_err() {
            return Err(Stop::Memory);
        }
        self.slots.resize(size, 0);
        for (index, key) in self.keys.iter().enumerate() {
            place(&mut self.slots, &self.keys, key, index as u32);
        }
        Ok(())
    }
}

/// Puts the number of a key into the table; `false` when the key is already there.
fn place<const W: usize>(slots: &mut [u64], keys: &[Key<W>], key: &Key<W>, index: u32) -> bool {
    let mask = slots.len() - 1;
    let hash = hash(key);
    let tag = hash & 0xffff_ffff;
    let mut at = (hash >> 32) as usize & mask;
    loop {
        let slot = slots[at];
        if slot == 0 {
            slots[at] = tag << 32 | (u64::from(index) + 1);
            return true;
        }
        let same = slot >> 32 == tag && keys.get(slot as u32 as usize - 1) == Some(key);
        if same {
            return false;
        }
        at = (at + 1) & mask;
    }
}

fn hash<const W: usize>(key: &Key<W>) -> u64 {
    let mut hash = 0u64;
    for word in key {
        let mixed = u128::from(hash ^ word) * u128::from(HASH);
        hash = (mixed as u64 ^ (mixed >> 64) as u64).wrapping_add(HASH);
    }
    hash ^ hash >> 29
}
