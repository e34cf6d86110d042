//! A matching test: can every box have come from a different start square?
//!
//! A box taken off backwards uses up a start square. If the boxes that are left could not be shared
//! out among the start squares that are left, one to each, the order would lead nowhere.
//!
//! Soundness: guidance only; with too many boxes for a quick test, everything passes. Source:
//! Shoham's FESS, where it guards the removal of boxes; augmenting paths (Kuhn 1955). Cost: a few
//! microseconds for twenty boxes.

use ground::analysis::{Analysis, FAR};
use sokoban::Square;

/// With more boxes than this nothing is tested.
const MOST_BOXES: usize = 200;

const NONE: usize = usize::MAX;

/// Which squares can be reached from which start squares.
pub(crate) struct Share<'a> {
    analysis: &'a Analysis,
}

impl<'a> Share<'a> {
    /// The test for a board.
    pub(crate) fn new(analysis: &'a Analysis) -> Share<'a> {
        Share { analysis }
    }

    /// Whether a lone box can be pushed from a start square, by its number, to a square.
    pub(crate) fn comes_from(&self, start: u16, square: Square) -> bool {
        let table = &self.analysis.from_starts;
        (0..4).any(|side| table.row(square, side)[start as usize] != FAR)
    }

    /// Whether every box can have come from a start square of its own.
    pub(crate) fn works(&self, boxes: &[Square], starts: &[u16]) -> bool {
        if boxes.len() > MOST_BOXES {
            return true;
        }
        let mut box_of = vec![NONE; starts.len()];
        (0..boxes.len()).all(|i| {
            let mut tried = vec![false; starts.len()];
            self.place(i, boxes, starts, &mut box_of, &mut tried)
        })
    }

    /// Gives a box a start square, moving other boxes to different ones if need be.
    fn place(
        &self,
        i: usize,
        boxes: &[Square],
        starts: &[u16],
        box_of: &mut [usize],
        tried: &mut [bool],
    ) -> bool {
        for (j, &start) in starts.iter().enumerate() {
            if tried[j] || !self.comes_from(start, boxes[i]) {
                continue;
            }
            tried[j] = true;
            if box_of[j] == NONE || self.place(box_of[j], boxes, starts, box_of, tried) {
                box_of[j] = i;
                return true;
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use oracle::board;
    use search::Budget;

    use super::*;

    #[test]
    fn two_boxes_cannot_have_come_from_one_start_square() {
        // Each box stands against a wall of its own.
        let board = board(&["########", "# $  . #", "#  @   #", "# $  . #", "########"]);
        let analysis = Analysis::new(&board, &mut Budget::unlimited()).unwrap();
        let share = Share::new(&analysis);
        let upper = analysis.start.boxes()[0];
        let goals: Vec<_> = analysis.map.goals().iter().collect();
        assert!(share.works(&goals, &[0, 1]) && share.works(&goals, &[1, 0]));
        assert!(share.works(&goals[..1], &[0]) && !share.works(&goals[1..], &[0]));
        assert!(!share.works(&[goals[0], upper], &[0, 1]));
    }
}
