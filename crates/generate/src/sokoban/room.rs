//! Rooms: where the walls are.
//!
//! Pieces are laid side by side over the inside of the board, then the plan is tidied: one
//! connected floor, few dead ends, no open hall of 3×4. What is left is cut to size.

use search::Random;

use super::pieces::{self, Piece};
use super::style::Style;

/// Plans laid before the room is simply left open.
const PLAN_TRIES: usize = 16;

/// The floor plan of a level; everything outside the floor is wall.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FloorPlan {
    width: usize,
    height: usize,
    floor: Vec<bool>,
}

/// Rooms laid until one has the wanted style.
const STYLE_TRIES: usize = 24;

/// A random room of a style, if one of [`STYLE_TRIES`] has it; otherwise as [`room`]. Open rooms are seldom
/// among those of pattern pieces, so half of the rooms for that style are halls with pillars.
pub(super) fn room_of(
    random: &mut Random,
    width: usize,
    height: usize,
    least: usize,
    style: Option<Style>,
) -> FloorPlan {
    let Some(style) = style else { return room(random, width, height, least) };
    let mut plan = room(random, width, height, least);
    for _ in 0..STYLE_TRIES {
        if plan.style() == style {
            break;
        }
        plan = match style {
            Style::Open if random.one_in(2) => hall(random, width, height, least),
            _ => room(random, width, height, least),
        };
    }
    plan
}

/// A hall in which single squares are walled up until no open rectangle of 3x4 is left.
fn hall(random: &mut Random, width: usize, height: usize, least: usize) -> FloorPlan {
    let mut plan = FloorPlan::open(width, height);
    for _ in 0..random.below(4) {
        let cells: Vec<usize> = plan.cells().collect();
        let &cell = random.pick(&cells).expect("a hall has floor");
        plan.floor[cell] = false;
    }
    plan.keep_largest_region();
    plan.break_halls(random, least);
    if plan.n_floor() < least {
        plan = FloorPlan::open(width, height);
    }
    plan.cut()
}

/// A random room of at most `width` × `height` (border included) with at least `least` floor
/// squares; the caller makes sure that this many fit inside.
pub(super) fn room(random: &mut Random, width: usize, height: usize, least: usize) -> FloorPlan {
    for _ in 0..PLAN_TRIES {
        let mut plan = lay(random, width, height);
        plan.keep_largest_region();
        plan.fill_dead_ends(random, least);
        plan.break_halls(random, least);
        if plan.n_floor() >= least && plan.is_airy() {
            return plan.cut();
        }
    }
    let mut plan = FloorPlan::open(width, height);
    plan.break_halls(random, least);
    plan.cut()
}

/// Lays pieces in strips; half of the plans are laid in columns, half in rows.
fn lay(random: &mut Random, width: usize, height: usize) -> FloorPlan {
    if random.one_in(2) {
        return lay_columns(random, height, width).transposed();
    }
    lay_columns(random, width, height)
}

fn lay_columns(random: &mut Random, width: usize, height: usize) -> FloorPlan {
    let mut plan = FloorPlan::open(width, height);
    // Pieces may hang over the border by up to two squares, so any size can be filled.
    let (first_left, first_top) = (1 - random.below(3) as isize, random.below(3));
    let mut left = first_left;
    while left < width as isize - 1 {
        let mut top = 1 - ((first_top + random.below(2)) % 3) as isize;
        while top < height as isize - 1 {
            let (piece, symmetry) = draw_piece(random);
            plan.stamp(piece, symmetry, top, left);
            top += piece.len() as isize;
        }
        left += 3;
    }
    plan
}

fn draw_piece(random: &mut Random) -> (Piece, usize) {
    let i = random.below(pieces::SQUARE.len() + pieces::TALL.len());
    match pieces::SQUARE.get(i) {
        Some(piece) => (piece, random.below(8)),
        None => (pieces::TALL[i - pieces::SQUARE.len()], random.below(4)),
    }
}

impl FloorPlan {
    /// A plan whose whole inside is floor.
    pub(super) fn open(width: usize, height: usize) -> FloorPlan {
        let inside = |i: usize| {
            let (row, column) = (i / width, i % width);
            row > 0 && column > 0 && row + 1 < height && column + 1 < width
        };
        FloorPlan { width, height, floor: (0..width * height).map(inside).collect() }
    }

    /// Columns, border included.
    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// Rows, border included.
    pub(super) fn height(&self) -> usize {
        self.height
    }

    /// Whether a cell is floor; cells are numbered row by row.
    pub(super) fn is_floor(&self, cell: usize) -> bool {
        self.floor[cell]
    }

