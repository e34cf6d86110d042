//! PI-corral pruning: deal with a corral now if it must be and can be dealt with now.
//!
//! ```text
//! #######      The player (left) cannot get to the floor behind the boxes: that floor is a corral
//! #  $  #      and the boxes are its fence. Each of them can only be pushed inwards (I), and the
//! #@ ####      player can get to every place from which that is done (P). Nothing outside can
//! #     #      change this, so some inward push may as well be made at once: all other moves are
//! #######      left out.
//! ```
//!
//! Why it keeps a shortest solution in pushes: until the first inward push the fence stands as it
//! does now, and every solution makes some inward push, because a fence box is off goal or a goal
//! inside is empty. Making that push first does not disturb the pushes made outside before it: it
//! takes one square out of the corral and gives the player one more. Walks may get longer, so
//! solutions with the fewest moves can be lost.
//!
//! A fence box that could be pushed from or into another closed zone makes that zone part of the
//! corral, and the test starts again. Pushes that lose at once (dead squares, freezing with the
//! fence alone) do not count. If no inward push is left, the position itself is lost.
//!
//! Source: Brian Damgaard and Matthias Meger (YASS, JSoko), Sokoban wiki "PI-corral"; growth and
//! pairs of zones as in Festival (Shoham). Cost: a few microseconds when there is a closed zone.

use sokoban::{Dir, Push, Square};

use crate::analysis::Analysis;
use crate::deadlock::{Freeze, Ground, touching_zones};
use crate::kernel::{Bits, Map, Position, Regions};

/// What the test says about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corral {
    /// No PI-corral: all pushes count.
    None,
    /// Only the pushes in [`PiCorral::pushes`] need to be tried.
    Found,
    /// A corral must be entered and cannot be: the position is lost.
    Dead,
}

/// The test with its scratch space.
#[derive(Clone, Debug)]
pub struct PiCorral {
    zones: Vec<u16>,
    inside: Bits,
    /// The fence and the walls, nothing else.
    fence: Bits,
    fence_boxes: Vec<Square>,
    found: Vec<Push>,
    best: Vec<Push>,
    freeze: Freeze,
}

/// What one look at a candidate results in.
enum Look {
    Refused,
    Grow(u16),
    Accepted,
}

impl PiCorral {
    /// Scratch space for a map.
    pub fn new(map: &Map) -> PiCorral {
        PiCorral {
            zones: Vec::new(),
            inside: map.no_squares(),
            fence: map.no_squares(),
            fence_boxes: Vec::new(),
            found: Vec::new(),
            best: Vec::new(),
            freeze: Freeze::new(map),
        }
    }

    /// Looks for the PI-corral with the fewest pushes. `walls` holds the wall and any boxes known
    /// to be fixed for good; `regions` are those of the position.
    pub fn find(
        &mut self,
        analysis: &Analysis,
        walls: &Bits,
        position: &Position,
        regions: &Regions,
    ) -> Corral {
        let outside = regions.of(position.player);
        let mut answer = Corral::None;
        for zone in (0..regions.count() as u16).filter(|&zone| zone != outside) {
            self.try_zones(analysis, walls, position, regions, &[zone], &mut answer);
        }
        if answer == Corral::None && regions.count() > 2 {
            for (a, b) in touching_zones(&analysis.map, position, regions, outside) {
                self.try_zones(analysis, walls, position, regions, &[a, b], &mut answer);
            }
        }
        answer
    }

    /// The boxes of the PI-corral with the fewest pushes; an empty list if the position is lost.
    /// `None` if there is no PI-corral, so every box counts.
    pub fn boxes(
        &mut self,
        analysis: &Analysis,
        walls: &Bits,
        position: &Position,
        regions: &Regions,
    ) -> Option<Vec<Square>> {
        match self.find(analysis, walls, position, regions) {
            Corral::None => None,
            Corral::Dead => Some(Vec::new()),
            Corral::Found => {
                let mut boxes: Vec<Square> = self.best.iter().map(|push| push.from).collect();
                boxes.dedup();
                Some(boxes)
            }
        }
    }

