//! What is known about a board before any search: computed once, read-only afterwards.

mod distances;
mod lone_box;
mod lone_reach;
mod lone_steps;
mod pairs;
mod reduce;
mod rooms;
mod together;
mod triples;
mod tunnels;

pub use distances::{Distances, FAR};
pub use lone_box::LoneBox;
pub use lone_reach::LoneReach;
pub use lone_steps::LoneSteps;
pub use pairs::Pairs;
pub use reduce::reduced;
pub use rooms::Rooms;
pub use triples::Triples;
pub use tunnels::{holes, tunnels};

use search::{Budget, Stop};
use sokoban::{Board, Square};

use crate::kernel::{Bits, Map, Memory, Mode, Position, Zones};

/// Boards with more squares than this are large: the expensive tests would cost more than the
/// search itself.
pub const LARGE: usize = 1_500;

/// Bytes of all tables for each square, except those whose size depends on the boxes too.
const BYTES_PER_SQUARE: u64 = 160;

/// The tables of one board.
#[derive(Clone, Debug)]
pub struct Analysis {
    /// Squares, neighbours, goals, hash keys.
    pub map: Map,
    /// The start position.
    pub start: Position,
    /// The squares of the boxes at the start.
    pub start_boxes: Bits,
    /// The zones of the board without boxes.
    pub empty: Zones,
    /// Pushes of a lone box from everywhere to each goal.
    pub to_goals: Distances,
    /// Pushes of a lone box from each start square to everywhere.
    pub from_starts: Distances,
    /// Squares from which a lone box can be pushed to some goal. All others are dead.
    pub live: Bits,
    /// Squares to which a lone box can be pushed from some start square.
    pub visitable: Bits,
    /// What is left of the memory limit.
    pub memory: Memory,
}

impl Analysis {
    /// Computes the tables within the limits of the budget.
    ///
    /// # Errors
    ///
    /// The limit that was reached, or the cancellation.
    pub fn new(board: &Board, budget: &mut Budget) -> Result<Analysis, Stop> {
        let mut memory = Memory::of(budget);
        memory.take(board.n_squares() as u64 * BYTES_PER_SQUARE)?;
        let map = Map::new(board);
        let start = Position::start(&map, board);
        let mut empty = Zones::new(&map);
        empty.find(&map, &map.occupied([]));
        let lone_box = LoneBox::new(&map, &map.occupied([]));
        budget.look()?;
        let goals: Vec<_> = map.goals().iter().collect();
        let to_goals = Distances::to(&map, &lone_box, &goals, &mut memory, budget)?;
        let starts = board.start().boxes;
        let from_starts = Distances::from(&map, &lone_box, &starts, &mut memory, budget)?;
        let start_boxes = Bits::from_squares(map.n_squares() + 1, starts.iter().copied());
        let live = to_goals.finite_squares(&map);
        let visitable = from_starts.finite_squares(&map);
        Ok(Analysis {
            map,
            start,
            start_boxes,
            empty,
            to_goals,
            from_starts,
            live,
            visitable,
            memory,
        })
    }

    /// The pairs of boxes that lose when the game is played in `mode`.
    ///
    /// # Errors
    ///
    /// The limit that was reached, or the cancellation.
    pub fn pairs(&self, mode: Mode, budget: &mut Budget) -> Result<Option<Pairs>, Stop> {
        Pairs::new(&self.map, mode, self.ground(mode), &self.ends(mode), budget)
    }

    /// The triples of boxes that lose although none of their pairs does.
    ///
    /// # Errors
    ///
    /// The limit that was reached, or the cancellation.
    pub fn triples(
        &self,
        mode: Mode,
        pairs: &Pairs,
        budget: &mut Budget,
    ) -> Result<Option<Triples>, Stop> {
        Triples::new(&self.map, mode, self.ground(mode), &self.ends(mode), pairs, budget)
    }

    /// The squares on which a box is not lost by itself.
    pub fn ground(&self, mode: Mode) -> &Bits {
        match mode {
            Mode::Push => &self.live,
            Mode::Pull => &self.visitable,
        }
    }

    /// The squares that boxes have to get to, in ascending order.
    fn ends(&self, mode: Mode) -> Vec<Square> {
        match mode {
            Mode::Push => self.map.goals().iter().collect(),
            Mode::Pull => self.start_boxes.iter().collect(),
        }
    }

    /// The side of the box on `square` that the player on `player` is on if there are no other
    /// boxes: one of the free sides in the player's zone, the first in the order of
    /// [`sokoban::Dir::ALL`].
    #[inline]
    pub fn side(&self, square: Square, player: Square) -> usize {
        let zone = self.empty.zone_without(&self.map, square, player);
        let sides = self.to_goals.side_zones(square);
        sides.iter().position(|&side| side == zone).unwrap_or(0)
    }

    /// Boxes, each with the [side](Analysis::side) the player is on.
    pub fn sides(&self, boxes: &[Square], player: Square) -> impl Iterator<Item = (Square, u8)> {
        boxes.iter().map(move |&square| (square, self.side(square, player) as u8))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use oracle::board;

    #[test]
    fn corners_are_dead_and_goals_are_live() {
        let board = board(&["#######", "#@    #", "# $ . #", "#     #", "#######"]);
        let analysis = Analysis::new(&board, &mut Budget::unlimited()).unwrap();
        let live: Vec<_> = analysis.live.iter().map(|square| board.place(square)).collect();
        assert_eq!(live, [(2, 2), (2, 3), (2, 4)]);
        assert_eq!(analysis.visitable.len(), 15);
    }
}
