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
//! On packed boards dozens of zones are one square each. Before any is tried, those are left out that no PI-corral
//! can contain: beside a box that can be pushed away outside, or between zones that are left out themselves. Such a
//! push freezes nothing with all boxes on the board, so it freezes nothing with fewer, and every corral that has the
//! box in its fence would be refused for it in the end.
//!
//! Source: Brian Damgaard and Matthias Meger (YASS, JSoko), Sokoban wiki "PI-corral"; growth and
//! pairs of zones as in Festival (Shoham). Cost: a few microseconds when there is a closed zone.

use sokoban::{Dir, Push, Square};

use crate::analysis::Analysis;
use crate::deadlock::{Freeze, Ground, touching_zones};
use crate::kernel::{Bits, Map, Position, Regions};

/// Up to so many zones, the player's among them, all are tried at once: it costs less than to leave some out.
const FEW_ZONES: usize = 3;

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
    /// The zones that are in no PI-corral, the player's among them, by number; empty while nothing is known of them.
    open: Vec<bool>,
    /// All boxes and the walls.
    all: Bits,
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
            open: Vec::new(),
            all: map.no_squares(),
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
        self.find_among(analysis, walls, position, regions, FEW_ZONES)
    }

    /// The same; zones are left out where there are more than a `few`.
    fn find_among(
        &mut self,
        analysis: &Analysis,
        walls: &Bits,
        position: &Position,
        regions: &Regions,
        few: usize,
    ) -> Corral {
        let outside = regions.of(position.player);
        let mut answer = Corral::None;
        self.open.clear();
        if regions.count() > few {
            self.leave_out(analysis, walls, position, regions);
        }
        let mut candidates = 0;
        for zone in (0..regions.count() as u16).filter(|&zone| zone != outside) {
            if !self.is_open(zone) {
                candidates += 1;
                self.try_zones(analysis, walls, position, regions, &[zone], &mut answer);
            }
        }
        if answer == Corral::None && candidates > 1 {
            for (a, b) in touching_zones(&analysis.map, position, regions, outside) {
                if !self.is_open(a) && !self.is_open(b) {
                    self.try_zones(analysis, walls, position, regions, &[a, b], &mut answer);
                }
            }
        }
        answer
    }

    /// Finds the zones that no PI-corral contains.
    fn leave_out(
        &mut self,
        analysis: &Analysis,
        walls: &Bits,
        position: &Position,
        regions: &Regions,
    ) {
        let map = &analysis.map;
        let outside = regions.of(position.player);
        self.open.resize(regions.count(), false);
        self.open[usize::from(outside)] = true;
        self.all.copy_from(position.occupied());
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for &from in position.boxes().iter().filter(|&&from| !walls.contains(from)) {
                let beside = map.near(from).map(|near| regions.of(near));
                let mut closed =
                    beside.iter().filter(|&&zone| zone != Regions::NONE && !self.is_open(zone));
                if closed.next().is_some() && self.goes_out(analysis, regions, outside, from) {
                    for zone in beside.into_iter().filter(|&zone| zone != Regions::NONE) {
                        self.open[usize::from(zone)] = true;
                    }
                    changed = true;
                }
            }
        }
    }

    /// Whether no corral can have this box in its fence: one of its pushes, which loses nothing, would have to lead
    /// into the corral or begin there, in a zone that is in none.
    fn goes_out(
        &mut self,
        analysis: &Analysis,
        regions: &Regions,
        outside: u16,
        from: Square,
    ) -> bool {
        let map = &analysis.map;
        Dir::ALL.into_iter().any(|dir| {
            let (to, behind) = (map.next(from, dir), map.next(from, dir.opposite()));
            let (into, out_of) = (regions.of(to), regions.of(behind));
            if into == Regions::NONE || out_of == Regions::NONE {
                return false;
            }
            let needed = if out_of == outside { into } else { out_of };
            self.is_open(needed) && analysis.live.contains(to) && !self.freezes(analysis, from, to)
        })
    }

    /// Whether a push freezes the box, with all boxes on the board.
    fn freezes(&mut self, analysis: &Analysis, from: Square, to: Square) -> bool {
        self.all.remove(from);
        self.all.insert(to);
        let frozen = self.freeze.is_frozen(Ground::of(analysis), &self.all, to);
        self.all.remove(to);
        self.all.insert(from);
        frozen
    }

    /// Whether a zone is known to be in no PI-corral.
    fn is_open(&self, zone: u16) -> bool {
        self.open.get(usize::from(zone)).copied().unwrap_or(false)
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
        self.inside.clear();
        self.fence.copy_from(walls);
        self.fence_boxes.clear();
        let mut enclosed = 0;
        loop {
            while enclosed < self.zones.len() {
                self.enclose(&analysis.map, position, regions, self.zones[enclosed]);
                enclosed += 1;
            }
            match self.look(analysis, walls, position, regions) {
                Look::Refused => return false,
                Look::Accepted => return true,
                Look::Grow(zone) if self.is_open(zone) => return false,
                Look::Grow(zone) => self.zones.push(zone),
            }
        }
    }

    /// Adds a zone to the inside and what is around it to the fence.
    fn enclose(&mut self, map: &Map, position: &Position, regions: &Regions, zone: u16) {
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

#[cfg(test)]
mod tests {
    use oracle::random_boards;
    use search::{Budget, Random};

    use super::*;

    /// A position with boxes anywhere but on dead squares, and the player anywhere else.
    fn packed(analysis: &Analysis, random: &mut Random) -> Position {
        let map = &analysis.map;
        let live: Vec<Square> = analysis.live.iter().collect();
        let n_boxes = 1 + random.below(live.len());
        let boxes: std::collections::BTreeSet<Square> =
            (0..n_boxes).map(|_| live[random.below(live.len())]).collect();
        let free: Vec<Square> = map.squares().filter(|square| !boxes.contains(square)).collect();
        Position::new(map, boxes, free[random.below(free.len())])
    }

    #[test]
    fn zones_that_are_left_out_are_in_no_corral() {
        let mut random = Random::seeded(3);
        let mut seen = [0; 4];
        for board in random_boards(17, 400) {
            let analysis = Analysis::new(&board, &mut Budget::unlimited()).unwrap();
            let map = &analysis.map;
            let (mut all, mut some) = (PiCorral::new(map), PiCorral::new(map));
            let (walls, mut regions) = (map.occupied([]), Regions::new(map));
            if analysis.live.iter().count() < 2 || analysis.live.iter().count() == map.n_squares() {
                continue;
            }
            for _ in 0..40 {
                let position = packed(&analysis, &mut random);
                regions.find(map, position.occupied());
                let tried = |it: &mut PiCorral, few| {
                    let answer = it.find_among(&analysis, &walls, &position, &regions, few);
                    (answer, if answer == Corral::None { Vec::new() } else { it.best.clone() })
                };
                let plain = tried(&mut all, usize::MAX);
                assert_eq!(tried(&mut some, 0), plain, "{position:?}");
                seen[plain.0 as usize] += 1;
                seen[3] += usize::from(some.open.iter().filter(|&&open| open).count() > 1);
            }
        }
        assert!(seen.iter().all(|&count| count > 30), "{seen:?}");
    }
}
