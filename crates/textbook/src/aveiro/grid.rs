//! The rectangle of the level as the agent sees it, with the tables it computes once.

use sokoban::{Board, Dir, Square};

/// A square of the rectangle. The agent may push a box into a wall, so the squares of a [`Board`],
/// which are floor only, are not enough.
pub(super) type Place = u32;

/// The order in which the agent tries directions.
pub(super) const DIRS: [Dir; 4] = [Dir::Right, Dir::Left, Dir::Down, Dir::Up];

/// Walls, goals and coordinates. All around the rectangle runs a frame of walls, one square wide, so
/// that every place has neighbours.
#[derive(Debug)]
pub(super) struct Grid {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) wall: Vec<bool>,
    pub(super) goal: Vec<bool>,
    pub(super) goals: Vec<Place>,
    /// Boxes that nobody can get to.
    scenery_boxes: Vec<Place>,
    squares: Vec<Option<Square>>,
    /// What a step adds to a place, by the index of its direction.
    offsets: [isize; 4],
}

impl Grid {
    /// The rectangle of a board. Its border squares count as walls; whatever else is no wall is
    /// floor, even where the player can never get to.
    pub(super) fn new(board: &Board) -> Grid {
        let (width, height) = (board.width(), board.height());
        let size = (width + 2) * (height + 2);
        let mut grid = Grid {
            width,
            height,
            wall: vec![true; size],
            goal: vec![false; size],
            goals: Vec::new(),
            scenery_boxes: Vec::new(),
            squares: vec![None; size],
            offsets: [0; 4],
        };
        for dir in DIRS {
            let (rows, columns) = dir.delta();
            grid.offsets[dir.index()] = rows * (width as isize + 2) + columns;
        }
        for square in board.squares() {
            let place = grid.place(board, square);
            grid.add_floor(place, board.is_goal(square));
            grid.squares[place as usize] = Some(square);
        }
        for &(y, x, tile) in board.scenery() {
            let place = grid.at(x, y);
            grid.add_floor(place, tile.has_goal());
            if tile.has_box() {
                grid.scenery_boxes.push(place);
            }
        }
        grid
    }

    fn add_floor(&mut self, place: Place, goal: bool) {
        let (x, y) = self.coordinates(place);
        let inside = (1..self.width - 1).contains(&x) && (1..self.height - 1).contains(&y);
        self.wall[place as usize] = !inside;
        self.goal[place as usize] = goal;
        if goal {
            self.goals.push(place);
        }
    }

    /// The boxes of a board's start in reading order, those that nobody can get to among them.
    pub(super) fn boxes(&self, board: &Board) -> Vec<Place> {
        let boxes = board.start().boxes.into_iter().map(|square| self.place(board, square));
        let mut boxes: Vec<Place> = boxes.chain(self.scenery_boxes.iter().copied()).collect();
        boxes.sort_unstable();
        boxes
    }

    /// Number of places, the frame included.
    pub(super) fn size(&self) -> usize {
        self.wall.len()
    }

    /// The place in a column and a row of the rectangle.
    #[inline]
    pub(super) fn at(&self, x: usize, y: usize) -> Place {
        ((y + 1) * (self.width + 2) + x + 1) as Place
    }

    /// Column and row of a place, which is not on the frame.
    #[inline]
    pub(super) fn coordinates(&self, place: Place) -> (usize, usize) {
        let (row, column) = (place as usize / (self.width + 2), place as usize % (self.width + 2));
        (column - 1, row - 1)
    }

    /// The next place in a direction.
    #[inline]
    pub(super) fn step(&self, place: Place, dir: Dir) -> Place {
        (place as usize).wrapping_add_signed(self.offsets[dir.index()]) as Place
    }

    /// The two places beside a place, seen in a direction.
    #[inline]
    pub(super) fn sides(&self, place: Place, dir: Dir) -> [Place; 2] {
        across(dir).map(|side| self.step(place, side))
    }

    #[inline]
    pub(super) fn is_wall(&self, place: Place) -> bool {
        self.wall[place as usize]
    }

    #[inline]
    pub(super) fn is_goal(&self, place: Place) -> bool {
        self.goal[place as usize]
    }

    /// Manhattan distance.
    #[inline]
    pub(super) fn distance(&self, a: Place, b: Place) -> u32 {
        let ((x, y), (u, v)) = (self.coordinates(a), self.coordinates(b));
        (x.abs_diff(u) + y.abs_diff(v)) as u32
    }

    /// The square of the board at a place; `None` at a wall.
    pub(super) fn square(&self, place: Place) -> Option<Square> {
        self.squares[place as usize]
    }

    /// The place of a square of the board.
    pub(super) fn place(&self, board: &Board, square: Square) -> Place {
        let (y, x) = board.place(square);
        self.at(x, y)
    }
}

/// The two directions across a direction.
#[inline]
pub(super) fn across(dir: Dir) -> [Dir; 2] {
    match dir {
        Dir::Up | Dir::Down => [Dir::Left, Dir::Right],
        Dir::Left | Dir::Right => [Dir::Up, Dir::Down],
    }
}
