//! Push distances of a lone box between every square and a list of squares (goals or starts).
//!
//! They respect the player: the distance depends on the side of the box the player is on, because
//! walking round to the other side may be impossible or cost pushes.

use search::{Budget, Stop};
use sokoban::{Dir, Square};

use super::LoneBox;
use crate::kernel::{Bits, Map, Memory, Mode};

/// "Cannot get there."
pub const FAR: u16 = u16::MAX;

/// A table of distances: for each square and side, one entry per listed square. Sides between which
/// the player can walk share a row, which on most squares is one for all four; with thousands of
/// boxes the table is the largest there is.
#[derive(Clone, Debug)]
pub struct Distances {
    n_columns: usize,
    /// The row of each side, at `square * 4 + side`. Row 0 is that of sides which are not free.
    rows: Vec<u32>,
    /// Row by row, one column per listed square.
    table: Vec<u16>,
    /// The nearest listed square, at `square * 4 + side`.
    nearest: Vec<u16>,
    sides: Vec<[Square; 4]>,
    /// The largest finite entry.
    longest: u16,
}

impl Distances {
    /// Pushes needed from everywhere to each of `goals`.
    ///
    /// # Errors
    ///
    /// The limit that was reached, or the cancellation.
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
    ///
    /// # Errors
    ///
    /// The limit that was reached, or the cancellation.
    pub fn from(
        map: &Map,
        lone_box: &LoneBox,
        starts: &[Square],
        memory: &mut Memory,
        budget: &mut Budget,
    ) -> Result<Distances, Stop> {
        Distances::build(map, lone_box, Mode::Push, starts, memory, budget)
    }

    /// Pushes needed from everywhere to each of `goals` by a player who may stand anywhere: the
    /// same on all sides of a box.
    pub fn with_player_anywhere(&self, map: &Map, goals: &[Square]) -> Distances {
        let rows = (map.n_squares() + 1) * 4;
        let n_columns = goals.len();
        let mut free = Distances {
            n_columns,
            rows: (0..rows as u32).collect(),
            table: vec![FAR; rows * n_columns],
            nearest: vec![FAR; rows],
            sides: self.sides.clone(),
            longest: 0,
        };
        for (column, &goal) in goals.iter().enumerate() {
            for (square, distance) in pulled(map, goal) {
                free.longest = free.longest.max(distance);
                for row in square.index() * 4..square.index() * 4 + 4 {
                    free.table[row * n_columns + column] = distance;
                    free.nearest[row] = free.nearest[row].min(distance);
                }
            }
        }
        free
    }

    fn build(
        map: &Map,
        lone_box: &LoneBox,
        mode: Mode,
        columns: &[Square],
        memory: &mut Memory,
        budget: &mut Budget,
    ) -> Result<Distances, Stop> {
        let sides: Vec<[Square; 4]> =
            map.squares().chain([map.wall()]).map(|square| lone_box.sides(square)).collect();
        let (rows, n_rows) = rows(map, &sides);
        memory.take((n_rows * columns.len().max(1) * size_of::<u16>()) as u64)?;
        let mut table = all_far(n_rows * columns.len(), budget)?;
        let mut column_of = vec![FAR; rows.len()];
        let mut queue = Vec::new();
        let mut longest = 0;
        let mut nearest = vec![FAR; rows.len()];
        for (column, &square) in columns.iter().enumerate() {
            budget.look()?;
            lone_box.search(map, mode, [square], &mut queue, &mut column_of);
            for (at, &distance) in column_of.iter().enumerate().filter(|it| *it.1 != FAR) {
                table[rows[at] as usize * columns.len() + column] = distance;
                longest = longest.max(distance);
                nearest[at] = nearest[at].min(distance);
            }
        }
        Ok(Distances { n_columns: columns.len(), rows, table, nearest, sides, longest })
    }

    /// Distances of any kind: the row of each square and side, at `square * 4 + side`, and the rows
    /// with an entry for each of `n_columns` listed squares. Squares may be more than the board has.
    pub fn of_rows(n_columns: usize, rows: Vec<u32>, table: Vec<u16>) -> Distances {
        let longest = table.iter().copied().filter(|&distance| distance != FAR).max();
        Distances {
            n_columns,
            rows,
            table,
            nearest: Vec::new(),
            sides: Vec::new(),
            longest: longest.unwrap_or(0),
        }
    }

    /// The distances of a box on `square` with the player on `side`, one per listed square.
    #[inline]
    pub fn row(&self, square: Square, side: usize) -> &[u16] {
        let row = self.rows[square.index() * 4 + side] as usize;
        &self.table[row * self.n_columns..][..self.n_columns]
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

/// The row of each side of each square, and the number of rows.
fn rows(map: &Map, sides: &[[Square; 4]]) -> (Vec<u32>, usize) {
    let mut rows = Vec::with_capacity(sides.len() * 4);
    let mut n_rows = 1;
    for zones in sides {
        let first = rows.len();
        for (side, &zone) in zones.iter().enumerate() {
            let same = zones[..side].iter().position(|&other| other == zone);
            rows.push(match same {
                _ if map.is_wall(zone) => 0,
                Some(same) => rows[first + same],
                None => {
                    n_rows += 1;
                    n_rows as u32 - 1
                }
            });
        }
    }
    (rows, n_rows)
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

/// The squares from which a box can be pushed to a goal when the player may stand anywhere, each
/// with the fewest pushes.
fn pulled(map: &Map, goal: Square) -> Vec<(Square, u16)> {
    let mut seen = Bits::from_squares(map.n_squares() + 1, [goal]);
    let mut found = vec![(goal, 0)];
    let mut head = 0;
    while head < found.len() {
        let (square, distance) = found[head];
        head += 1;
        for dir in Dir::ALL {
            let before = map.next(square, dir);
            if !map.is_wall(map.next(before, dir)) && !seen.contains(before) {
                seen.insert(before);
                found.push((before, distance + 1));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use oracle::{board, random_boards};

    /// The tables of a board, with the row of every side as the search of a lone box gives it.
    fn check(board: &sokoban::Board) -> usize {
        let map = Map::new(board);
        let lone_box = LoneBox::new(&map, &map.occupied([]));
        let goals: Vec<Square> = map.goals().iter().collect();
        let (mut memory, mut budget) = (Memory::bytes(1 << 30), Budget::unlimited());
        let table = Distances::to(&map, &lone_box, &goals, &mut memory, &mut budget).unwrap();
        let (mut queue, mut column) = (Vec::new(), vec![FAR; (map.n_squares() + 1) * 4]);
        for (at, &goal) in goals.iter().enumerate() {
            lone_box.search(&map, Mode::Pull, [goal], &mut queue, &mut column);
            for square in map.squares() {
                for side in 0..4 {
                    assert_eq!(table.row(square, side)[at], column[square.index() * 4 + side]);
                }
            }
        }
        table.table.len() / table.n_columns.max(1)
    }

    #[test]
    fn sides_that_share_a_row_have_the_same_distances() {
        random_boards(71, 200).into_iter().for_each(|board| _ = check(&board));
    }

    #[test]
    fn an_open_room_has_a_row_for_each_square() {
        let board = board(&["#######", "#@    #", "# $ . #", "#     #", "#######"]);
        assert_eq!(check(&board), board.n_squares() + 1);
    }
}
