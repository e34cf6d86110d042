//! Which boxes may move: not those that are fixed for good and, when there is a PI-corral
//! ([`ground::prune::PiCorral`]), only its own.
//!
//! FESS lets the boxes of the corral make all their macro moves, as Festival does (Y. Shoham), not
//! only the pushes into it: every solution can still be reordered so that one of these moves comes
//! first.

use ground::deadlock::{Closure, Local};
use ground::kernel::{Bits, Position, Regions};
use ground::prune::PiCorral;
use sokoban::Square;

use super::reduced_board::ReducedBoard;
use super::strategy::PushRules;

/// Scratch space.
#[derive(Clone, Debug)]
pub(super) struct Movable {
    /// The position last looked at, with fixed boxes as walls.
    pub local: Local,
    closure: Closure,
    corral: PiCorral,
    /// The wall and the fixed boxes.
    walls: Bits,
    /// The boxes allowed by the last corral, ascending.
    allowed: Vec<Square>,
}

impl Movable {
    /// Scratch space for a board.
    pub(super) fn new(reduced: &ReducedBoard, rules: PushRules) -> Movable {
        let map = reduced.map();
        let mut closure = Closure::new(map);
        closure.diagonals = rules.diagonal;
        Movable {
            local: Local::new(map),
            closure,
            corral: PiCorral::new(map),
            walls: map.occupied([]),
            allowed: Vec::new(),
        }
    }

    /// Turns the fixed boxes of a position into walls, if the rules say so. `settled` is the
    /// position after the first rounds of that, if the deadlock tests have already done them.
    pub(super) fn fix(
        &mut self,
        reduced: &ReducedBoard,
        position: &Position,
        regions: &Regions,
        settled: Option<&Local>,
        rules: PushRules,
    ) {
        let (ground, boxes) = (reduced.ground(), position.boxes());
        match settled {
            Some(settled) if rules.fixed => self.local.clone_from(settled),
            _ => {
                let reached = regions.squares(regions.of(position.player));
                self.local.set_known(reduced.map(), boxes, reached);
                if rules.fixed {
                    self.closure.fix(&mut self.local, ground, boxes);
                }
            }
        }
        if rules.fixed {
            self.closure.fix_unpullable(&mut self.local, ground, boxes);
        }
    }

    /// Looks for a corral in the position fixed last; returns whether there is one.
    pub(super) fn find_corral(
        &mut self,
        reduced: &ReducedBoard,
        position: &Position,
        regions: &Regions,
        rules: PushRules,
    ) -> bool {
        if !rules.pi_corral || regions.count() < 2 {
            return false;
        }
        self.walls.clear();
        self.walls.insert(reduced.map().wall());
        for &square in position.boxes().iter().filter(|&&square| self.local.is_wall(square)) {
            self.walls.insert(square);
        }
        let boxes = self.corral.boxes(reduced.analysis(), &self.walls, position, regions);
        self.allowed.clear();
        self.allowed.extend(boxes.iter().flatten());
        self.allowed.sort_unstable();
        boxes.is_some()
    }

    /// Whether the corral found last lets a box move.
    pub(super) fn allows(&self, square: Square) -> bool {
        self.allowed.binary_search(&square).is_ok()
    }
}
