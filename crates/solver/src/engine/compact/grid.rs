//! A board of at most 64 places as words: one bit for each place of the rectangle around its squares.
//!
//! A set of squares is one number, and a step of the whole set in one direction is one shift. Places
//! are numbered row by row, so that a step up or down shifts by the width of the rectangle; a step to
//! the side would run from the end of one row into the next, which masks prevent.

use sokoban::{Board, Dir, Square};

/// The squares of a board as bits.
pub(super) struct Grid {
    width: u32,
    height: u32,
    /// Every square.
    pub(super) floor: u64,
    /// The goals.
    pub(super) goals: u64,
    /// The places of the first and of the last column.
    first: u64,
    last: u64,
    /// The board's square at each place; meaningless for places without a square.
    squares: [Square; 64],
}

impl Grid {
    /// The grid of a board; `None` when the rectangle around its squares is too large.
    pub(super) fn new(board: &Board) -> Option<Grid> {
        let places = || board.squares().map(|square| board.place(square));
        let top = places().map(|(row, _)| row).min()?;
        let left = places().map(|(_, column)| column).min()?;
        let height = places().map(|(row, _)| row + 1 - top).max()?;
        let width = places().map(|(_, column)| column + 1 - left).max()?;
        // A row of 64 places would need shifts by a whole word.
        if width * height > 64 || width > 63 {
            return None;
        }
        let column = (0..height).fold(0, |set, row| set | 1u64 << (row * width));
        let mut grid = Grid {
            width: width as u32,
            height: height as u32,
            floor: 0,
            goals: 0,
            first: column,
            last: column << (width - 1),
            squares: [Square(0); 64],
        };
        for square in board.squares() {
            let (row, column) = board.place(square);
            let at = (row - top) * width + column - left;
            grid.floor |= 1 << at;
            grid.goals |= u64::from(board.is_goal(square)) << at;
            grid.squares[at] = square;
        }
        Some(grid)
    }

    /// Columns and rows.
    pub(super) fn size(&self) -> (usize, usize) {
        (self.width as usize, self.height as usize)
    }

    /// Column and row of a place.
    pub(super) fn at(&self, place: usize) -> (usize, usize) {
        (place % self.width as usize, place / self.width as usize)
    }

    /// The square of the rules at a place.
    pub(super) fn square(&self, place: u8) -> Square {
        self.squares[place as usize]
    }

    /// Squares of the rules as a set.
    pub(super) fn set(&self, squares: &[Square]) -> u64 {
        let place = |square| ones(self.floor).find(|&at| self.squares[at] == square);
        squares.iter().filter_map(|&square| place(square)).fold(0, |set, at| set | 1 << at)
    }

    /// Every member one step further; what leaves the rectangle is gone, what leaves the floor is not.
    #[inline]
    pub(super) fn step(&self, set: u64, dir: Dir) -> u64 {
        match dir {
            Dir::Up => set >> self.width,
            Dir::Down => set << self.width,
            Dir::Left => (set & !self.first) >> 1,
            Dir::Right => (set & !self.last) << 1,
        }
    }

    /// Every place next to a member.
    #[inline]
    pub(super) fn around(&self, set: u64) -> u64 {
        Dir::ALL.iter().fold(0, |all, &dir| all | self.step(set, dir))
    }

    /// Everything that can be walked to from `from` over `free` places.
    #[inline]
    pub(super) fn flood(&self, from: u64, free: u64) -> u64 {
        let mut reached = from;
        loop {
            let more = reached | self.around(reached) & free;
            if more == reached {
                return reached;
            }
            reached = more;
        }
    }

    /// The places that lack a neighbour in a direction within the rectangle, or have one outside the
    /// set there.
    #[inline]
    pub(super) fn without(&self, set: u64, dir: Dir) -> u64 {
        !self.step(set, dir.opposite())
    }
}

/// The members of a set, ascending.
#[inline]
pub(super) fn ones(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (at < 64).then_some(at)
    })
}

#[cfg(test)]
mod tests {
    use oracle::{board, random_boards};

    use super::*;

    #[test]
    fn steps_are_those_of_the_board() {
        let long = ["#".repeat(65), format!("#@{}$.#", " ".repeat(60)), "#".repeat(65)];
        let long: Vec<&str> = long.iter().map(String::as_str).collect();
        for board in random_boards(71, 200).into_iter().chain([board(&long)]) {
            let grid = Grid::new(&board).expect("small");
            for (square, dir) in board.squares().flat_map(|it| Dir::ALL.map(|dir| (it, dir))) {
                let next: Vec<Square> = board.neighbor(square, dir).into_iter().collect();
                let here = grid.set(&[square]);
                assert_eq!(grid.step(here, dir) & grid.floor, grid.set(&next));
                assert_eq!(here & grid.without(grid.floor, dir) == 0, !next.is_empty());
            }
            let all: Vec<Square> = board.squares().collect();
            assert_eq!(grid.flood(grid.set(&all[..1]), grid.floor), grid.set(&all));
        }
    }

    #[test]
    fn a_board_of_nine_by_eight_does_not_fit() {
        let wide = |width: usize, height: usize| {
            let wall = "#".repeat(width + 2);
            let rows = std::iter::repeat_n(format!("#{}#", " ".repeat(width)), height);
            let mut rows: Vec<String> =
                [wall.clone()].into_iter().chain(rows).chain([wall]).collect();
            rows[1].replace_range(1..4, "@$.");
            Grid::new(&board(&rows.iter().map(String::as_str).collect::<Vec<_>>())).is_some()
        };
        assert!(wide(8, 8) && wide(16, 4) && !wide(9, 8));
    }
}
