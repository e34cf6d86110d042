//! The cheapest assignment of a few boxes to goals, of which there may be more.
//!
//! Shortest augmenting paths with potentials, box by box from scratch: O(boxes² × goals).

use ground::analysis::{Distances, FAR};
use sokoban::Square;

/// The cost of a goal out of reach: more than any assignment.
const NEVER: i32 = 1 << 24;

/// Scratch space.
#[derive(Clone, Debug, Default)]
pub(in super::super) struct Assignment {
    rows: Vec<(Square, u8)>,
    /// The potentials of rows and columns, counted from 1.
    u: Vec<i32>,
    v: Vec<i32>,
    row_of: Vec<usize>,
    way: Vec<usize>,
    slack: Vec<i32>,
    done: Vec<bool>,
}

impl Assignment {
    /// The cost for boxes, each with the player's side; `None` if some box is left without a goal.
    pub(in super::super) fn cost(
        &mut self,
        distances: &Distances,
        boxes: impl Iterator<Item = (Square, u8)>,
    ) -> Option<u32> {
        self.rows.clear();
        self.rows.extend(boxes);
        let columns = distances.n_columns();
        for list in [&mut self.u, &mut self.v] {
            list.clear();
            list.resize(columns.max(self.rows.len()) + 1, 0);
        }
        for list in [&mut self.row_of, &mut self.way] {
            list.clear();
            list.resize(columns + 1, 0);
        }
        for row in 1..=self.rows.len() {
            self.place(distances, row);
        }
        // The potential of column 0 is the cost with its sign changed.
        let cost = -self.v[0];
        (cost < NEVER).then_some(cost as u32)
    }

    /// Finds a column for a row; rows and columns are counted from 1.
    fn place(&mut self, distances: &Distances, row: usize) {
        let columns = distances.n_columns();
        self.slack.clear();
        self.slack.resize(columns + 1, i32::MAX);
        self.done.clear();
        self.done.resize(columns + 1, false);
        self.row_of[0] = row;
        let mut at = 0;
        while self.row_of[at] != 0 {
            self.done[at] = true;
            let (mut least, mut next) = (i32::MAX, 0);
            let (square, side) = self.rows[self.row_of[at] - 1];
            let base = self.u[self.row_of[at]];
            let costs = distances.row(square, side as usize);
            for column in 1..=columns {
                if self.done[column] {
                    continue;
                }
                let cost = costs[column - 1];
                let cost = if cost == FAR { NEVER } else { i32::from(cost) };
                let reduced = cost - base - self.v[column];
                if reduced < self.slack[column] {
                    (self.slack[column], self.way[column]) = (reduced, at);
                }
                if self.slack[column] < least {
                    (least, next) = (self.slack[column], column);
                }
            }
            for column in 0..=columns {
                if self.done[column] {
                    self.u[self.row_of[column]] += least;
                    self.v[column] -= least;
                } else if column > 0 {
                    self.slack[column] -= least;
                }
            }
            at = next;
        }
        while at != 0 {
            let before = self.way[at];
            self.row_of[at] = self.row_of[before];
            at = before;
        }
    }
}

#[cfg(test)]
mod tests {
    use ground::analysis::Analysis;
    use ground::analysis::FAR;
    use oracle::{cheapest_assignment, random_boards};
    use search::Budget;

    use super::*;

    #[test]
    fn agrees_with_trying_all_for_some_of_the_boxes() {
        let mut assignment = Assignment::default();
        let mut compared = 0;
        for board in random_boards(19, 300) {
            let analysis = Analysis::new(&board, &mut Budget::unlimited()).unwrap();
            let start = &analysis.start;
            let boxes: Vec<_> = analysis.sides(start.boxes(), start.player).collect();
            for len in 1..=boxes.len() {
                let row =
                    |&(square, side): &(Square, u8)| analysis.to_goals.row(square, side as usize);
                let rows: Vec<&[u16]> = boxes[..len].iter().map(row).collect();
                let expected = cheapest_assignment(&rows, FAR);
                let found = assignment.cost(&analysis.to_goals, boxes[..len].iter().copied());
                assert_eq!(found, expected, "{board:?}");
                compared += 1;
            }
        }
        assert!(compared > 300);
    }
}
