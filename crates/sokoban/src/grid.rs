//! A rectangle of tiles, not yet validated.

use thiserror::Error;

/// Longest side of a grid.
pub const MAX_SIDE: usize = 256;

/// What a cell holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Tile {
    /// Nothing; also the ground outside the walls.
    #[default]
    Floor,
    /// A wall.
    Wall,
    /// An empty goal.
    Goal,
    /// A box.
    Box,
    /// A box on a goal.
    BoxOnGoal,
    /// The player.
    Player,
    /// The player on a goal.
    PlayerOnGoal,
}

impl Tile {
    /// The tile of a character in any of the XSB alphabets.
    pub const fn from_char(c: char) -> Option<Tile> {
        Some(match c {
            ' ' | '-' | '_' => Tile::Floor,
            '#' => Tile::Wall,
            '.' => Tile::Goal,
            '$' | 'b' => Tile::Box,
            '*' | 'B' => Tile::BoxOnGoal,
            '@' | 'p' => Tile::Player,
            '+' | 'P' => Tile::PlayerOnGoal,
            _ => return None,
        })
    }

    /// The character of plain XSB.
    pub const fn to_char(self) -> char {
        match self {
            Tile::Floor => ' ',
            Tile::Wall => '#',
            Tile::Goal => '.',
            Tile::Box => '$',
            Tile::BoxOnGoal => '*',
            Tile::Player => '@',
            Tile::PlayerOnGoal => '+',
        }
    }

    /// Whether a box stands here.
    pub const fn has_box(self) -> bool {
        matches!(self, Tile::Box | Tile::BoxOnGoal)
    }

    /// Whether this is a goal, whatever stands on it.
    pub const fn has_goal(self) -> bool {
        matches!(self, Tile::Goal | Tile::BoxOnGoal | Tile::PlayerOnGoal)
    }

    /// Whether the player stands here.
    pub const fn has_player(self) -> bool {
        matches!(self, Tile::Player | Tile::PlayerOnGoal)
    }
}

/// Why a grid cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum GridError {
    /// A character that is in no alphabet; row and column count from 0.
    #[error("unknown character {character:?}")]
    UnknownCharacter {
        /// The row.
        row: usize,
        /// The column, in characters.
        column: usize,
        /// What stands there.
        character: char,
    },
    /// More rows or columns than [`MAX_SIDE`].
    #[error("board larger than {MAX_SIDE}x{MAX_SIDE}")]
    TooLarge {
        /// The first row that does not fit.
        row: usize,
    },
}

impl GridError {
    /// A word for the kind that stays the same from version to version.
    pub const fn code(&self) -> &'static str {
        match self {
            GridError::UnknownCharacter { .. } => "unknown-character",
            GridError::TooLarge { .. } => "board-too-large",
        }
    }

    /// Row and column of the offending cell, from 0.
    pub const fn place(&self) -> (usize, usize) {
        match *self {
            GridError::UnknownCharacter { row, column, .. } => (row, column),
            GridError::TooLarge { row } => (row, 0),
        }
    }
}

/// A rectangle of tiles.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Grid {
    width: usize,
    height: usize,
    tiles: Vec<Tile>,
}

impl Grid {
    /// A grid of floor.
    ///
    /// # Errors
    ///
    /// When a side is longer than [`MAX_SIDE`].
    pub fn new(width: usize, height: usize) -> Result<Grid, GridError> {
        if width > MAX_SIDE || height > MAX_SIDE {
            return Err(GridError::TooLarge { row: height.min(MAX_SIDE) });
        }
        Ok(Grid { width, height, tiles: vec![Tile::Floor; width * height] })
    }

    /// Reads rows of plain characters; short rows are filled with floor.
    ///
    /// # Errors
    ///
    /// When a character is in no alphabet, or a side is longer than [`MAX_SIDE`].
    pub fn from_rows<R: AsRef<str>>(rows: &[R]) -> Result<Grid, GridError> {
        let height = rows.len();
        let mut width = 0;
        for (row, text) in rows.iter().enumerate() {
            // A long line is refused without being counted to its end.
            let length = text.as_ref().chars().take(MAX_SIDE + 1).count();
            if length > MAX_SIDE || row >= MAX_SIDE {
                return Err(GridError::TooLarge { row });
            }
            width = width.max(length);
        }
        let mut grid = Grid::new(width, height)?;
        for (row, text) in rows.iter().enumerate() {
            for (column, character) in text.as_ref().chars().enumerate() {
                let tile = Tile::from_char(character).ok_or(GridError::UnknownCharacter {
                    row,
                    column,
                    character,
                })?;
                grid.set(row, column, tile);
            }
        }
        Ok(grid)
    }

    /// Columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The tile at a place; floor outside the grid.
    pub fn get(&self, row: usize, column: usize) -> Tile {
        if row < self.height && column < self.width {
            self.tiles[row * self.width + column]
        } else {
            Tile::Floor
        }
    }

    /// Changes one tile.
    ///
    /// # Panics
    /// Outside the grid.
    pub fn set(&mut self, row: usize, column: usize, tile: Tile) {
        assert!(row < self.height && column < self.width, "({row}, {column}) is outside the grid");
        self.tiles[row * self.width + column] = tile;
    }

    /// All cells as (row, column, tile), row by row.
    pub fn cells(&self) -> impl Iterator<Item = (usize, usize, Tile)> + '_ {
        self.tiles.iter().enumerate().map(|(i, &tile)| (i / self.width, i % self.width, tile))
    }

    /// The rows as plain XSB without trailing blanks.
    pub fn rows(&self) -> impl Iterator<Item = String> + '_ {
        (0..self.height).map(|row| {
            let text: String = (0..self.width).map(|col| self.get(row, col).to_char()).collect();
            text.trim_end().to_owned()
        })
    }
}

impl std::fmt::Display for Grid {
    /// Plain XSB, every row ended by a newline.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.rows().try_for_each(|row| writeln!(f, "{row}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alphabets_are_one_grid() {
        let plain = Grid::from_rows(&["#####", "#@ $.#", "#+*#"]).unwrap();
        let other = Grid::from_rows(&["#####-", "#p_b.#", "#PB#--"]).unwrap();
        assert_eq!(plain, other);
        assert_eq!(plain.to_string(), "#####\n#@ $.#\n#+*#\n");
    }

    #[test]
    fn refusals_name_the_place() {
        let unknown = Grid::from_rows(&["###", "#x#"]);
        assert_eq!(unknown, Err(GridError::UnknownCharacter { row: 1, column: 1, character: 'x' }));
        assert_eq!(Grid::from_rows(&["#".repeat(257)]), Err(GridError::TooLarge { row: 0 }));
        assert_eq!(Grid::from_rows(&vec!["#"; 257]), Err(GridError::TooLarge { row: 256 }));
    }
}
