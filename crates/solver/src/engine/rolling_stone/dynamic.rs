//! Dynamic distances: boxes that will never move again are walls, and the ways round them longer.
//!
//! ```text
//! #######      The box on its goal in the corner is there for good. Pushed along the wall, the
//! #* .  #      other one would have to go through it; the distances of a board with this wall say
//! # $  @#      what it costs to go round, or that it cannot be done.
//! #######
//! ```
//!
//! The bound is the cheapest assignment of all other boxes to the other goals, with the distances of
//! a board on which the fixed boxes are walls. Which boxes are fixed is known from the deadlock
//! tests; a search meets the same few sets again and again, so the distances are kept.
//!
//! Admissible: fixed boxes stay where they are, and a lone box takes no more pushes than one among
//! others. Source: Junghanns, thesis 1999; SokoKids section 5.1 (distances are updated during the
//! search). Cost: a millisecond for each set of fixed boxes, and an assignment from scratch for each
//! position that has any.

use ground::analysis::{Analysis, Distances, LoneBox};
use ground::kernel::{Bits, Map, Memory, Position, Zones};
use hashbrown::HashMap;
use search::Budget;
use sokoban::Square;

use super::patterns::Assignment;

/// Sets of fixed boxes that are kept; then all are forgotten.
const MOST: usize = 128;

/// Bytes that the distances of all sets together may take.
const MOST_BYTES: u64 = 64 << 20;

/// Distances on a board with some boxes as walls.
struct Walled {
    zones: Zones,
    distances: Distances,
}

/// The bound with the distances made so far.
pub(super) struct Dynamic {
    known: HashMap<Bits, Option<Walled>, foldhash::fast::FixedState>,
    memory: Memory,
    most_bytes: u64,
    assignment: Assignment,
    boxes: Vec<(Square, u8)>,
}

impl Dynamic {
    /// Nothing is known of a board yet. The distances may take a small part of the memory.
    pub(super) fn new(memory: Memory) -> Dynamic {
        let most_bytes = MOST_BYTES.min(memory.left() / 16);
        Dynamic {
            known: HashMap::default(),
            memory: Memory::bytes(most_bytes),
            most_bytes,
            assignment: Assignment::default(),
            boxes: Vec::new(),
        }
    }

    /// The bound of a position in which the squares of `walls` are walls or hold fixed boxes, 0 if
    /// there is nothing to say; `None` if it is lost.
    pub(super) fn bound(
        &mut self,
        analysis: &Analysis,
        walls: &Bits,
        position: &Position,
    ) -> Option<u32> {
        let map = &analysis.map;
        if position.boxes().iter().all(|&square| !walls.contains(square)) {
            return Some(0);
        }
        if !self.known.contains_key(walls) {
            if self.known.len() >= MOST {
                self.known.clear();
                self.memory = Memory::bytes(self.most_bytes);
            }
            let made = walled(map, walls, &mut self.memory);
            self.known.insert(walls.clone(), made);
        }
        let Some(Walled { zones, distances }) = &self.known[walls] else { return Some(0) };
        self.boxes.clear();
        for &square in position.boxes().iter().filter(|&&square| !walls.contains(square)) {
            let zone = zones.zone_without(map, square, position.player);
            match distances.side_zones(square).iter().position(|&side| side == zone) {
                Some(side) => self.boxes.push((square, side as u8)),
                // Nobody ever gets to this box again, so it had better be where it belongs.
                None if map.is_goal(square) => {}
                None => return None,
            }
        }
        self.assignment.cost(distances, self.boxes.iter().copied())
    }
}

/// The distances of a board with these walls to the goals that are left; `None` if there is no room
/// for them.
fn walled(map: &Map, walls: &Bits, memory: &mut Memory) -> Option<Walled> {
    let mut zones = Zones::new(map);
    zones.find(map, walls);
    let lone_box = LoneBox::new(map, walls);
    let goals: Vec<Square> = map.goals().iter().filter(|&goal| !walls.contains(goal)).collect();
    let distances = Distances::to(map, &lone_box, &goals, memory, &mut Budget::unlimited()).ok()?;
    Some(Walled { zones, distances })
}

#[cfg(test)]
mod tests {
    use oracle::board;

    use super::*;

    #[test]
    fn a_fixed_box_makes_the_way_of_another_longer() {
        let board = board(&[
            "#########",
            "#       #",
            "#       #",
            "#@$ * . #",
            "#       #",
            "#       #",
            "#########",
        ]);
        let analysis = Analysis::new(&board, &mut Budget::unlimited()).unwrap();
        let mut dynamic = Dynamic::new(Memory::bytes(1 << 30));
        let mut walls = analysis.map.occupied([]);
        assert_eq!(dynamic.bound(&analysis, &walls, &analysis.start), Some(0));
        // Were the box on the goal there for good, the other would have to go round: two more than
        // the four pushes straight on.
        walls.insert(board.square_at(3, 4).unwrap());
        assert_eq!(dynamic.bound(&analysis, &walls, &analysis.start), Some(6));
        // With the other column closed as well, it cannot be done.
        (1..6).for_each(|row| walls.insert(board.square_at(row, 5).unwrap()));
        assert_eq!(dynamic.bound(&analysis, &walls, &analysis.start), None);
    }
}
