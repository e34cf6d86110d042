//! The eight ways to look at a board.
//!
//! Ties are broken by row order everywhere, so a turned or mirrored board is searched differently:
//! other plans, other first moves. That is the cheapest kind of diversity.

/// A symmetry of the square grid: bit 0 mirrors left and right, bit 1 up and down, and bit 2 swaps
/// rows and columns afterwards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct View(u8);

impl View {
    /// One of the eight; 0 is the board as it is.
    pub fn new(index: u8) -> View {
        View(index & 7)
    }

    /// Width and height of the turned board.
    pub fn size(self, width: usize, height: usize) -> (usize, usize) {
        if self.0 & 4 == 0 { (width, height) } else { (height, width) }
    }

    /// Where a place of a board of this size is on the turned board.
    pub fn turn(
        self,
        (row, column): (usize, usize),
        width: usize,
        height: usize,
    ) -> (usize, usize) {
        let column = if self.0 & 1 == 0 { column } else { width - 1 - column };
        let row = if self.0 & 2 == 0 { row } else { height - 1 - row };
        if self.0 & 4 == 0 { (row, column) } else { (column, row) }
    }

    /// Where a place of the turned board is on a board of this size.
    pub fn turn_back(
        self,
        (row, column): (usize, usize),
        width: usize,
        height: usize,
    ) -> (usize, usize) {
        let (row, column) = if self.0 & 4 == 0 { (row, column) } else { (column, row) };
        let column = if self.0 & 1 == 0 { column } else { width - 1 - column };
        let row = if self.0 & 2 == 0 { row } else { height - 1 - row };
        (row, column)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_view_turns_back() {
        for view in (0..8).map(View::new) {
            let (width, height) = view.size(5, 3);
            for row in 0..3 {
                for column in 0..5 {
                    let turned = view.turn((row, column), 5, 3);
                    assert!(turned.0 < height && turned.1 < width);
                    assert_eq!(view.turn_back(turned, 5, 3), (row, column));
                }
            }
        }
    }
}
