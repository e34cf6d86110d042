//! The pushes that can be walked to, for environments whose actions are pushes.

use crate::level::bits::{BOX, WALL};

/// Marks of the squares that the player can walk to; kept so that nothing is allocated for each step.
#[derive(Clone, Default)]
pub(super) struct Reach {
    reached: Vec<bool>,
    open: Vec<usize>,
}

/// The steps of the four directions: up, down, left, right.
pub(super) fn steps(width: usize) -> [isize; 4] {
    let width = width as isize;
    [-width, width, -1, 1]
}

impl Reach {
    /// Finds the squares that the player can walk to.
    pub(super) fn flood(&mut self, cells: &[u8], width: usize, player: usize) {
        self.reached.clear();
        self.reached.resize(cells.len(), false);
        self.reached[player] = true;
        self.open.push(player);
        while let Some(at) = self.open.pop() {
            for step in steps(width) {
                let next = at.wrapping_add_signed(step);
                if cells[next] & (WALL | BOX) == 0 && !self.reached[next] {
                    self.reached[next] = true;
                    self.open.push(next);
                }
            }
        }
    }

    /// Whether the box on a square can be pushed in a direction, after [`Reach::flood`].
    pub(super) fn can_push(&self, cells: &[u8], width: usize, at: usize, dir: usize) -> bool {
        let step = steps(width)[dir];
        cells[at] & BOX != 0
            && self.reached[at.wrapping_add_signed(-step)]
            && cells[at.wrapping_add_signed(step)] & (WALL | BOX) == 0
    }

    pub(super) fn reached(&self, at: usize) -> bool {
        self.reached[at]
    }

    /// Writes which pushes are possible; boards have a row of walls above and below that the mask does not have.
    pub(super) fn mask(&self, cells: &[u8], width: usize, mask: &mut [i8]) {
        for (square, row) in mask.chunks_mut(4).enumerate() {
            let at = square + width;
            if cells[at] & BOX == 0 {
                row.fill(0);
                continue;
            }
            for (dir, possible) in row.iter_mut().enumerate() {
                *possible = i8::from(self.can_push(cells, width, at, dir));
            }
        }
    }
}
