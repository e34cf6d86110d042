//! Sets of cells on a board of at most 16 × 16.

/// Longest side of a board.
pub const MAX_SIDE: usize = 16;

/// A set of cells, one 16-bit word per row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct CellSet([u16; MAX_SIDE]);

impl CellSet {
    /// Whether a cell is in the set.
    #[inline]
    pub fn contains(&self, row: usize, column: usize) -> bool {
        self.0[row] >> column & 1 != 0
    }

    /// Adds a cell; `false` when it was there already.
    #[inline]
    pub fn insert(&mut self, row: usize, column: usize) -> bool {
        let new = !self.contains(row, column);
        self.0[row] |= 1 << column;
        new
    }

    /// Takes a cell out.
    #[inline]
    pub fn remove(&mut self, row: usize, column: usize) {
        self.0[row] &= !(1 << column);
    }

    /// Number of cells.
    pub fn len(&self) -> usize {
        self.0.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&row| row == 0)
    }

    /// The cells as (row, column), row by row.
    pub fn iter(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.0.iter().enumerate().flat_map(|(row, &bits)| {
            (0..MAX_SIDE).filter(move |&column| bits >> column & 1 != 0).map(move |c| (row, c))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn insert_remove_iterate() {
        let mut set = CellSet::default();
        assert!(set.insert(15, 15) && set.insert(0, 3) && !set.insert(0, 3));
        assert_eq!(set.iter().collect::<Vec<_>>(), [(0, 3), (15, 15)]);
        set.remove(0, 3);
        assert_eq!((set.len(), set.is_empty(), set.contains(15, 15)), (1, false, true));
    }
}