    /// Tests one candidate and keeps it if it leaves fewer pushes than the best so far.
    fn try_zones(
        &mut self,
        analysis: &Analysis,
        walls: &Bits,
        position: &Position,
        regions: &Regions,
        zones: &[u16],
        answer: &mut Corral,
    ) {
        self.zones.clear();
        self.zones.extend_from_slice(zones);
        let found = self.accepts(analysis, walls, position, regions);
        if found && (*answer == Corral::None || self.found.len() < self.best.len()) {
            std::mem::swap(&mut self.found, &mut self.best);
            *answer = if self.best.is_empty() { Corral::Dead } else { Corral::Found };
        }
    }

    /// The pushes to try, boxes in the order of the position's list.
    pub fn pushes(&self) -> &[Push] {
        &self.best
    }

    /// Grows the corral of the zones listed until it is a PI-corral or refused.
    fn accepts(
        &mut self,
        analysis: &Analysis,
        walls: &Bits,
        position: &Position,
        regions: &Regions,
    ) -> bool {
        loop {
            self.enclose(&analysis.map, walls, position, regions);
            match self.look(analysis, walls, position, regions) {
                Look::Refused => return false,
                Look::Accepted => return true,
                Look::Grow(zone) => self.zones.push(zone),
            }
        }
    }

    /// Finds the inside and the fence of the zones listed.
    fn enclose(&mut self, map: &Map, walls: &Bits, position: &Position, regions: &Regions) {
        self.inside.clear();
        self.fence.copy_from(walls);
        self.fence_boxes.clear();
        for &zone in &self.zones {
            for &square in regions.squares(zone) {
                self.inside.insert(square);
                for near in map.near(square) {
                    if position.is_occupied(near) && !self.fence.contains(near) {
                        self.fence.insert(near);
                        self.fence_boxes.push(near);
                    }
                }
            }
        }
    }

    fn look(
        &mut self,
        analysis: &Analysis,
        walls: &Bits,
        position: &Position,
        regions: &Regions,
    ) -> Look {
        let map = &analysis.map;
        if !self.has_work(map, regions) {
            return Look::Refused;
        }
        let outside = regions.of(position.player);
        self.found.clear();
        for i in 0..self.fence_boxes.len() {
            let from = self.fence_boxes[i];
            for dir in Dir::ALL {
                let (to, behind) = (map.next(from, dir), map.next(from, dir.opposite()));
                let barred = self.fence.contains(to) || self.fence.contains(behind);
                if barred || self.inside.contains(behind) || self.is_lost(analysis, from, to) {
                    continue;
                }
                debug_assert!(!walls.contains(to));
                let other = |square: Square| {
                    let zone = regions.of(square);
                    (zone != Regions::NONE && zone != outside).then_some(zone)
                };
                if !self.inside.contains(to) {
                    match other(to).or(other(behind)) {
                        Some(zone) => return Look::Grow(zone),
                        None => return Look::Refused,
                    }
                }
                if regions.of(behind) == outside {
                    self.found.push(Push { from, dir });
                } else {
                    match other(behind) {
                        Some(zone) => return Look::Grow(zone),
                        None => return Look::Refused,
                    }
                }
            }
        }
        Look::Accepted
    }

    /// Whether a fence box is off goal or a goal inside is empty.
    fn has_work(&self, map: &Map, regions: &Regions) -> bool {
        self.fence_boxes.iter().any(|&square| !map.is_goal(square))
            || self
                .zones
                .iter()
                .any(|&zone| regions.squares(zone).iter().any(|&square| map.is_goal(square)))
    }

    /// Whether a push of a fence box loses at once, whatever the other boxes do.
    fn is_lost(&mut self, analysis: &Analysis, from: Square, to: Square) -> bool {
        if !analysis.live.contains(to) {
            return true;
        }
        self.fence.remove(from);
        self.fence.insert(to);
        let lost = self.freeze.is_dead(Ground::of(analysis), &self.fence, to);
        self.fence.remove(to);
        self.fence.insert(from);
        lost
    }
}
