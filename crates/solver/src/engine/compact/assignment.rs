//! The cheapest assignment of up to four boxes to as many goals, and what it becomes after one push.
//!
//! Four boxes are two pairs. Six pairs of goals can go to the first pair of boxes, and what each costs
//! is the better of two orders; the other pair of boxes gets the other two goals. A push changes one
//! row of the table, so one of the two lists of six is made anew, a dozen additions. Fewer boxes get
//! companions that cost nothing.
//!
//! ```text
//! boxes 0 1 | goals 01 02 03 12 13 23
//! boxes 2 3 | goals 23 13 12 03 02 01
//! ```

use super::MOST_BOXES;
use super::lone::{FAR, Row};

/// The pairs of goals. Number `k` and number `5 - k` have no goal in common.
const PAIRS: [(usize, usize); 6] = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];

/// What each pair of goals costs a pair of boxes.
type Costs = [u16; 6];

/// The assignment of one position.
pub(super) struct Assignment {
    rows: [Row; MOST_BOXES],
    /// Of the first two boxes and of the other two.
    halves: [Costs; 2],
}

impl Assignment {
    /// The assignment for a number of boxes, to be loaded.
    pub(super) fn new(n_boxes: usize) -> Assignment {
        let mut rows = [[FAR; MOST_BOXES]; MOST_BOXES];
        for (i, row) in rows.iter_mut().enumerate().skip(n_boxes) {
            row[i] = 0;
        }
        Assignment { rows, halves: [[0; 6]; 2] }
    }

    /// Takes the rows of all boxes; returns the pushes they need at least, `None` if one of them has
    /// no goal left to go to.
    #[inline]
    pub(super) fn load<'a>(&mut self, rows: impl Iterator<Item = &'a Row>) -> Option<u16> {
        for (slot, row) in self.rows.iter_mut().zip(rows) {
            *slot = *row;
        }
        let [a, b, c, d] = &self.rows;
        self.halves = [costs(a, b), costs(c, d)];
        cheapest(&self.halves[0], &self.halves[1])
    }

    /// The same when box number `moved` has this row instead.
    #[inline]
    pub(super) fn after(&self, moved: usize, row: &Row) -> Option<u16> {
        cheapest(&costs(row, &self.rows[moved ^ 1]), &self.halves[(moved >> 1) ^ 1])
    }
}

#[inline]
fn costs(a: &Row, b: &Row) -> Costs {
    PAIRS.map(|(g, h)| (a[g] + b[h]).min(a[h] + b[g]))
}

#[inline]
fn cheapest(one: &Costs, other: &Costs) -> Option<u16> {
    let sum = (0..6).map(|k| one[k] + other[5 - k]).min().unwrap_or(FAR);
    (sum < FAR).then_some(sum)
}

#[cfg(test)]
mod tests {
    use needs::Rng;

    use super::*;

    /// The cheapest assignment by trying all of them.
    fn plainly(rows: &[Row], taken: u32) -> Option<u16> {
        let Some((row, rest)) = rows.split_first() else { return Some(0) };
        let free = (0..MOST_BOXES).filter(|goal| taken >> goal & 1 == 0 && row[*goal] < FAR);
        free.filter_map(|goal| Some(row[goal] + plainly(rest, taken | 1 << goal)?)).min()
    }

    #[test]
    fn every_assignment_is_the_cheapest() {
        let mut rng = Rng::new(5);
        let mut lost = 0;
        for _ in 0..5_000 {
            let n = 1 + rng.below(4);
            let mut row = || {
                let mut row = [FAR; MOST_BOXES];
                for pushes in &mut row[..n] {
                    *pushes = if rng.below(3) == 0 { FAR } else { rng.below(30) as u16 };
                }
                row
            };
            let mut rows: Vec<Row> = (0..n).map(|_| row()).collect();
            let other = row();
            let mut assignment = Assignment::new(n);
            assert_eq!(assignment.load(rows.iter()), plainly(&rows, 0));
            let moved = rng.below(n);
            let after = assignment.after(moved, &other);
            rows[moved] = other;
            assert_eq!(after, plainly(&rows, 0));
            lost += usize::from(after.is_none());
        }
        assert!((500..4_500).contains(&lost), "{lost}");
    }
}
