//! The transposition table: positions already searched, in slots of two levels.
//!
//! Each slot holds two positions: the one that was searched deepest, and the newest one. A position
//! is stored with the pushes that were left when it was searched; reached again with no more than
//! that left, it need not be searched again in this iteration. That also cuts cycles, because a
//! position is stored before its successors are searched.
//!
//! The 64-bit key selects the slot; boxes and the player's zone are then compared in full, so hash
//! collisions do no harm.
//!
//! Source: Rolling Stone's table of two levels (SokoKids section 5.2). Keeps everything but the
//! fewest moves, because positions with the player anywhere in a zone are the same. Cost: two cache
//! lines.

use ground::kernel::{Map, Memory, Packer, Position};
use sokoban::Square;

/// The most bytes of the table.
const MOST_BYTES: u64 = 1 << 30;

/// The table.
pub(super) struct Transposition {
    packer: Packer,
    /// Words of an entry: the boxes, and one for the rest.
    stride: usize,
    slots: u64,
    words: Vec<u64>,
    packed: Vec<u64>,
    /// Only entries of the current age count: an age holds the kind of attempt in its lowest bits,
    /// and changes when everything is forgotten.
    age: u16,
}

/// The kinds of attempts that an age can distinguish.
const KINDS: u16 = 16;

/// What the last word of an entry holds; 0 when the entry is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rest {
    left: u16,
    zone: Square,
    /// Whether patterns were looked for.
    searched: bool,
    age: u16,
}

impl Rest {
    const USED: u64 = 1 << 63;

    fn word(self) -> u64 {
        let searched = u64::from(self.searched) << 32;
        Rest::USED
            | u64::from(self.age) << 40
            | searched
            | u64::from(self.zone.0) << 16
            | u64::from(self.left)
    }

    fn of(word: u64) -> Option<Rest> {
        let rest = Rest {
            left: word as u16,
            zone: Square((word >> 16) as u16),
            searched: word >> 32 & 1 != 0,
            age: (word >> 40) as u16,
        };
        (word != 0).then_some(rest)
    }
}

/// What the table says about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// Nothing more will be found.
    Searched,
    /// It has to be searched; whether patterns have been looked for before.
    New {
        /// Whether they have.
        patterns: bool,
    },
}

impl Transposition {
    /// A table within a memory.
    pub(super) fn new(packer: Packer, memory: Memory) -> Transposition {
        let stride = packer.words() + 1;
        let bytes = (memory.left() / 4 * 3).min(MOST_BYTES);
        let slots = (bytes / (16 * stride as u64)).max(1);
        Transposition {
            packed: vec![0; packer.words()],
            words: vec![0; slots as usize * 2 * stride],
            packer,
            stride,
            slots,
            age: 0,
        }
    }

    /// Looks a position up and stores it as searched with this many pushes left.
    pub(super) fn meet(
        &mut self,
        map: &Map,
        position: &Position,
        zone: Square,
        left: u32,
    ) -> Known {
        let left = left.min(u32::from(u16::MAX)) as u16;
        self.packer.pack(position.boxes(), &mut self.packed);
        let key = position.key() ^ map.player_key(zone);
        let slot = ((u128::from(key) * u128::from(self.slots)) >> 64) as usize * 2;
        for level in [slot, slot + 1] {
            match self.rest(level) {
                Some(old) if old.zone == zone && self.boxes(level) == self.packed.as_slice() => {
                    if old.left >= left && old.age == self.age {
                        return Known::Searched;
                    }
                    self.put(level, Rest { left, age: self.age, ..old });
                    return Known::New { patterns: old.searched };
                }
                _ => {}
            }
        }
        let new = Rest { left, zone, searched: false, age: self.age };
        let stays = |old: Rest| old.age == self.age && old.left > left;
        if !self.rest(slot).is_some_and(stays) {
            let (deepest, newest) = (slot * self.stride, (slot + 1) * self.stride);
            self.words.copy_within(deepest..newest, newest);
            self.put(slot, new);
        } else {
            self.put(slot + 1, new);
        }
        Known::New { patterns: false }
    }

