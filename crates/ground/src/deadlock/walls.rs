//! What is left of a board when some boxes will never move again and count as walls.
//!
//! Everything here depends on the set of fixed boxes alone, and a search meets the same few sets
//! again and again, so the tables are kept in a small cache. The tests that use them are
//! [`super::fixed`], [`super::fixed_matching`] and [`super::retrograde`].

use sokoban::{Dir, Square};

use crate::analysis::{Analysis, FAR, LoneBox};
use crate::kernel::{Bits, Map, Mode, Reach, Zones};

/// The most tables kept.
const MOST_ENTRIES: usize = 512;

/// Stands for the side of a box when the player cannot get to the box.
const CUT_OFF: usize = 4;

/// Tables of one board with some boxes as walls.
#[derive(Clone, Debug)]
pub struct Walled {
    /// The fixed boxes and the wall.
    walls: Bits,
    /// Zones of the board with these walls and no other box.
    zones: Zones,
    sides: LoneBox,
    /// Goals without a wall on them, in ascending order.
    pub(super) goals: Vec<Square>,
    /// For each square and side, the set of those goals a lone box can be pushed to; the fifth
    /// side is that of a player who cannot get to the box at all.
    reach: Vec<u64>,
    words: usize,
    /// Squares from which some goal can be reached, whatever the player's side.
    pub(super) live: Bits,
    /// Goals whose boxes can never be taken away backwards, wherever the player is: a box there
    /// never moves again, and if one is missing the game is lost.
    pub(super) crystal: Bits,
    /// For each place the player can be at the end: the goals that must be filled already.
    pub(super) required: Vec<Bits>,
}

impl Walled {
    /// Computes the tables for a set of fixed boxes, which must contain the wall.
    fn new(map: &Map, walls: &Bits) -> Walled {
        let mut zones = Zones::new(map);
        zones.find(map, walls);
        let sides = LoneBox::new(map, walls);
        let goals: Vec<_> = map.goals().iter().filter(|&goal| !walls.contains(goal)).collect();
        let words = goals.len().div_ceil(64).max(1);
        let mut walled = Walled {
            walls: walls.clone(),
            zones,
            sides,
            reach: vec![0; (map.n_squares() + 1) * 5 * words],
            words,
            live: map.no_squares(),
            crystal: map.no_squares(),
            required: Vec::new(),
            goals,
        };
        walled.find_reach(map);
        walled.find_required(map);
        walled
    }

    /// Whether a square is a wall or holds a fixed box.
    pub fn is_wall(&self, square: Square) -> bool {
        self.walls.contains(square)
    }

    /// The goals a box on `square` can be pushed to while the player is on `player`, as a set of
    /// indices into the list of goals.
    pub(super) fn goals_from(&self, map: &Map, square: Square, player: Square) -> &[u64] {
        let zone = self.zones.zone_without(map, square, player);
        let side = self.sides.sides(square).iter().position(|&side| side == zone);
        &self.reach[(square.index() * 5 + side.unwrap_or(CUT_OFF)) * self.words..][..self.words]
    }

    fn find_reach(&mut self, map: &Map) {
        let mut distances = vec![FAR; (map.n_squares() + 1) * 4];
        let mut queue = Vec::new();
        for (i, &goal) in self.goals.iter().enumerate() {
            self.sides.search(map, Mode::Pull, [goal], &mut queue, &mut distances);
            for row in queue.iter().flat_map(|&(square, _)| (0..4).map(move |s| (square, s))) {
                if distances[row.0.index() * 4 + row.1] != FAR {
                    self.reach[(row.0.index() * 5 + row.1) * self.words + i / 64] |= 1 << (i % 64);
                    self.live.insert(row.0);
                }
            }
            // A box on a goal may stay there, even if nobody can ever stand beside it.
            self.reach[(goal.index() * 5 + CUT_OFF) * self.words + i / 64] |= 1 << (i % 64);
            self.live.insert(goal);
        }
    }

