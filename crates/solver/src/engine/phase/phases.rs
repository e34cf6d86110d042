//! The phases of a packing order, with what a search asks about them.
//!
//! ```text
//! #########     A phase is a set of squares that hold boxes when it is done. Here: first 1, then 2
//! #12  $  #     and 3 together. A phase differs from the one before by its targets, and by parked
//! #3#$ $@ #     boxes that have moved on.
//! #########
//! ```
//!
//! A position has done all phases up to the last one whose squares all hold boxes. A box taken from
//! a filled square reopens its phase and all later ones.
//!
//! Soundness: guidance only, nothing is refused because of it.
//! Source: Brian Damgaard's YASS, packing order with phases; stranded boxes are the out-of-plan
//! boxes of Shoham's FESS, seen one phase ahead.
//! Cost: a search of the board for every phase, once; about ten nanoseconds per position.

use ground::analysis::{Analysis, FAR, LoneBox};
use ground::kernel::{Bits, Memory, Mode, Position};
use search::{Budget, Stop};
use sokoban::Square;

/// One phase.
#[derive(Clone, Debug)]
pub(crate) struct Phase {
    /// The squares that hold boxes when it is done.
    pub boxes: Bits,
    /// The squares it fills.
    pub targets: Vec<Square>,
    /// A lone box among the boxes that were there before and stay.
    pub lone_box: LoneBox,
    /// Targets of this phase and all later ones.
    left: u32,
    /// Squares from which no later target can be reached once this phase is done.
    stranded: Bits,
}

/// Where a position is in the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    /// Phases that are done.
    pub stage: usize,
    /// Targets not filled, of all phases to come; those filled ahead of their phase count as not
    /// filled.
    pub missing: u32,
    /// Boxes where no later target can be reached, beyond those that this phase can take.
    pub stranded: u32,
}

/// A packing order.
#[derive(Clone, Debug)]
pub(crate) struct Phases(Vec<Phase>);

impl Phases {
    /// The order in which the sets of boxes follow each other. Sets without a new square are left
    /// out; the last must be the goals.
    pub(crate) fn new(
        analysis: &Analysis,
        sets: &[Bits],
        memory: &mut Memory,
        budget: &mut Budget,
    ) -> Result<Phases, Stop> {
        let map = &analysis.map;
        let mut phases: Vec<Phase> = Vec::new();
        let mut before = map.no_squares();
        for boxes in sets {
            let targets: Vec<_> = boxes.iter().filter(|&at| !before.contains(at)).collect();
            if targets.is_empty() {
                continue;
            }
            budget.look()?;
            memory.take((map.n_squares() * size_of::<[Square; 4]>()) as u64)?;
            before.keep_only(boxes);
            before.insert(map.wall());
            let lone_box = LoneBox::new(map, &before);
            let (boxes, stranded) = (boxes.clone(), map.no_squares());
            before.copy_from(&boxes);
            phases.push(Phase { boxes, targets, lone_box, left: 0, stranded });
        }
        let mut phases = Phases(phases);
        phases.look_ahead(analysis, budget)?;
        Ok(phases)
    }

    /// The phase to work on when `stage` phases are done; `None` when all are.
    pub(crate) fn get(&self, stage: usize) -> Option<&Phase> {
        self.0.get(stage)
    }

    /// How far a position has come.
    #[inline]
    pub(crate) fn standing(&self, position: &Position) -> Standing {
        let occupied = position.occupied();
        let last = self.0.iter().rposition(|phase| phase.boxes.is_subset(occupied));
        let stage = last.map_or(0, |last| last + 1);
        let Some(phase) = self.0.get(stage) else {
            return Standing { stage, missing: 0, stranded: 0 };
        };
        let filled = phase.targets.iter().filter(|&&at| occupied.contains(at)).count() as u32;
        let empty = phase.targets.len() as u32 - filled;
        let stranded = phase.stranded.len_common(occupied) as u32;
        Standing { stage, missing: phase.left - filled, stranded: stranded.saturating_sub(empty) }
    }

    /// Fills in what depends on later phases.
    fn look_ahead(&mut self, analysis: &Analysis, budget: &mut Budget) -> Result<(), Stop> {
        let map = &analysis.map;
        let mut left = 0;
        let mut later: Vec<Square> = Vec::new();
        let mut queue = Vec::new();
        let mut pushes = vec![FAR; (map.n_squares() + 1) * 4];
        for phase in self.0.iter_mut().rev() {
            budget.look()?;
            left += phase.targets.len() as u32;
            phase.left = left;
            let walls = map.occupied(phase.boxes.iter());
            let wanted = later.iter().copied().filter(|&square| !walls.contains(square));
            LoneBox::new(map, &walls).search(map, Mode::Pull, wanted, &mut queue, &mut pushes);
            let lost = |square: &Square| {
                let sides = &pushes[square.index() * 4..][..4];
                !walls.contains(*square) && sides.iter().all(|&pushes| pushes == FAR)
            };
            phase.stranded = Bits::from_squares(map.n_squares() + 1, map.squares().filter(lost));
            later.extend(&phase.targets);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use oracle::board;

    use super::*;

    #[test]
    fn parked_boxes_count_until_they_move_on() {
        // Squares 0, 1 and 2 are the goals from left to right, 4 is beside them.
        let board = board(&["##########", "#...     #", "###  $$$ #", "###  @   #", "##########"]);
        let analysis = Analysis::new(&board, &mut Budget::unlimited()).unwrap();
        let map = &analysis.map;
        let set = |squares: &[u16]| {
            Bits::from_squares(map.n_squares() + 1, squares.iter().map(|&i| Square(i)))
        };
        let sets = [set(&[4]), set(&[0, 4]), set(&[0, 1]), set(&[0, 1, 2])];
        let mut memory = analysis.memory;
        let phases = Phases::new(&analysis, &sets, &mut memory, &mut Budget::unlimited()).unwrap();
        let standing = |squares: &[u16]| {
            let boxes = squares.iter().map(|&i| Square(i));
            let found = phases.standing(&Position::new(map, boxes, analysis.start.player));
            (found.stage, found.missing)
        };
        assert_eq!(standing(&[6]), (0, 4));
        assert_eq!(standing(&[4]), (1, 3));
        assert_eq!(standing(&[0]), (0, 4), "the parked box is missing");
        assert_eq!(standing(&[0, 4]), (2, 2));
        assert_eq!(standing(&[0, 1]), (3, 1), "no need for the parked box any more");
        assert_eq!(standing(&[2, 6]), (0, 4), "too early");
        assert_eq!(standing(&[0, 1, 2]), (4, 0));
    }

    #[test]
    fn a_box_behind_a_packed_one_is_stranded() {
        let board = board(&["##########", "#   . . ##", "# $#$#####", "#   @   ##", "##########"]);
        let analysis = Analysis::new(&board, &mut Budget::unlimited()).unwrap();
        let map = &analysis.map;
        let goals: Vec<_> = map.goals().iter().collect();
        let set =
            |squares: &[Square]| Bits::from_squares(map.n_squares() + 1, squares.iter().copied());
        let order = |first: Square| {
            let sets = [set(&[first]), set(&goals)];
            let mut memory = analysis.memory;
            Phases::new(&analysis, &sets, &mut memory, &mut Budget::unlimited()).unwrap()
        };
        // With the near goal filled the far one can no longer be reached from the left.
        assert_eq!(order(goals[0]).standing(&analysis.start).stranded, 1);
        assert_eq!(order(goals[1]).standing(&analysis.start).stranded, 0);
    }
}