    /// Notes that patterns were looked for in the position last stored, if it is still there.
    pub(super) fn note_search(&mut self, map: &Map, position: &Position, zone: Square) {
        self.change(map, position, zone, |old| Rest { searched: true, ..old });
    }

    /// Forgets that a position was searched, because it was not searched to the end.
    pub(super) fn forget(&mut self, map: &Map, position: &Position, zone: Square) {
        self.change(map, position, zone, |old| Rest { left: 0, ..old });
    }

    /// Changes what is noted about a position, if it is still there.
    fn change(
        &mut self,
        map: &Map,
        position: &Position,
        zone: Square,
        change: impl Fn(Rest) -> Rest,
    ) {
        self.packer.pack(position.boxes(), &mut self.packed);
        let key = position.key() ^ map.player_key(zone);
        let slot = ((u128::from(key) * u128::from(self.slots)) >> 64) as usize * 2;
        for level in [slot, slot + 1] {
            if let Some(old) = self.rest(level)
                && old.zone == zone
                && self.boxes(level) == self.packed.as_slice()
            {
                self.put(level, change(old));
            }
        }
    }

    /// Forgets what was searched, but not where patterns were looked for.
    pub(super) fn forget_searches(&mut self) {
        self.age = self.age.wrapping_add(KINDS);
    }

    /// From now on, only what attempts of this kind have searched counts.
    pub(super) fn set_kind(&mut self, kind: usize) {
        self.age = self.age / KINDS * KINDS + kind as u16;
    }

    /// Bytes of the table.
    pub(super) fn bytes(&self) -> u64 {
        self.words.len() as u64 * 8
    }

    fn boxes(&self, entry: usize) -> &[u64] {
        &self.words[entry * self.stride..][..self.stride - 1]
    }

    fn rest(&self, entry: usize) -> Option<Rest> {
        Rest::of(self.words[(entry + 1) * self.stride - 1])
    }

    /// Writes the position at hand into an entry.
    fn put(&mut self, entry: usize, rest: Rest) {
        let words = &mut self.words[entry * self.stride..][..self.stride];
        words[..self.stride - 1].copy_from_slice(&self.packed);
        words[self.stride - 1] = rest.word();
    }
}

#[cfg(test)]
mod tests {
    use oracle::board;
    use sokoban::Dir;

    use super::*;

    #[test]
    fn deepest_and_newest_stay_and_are_compared_in_full() {
        let board = board(&["########", "#@     #", "# $ .  #", "#      #", "########"]);
        let map = Map::new(&board);
        let packer = Packer::new(&map, map.squares());
        // One slot: every position meets the same two entries.
        let mut table = Transposition::new(packer, Memory::bytes(43));
        assert_eq!(table.slots, 1);
        let mut position = Position::start(&map, &board);
        let zone = position.player;
        let new = Known::New { patterns: false };
        assert_eq!(table.meet(&map, &position, zone, 9), new);
        assert_eq!(table.meet(&map, &position, zone, 9), Known::Searched);
        let box_at = position.boxes()[0];
        position.move_box(&map, box_at, map.next(box_at, Dir::Right));
        assert_eq!(table.meet(&map, &position, zone, 5), new);
        table.note_search(&map, &position, zone);
        assert_eq!(table.meet(&map, &position, zone, 7), Known::New { patterns: true });
        // A third position takes the place of the newest, not of the deepest.
        position.move_box(&map, map.next(box_at, Dir::Right), map.next(box_at, Dir::Up));
        assert_eq!(table.meet(&map, &position, zone, 2), new);
        position.move_box(&map, map.next(box_at, Dir::Up), box_at);
        assert_eq!(table.meet(&map, &position, zone, 9), Known::Searched);
        assert_eq!(table.meet(&map, &position, zone, 10), new);
        // Attempts of another kind and positions that were given up are searched again.
        assert_eq!(table.meet(&map, &position, zone, 10), Known::Searched);
        table.set_kind(3);
        assert_eq!(table.meet(&map, &position, zone, 10), new);
        assert_eq!(table.meet(&map, &position, zone, 10), Known::Searched);
        table.forget(&map, &position, zone);
        assert_eq!(table.meet(&map, &position, zone, 10), new);
    }
}
