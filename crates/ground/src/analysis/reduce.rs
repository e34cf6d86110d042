//! Reduces a level before anything else is computed: boxes that can never move become walls, and
//! dead ends of bare floor are filled.
//!
//! 1. With every goal filled, boxes that can be pulled one square (player anywhere) are taken away
//!    until none can be; a box that stays can never have been pushed there, so it becomes wall and
//!    loses its goal.
//! 2. In the start position, boxes with two opposite free neighbours are taken away until no box
//!    has them; boxes that stay can never be pushed.
//! 3. Bare floor with three walls becomes wall, repeatedly.
//!
//! Source: described for Festival (Y. Shoham, FESS, CoG 2020). Cost: a few passes over the grid.

use sokoban::{Board, Dir, Grid, Level, Symmetry, Tile};

/// The reduced board, turned by a symmetry; `None` when it has no solution, or no box is left to
/// move.
pub fn reduced(board: &Board, symmetry: Symmetry) -> Option<Board> {
    let mut cells = Cells::new(board, symmetry);
    cells.wall_off_unpullable();
    cells.wall_off_unpushable();
    cells.fill_dead_ends();
    cells.board()
}

/// The grid while it is being reduced, with the border of walls it has in the level. Squares come
/// and go here, so they have no numbers yet.
struct Cells {
    width: usize,
    wall: Vec<bool>,
    goal: Vec<bool>,
    boxes: Vec<bool>,
    player: usize,
    /// A box that can never move stands off goal, or a goal that can never be filled is empty.
    impossible: bool,
}

impl Cells {
    fn new(board: &Board, symmetry: Symmetry) -> Cells {
        let (width, height) = symmetry.size(board.width(), board.height());
        let at = |square| {
            let (row, column) = symmetry.place(board.place(square), board.width(), board.height());
            row * width + column
        };
        let start = board.start();
        let mut cells = Cells {
            width,
            wall: vec![true; width * height],
            goal: vec![false; width * height],
            boxes: vec![false; width * height],
            player: at(start.player),
            impossible: board.impossible().is_some(),
        };
        for square in board.squares() {
            cells.wall[at(square)] = false;
            cells.goal[at(square)] = board.is_goal(square);
        }
        for &square in &start.boxes {
            cells.boxes[at(square)] = true;
        }
        cells
    }

    fn board(&self) -> Option<Board> {
        let mut grid = Grid::new(self.width, self.wall.len() / self.width).ok()?;
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
    fn next(&self, cell: usize, dir: Dir) -> usize {
        let (rows, columns) = dir.delta();
        cell.wrapping_add_signed(rows * self.width as isize + columns)
    }

    fn inner(&self) -> Vec<usize> {
        (0..self.wall.len()).filter(|&cell| !self.wall[cell]).collect()
    }

    fn wall_off_unpullable(&mut self) {
        let mut full = self.goal.clone();
        self.delete_while(&mut full, |cells, full, cell| {
            let free = |cell: usize| !cells.wall[cell] && !full[cell];
            Dir::ALL.into_iter().any(|dir| {
                let near = cells.next(cell, dir);
                free(near) && free(cells.next(near, dir))
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
        self.delete_while(&mut full, |cells, full, cell| {
            let free = |dir| {
                let near = cells.next(cell, dir);
                !cells.wall[near] && !full[near]
            };
            free(Dir::Up) && free(Dir::Down) || free(Dir::Left) && free(Dir::Right)
        });
        for cell in self.inner() {
            if full[cell] {
                self.impossible |= !self.goal[cell];
                self.turn_to_wall(cell);
            }
        }
    }

    /// Takes cells out of `full` while one of them satisfies `loose`.
    fn delete_while(&self, full: &mut [bool], loose: impl Fn(&Cells, &[bool], usize) -> bool) {
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
                let walls = Dir::ALL.iter().filter(|&&dir| self.wall[self.next(cell, dir)]).count();
                if self.is_bare(cell) && walls >= 3 {
                    self.wall[cell] = true;
                    changed = true;
                }
            }
        }
    }

    fn is_bare(&self, cell: usize) -> bool {
        !self.wall[cell] && !self.goal[cell] && !self.boxes[cell] && cell != self.player
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use oracle::board;

    fn plain(rows: &[&str]) -> Board {
        reduced(&board(rows), Symmetry::ALL[0]).unwrap()
    }

    #[test]
    fn boxes_that_never_move_become_walls() {
        let board = plain(&["######", "##**##", "#@$ .#", "#    #", "######"]);
        assert_eq!(board.n_boxes(), 1);
        assert_eq!(board.square_at(1, 2), None);
    }

    #[test]
    fn dead_ends_are_filled() {
        let board = plain(&["#######", "#@$ . #", "##### #", "#     #", "#######"]);
        assert_eq!(board.square_at(3, 1), None);
    }
}
