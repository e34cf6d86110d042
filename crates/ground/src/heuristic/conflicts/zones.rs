//! The zone of a player who pulls one box at a time, for the searches that make tables of groups.

use sokoban::Square;

use crate::kernel::{Bits, Map, Reach};

/// A few boxes on the board, and space to find where the player can walk.
pub(super) struct Zones<'a> {
    map: &'a Map,
    /// The wall, and the boxes of the group at hand.
    pub(super) occupied: Bits,
    reach: Reach,
}

impl<'a> Zones<'a> {
    pub(super) fn new(map: &'a Map) -> Zones<'a> {
        Zones { map, occupied: map.occupied([]), reach: Reach::new(map) }
    }

    /// The zone of the player on a square.
    pub(super) fn flood(&mut self, player: Square) -> Bits {
        self.reach.flood(self.map, &self.occupied, player);
        Bits::from_squares(self.map.n_squares() + 1, self.reach.squares().to_vec())
    }

    /// The zone of the player, who was in `zone`, after pulling a box to `to` (from `at`, if it was on the
    /// board) and stepping back to `ends`. The squares around often show that nothing was cut off; otherwise
    /// it takes a flood.
    pub(super) fn after(
        &mut self,
        zone: &Bits,
        at: Option<Square>,
        to: Square,
        ends: Square,
    ) -> Bits {
        let map = self.map;
        at.into_iter().for_each(|at| self.occupied.remove(at));
        let joins = |at: Square| {
            let mut near = map.around(at).into_iter();
            near.all(|near| self.occupied.contains(near) || zone.contains(near))
        };
        let told =
            at.is_none_or(joins) && map.meet_around(to, |square| !self.occupied.contains(square));
        let mut new = zone.clone();
        if told {
            at.into_iter().for_each(|at| new.insert(at));
            new.remove(to);
            debug_assert!(self.is_zone(&new, to, ends));
        } else {
            self.occupied.insert(to);
            self.reach.flood(map, &self.occupied, ends);
            self.occupied.remove(to);
            new.clear();
            self.reach.squares().iter().for_each(|&square| new.insert(square));
        }
        at.into_iter().for_each(|at| self.occupied.insert(at));
        new
    }

    /// Whether a set is the zone of the player on `ends` with one more box, on `to`.
    fn is_zone(&mut self, set: &Bits, to: Square, ends: Square) -> bool {
        self.occupied.insert(to);
        self.reach.flood(self.map, &self.occupied, ends);
        self.occupied.remove(to);
        let squares = self.reach.squares();
        squares.len() == set.len() && squares.iter().all(|&square| set.contains(square))
    }
}
