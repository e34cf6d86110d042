//! Push distances of a lone box between every square and a list of squares (goals or starts).
//!
//! They respect the player: the distance depends on the side of the box the player is on, because
//! walking round to the other side may be impossible or cost pushes.

use search::{Budget, Stop};
use sokoban::Square;

use super::LoneBox;
use crate::kernel::{Bits, Map, Memory, Mode};

/// "Cannot get there."
pub(crate) const FAR: u16 = u16::MAX;

/// A table of distances: for each square and side, one entry per listed square.
#[derive(Clone, Debug)]
pub struct Distances {
    n_columns: usize,
    /// Row `square * 4 + side`, column of the listed square.
    table: Vec<u16>,
    /// The nearest listed square, per row of the table.
    nearest: Vec<u16>,
    sides: Vec<[Square; 4]>,
    /// The largest finite entry.
    longest: u16,
}

impl Distances {
    /// Pushes needed from everywhere to each of `goals`.
    pub fn to(
        map: &Map,
        lone_box: &LoneBox,
        goals: &[Square],
        memory: &mut Memory,
        budget: &mut Budget,
    ) -> Result<Distances, Stop> {
        Distances::build(map, lone_box, Mode::Pull, goals, memory, budget)
    }

    /// Pushes needed from each of `starts` to everywhere, whatever side the player starts on.
    pub fn from(
        map: &Map,
        lone_box: &LoneBox,
        starts: &[Square],
        memory: &mut Memory,
        budget: &mut Budget,
    ) -> Result<Distances, Stop> {
        Distances::build(map, lone_box, Mode::Push, starts, memory, budget)
    }

    fn build(
        map: &Map,
        lone_box: &LoneBox,
        mode: Mode,
        columns: &[Square],
        memory: &mut Memory,
        budget: &mut Budget,
    ) -> Result<Distances, Stop> {
        let rows = (map.n_squares() + 1) * 4;
        memory.take((rows * columns.len().max(1) * size_of::<u16>()) as u64)?;
        let mut table = all_far(rows * columns.len(), budget)?;
        let mut column_of = vec![FAR; rows];
        let mut queue = Vec::new();
        let mut longest = 0;
        let mut nearest = vec![FAR; rows];
        for (column, &square) in columns.iter().enumerate() {
            budget.look()?;
            lone_box.search(map, mode, [square], &mut queue, &mut column_of);
            for (row, &distance) in column_of.iter().enumerate() {
                table[row * columns.len() + column] = distance;
                if distance != FAR {
                    longest = longest.max(distance);
                    nearest[row] = nearest[row].min(distance);
                }
            }
        }
        let sides =
            map.squares().chain([map.wall()]).map(|square| lone_box.sides(square)).collect();
        Ok(Distances { n_columns: columns.len(), table, nearest, sides, longest })
    }

    /// The distances of a box on `square` with the player on `side`, one per listed square.
    #[inline]
    pub fn row(&self, square: Square, side: usize) -> &[u16] {
        &self.table[(square.index() * 4 + side) * self.n_columns..][..self.n_columns]
    }

    /// Number of listed squares.
    pub fn n_columns(&self) -> usize {
        self.n_columns
    }

    /// The distance to or from the nearest listed square, the player on the best side.
    #[inline]
    pub fn nearest(&self, square: Square) -> u16 {
        (0..4).map(|side| self.nearest_from(square, side)).min().unwrap_or(FAR)
    }

    /// The distance to or from the nearest listed square with the player on `side`.
    #[inline]
    pub fn nearest_from(&self, square: Square, side: usize) -> u16 {
        self.nearest[square.index() * 4 + side]
    }

    /// The largest distance in the table.
    pub fn longest(&self) -> u16 {
        self.longest
    }

    /// The zones of the sides of a lone box on a square.
    #[inline]
    pub fn side_zones(&self, square: Square) -> [Square; 4] {
        self.sides[square.index()]
    }

    /// The squares with some finite distance.
    pub fn finite_squares(&self, map: &Map) -> Bits {
        let finite = map.squares().filter(|&square| self.nearest(square) != FAR);
        Bits::from_squares(map.n_squares() + 1, finite)
    }
}

/// Entries that are filled between two looks at the clock: some milliseconds' worth of fresh memory.
const FILLED_AT_ONCE: usize = 1 << 22;

/// A table without any distance yet. On a board with thousands of boxes it takes gigabytes, and to
/// fill these takes seconds.
fn all_far(len: usize, budget: &mut Budget) -> Result<Vec<u16>, Stop> {
    let mut table = Vec::new();
    table.try_reserve_exact(len).map_err(|_| Stop::Memory)?;
    while table.len() < len {
        budget.look()?;
        table.resize((table.len() + FILLED_AT_ONCE).min(len), FAR);
    }
    Ok(table)
}