    /// Plays backwards from the solved position: every box that can be pulled a step is taken off,
    /// which only gives the others more room. What stays must be there from now on.
    fn find_required(&mut self, map: &Map) {
        let mut full = self.walls.clone();
        self.goals.iter().for_each(|&goal| full.insert(goal));
        self.crystal = peel(map, &full, &self.goals, None);
        let mut zones = Zones::new(map);
        zones.find(map, &full);
        let mut roots: Vec<_> = map
            .squares()
            .filter(|&square| zones.is_free(square) && zones.zone(square) == square)
            .collect();
        roots.dedup();
        let mut reach = Reach::new(map);
        self.required = roots
            .iter()
            .map(|&root| peel(map, &full, &self.goals, Some((root, &mut reach))))
            .collect();
    }
}

/// The goals whose boxes stay when every box that can be pulled is taken off, again and again. With
/// a player, pulls need him beside the box; without one, he is everywhere.
fn peel(map: &Map, full: &Bits, goals: &[Square], player: Option<(Square, &mut Reach)>) -> Bits {
    let mut occupied = full.clone();
    let mut left: Vec<Square> = goals.to_vec();
    let mut player = player;
    loop {
        if let Some((at, reach)) = &mut player {
            reach.flood(map, &occupied, *at);
        }
        let before = left.len();
        left.retain(|&goal| {
            let pulled = Dir::ALL.iter().any(|&dir| {
                let (beside, beyond) = (map.next(goal, dir), map.next(map.next(goal, dir), dir));
                let there = player.as_ref().is_none_or(|(_, reach)| reach.reached(beside));
                there && !occupied.contains(beside) && !occupied.contains(beyond)
            });
            if pulled {
                occupied.remove(goal);
            }
            !pulled
        });
        if left.len() == before {
            return Bits::from_squares(map.n_squares() + 1, left);
        }
    }
}

/// The tables of the sets of fixed boxes met lately.
#[derive(Clone, Debug)]
pub(super) struct WalledCache {
    entries: Vec<Walled>,
    /// Keys of the entries, and when they were used last.
    keys: Vec<(u64, u64)>,
    capacity: usize,
    bytes_each: usize,
    clock: u64,
}

impl WalledCache {
    /// An empty cache that takes at most about this many bytes, but has room for at least two
    /// tables.
    pub(super) fn new(analysis: &Analysis, bytes: u64) -> WalledCache {
        let map = &analysis.map;
        let words = map.goals().len().div_ceil(64).max(1);
        let each = (map.n_squares() + 1) * (40 * words + 32 + 16) + map.n_squares() / 2;
        let capacity = (bytes as usize / each).clamp(2, MOST_ENTRIES);
        WalledCache { entries: Vec::new(), keys: Vec::new(), capacity, bytes_each: each, clock: 0 }
    }

    /// The index of the tables of a set of walls with the given key; they are made if need be.
    pub(super) fn get(&mut self, map: &Map, walls: &Bits, key: u64) -> usize {
        self.clock += 1;
        let found = (0..self.entries.len())
            .find(|&i| self.keys[i].0 == key && self.entries[i].walls == *walls);
        let at = match found {
            Some(at) => at,
            None if self.entries.len() < self.capacity => {
                self.entries.push(Walled::new(map, walls));
                self.keys.push((key, 0));
                self.entries.len() - 1
            }
            None => {
                let oldest = (0..self.keys.len()).min_by_key(|&i| self.keys[i].1);
                let at = oldest.expect("the cache has room for two");
                self.entries[at] = Walled::new(map, walls);
                self.keys[at].0 = key;
                at
            }
        };
        self.keys[at].1 = self.clock;
        at
    }

    /// Bytes in use.
    pub(super) fn bytes(&self) -> u64 {
        (self.entries.len() * self.bytes_each) as u64
    }

    /// Bytes of a full cache.
    pub(super) fn most_bytes(&self) -> u64 {
        (self.capacity * self.bytes_each) as u64
    }

    /// The tables kept at an index.
    pub(super) fn at(&self, at: usize) -> &Walled {
        &self.entries[at]
    }
}