    /// The floor cells in row order.
    pub(super) fn cells(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.floor.len()).filter(|&cell| self.floor[cell])
    }

    /// The four neighbours of a floor cell. The border is wall, so they are all on the plan.
    pub(super) fn around(&self, cell: usize) -> [usize; 4] {
        [cell - self.width, cell + self.width, cell - 1, cell + 1]
    }

    /// How many neighbours of a floor cell are floor.
    pub(super) fn n_exits(&self, cell: usize) -> usize {
        self.around(cell).iter().filter(|&&next| self.floor[next]).count()
    }

    fn style(&self) -> Style {
        let narrow = self.cells().filter(|&cell| {
            let [up, down, left, right] = self.around(cell).map(|next| self.floor[next]);
            !up && !down || !left && !right
        });
        Style::of_counts(narrow.count(), self.n_floor())
    }

    fn n_floor(&self) -> usize {
        self.cells().count()
    }

    /// Whether the plan is neither a burrow nor a field: between a third and four fifths of the
    /// inside is floor, unless the inside is very small.
    fn is_airy(&self) -> bool {
        let inside = (self.width - 2) * (self.height - 2);
        let floor = self.n_floor();
        inside < 12 || (floor * 3 >= inside && floor * 5 <= inside * 4)
    }

    fn transposed(&self) -> FloorPlan {
        let floor = (0..self.floor.len())
            .map(|i| self.floor[(i % self.height) * self.width + i / self.height])
            .collect();
        FloorPlan { width: self.height, height: self.width, floor }
    }

    /// Writes a piece whose corner stands at (`top`, `left`); what falls on the border is lost.
    fn stamp(&mut self, piece: Piece, symmetry: usize, top: isize, left: isize) {
        for i in 0..piece.len() * 3 {
            let (row, column) = (top + (i / 3) as isize, left + (i % 3) as isize);
            let inside = row > 0
                && column > 0
                && row + 1 < self.height as isize
                && column + 1 < self.width as isize;
            if inside && pieces::is_wall(piece, symmetry, i / 3, i % 3) {
                self.floor[row as usize * self.width + column as usize] = false;
            }
        }
    }

    /// Walls up everything but the largest connected part (the first of several equally large
    /// ones).
    fn keep_largest_region(&mut self) {
        let mut best: Vec<usize> = Vec::new();
        let mut seen = vec![false; self.floor.len()];
        for cell in 0..self.floor.len() {
            if self.floor[cell] && !seen[cell] {
                let region = self.region(cell, &mut seen);
                if region.len() > best.len() {
                    best = region;
                }
            }
        }
        self.floor.fill(false);
        for cell in best {
            self.floor[cell] = true;
        }
    }

    fn region(&self, from: usize, seen: &mut [bool]) -> Vec<usize> {
        let mut region = vec![from];
        seen[from] = true;
        let mut head = 0;
        while head < region.len() {
            for next in self.around(region[head]) {
                if self.floor[next] && !seen[next] {
                    seen[next] = true;
                    region.push(next);
                }
            }
            head += 1;
        }
        region
    }

    /// Walls up dead ends, except one in three: a niche makes a good goal.
    fn fill_dead_ends(&mut self, random: &mut Random, least: usize) {
        let mut kept = vec![false; self.floor.len()];
        let mut floor = self.n_floor();
        let mut changed = true;
        while changed {
            changed = false;
            for cell in self.cells().collect::<Vec<_>>() {
                if kept[cell] || self.n_exits(cell) > 1 || floor <= least {
                    continue;
                }
                if random.one_in(3) {
                    kept[cell] = true;
                } else {
                    self.floor[cell] = false;
                    floor -= 1;
                    changed = true;
                }
            }
        }
    }

    /// Puts a pillar into every open rectangle of 3×4 or 4×3, while the floor lasts.
    fn break_halls(&mut self, random: &mut Random, least: usize) {
        while self.n_floor() > least
            && let Some(hall) = self.find_hall()
        {
            // One of the two squares in the middle of the hall, so the floor stays connected.
            let middle = [hall[5], hall[6]];
            self.floor[middle[random.below(2)]] = false;
        }
    }

    /// The cells of an open rectangle, listed along its longer side.
    fn find_hall(&self) -> Option<[usize; 12]> {
        for (down, right, rows, columns) in [(self.width, 1, 3, 4), (1, self.width, 4, 3)] {
            for top in 0..=self.height.saturating_sub(rows) {
                for left in 0..=self.width.saturating_sub(columns) {
                    let corner = top * self.width + left;
                    let hall = std::array::from_fn(|i| corner + i / 4 * down + i % 4 * right);
                    if hall.iter().all(|&cell: &usize| self.floor.get(cell) == Some(&true)) {
                        return Some(hall);
                    }
                }
            }
        }
        None
    }

    /// The same plan without the rows and columns that only hold wall beyond the border.
    fn cut(&self) -> FloorPlan {
        let rows: Vec<usize> = self.cells().map(|cell| cell / self.width).collect();
        let columns: Vec<usize> = self.cells().map(|cell| cell % self.width).collect();
        let span = |of: &[usize]| (*of.iter().min().unwrap_or(&1), *of.iter().max().unwrap_or(&1));
        let ((top, bottom), (left, right)) = (span(&rows), span(&columns));
        let (width, height) = (right - left + 3, bottom - top + 3);
        let cell = |i: usize| (top - 1 + i / width) * self.width + left - 1 + i % width;
        FloorPlan {
            width,
            height,
            floor: (0..width * height).map(|i| self.floor[cell(i)]).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rooms_are_closed_connected_large_enough_and_without_halls() {
        for attempt in 0..300 {
            let mut random = Random::new(3, attempt);
            let (width, height) = (4 + random.below(12), 5 + random.below(10));
            let least = (width - 2) * (height - 2) / 2;
            let plan = room(&mut random, width, height, least);
            assert!(plan.width <= width && plan.height <= height);
            assert!(plan.n_floor() >= least);
            let mut seen = vec![false; plan.floor.len()];
            let first = plan.cells().next().unwrap();
            assert_eq!(plan.region(first, &mut seen).len(), plan.n_floor());
            let border = |cell: usize| {
                let (row, column) = (cell / plan.width, cell % plan.width);
                row == 0 || column == 0 || row + 1 == plan.height || column + 1 == plan.width
            };
            assert!(plan.cells().all(|cell| !border(cell)));
            assert!(plan.n_floor() == least || plan.find_hall().is_none());
        }
    }

    #[test]
    fn the_smallest_inside_stays_open() {
        let plan = room(&mut Random::new(0, 0), 5, 3, 3);
        assert_eq!(plan, FloorPlan::open(5, 3));
    }
}
