//! What can be done with a box backwards: take it off to a start square, or park it out of the way.

use ground::analysis::Analysis;
use ground::kernel::{BoxMoves, Mode, Position};
use search::{Budget, Stop};
use sokoban::Square;

use crate::engine::phase::share::Share;

/// How many pulls a box has to go before it may be taken off.
const FAR_ENOUGH: u16 = 3;

/// When no more than this percentage of the boxes is left, they need not go far.
const FEW: usize = 15;

/// Moves of boxes backwards on a board.
pub(super) struct Removal<'a> {
    analysis: &'a Analysis,
    /// The start squares by number.
    starts: Vec<Square>,
    share: Share<'a>,
    box_moves: BoxMoves,
}

impl<'a> Removal<'a> {
    pub(super) fn new(analysis: &'a Analysis) -> Removal<'a> {
        Removal {
            analysis,
            starts: analysis.start.boxes().to_vec(),
            share: Share::new(analysis),
            box_moves: BoxMoves::new(&analysis.map),
        }
    }

    /// Whether a box can be pulled at all.
    pub(super) fn can_be_pulled(&mut self, position: &mut Position, at: Square) -> bool {
        self.box_moves.explore(&self.analysis.map, position, at, Mode::Pull, |_| true);
        self.box_moves.moves().next().is_some()
    }

    /// The boxes that can be pulled to start squares now; these start squares are used up.
    pub(super) fn take_off(
        &mut self,
        starts: &mut Vec<u16>,
        position: &mut Position,
        slice: &mut Budget,
    ) -> Result<Vec<Square>, Stop> {
        let few = position.n_boxes() * 100 <= self.starts.len() * FEW;
        let far_enough = if few { 1 } else { FAR_ENOUGH };
        let mut gone = Vec::new();
        for at in boxes_of(self.analysis, position) {
            slice.look()?;
            if let Some(start) = self.way_home(starts, position, &gone, at, far_enough) {
                starts.retain(|&other| other != start);
                gone.push(at);
            }
        }
        Ok(gone)
    }

    /// The start square to which a box can be pulled, if there is one: of those that leave a start
    /// square for every other box, the one that the fewest others could use, then the farthest.
    fn way_home(
        &mut self,
        starts: &[u16],
        position: &mut Position,
        gone: &[Square],
        at: Square,
        far_enough: u16,
    ) -> Option<u16> {
        let Analysis { map, visitable, .. } = self.analysis;
        self.box_moves.explore(map, position, at, Mode::Pull, |to| visitable.contains(to));
        let mut ways: Vec<(u16, u16)> = Vec::new();
        for found in self.box_moves.moves().filter(|found| found.length >= far_enough) {
            let here = |&&start: &&u16| self.starts[start as usize] == found.to;
            let Some(&start) = starts.iter().find(here) else { continue };
            let known = ways.iter().any(|way| way.0 == start);
            if !known && self.comes_back(position.player, found.to, found.zone) {
                ways.push((start, found.length));
            }
        }
        if ways.is_empty() {
            return None;
        }
        let mut others = boxes_of(self.analysis, position);
        others.retain(|other| *other != at && !gone.contains(other));
        ways.sort_by_key(|&(start, length)| {
            let wanted = others.iter().filter(|&&other| self.share.comes_from(start, other));
            (wanted.count(), u16::MAX - length)
        });
        ways.iter().map(|way| way.0).find(|&start| {
            let rest: Vec<_> = starts.iter().copied().filter(|&s| s != start).collect();
            self.share.works(&others, &rest)
        })
    }

    /// Where a box may be parked, and where the player stands then: the farthest square from which
    /// he can come back, the farthest from which he cannot, and the nearest that is not a goal.
    pub(super) fn parking(
        &mut self,
        position: &mut Position,
        from: Square,
    ) -> Vec<(Square, Square)> {
        let Analysis { map, visitable, .. } = self.analysis;
        self.box_moves.explore(map, position, from, Mode::Pull, |to| visitable.contains(to));
        let (mut back, mut away, mut near) = (None, None, None);
        for found in self.box_moves.moves().filter(|found| found.to != from) {
            // Shortest first: the last one seen is the farthest.
            let place = Some((found.to, found.player));
            let far = if self.comes_back(position.player, found.to, found.zone) {
                &mut back
            } else {
                &mut away
            };
            *far = place;
            if near.is_none() && !map.is_goal(found.to) {
                near = place;
            }
        }
        let mut places: Vec<_> = [back, away, near].into_iter().flatten().collect();
        places.dedup();
        places
    }

    /// Whether the player can walk back to where he was, once the box of the last macro search has
    /// been moved to `to` and he is in `zone`.
    fn comes_back(&self, was: Square, to: Square, zone: Square) -> bool {
        let map = &self.analysis.map;
        was == to || self.box_moves.zones().zone_without(map, to, was) == zone
    }
}

/// The boxes of a position in ascending order.
pub(super) fn boxes_of(analysis: &Analysis, position: &Position) -> Vec<Square> {
    let map = &analysis.map;
    position.occupied().iter().filter(|&at| !map.is_wall(at)).collect()
}
