//! Macro moves of both directions: where one box can be moved while the others stand still.

use ground::kernel::{BoxMoves, Map, Mode, Position, Regions, SideOrder, Zones};
use sokoban::{Dir, Square};

/// One box goes to a square while the others stand still.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MacroMove {
    /// Where the box stood.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
    /// Side of `to` where the player ends.
    pub side: Dir,
    /// Whether a box that did not move can be pushed (or pulled) afterwards from a side that was
    /// out of reach.
    pub opens: bool,
    /// Whether the box leaves the board at `to` (backward search with a sink).
    pub removed: bool,
    /// The player's zone afterwards, named by its lowest square.
    pub zone: Square,
    /// Zones of the floor afterwards.
    pub connectivity: u16,
    /// Zones if a box that leaves the board stood on `to` instead (backward search).
    pub standing: u16,
}

impl MacroMove {
    /// Makes the move on a list of boxes in ascending order; the position gets them in that order
    /// too.
    pub(super) fn play(
        &self,
        map: &Map,
        boxes: impl Iterator<Item = Square>,
        position: &mut Position,
    ) {
        position.clear();
        let mut new = (!self.removed).then_some(self.to);
        for square in boxes.filter(|&square| square != self.from) {
            if let Some(to) = new.take_if(|to| *to < square) {
                position.add_box(map, to);
            }
            position.add_box(map, square);
        }
        if let Some(to) = new {
            position.add_box(map, to);
        }
        position.player = self.zone;
    }
}

/// The search for the moves of one box, and the questions asked about them.
#[derive(Clone, Debug)]
pub(super) struct OneBox {
    mode: Mode,
    box_moves: BoxMoves,
    /// Sides of boxes out of the player's reach: the box, the side, and the square that must be
    /// free too, behind the box when it is pushed, behind the player when it is pulled.
    unreached: Vec<[Square; 3]>,
    found: Vec<MacroMove>,
}

impl OneBox {
    /// Scratch space for a map.
    pub(super) fn new(map: &Map, mode: Mode) -> OneBox {
        OneBox { mode, box_moves: BoxMoves::new(map), unreached: Vec::new(), found: Vec::new() }
    }

    /// Loads a position with its zones; to be called before [`OneBox::find`].
    pub(super) fn load(&mut self, map: &Map, position: &Position, regions: &Regions) {
        let reached = regions.of(position.player);
        self.unreached.clear();
        for &square in position.boxes() {
            for side in Dir::CLOCKWISE {
                let near = map.next(square, side);
                let beyond = match self.mode {
                    Mode::Push => map.next(square, side.opposite()),
                    Mode::Pull => map.next(near, side),
                };
                let zone = regions.of(near);
                if zone != Regions::NONE && zone != reached && !map.is_wall(beyond) {
                    self.unreached.push([square, near, beyond]);
                }
            }
        }
    }

    /// Finds the moves of the box on `from`, never over squares that are not `allowed`, in the
    /// order destination, side. [`MacroMove::opens`] is not set yet.
    pub(super) fn find(
        &mut self,
        map: &Map,
        position: &mut Position,
        from: Square,
        allowed: impl FnMut(Square) -> bool,
    ) -> usize {
        self.box_moves.explore_in(map, position, from, self.mode, SideOrder::ArrivalFirst, allowed);
        self.found.clear();
        self.found.extend(self.box_moves.moves().map(|found| MacroMove {
            from,
            to: found.to,
            side: found.side,
            opens: false,
            removed: false,
            zone: found.zone,
            connectivity: found.n_zones,
            standing: found.n_zones,
        }));
        self.found.sort_unstable_by_key(|m| (m.to, m.side.clockwise()));
        self.found.len()
    }

    /// One of the moves found last, by its index.
    #[inline]
    pub(super) fn at(&self, i: usize) -> MacroMove {
        self.found[i]
    }

    /// The zones of the board without the box looked at last.
    #[inline]
    pub(super) fn zones(&self) -> &Zones {
        self.box_moves.zones()
    }

    /// Whether the player reaches a square after a move.
    #[inline]
    pub(super) fn reaches(&self, map: &Map, m: &MacroMove, square: Square) -> bool {
        square != m.to
            && self.zones().is_free(square)
            && self.zones().zone_without(map, m.to, square) == m.zone
    }

    /// Whether a box that stays can be reached from a new side after a move.
    pub(super) fn opens(&self, map: &Map, m: &MacroMove) -> bool {
        self.unreached.iter().any(|&[square, near, beyond]| {
            (square != m.from || m.from == m.to)
                && beyond != m.to
                && self.zones().is_free(beyond)
                && self.reaches(map, m, near)
        })
    }
}
