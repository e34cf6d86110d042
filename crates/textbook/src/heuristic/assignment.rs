//! The cheapest assignment of rows to columns, for cost tables that have no structure to exploit.
//!
//! Shortest augmenting paths with potentials (Kuhn 1955, Munkres 1957, Jonker and Volgenant 1987),
//! O(n³). [`Matching`](ground::heuristic::Matching) keeps an assignment up to date; this one starts from scratch each
//! time.

/// Cost of a forbidden pair.
pub(super) const NEVER: u32 = 1 << 24;

/// Scratch space for assignments of `n` rows to `n` columns.
#[derive(Clone, Debug)]
pub(super) struct Assignment {
    n: usize,
    costs: Vec<u32>,
    column_of: Vec<usize>,
}

impl Assignment {
    /// Scratch space for `n` rows.
    pub(super) fn new(n: usize) -> Assignment {
        Assignment { n, costs: vec![0; n * n], column_of: vec![0; n] }
    }

    /// The cost of a cheapest assignment; `None` if every assignment has a forbidden pair.
    pub(super) fn solve(&mut self, mut cost: impl FnMut(usize, usize) -> u32) -> Option<u32> {
        let n = self.n;
        for row in 0..n {
            for column in 0..n {
                self.costs[row * n + column] = cost(row, column).min(NEVER);
            }
        }
        self.assign();
        let pairs = self.column_of.iter().enumerate();
        let costs = pairs.map(|(row, &column)| self.costs[row * n + column]);
        costs.into_iter().try_fold(0, |sum, cost| (cost < NEVER).then_some(sum + cost))
    }

    /// The column of each row in the last assignment.
    #[cfg(test)]
    pub(super) fn columns(&self) -> &[usize] {
        &self.column_of
    }

    /// Rows and columns are counted from 1 here; 0 is the row that is being placed.
    fn assign(&mut self) {
        let n = self.n;
        let cost = |row: usize, column: usize| i64::from(self.costs[(row - 1) * n + column - 1]);
        let (mut u, mut v) = (vec![0i64; n + 1], vec![0i64; n + 1]);
        let mut row_of = vec![0; n + 1];
        for row in 1..=n {
            row_of[0] = row;
            let (mut slack, mut way) = (vec![i64::MAX; n + 1], vec![0; n + 1]);
            let mut done = vec![false; n + 1];
            let mut at = 0;
            while row_of[at] != 0 {
                done[at] = true;
                let (mut least, mut next) = (i64::MAX, 0);
                for column in (1..=n).filter(|&column| !done[column]) {
                    let reduced = cost(row_of[at], column) - u[row_of[at]] - v[column];
                    if reduced < slack[column] {
                        slack[column] = reduced;
                        way[column] = at;
                    }
                    if slack[column] < least {
                        (least, next) = (slack[column], column);
                    }
                }
                for column in 0..=n {
                    if done[column] {
                        u[row_of[column]] += least;
                        v[column] -= least;
                    } else if column > 0 {
                        slack[column] -= least;
                    }
                }
                at = next;
            }
            while at != 0 {
                row_of[at] = row_of[way[at]];
                at = way[at];
            }
        }
        for (column, &row) in row_of.iter().enumerate().skip(1) {
            self.column_of[row - 1] = column - 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_cheapest_and_refuses_what_must_not_be() {
        let costs = [[4, 1, 3], [2, 0, 5], [3, 2, 2]];
        let mut assignment = Assignment::new(3);
        assert_eq!(assignment.solve(|row, column| costs[row][column]), Some(5));
        assert_eq!(assignment.columns(), [1, 0, 2]);
        let never = |row: usize, column: usize| if row < 2 && column > 0 { NEVER } else { 1 };
        assert_eq!(assignment.solve(never), None);
    }
}
