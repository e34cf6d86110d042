//! The exact number of pushes the room of the goals still takes, however many boxes are in it.
//!
//! A position of the room is the boxes in it and the zone of the player, with no box outside. The
//! search goes backwards from the full room: boxes are pulled, and leave where the player can stand
//! outside to pull them. What is never met is lost. Boxes come in free of charge, since their way
//! into the room is counted outside.

use foldhash::fast::FixedState;
use hashbrown::HashMap;
use search::{Budget, Stop};
use sokoban::{Dir, Square};

use super::gate::Gate;
use crate::analysis::Analysis;
use crate::kernel::{Bits, Map, Reach};

/// The most positions kept.
const MOST_POSITIONS: usize = 1_000_000;

/// Boxes as bits of their squares' numbers, and the lowest square of the player's zone.
type Key = (u64, Square);

/// The positions of a room with the pushes each takes.
#[derive(Clone, Debug)]
pub(super) struct Room {
    squares: Vec<Square>,
    pushes: HashMap<Key, u16, FixedState>,
    occupied: Bits,
    reach: Reach,
}

impl Room {
    /// The table for a room; `None` if the room has too many positions, or if a box that is walled
    /// in elsewhere leaves fewer boxes than goals, so that the room is never full.
    pub(super) fn new(
        analysis: &Analysis,
        gate: &Gate,
        budget: &mut Budget,
    ) -> Result<Option<Room>, Stop> {
        let map = &analysis.map;
        let squares: Vec<_> =
            gate.room.iter().filter(|&square| analysis.live.contains(square)).collect();
        let fills = analysis.start.n_boxes() == map.goals().len();
        if !fills || squares.len() > 64 || too_many(squares.len(), map.goals().len()) {
            return Ok(None);
        }
        let room = Room {
            squares,
            pushes: HashMap::default(),
            occupied: map.occupied([]),
            reach: Reach::new(map),
        };
        let most = MOST_POSITIONS.min(analysis.memory.left() as usize / 8 / 48);
        let mut search = Search { map, gate, room, now: Vec::new(), later: Vec::new() };
        let complete = search.run(most, budget)?;
        Ok(complete.then_some(search.room))
    }

    /// The pushes a position of the board still takes in the room; `None` if it is lost.
    pub(super) fn pushes(&mut self, map: &Map, boxes: &[Square], player: Square) -> Option<u32> {
        let mut bits = 0;
        for &square in boxes {
            if let Ok(number) = self.squares.binary_search(&square) {
                bits |= 1 << number;
            }
        }
        let zone = self.flood(map, bits, player);
        self.pushes.get(&(bits, zone)).map(|&pushes| u32::from(pushes))
    }

    fn flood(&mut self, map: &Map, bits: u64, player: Square) -> Square {
        for (number, &square) in self.squares.iter().enumerate() {
            if bits >> number & 1 != 0 {
                self.occupied.insert(square);
            }
        }
        let zone = self.reach.flood(map, &self.occupied, player);
        for &square in &self.squares {
            self.occupied.remove(square);
        }
        zone
    }
}

/// Whether even the sets of squares, without the player, are far more than can be kept.
fn too_many(squares: usize, boxes: usize) -> bool {
    let mut ways = 1_u64;
    let mut sum = 1_u64;
    for k in 0..boxes.min(squares) {
        ways = ways.saturating_mul((squares - k) as u64) / (k as u64 + 1);
        sum = sum.saturating_add(ways);
    }
    sum > 16 * MOST_POSITIONS as u64
}

struct Search<'a> {
    map: &'a Map,
    gate: &'a Gate,
    room: Room,
    now: Vec<(u64, Square)>,
    later: Vec<(u64, Square)>,
}

impl Search<'_> {
    /// Searches until nothing is new; `false` if there are too many positions.
    fn run(&mut self, most: usize, budget: &mut Budget) -> Result<bool, Stop> {
        let map = self.map;
        let mut full = 0;
        for goal in map.goals().iter() {
            match self.room.squares.binary_search(&goal) {
                Ok(number) => full |= 1 << number,
                Err(_) => return Ok(false),
            }
        }
        // The player may end anywhere; one square of each zone is enough.
        let mut ended = map.goals().clone();
        for player in map.squares() {
            budget.poll()?;
            if !ended.contains(player) {
                self.meet(full, player, 0, false);
                self.room.reach.squares().iter().for_each(|&square| ended.insert(square));
            }
        }
        let mut pushes = 0;
        loop {
            while let Some((bits, player)) = self.now.pop() {
                budget.poll()?;
                self.expand(bits, player, pushes);
                if self.room.pushes.len() > most {
                    return Ok(false);
                }
            }
            if self.later.is_empty() {
                return Ok(true);
            }
            std::mem::swap(&mut self.now, &mut self.later);
            pushes += 1;
        }
    }

    fn expand(&mut self, bits: u64, player: Square, pushes: u16) {
        let map = self.map;
        let zone = self.room.flood(map, bits, player);
        if self.room.pushes.get(&(bits, zone)).is_some_and(|&known| known < pushes) {
            return;
        }
        let number_of = |room: &Room, square: Square| room.squares.binary_search(&square).ok();
        let is_free = |room: &Room, square: Square| {
            !map.is_wall(square) && number_of(room, square).is_none_or(|i| bits >> i & 1 == 0)
        };
        let mut found = Vec::new();
        for (number, &square) in self.room.squares.iter().enumerate() {
            for dir in Dir::ALL {
                let (to, ends) = (map.next(square, dir), map.next(map.next(square, dir), dir));
                if !self.room.reach.reached(to) || !is_free(&self.room, ends) {
                    continue;
                }
                if bits >> number & 1 != 0 {
                    if self.gate.room.contains(to) {
                        if let Some(new) = number_of(&self.room, to) {
                            found.push((bits ^ 1 << number ^ 1 << new, ends, 1));
                        }
                    } else {
                        // The box leaves: the push that brought it in is counted outside.
                        found.push((bits ^ 1 << number, ends, 0));
                    }
                }
            }
        }
        // A push out of the room undone: the box is back in the room, the player behind it.
        if (bits.count_ones() as usize) < map.goals().len() {
            for &(way, dir) in &self.gate.ways {
                let stands = map.next(way, dir.opposite());
                if self.room.reach.reached(way)
                    && is_free(&self.room, stands)
                    && let Some(number) = number_of(&self.room, way)
                {
                    found.push((bits | 1 << number, stands, 1));
                }
            }
        }
        for (bits, player, cost) in found {
            self.meet(bits, player, pushes + cost, cost > 0);
        }
    }

    fn meet(&mut self, bits: u64, player: Square, pushes: u16, later: bool) {
        let zone = self.room.flood(self.map, bits, player);
        let known = self.room.pushes.entry((bits, zone)).or_insert(u16::MAX);
        if *known > pushes {
            *known = pushes;
            if later { self.later.push((bits, player)) } else { self.now.push((bits, player)) }
        }
    }
}
