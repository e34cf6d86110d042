//! The positions a search has met, each once, and how each was reached.
//!
//! Boxes are packed into words and compared in full, never by hash alone. A position is looked up
//! first; if it is unknown, the look-up returns a token with which the caller may add it, after
//! checking whether it is worth storing. The memory of a large search is reserved once, and a store
//! that is full says so.

use std::hint::black_box;

use search::{Stats, Stop};
use sokoban::Square;

use super::{BucketQueue, Map, Memory, Packer, Position, StateArena, Table, Twins};

/// The parent of a position from which a search started.
const NONE: u32 = u32::MAX;

/// Bits of a position's hash that depend on the player, too. They are the lowest of those that the table looks at, so
/// positions with the same boxes stand side by side in it, and where they stand is known before the player has walked.
const PLAYER_BITS: u32 = 8;

/// The hash of a position.
#[inline]
fn hash(boxes: u64, map: &Map, player: Square) -> u64 {
    let mask = (1 << PLAYER_BITS) - 1;
    boxes ^ (map.player_key(player) & mask) << 32
}

/// Positions numbered from 0 in the order in which they were added. `N` is what the search notes
/// about each, usually the move that led there.
#[derive(Clone, Debug)]
pub struct Store<N> {
    packer: Packer,
    states: StateArena,
    nodes: Vec<Node<N>>,
    table: Table,
    /// The boxes looked up last.
    packed: Vec<u64>,
}

#[derive(Clone, Copy, Debug)]
struct Node<N> {
    parent: u32,
    note: N,
}

/// A position that was looked up and is not in the store. The next look-up makes it void.
#[derive(Debug)]
#[must_use]
pub struct Unknown {
    hash: u64,
    player: Square,
}

impl<N: Copy> Store<N> {
    /// A store that fills the given memory, of which the search uses this many bytes a position
    /// elsewhere.
    ///
    /// # Errors
    ///
    /// When the memory is full.
    pub fn new(packer: Packer, memory: Memory, elsewhere: u64) -> Result<Store<N>, Stop> {
        let each = StateArena::bytes_per_state(packer.words()) + size_of::<Node<N>>() as u64;
        let capacity = Table::capacity(memory.left(), each + elsewhere);
        let mut nodes = Vec::new();
        nodes.try_reserve_exact(capacity).map_err(|_| Stop::Memory)?;
        Ok(Store {
            states: StateArena::new(packer.words(), capacity)?,
            nodes,
            table: Table::for_nodes(capacity),
            packed: vec![0; packer.words()],
            packer,
        })
    }

    /// A store and a queue of its positions that together fill the given memory.
    ///
    /// # Errors
    ///
    /// When the memory is full.
    pub fn with_queue(packer: Packer, memory: Memory) -> Result<(Store<N>, BucketQueue), Stop> {
        let store = Store::new(packer, memory, BucketQueue::BYTES_PER_NODE)?;
        let queue = BucketQueue::new(store.capacity())?;
        Ok((store, queue))
    }

    /// A store that grows as needed, for small searches that bound themselves.
    pub fn growing(packer: Packer) -> Store<N> {
        Store {
            states: StateArena::growing(packer.words()),
            nodes: Vec::new(),
            table: Table::new(),
            packed: vec![0; packer.words()],
            packer,
        }
    }

    /// How boxes are packed.
    pub fn packer(&self) -> &Packer {
        &self.packer
    }

    /// The number of a position with the player on a square that stands for all he can get to;
    /// `Err` if the position is not in the store.
    ///
    /// # Errors
    ///
    /// What [`Store::add`] takes, if the position is not in the store.
    #[inline]
    pub fn find(&mut self, map: &Map, position: &Position, player: Square) -> Result<u32, Unknown> {
        self.packer.pack_position(position, &mut self.packed);
        let unknown = Unknown { hash: hash(position.key(), map, player), player };
        self.number(&unknown, &self.packed).ok_or(unknown)
    }

    /// The same for one of several readers, who keeps the packed boxes: as many words as the packer needs are
    /// written to `packed`.
    ///
    /// # Errors
    ///
    /// What [`Store::add_if_new`] takes, if the position is not in the store.
    #[inline]
    pub fn look_up(
        &self,
        map: &Map,
        position: &Position,
        player: Square,
        packed: &mut [u64],
    ) -> Result<u32, Unknown> {
        self.packer.pack_position(position, packed);
        let unknown = Unknown { hash: hash(position.key(), map, player), player };
        self.number(&unknown, packed).ok_or(unknown)
    }

