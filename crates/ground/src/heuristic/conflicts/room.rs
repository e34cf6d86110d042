//! The exact number of pushes the room of the goals still takes, however many boxes are in it.
//!
//! A position of the room is the boxes in it and the zone of the player, with no box outside. The
//! search goes backwards from the full room: boxes are pulled, and leave where the player can stand
//! outside to pull them. What is never met is lost. Boxes come in free of charge, since their way
//! into the room is counted outside.

use std::sync::Arc;

use foldhash::fast::FixedState;
use hashbrown::HashMap;
use search::{Budget, Stop};
use sokoban::{Dir, Square};

use super::extras::ones;
use super::gate::Gate;
use crate::analysis::Analysis;
use crate::kernel::{Bits, Map, Reach};

/// Instead of a number, for a square on which no box of the room can stand.
const NONE: u8 = u8::MAX;

/// Boxes as bits of their squares' numbers, and the lowest square of the player's zone.
type Key = (u64, Square);

/// The pushes that positions take.
type Pushes = HashMap<Key, u16, FixedState>;

/// The positions of a room with the pushes each takes. Clones share the table.
#[derive(Clone, Debug)]
pub(super) struct Room {
    squares: Vec<Square>,
    /// The number of each square of the board; [`NONE`] for those not listed.
    number_of: Vec<u8>,
    pushes: Arc<Pushes>,
    occupied: Bits,
    reach: Reach,
}

impl Room {
    /// The most positions kept.
    pub(super) const MOST_POSITIONS: usize = 1_000_000;

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
        let mut number_of = vec![NONE; map.n_squares() + 1];
        for (number, square) in squares.iter().enumerate() {
            number_of[square.index()] = number as u8;
        }
        let room = Room {
            squares,
            number_of,
            pushes: Arc::default(),
            occupied: map.occupied([]),
            reach: Reach::new(map),
        };
        let most = Room::MOST_POSITIONS.min(analysis.memory.left() as usize / 8 / 48);
        let (now, later, found) = (Vec::new(), Vec::new(), Vec::new());
        let mut search = Search { map, gate, room, pushes: Pushes::default(), now, later, found };
        let complete = search.run(most, budget)?;
        let Search { room, pushes, .. } = search;
        Ok(complete.then(|| Room { pushes: Arc::new(pushes), ..room }))
    }

    pub(super) fn n_positions(&self) -> usize {
        self.pushes.len()
    }

    /// The pushes a position of the board still takes in the room; `None` if it is lost.
    pub(super) fn pushes(&mut self, map: &Map, boxes: &[Square], player: Square) -> Option<u32> {
        let mut bits = 0;
        for &square in boxes {
            if let Some(number) = self.number(square) {
                bits |= 1 << number;
            }
        }
        let zone = self.name(map, bits, player);
        self.pushes.get(&(bits, zone)).map(|&pushes| u32::from(pushes))
    }

    #[inline]
    fn number(&self, square: Square) -> Option<usize> {
        let number = self.number_of[square.index()];
        (number != NONE).then_some(usize::from(number))
    }

    fn name(&mut self, map: &Map, bits: u64, player: Square) -> Square {
        self.occupy(bits);
        let zone = self.reach.name(map, &self.occupied, player);
        self.leave(bits);
        zone
    }

    fn flood(&mut self, map: &Map, bits: u64, player: Square) -> Square {
        self.occupy(bits);
        let zone = self.reach.flood(map, &self.occupied, player);
        self.leave(bits);
        zone
    }

    /// Puts boxes into the room.
    fn occupy(&mut self, bits: u64) {
        for number in ones(bits) {
            self.occupied.insert(self.squares[number]);
        }
    }

    /// Takes them off again.
    fn leave(&mut self, bits: u64) {
        for number in ones(bits) {
            self.occupied.remove(self.squares[number]);
        }
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
    sum > 16 * Room::MOST_POSITIONS as u64
}

struct Search<'a> {
    map: &'a Map,
    gate: &'a Gate,
    /// The room; its table is still empty.
    room: Room,
    pushes: Pushes,
    now: Vec<(u64, Square)>,
    later: Vec<(u64, Square)>,
    /// Room for the pulls of one position: boxes, player and cost.
    found: Vec<(u64, Square, u16)>,
}

impl Search<'_> {
    /// Searches until nothing is new; `false` if there are too many positions.
    fn run(&mut self, most: usize, budget: &mut Budget) -> Result<bool, Stop> {
        let map = self.map;
        let mut full = 0;
        for goal in map.goals().iter() {
            match self.room.number(goal) {
                Some(number) => full |= 1 << number,
                None => return Ok(false),
            }
        }
        // The player may end anywhere; one square of each zone is enough.
        let mut ended = map.goals().clone();
        for player in map.squares() {
            budget.poll()?;
            if !ended.contains(player) {
                self.meet(full, player, 0, false);
                self.room.flood(map, full, player);
                self.room.reach.squares().iter().for_each(|&square| ended.insert(square));
            }
        }
        let mut pushes = 0;
        loop {
            while let Some((bits, player)) = self.now.pop() {
                budget.poll()?;
                self.expand(bits, player, pushes);
                if self.pushes.len() > most {
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
        if self.pushes.get(&(bits, zone)).is_some_and(|&known| known < pushes) {
            return;
        }
        let is_free = |room: &Room, square: Square| {
            !map.is_wall(square) && room.number(square).is_none_or(|i| bits >> i & 1 == 0)
        };
        let mut found = std::mem::take(&mut self.found);
        for number in ones(bits) {
            let square = self.room.squares[number];
            for dir in Dir::ALL {
                let (to, ends) = (map.next(square, dir), map.next(map.next(square, dir), dir));
                if !self.room.reach.reached(to) || !is_free(&self.room, ends) {
                    continue;
                }
                if !self.gate.room.contains(to) {
                    // The box leaves: the push that brought it in is counted outside.
                    found.push((bits ^ 1 << number, ends, 0));
                } else if let Some(new) = self.room.number(to) {
                    found.push((bits ^ 1 << number ^ 1 << new, ends, 1));
                }
            }
        }
        // A push out of the room undone: the box is back in the room, the player behind it.
        if (bits.count_ones() as usize) < map.goals().len() {
            for &(way, dir) in &self.gate.ways {
                let stands = map.next(way, dir.opposite());
                if self.room.reach.reached(way)
                    && is_free(&self.room, stands)
                    && let Some(number) = self.room.number(way)
                {
                    found.push((bits | 1 << number, stands, 1));
                }
            }
        }
        for (bits, player, cost) in found.drain(..) {
            self.meet(bits, player, pushes + cost, cost > 0);
        }
        self.found = found;
    }

    fn meet(&mut self, bits: u64, player: Square, pushes: u16, later: bool) {
        let zone = self.room.name(self.map, bits, player);
        let known = self.pushes.entry((bits, zone)).or_insert(u16::MAX);
        if *known > pushes {
            *known = pushes;
            if later { self.later.push((bits, player)) } else { self.now.push((bits, player)) }
        }
    }
}
