//! The level made smaller before anything else is computed: what can never move becomes wall, and
//! dead ends of bare floor are filled.
//!
//! 1. With every goal filled, boxes that can be pulled one square (player anywhere) are taken away
//!    until none can; what stays can never have been pushed there, so it is wall, and its goal is gone.
//! 2. In the start position, boxes with two opposite free neighbours are taken away until there are
//!    none; what stays can never be pushed.
//! 3. Bare floor with three walls becomes wall, repeatedly.
//!
//! Source: described for Festival (Y. Shoham, FESS, CoG 2020). Cost: a few passes over the grid.

use sokoban::{Board, Grid, Level, Tile};

use super::view::View;

/// Directions in the order of every tie of this engine: up, right, down, left.
pub(crate) const STEPS: [(isize, isize); 4] = [(-1, 0), (0, 1), (1, 0), (0, -1)];

/// The grid after the reduction, with a border of walls kept from the level.
#[derive(Clone, Debug)]
pub(crate) struct Reduced {
    pub(crate) width: usize,
    pub(crate) height: usize,
    pub(crate) wall: Vec<bool>,
    pub(crate) goal: Vec<bool>,
    pub(crate) boxes: Vec<bool>,
    pub(crate) player: usize,
    /// A box that can never move stands off goal, or a goal that can never be filled is empty.
    pub(crate) impossible: bool,
}

impl Reduced {
    pub(crate) fn new(board: &Board, view: View) -> Reduced {
        let (width, height) = view.size(board.width(), board.height());
        let mut grid = Reduced {
            width,
            height,
            wall: vec![true; width * height],
            goal: vec![false; width * height],
            boxes: vec![false; width * height],
            player: 0,
            impossible: board.impossible().is_some(),
        };
        let at = |square| {
            let (row, column) = view.turn(board.place(square), board.width(), board.height());
            row * width + column
        };
        for square in board.squares() {
            grid.wall[at(square)] = false;
            grid.goal[at(square)] = board.is_goal(square);
        }
        let start = board.start();
        for &square in &start.boxes {
            grid.boxes[at(square)] = true;
        }
        grid.player = at(start.player);
        grid.wall_off_unpullable();
        grid.wall_off_unpushable();
        grid.fill_dead_ends();
        grid
    }

    /// The reduced level as a board; `None` when it has no solution, or no box is left to move.
    pub(crate) fn board(&self) -> Option<Board> {
        let mut grid = Grid::new(self.width, self.height).ok()?;
        for cell in 0..self.wall.len() {
            let tile = match (self.boxes[cell], self.goal[cell]) {
                _ if self.wall[cell] => Tile::Wall,
                (true, true) => Tile::BoxOnGoal,
                (true, false) => Tile::Box,
                (false, true) if cell == self.player => Tile::PlayerOnGoal,
                (false, true) => Tile::Goal,
                (false, false) if cell == self.player => Tile::Player,
                (false, false) => Tile::Floor,
            };
            grid.set(cell / self.width, cell % self.width, tile);
        }
        let board = Board::new(&Level::from_grid(grid)).ok()?;
        (!self.impossible && board.impossible().is_none()).then_some(board)
    }

    /// The cell next to `cell`; inner cells never lie on the edge of the grid.
    fn next(&self, cell: usize, dir: usize) -> usize {
        let (rows, columns) = STEPS[dir];
        cell.wrapping_add_signed(rows * self.width as isize + columns)
    }

    fn inner(&self) -> Vec<usize> {
        (0..self.wall.len()).filter(|&cell| !self.wall[cell]).collect()
    }

    fn wall_off_unpullable(&mut self) {
        let mut full = self.goal.clone();
        self.delete_while(&mut full, |grid, full, cell| {
            (0..4).any(|dir| {
                let near = grid.next(cell, dir);
                if grid.wall[near] || full[near] {
                    return false;
                }
                let far = grid.next(near, dir);
                !grid.wall[far] && !full[far]
            })
        });
        for cell in self.inner() {
            if full[cell] {
                self.impossible |= !self.boxes[cell];
                self.turn_to_wall(cell);
            }
        }
    }

    fn wall_off_unpushable(&mut self) {
        let mut full = self.boxes.clone();
        self.delete_while(&mut full, |grid, full, cell| {
            let free = |dir| {
                let near = grid.next(cell, dir);
                !grid.wall[near] && !full[near]
            };
            free(0) && free(2) || free(1) && free(3)
        });
        for cell in self.inner() {
            if full[cell] {
                self.impossible |= !self.goal[cell];
                self.turn_to_wall(cell);
            }
        }
    }

    /// Takes cells out of `full` while one of them satisfies `loose`.
    fn delete_while(&self, full: &mut [bool], loose: impl Fn(&Reduced, &[bool], usize) -> bool) {
        let cells = self.inner();
        let mut changed = true;
        while changed {
            changed = false;
            for &cell in &cells {
                if full[cell] && loose(self, full, cell) {
                    full[cell] = false;
                    changed = true;
                }
            }
        }
    }

    fn turn_to_wall(&mut self, cell: usize) {
        self.wall[cell] = true;
        self.goal[cell] = false;
        self.boxes[cell] = false;
    }

    fn fill_dead_ends(&mut self) {
        let cells = self.inner();
        let mut changed = true;
        while changed {
            changed = false;
            for &cell in &cells {
                let bare = !self.wall[cell]
                    && !self.goal[cell]
                    && !self.boxes[cell]
                    && cell != self.player;
                if bare && (0..4).filter(|&dir| self.wall[self.next(cell, dir)]).count() >= 3 {
                    self.wall[cell] = true;
                    changed = true;
                }
            }
        }
    }
}