    /// The number of a position that was unknown, if it is known now.
    #[inline]
    fn number(&self, Unknown { hash, player }: &Unknown, packed: &[u64]) -> Option<u32> {
        self.table.find(*hash, |at| self.states.is(at, packed, *player))
    }

    /// The number of the position with the boxes looked up last, `position`, and another player.
    #[inline]
    pub fn beside(&self, map: &Map, position: &Position, player: Square) -> Option<u32> {
        self.beside_packed(map, position, player, &self.packed)
    }

    /// The number of the position with these boxes, `position`, packed, and another player.
    #[inline]
    pub fn beside_packed(
        &self,
        map: &Map,
        position: &Position,
        player: Square,
        packed: &[u64],
    ) -> Option<u32> {
        let hash = hash(position.key(), map, player);
        self.table.find(hash, |at| self.states.is(at, packed, player))
    }

    /// Reads what look-ups of positions with these keys of boxes will read, all at once: memory then answers them side
    /// by side, where the look-ups would wait for each in turn.
    #[inline]
    pub fn foresee(&self, keys: impl Iterator<Item = u64> + Clone) {
        let slots = keys.clone().fold(0, |sum, key| sum ^ self.table.touch(key));
        let states = keys.filter_map(|key| self.table.near(key, PLAYER_BITS));
        black_box(states.fold(slots, |sum, number| sum ^ self.states.words(number)[0]));
    }

    /// The same for a search that ignores known positions: they are only counted.
    #[inline]
    pub fn meet(
        &mut self,
        map: &Map,
        position: &Position,
        player: Square,
        stats: &mut Stats,
    ) -> Option<Unknown> {
        let found = self.find(map, position, player);
        stats.duplicates_closed += u64::from(found.is_ok());
        found.err()
    }

    /// The same on a board with symmetries: a known position or an image of one is only counted. `player` is where the
    /// player stands, `zone` the name of his zone, `moved` what led here from the position the twins have loaded.
    pub fn meet_twin(
        &mut self,
        map: &Map,
        position: &Position,
        (player, zone): (Square, Square),
        moved: (Square, Square),
        twins: &mut Twins,
        stats: &mut Stats,
    ) -> Option<Unknown> {
        let Store { packer, states, table, packed, .. } = self;
        packer.pack_position(position, packed);
        let hash = twins.hash(map, position.key(), moved);
        let known = table.find(hash, |at| {
            states.is(at, packed, zone)
                || twins.is(map, packer, position, player, (states.words(at), states.player(at)))
        });
        stats.duplicates_closed += u64::from(known.is_some());
        known.is_none().then_some(Unknown { hash, player: zone })
    }

    /// Adds the position looked up last; returns its number.
    ///
    /// # Errors
    ///
    /// When the memory is full.
    #[inline]
    pub fn add(&mut self, unknown: Unknown, parent: Option<u32>, note: N) -> Result<u32, Stop> {
        let number = self.states.push(&self.packed, unknown.player)?;
        self.link(unknown.hash, number, parent, note);
        Ok(number)
    }

    /// Adds a position that was looked up with [`Store::look_up`]; its number is the error if somebody has
    /// added it since.
    ///
    /// # Errors
    ///
    /// When the memory is full.
    pub fn add_if_new(
        &mut self,
        unknown: &Unknown,
        packed: &[u64],
        parent: u32,
        note: N,
    ) -> Result<Result<u32, u32>, Stop> {
        match self.number(unknown, packed) {
            Some(known) => Ok(Err(known)),
            None => {
                self.add_packed(unknown.hash, (packed, unknown.player), Some(parent), note).map(Ok)
            }
        }
    }

    /// Whether there is a position with this hash for which `same` holds, for searches that treat
    /// different positions as the same.
    #[inline]
    pub fn has(&self, hash: u64, mut same: impl FnMut(&[u64], Square) -> bool) -> bool {
        let same = |at| same(self.states.words(at), self.states.player(at));
        self.table.find(hash, same).is_some()
    }

    /// Adds a packed position under a hash; returns its number.
    ///
    /// # Errors
    ///
    /// When the memory is full.
    pub fn add_packed(
        &mut self,
        hash: u64,
        (packed, player): (&[u64], Square),
        parent: Option<u32>,
        note: N,
    ) -> Result<u32, Stop> {
        let number = self.states.push(packed, player)?;
        self.link(hash, number, parent, note);
        Ok(number)
    }

    #[inline]
    fn link(&mut self, hash: u64, number: u32, parent: Option<u32>, note: N) {
        self.nodes.push(Node { parent: parent.unwrap_or(NONE), note });
        self.table.insert(hash, number);
    }

