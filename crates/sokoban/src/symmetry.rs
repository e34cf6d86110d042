//! The eight symmetries of the plane: of directions, cells, grids and lists of moves.

use crate::{Dir, Grid, Level, SavedGame};

/// A symmetry: first, perhaps, rows and columns change places, then rows run the other way, then
/// columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    transpose: bool,
    flip_rows: bool,
    flip_columns: bool,
}

impl Symmetry {
    /// All eight, the identity first.
    pub const ALL: [Symmetry; 8] = {
        let mut all = [Symmetry { transpose: false, flip_rows: false, flip_columns: false }; 8];
        let mut i = 0;
        while i < 8 {
            all[i] =
                Symmetry { transpose: i & 4 != 0, flip_rows: i & 2 != 0, flip_columns: i & 1 != 0 };
            i += 1;
        }
        all
    };

    /// The symmetry that undoes this one.
    pub const fn inverse(self) -> Symmetry {
        match self.transpose {
            false => self,
            // Undoing in reverse order flips first; pulled through the transposition, a flip of
            // rows becomes a flip of columns.
            true => Symmetry {
                transpose: true,
                flip_rows: self.flip_columns,
                flip_columns: self.flip_rows,
            },
        }
    }

    /// Width and height of the image of a rectangle.
    pub const fn size(self, width: usize, height: usize) -> (usize, usize) {
        if self.transpose { (height, width) } else { (width, height) }
    }

    /// The place that a cell (row, column) of a rectangle goes to.
    pub const fn place(
        self,
        (row, column): (usize, usize),
        width: usize,
        height: usize,
    ) -> (usize, usize) {
        let (width, height) = self.size(width, height);
        let (row, column) = if self.transpose { (column, row) } else { (row, column) };
        let row = if self.flip_rows { height - 1 - row } else { row };
        let column = if self.flip_columns { width - 1 - column } else { column };
        (row, column)
    }

    /// The image of a direction.
    pub const fn dir(self, dir: Dir) -> Dir {
        let dir = match (dir, self.transpose) {
            (dir, false) => dir,
            (Dir::Up, true) => Dir::Left,
            (Dir::Left, true) => Dir::Up,
            (Dir::Down, true) => Dir::Right,
            (Dir::Right, true) => Dir::Down,
        };
        match dir {
            Dir::Up | Dir::Down if self.flip_rows => dir.opposite(),
            Dir::Left | Dir::Right if self.flip_columns => dir.opposite(),
            _ => dir,
        }
    }

    /// The image of a grid.
    pub fn grid(self, grid: &Grid) -> Grid {
        let (width, height) = (grid.width(), grid.height());
        let size = self.size(width, height);
        let mut image = Grid::new(size.0, size.1).expect("the sides only change places");
        for (row, column, tile) in grid.cells() {
            let (row, column) = self.place((row, column), width, height);
            image.set(row, column, tile);
        }
        image
    }

    /// The image of LURD letters; other characters stay.
    pub fn moves(self, moves: &str) -> String {
        let letter = |c: char| match Dir::from_letter(c) {
            Some(dir) if c.is_ascii_uppercase() => self.dir(dir).letter().to_ascii_uppercase(),
            Some(dir) => self.dir(dir).letter(),
            None => c,
        };
        moves.chars().map(letter).collect()
    }

    /// The image of a level with its solutions and snapshots. It no longer has a place in any text.
    pub fn level(self, level: &Level) -> Level {
        let game = |game: &SavedGame| SavedGame { moves: self.moves(&game.moves), ..game.clone() };
        Level {
            title: level.title.clone(),
            author: level.author.clone(),
            comments: level.comments.clone(),
            solutions: level.solutions.iter().map(game).collect(),
            snapshots: level.snapshots.iter().map(game).collect(),
            ..Level::from_grid(self.grid(&level.grid))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Board;

    const ROWS: [&str; 5] = ["#######", "#.  #  ", "# $@###", "#   . #", "#######"];

    #[test]
    fn the_eight_images_differ_and_come_back() {
        let grid = Grid::from_rows(&ROWS).unwrap();
        let images: Vec<Grid> = Symmetry::ALL.iter().map(|s| s.grid(&grid)).collect();
        for (i, symmetry) in Symmetry::ALL.into_iter().enumerate() {
            assert_eq!(symmetry.inverse().grid(&images[i]), grid);
            assert_eq!(symmetry.inverse().inverse(), symmetry);
            assert!(images[..i].iter().all(|image| *image != images[i]));
            let moves = "udlrUDLR[]";
            assert_eq!(symmetry.inverse().moves(&symmetry.moves(moves)), moves);
        }
    }

    #[test]
    fn directions_agree_with_places() {
        for symmetry in Symmetry::ALL {
            for dir in Dir::ALL {
                let ahead = |(row, column): (usize, usize), dir: Dir| {
                    let (dr, dc) = dir.delta();
                    (row.wrapping_add_signed(dr), column.wrapping_add_signed(dc))
                };
                let moved = symmetry.place(ahead((2, 3), dir), 7, 5);
                assert_eq!(ahead(symmetry.place((2, 3), 7, 5), symmetry.dir(dir)), moved);
            }
        }
    }

    #[test]
    fn solutions_solve_the_images() {
        let rows = ["#######", "#.  $@#", "#  ####", "####   "];
        let mut level = Level::from_rows(&rows).unwrap();
        level.solutions.push(SavedGame { moves: "LLL".to_owned(), ..SavedGame::default() });
        for symmetry in Symmetry::ALL {
            let image = symmetry.level(&level);
            let board = Board::new(&image).unwrap();
            let mut state = board.start();
            state.play(&board, &image.solutions[0].moves).unwrap();
            assert!(board.is_solved(&state));
        }
    }
}
