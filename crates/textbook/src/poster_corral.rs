//! PI-corral pruning of single regions, as a poster from UFRGS describes it.
//!
//! The poster's algorithm 1: for every region the player cannot get to, take the boxes on its border;
//! if every one of them (1) can be moved from where the player is now and (2) can be moved only into
//! that region, the region is a PI-corral. If there are any, only the boxes of all PI-corrals are
//! explored; else all boxes are. (The poster's list of steps stops at the first one instead. One
//! corral alone would be enough, so its algorithm prunes less than it could.)
//!
//! ```text
//! #######     The floor right of the boxes is out of reach. Both boxes can be pushed, and only to
//! #@ $  #     the right: the pushes of all other boxes on the board are left out.
//! #  $  #
//! #######
//! ```
//!
//! To keep a shortest solution in pushes, two points must be read with care. "Can be moved" must
//! mean at any time before the region is entered: a push counts even if a box from outside forbids
//! it now or the player cannot get to its place at present. And there must be something to do: a
//! box of the border off goal, or an empty goal in the region. Both are observed here; without the
//! second, boxes would be pushed out of solved corners.
//!
//! Source: the UFRGS poster on PI-corrals; the idea is Damgaard's (YASS). The multi-region form
//! grows corrals where this one gives up. Cost: one flood per region out of reach.

use ground::kernel::{Bits, Map, Position, Reach};
use sokoban::{Dir, Square};

/// The test with its scratch space.
#[derive(Clone, Debug)]
pub(crate) struct PosterCorral {
    region: Reach,
    seen: Bits,
    /// The boxes of the border and the wall.
    fence: Bits,
    border: Vec<Square>,
    /// The boxes of all corrals.
    boxes: Vec<Square>,
}

impl PosterCorral {
    /// Scratch space for a map.
    pub(crate) fn new(map: &Map) -> PosterCorral {
        PosterCorral {
            region: Reach::new(map),
            seen: map.no_squares(),
            fence: map.occupied([]),
            border: Vec::new(),
            boxes: Vec::new(),
        }
    }

    /// The boxes to explore, ascending, or `None` for all. `player` is the flood of the player's
    /// zone; boxes are never pushed to squares that are not `live`.
    pub(crate) fn find(
        &mut self,
        map: &Map,
        live: &Bits,
        position: &Position,
        player: &Reach,
    ) -> Option<&[Square]> {
        self.seen.clear();
        self.boxes.clear();
        for root in map.squares() {
            if player.reached(root) || position.is_occupied(root) || self.seen.contains(root) {
                continue;
            }
            self.region.flood(map, position.occupied(), root);
            for &square in self.region.squares() {
                self.seen.insert(square);
            }
            self.find_border(map, position);
            if self.has_work(map) && self.meets_conditions(map, live, position, player) {
                self.boxes.extend_from_slice(&self.border);
            }
        }
        self.boxes.sort_unstable();
        (!self.boxes.is_empty()).then_some(&self.boxes)
    }

    fn find_border(&mut self, map: &Map, position: &Position) {
        for &square in &self.border {
            self.fence.remove(square);
        }
        self.border.clear();
        for &square in self.region.squares() {
            for near in map.around(square) {
                if position.has_box(map, near) && !self.fence.contains(near) {
                    self.fence.insert(near);
                    self.border.push(near);
                }
            }
        }
    }

    fn has_work(&self, map: &Map) -> bool {
        self.border.iter().any(|&square| !map.is_goal(square))
            || self.region.squares().iter().any(|&square| map.is_goal(square))
    }

    fn meets_conditions(
        &self,
        map: &Map,
        live: &Bits,
        position: &Position,
        player: &Reach,
    ) -> bool {
        self.border.iter().all(|&from| {
            let mut movable = false;
            for dir in Dir::ALL {
                let (to, behind) = (map.next(from, dir), map.next(from, dir.opposite()));
                let never = self.fence.contains(to)
                    || self.fence.contains(behind)
                    || self.region.reached(behind)
                    || !live.contains(to);
                if never {
                    continue;
                }
                if !self.region.reached(to) || !player.reached(behind) {
                    return false;
                }
                movable |= !position.is_occupied(to);
            }
            movable
        })
    }
}
