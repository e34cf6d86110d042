//! How far a lone box is from each goal, in pushes, depending on the side the player is on.
//!
//! The same figures as [`Distances`](ground::analysis::Distances), for boards that fit into one word:
//! there a whole table takes a few microseconds, which matters when a level takes fifty.

use sokoban::Dir;

use super::MOST_BOXES;
use super::grid::{Grid, ones};

/// More pushes than any box needs, small enough that four of them can be added.
pub(super) const FAR: u16 = 1 << 12;

/// Pushes to each goal.
pub(super) type Row = [u16; MOST_BOXES];

/// The table of one board.
pub(super) struct Lone {
    /// For each place and each side of it: pushes of a box there when the player is on that side.
    rows: [[Row; 4]; 64],
    /// For each place and each side of it: where the player gets to from that side when a box is
    /// there and no other; empty where there is no square.
    zones: [[u64; 4]; 64],
    /// The squares from which a box can get to some goal. All others are dead.
    pub(super) live: u64,
}

impl Lone {
    /// The table of a board. Goals have the numbers of their order on the board.
    pub(super) fn new(grid: &Grid) -> Lone {
        let mut lone = Lone { rows: [[[FAR; MOST_BOXES]; 4]; 64], zones: zones(grid), live: 0 };
        for (number, goal) in ones(grid.goals).enumerate() {
            lone.measure(grid, number, goal);
        }
        lone
    }

    /// Pushes of a box on `place` with the player on the side of `dir`.
    #[inline]
    pub(super) fn beside(&self, place: usize, dir: Dir) -> &Row {
        &self.rows[place][dir.index()]
    }

    /// Pushes of a box on `place` with the player anywhere.
    #[inline]
    pub(super) fn from(&self, place: usize, player: usize) -> &Row {
        let zones = &self.zones[place];
        let side = zones.iter().position(|zone| zone >> player & 1 != 0);
        // A box in which the player stands in no zone has no free side at all.
        &self.rows[place][side.unwrap_or(0)]
    }

    /// Fills in the pushes to one goal, backwards from it.
    fn measure(&mut self, grid: &Grid, number: usize, goal: usize) {
        let mut queue = Vec::with_capacity(256);
        for dir in Dir::ALL {
            self.reach(number, goal, dir, 0, &mut queue);
        }
        let mut head = 0;
        while let Some(&(place, dir)) = queue.get(head) {
            head += 1;
            // The player stands where the box was before, and stood one step further back.
            let before = grid.step(1 << place, dir) & grid.floor;
            let stood = grid.step(before, dir) & grid.floor;
            if stood != 0 {
                let pushes = self.rows[place][dir.index()][number] + 1;
                let place = before.trailing_zeros() as usize;
                self.reach(number, place, dir, pushes, &mut queue);
            }
        }
    }

    /// Notes the pushes of a box with the player on one side, and on all sides the player can walk to
    /// from there, unless they are known.
    fn reach(
        &mut self,
        number: usize,
        place: usize,
        dir: Dir,
        pushes: u16,
        queue: &mut Vec<(usize, Dir)>,
    ) {
        let zone = self.zones[place][dir.index()];
        if zone == 0 || self.rows[place][dir.index()][number] != FAR {
            return;
        }
        self.live |= 1 << place;
        for side in Dir::ALL {
            if self.zones[place][side.index()] == zone {
                self.rows[place][side.index()][number] = pushes;
                queue.push((place, side));
            }
        }
    }
}

/// Where the player gets to from each side of a box on each square.
fn zones(grid: &Grid) -> [[u64; 4]; 64] {
    let mut zones = [[0; 4]; 64];
    for place in ones(grid.floor) {
        let free = grid.floor & !(1 << place);
        for dir in Dir::ALL {
            let side = grid.step(1 << place, dir) & free;
            let known = zones[place].into_iter().find(|zone| zone & side != 0);
            zones[place][dir.index()] = match side {
                0 => 0,
                _ => known.unwrap_or_else(|| grid.flood(side, free)),
            };
        }
    }
    zones
}

#[cfg(test)]
mod tests {
    use ground::analysis::{self, Analysis};
    use oracle::random_boards;
    use search::Budget;

    use super::*;

    #[test]
    fn the_table_is_that_of_the_large_boards() {
        let mut far = 0;
        for board in random_boards(73, 500) {
            let (grid, analysis) = (
                Grid::new(&board).unwrap(),
                Analysis::new(&board, &mut Budget::unlimited()).unwrap(),
            );
            let lone = Lone::new(&grid);
            let live: Vec<_> = analysis.live.iter().collect();
            assert_eq!(lone.live, grid.set(&live));
            for (square, player) in
                board.squares().flat_map(|a| board.squares().map(move |b| (a, b)))
            {
                if square == player {
                    continue;
                }
                let place = |square| grid.set(&[square]).trailing_zeros() as usize;
                let ours = lone.from(place(square), place(player));
                let side = analysis.side(square, player);
                for (&ours, &theirs) in ours.iter().zip(analysis.to_goals.row(square, side)) {
                    far += usize::from(ours == FAR);
                    assert_eq!(ours == FAR, theirs == analysis::FAR);
                    assert!(ours == FAR || ours == theirs, "{ours}, not {theirs}");
                }
            }
        }
        assert!(far > 1000, "{far}");
    }
}