    /// Gives a position another parent and note: those of a better path to it.
    pub fn replace(&mut self, number: u32, parent: u32, note: N) {
        self.nodes[number as usize] = Node { parent, note };
    }

    /// Makes `position` the one with this number.
    #[inline]
    pub fn load(&self, map: &Map, number: u32, position: &mut Position) {
        self.packer.unpack(map, self.states.words(number), position);
        position.player = self.states.player(number);
    }

    /// The packed boxes of a position and its player.
    pub fn packed(&self, number: u32) -> (&[u64], Square) {
        (self.states.words(number), self.states.player(number))
    }

    /// What was noted about a position.
    #[inline]
    pub fn note(&self, number: u32) -> N {
        self.nodes[number as usize].note
    }

    /// The same, mutable.
    pub fn note_mut(&mut self, number: u32) -> &mut N {
        &mut self.nodes[number as usize].note
    }

    /// The position from which another was reached; `None` if the search started there.
    #[inline]
    pub fn parent(&self, number: u32) -> Option<u32> {
        let parent = self.nodes[number as usize].parent;
        (parent != NONE).then_some(parent)
    }

    /// A position, its parent, and so on to where the search started.
    pub fn chain(&self, number: u32) -> impl Iterator<Item = u32> {
        std::iter::successors(Some(number), |&at| self.parent(at))
    }

    /// What was noted along [`Store::chain`], without the last position, to which no move led.
    pub fn trail(&self, number: u32) -> impl Iterator<Item = N> {
        self.chain(number).filter(|&at| self.parent(at).is_some()).map(|at| self.note(at))
    }

    /// The most positions it can hold.
    pub fn capacity(&self) -> usize {
        self.states.capacity()
    }

    /// Number of positions.
    #[expect(clippy::len_without_is_empty, reason = "nobody asks")]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Forgets all positions but keeps the memory.
    pub fn clear(&mut self) {
        self.states.clear();
        self.nodes.clear();
        self.table.clear();
    }

    /// Bytes of positions and table in use.
    pub fn bytes(&self) -> u64 {
        self.states.bytes() + self.table.bytes()
    }

    /// What it holds, as counters of a search in which this many positions are waiting.
    pub fn held(&self, waiting: usize) -> Stats {
        Stats {
            tree: self.len() as u64,
            frontier: waiting as u64,
            table_bytes: self.bytes(),
            ..Stats::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use oracle::board;

    fn map() -> Map {
        Map::new(&board(&["######", "#@$ .#", "######"]))
    }

    fn position(map: &Map, at: u16) -> Position {
        Position::new(map, [Square(at)], Square(0))
    }

    fn store(map: &Map, bytes: u64) -> Store<char> {
        Store::new(Packer::new(map, map.squares()), Memory::bytes(bytes), 0).unwrap()
    }

    #[test]
    fn what_was_added_is_known_with_the_way_to_it() {
        let map = map();
        let mut store = store(&map, 1 << 20);
        let mut parent = None;
        for (at, note) in [(1, 'a'), (2, 'b'), (3, 'c')] {
            let Err(unknown) = store.find(&map, &position(&map, at), Square(0)) else {
                panic!("{note} was known before it was added");
            };
            parent = Some(store.add(unknown, parent, note).unwrap());
        }
        assert_eq!(store.find(&map, &position(&map, 2), Square(0)).unwrap(), 1);
        assert!(store.find(&map, &position(&map, 2), Square(1)).is_err(), "another player");
        assert_eq!(store.chain(2).collect::<Vec<_>>(), [2, 1, 0]);
        assert_eq!(store.trail(2).collect::<String>(), "cb");
        store.replace(2, 0, 'd');
        assert_eq!(store.trail(2).collect::<String>(), "d");
        let mut loaded = position(&map, 1);
        store.load(&map, 2, &mut loaded);
        assert_eq!(loaded.boxes(), [Square(3)]);
        store.clear();
        assert!(store.len() == 0 && store.find(&map, &loaded, Square(0)).is_err());
    }

    #[test]
    fn a_full_store_says_so_and_has_used_its_memory() {
        let (map, bytes) = (map(), 1 << 16);
        let mut store = store(&map, bytes);
        let mut hash = 0_u64;
        let full = loop {
            hash = hash.wrapping_add(0x9e37_79b9_7f4a_7c15);
            if let Err(stop) = store.add_packed(hash, (&[1], Square(0)), None, 'x') {
                break stop;
            }
        };
        assert_eq!(full, Stop::Memory);
        let used = store.bytes() + (store.len() * size_of::<Node<char>>()) as u64;
        assert!(used <= bytes && used > bytes / 2, "{used} of {bytes}");
    }
}
