//! The state of a search over a subset of the boxes: the board with only these boxes, and the
//! positions visited.
//!
//! Both searches that play part of a position alone ([`super::subset_search`], [`super::corral_search`])
//! are built on this; they differ in which position comes next and when they stop.

use sokoban::{Dir, Square};

use super::{Freeze, Ground};
use crate::analysis::Analysis;
use crate::kernel::{Bits, Map, Packer, Position, Reach, Store};

/// The boxes, and the positions met.
#[derive(Clone, Debug)]
pub(super) struct SubsetState {
    /// The position at hand.
    pub(super) position: Position,
    /// Where the player can get to in the position loaded last, once it is flooded.
    pub(super) reach: Reach,
    /// For the zones of positions not yet loaded.
    zone: Reach,
    pub(super) freeze: Freeze,
    store: Store<()>,
}

impl SubsetState {
    /// Scratch space for a board.
    pub(super) fn new(analysis: &Analysis) -> SubsetState {
        let map = &analysis.map;
        SubsetState {
            position: Position::new(map, [], analysis.start.player),
            reach: Reach::new(map),
            zone: Reach::new(map),
            freeze: Freeze::new(map),
            store: Store::growing(Packer::new(map, map.squares())),
        }
    }

    /// Puts these boxes, and no others, on the board.
    pub(super) fn place(&mut self, map: &Map, boxes: &[Square]) {
        self.position.clear();
        for &square in boxes {
            self.position.add_box(map, square);
        }
    }

    /// Forgets all positions and begins with these boxes.
    pub(super) fn begin(&mut self, map: &Map, boxes: &[Square]) {
        self.store.clear();
        self.place(map, boxes);
    }

    /// Positions met so far.
    pub(super) fn met(&self) -> usize {
        self.store.len()
    }

    /// Loads a position met before.
    pub(super) fn load(&mut self, map: &Map, number: u32) {
        self.store.load(map, number, &mut self.position);
    }

    /// Floods from where the player stands.
    pub(super) fn flood(&mut self, map: &Map) {
        self.reach.flood(map, self.position.occupied(), self.position.player);
    }

    /// Whether the box now on a square is frozen and lost.
    pub(super) fn is_frozen(&mut self, analysis: &Analysis, square: Square) -> bool {
        self.freeze.is_dead(Ground::of(analysis), self.position.occupied(), square)
    }

    /// Keeps the position at hand, with the player on `player`; returns its number if it is new.
    pub(super) fn note(&mut self, map: &Map, player: Square) -> Option<u32> {
        let zone = self.zone.name(map, self.position.occupied(), player);
        self.note_zone(map, zone)
    }

    /// The same for a position in which a box was pushed from `from` to `to` since the last flood.
    fn note_push(&mut self, map: &Map, from: Square, to: Square) -> Option<u32> {
        let occupied = self.position.occupied();
        let told = self.reach.name_after(map, occupied, from, to);
        let zone = told.unwrap_or_else(|| self.zone.name(map, occupied, from));
        self.note_zone(map, zone)
    }

    fn note_zone(&mut self, map: &Map, player: Square) -> Option<u32> {
        let unknown = self.store.find(map, &self.position, player).err()?;
        let number = self.store.add(unknown, None, ());
        Some(number.expect("a growing store is never full"))
    }

    /// Notes all positions one push away from the one loaded and flooded, and puts the new ones on
    /// the stack. Boxes in `walls` never move; a box that leaves the area is taken off.
    pub(super) fn expand(
        &mut self,
        analysis: &Analysis,
        walls: &Bits,
        area: &Bits,
        stack: &mut Vec<u32>,
    ) {
        let map = &analysis.map;
        let mut pushes = Vec::new();
        for &from in self.position.boxes().iter().filter(|&&from| !walls.contains(from)) {
            for dir in Dir::ALL {
                let (to, behind) = (map.next(from, dir), map.next(from, dir.opposite()));
                if self.reach.reached(behind)
                    && !self.position.is_occupied(to)
                    && analysis.live.contains(to)
                {
                    pushes.push((from, to));
                }
            }
        }
        for (from, to) in pushes {
            self.position.move_box(map, from, to);
            if !area.contains(to) {
                self.position.remove_box(map, to);
                stack.extend(self.note(map, from));
                self.position.add_box(map, to);
            } else if !self.is_frozen(analysis, to) {
                stack.extend(self.note_push(map, from, to));
            }
            self.position.move_box(map, to, from);
        }
    }
}
