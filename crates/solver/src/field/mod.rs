//! The board as the FESS engine sees it: reduced, numbered in row order, with its static tables.
//!
//! Squares are `0..n`; `n` is the wall, whose neighbours are itself, so tables have `n + 1` entries
//! and no lookup needs a branch for "no square". Directions are 0 up, 1 right, 2 down, 3 left:
//! `dir ^ 2` is the opposite. **Every tie of this engine is won by the first candidate** in the
//! order box, destination, side, all ascending, because plans and traces are defined that way.

mod bits;
pub mod cuts;
mod hotspots;
pub mod lone;
mod reduce;
pub mod rooms;
mod stops;
mod view;

use search::{Budget, Stop};
use sokoban::Board;

pub use bits::Bits;
pub use hotspots::Hotspots;
pub use rooms::{NO_ROOM, RoomScratch, Rooms};
pub use view::View;

use lone::{FAR, Lone, Way};
use reduce::{Reduced, STEPS};

/// Larger boards are refused: the tables of all pairs of squares would not be worth their memory.
pub const MAX_SQUARES: usize = 3000;

/// A reduced board with its static tables.
#[derive(Clone, Debug)]
pub struct Field {
    width: usize,
    height: usize,
    places: Vec<(u16, u16)>,
    index: Vec<u16>,
    next: Vec<[u16; 4]>,
    /// The eight neighbours, clockwise from above; even entries are `next`.
    ring: Vec<[u16; 8]>,
    goals: Bits,
    starts: Bits,
    start_boxes: Vec<u16>,
    player: u16,
    dead: Bits,
    no_stop_pushed: Bits,
    no_stop_pulled: Bits,
    holes: Bits,
    rooms: Rooms,
    /// Pushes of a lone box from the first square to the second.
    push_distance: Vec<u16>,
    /// Steps of the player from the first square to the second, boxes ignored.
    walk: Vec<u16>,
    from_goals: Vec<u16>,
    to_goals: Vec<u32>,
}

/// Why there is no field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoField {
    /// The board is larger than [`MAX_SQUARES`].
    TooLarge,
    /// A box that can never move stands off goal, or a goal can never be filled.
    Impossible,
    /// A limit came first.
    Stopped(Stop),
}

impl Field {
    /// Reduces and measures a board.
    pub fn new(board: &Board, budget: &mut Budget) -> Result<Field, NoField> {
        Field::seen(board, View::default(), budget)
    }

    /// The same for a turned board.
    pub fn seen(board: &Board, view: View, budget: &mut Budget) -> Result<Field, NoField> {
        let grid = Reduced::new(board, view);
        if grid.impossible {
            return Err(NoField::Impossible);
        }
        let mut field = Field::number(&grid);
        if field.n_squares() > MAX_SQUARES {
            return Err(NoField::TooLarge);
        }
        field.measure(budget).map_err(NoField::Stopped)?;
        Ok(field)
    }

    fn number(grid: &Reduced) -> Field {
        let (width, height) = (grid.width, grid.height);
        let inside = inside(grid);
        let places: Vec<(u16, u16)> = (0..width * height)
            .filter(|&cell| inside[cell])
            .map(|cell| ((cell / width) as u16, (cell % width) as u16))
            .collect();
        let n = places.len();
        let mut index = vec![n as u16; width * height];
        for (square, &(row, column)) in places.iter().enumerate() {
            index[row as usize * width + column as usize] = square as u16;
        }
        let near = |square: usize, rows: isize, columns: isize| {
            let (row, column) = places[square];
            let row = (row as usize).wrapping_add_signed(rows);
            let column = (column as usize).wrapping_add_signed(columns);
            index[row * width + column]
        };
        let mut next: Vec<[u16; 4]> =
            (0..n).map(|square| STEPS.map(|(rows, columns)| near(square, rows, columns))).collect();
        next.push([n as u16; 4]);
        const RING: [(isize, isize); 8] =
            [(-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)];
        let mut ring: Vec<[u16; 8]> =
            (0..n).map(|square| RING.map(|(rows, columns)| near(square, rows, columns))).collect();
        ring.push([n as u16; 8]);
        let listed = |map: &[bool]| {
            let cells = (0..width * height).filter(|&cell| inside[cell] && map[cell]);
            cells.map(|cell| index[cell]).collect::<Vec<_>>()
        };
        let start_boxes = listed(&grid.boxes);
        let goals = Bits::of(n, listed(&grid.goal));
        let starts = Bits::of(n, start_boxes.iter().copied());
        let (no_stop_pushed, no_stop_pulled) = stops::tunnels(&next, &goals, &starts);
        let holes = stops::holes(&next, &goals);
        let at = |row: usize, column: usize| index[row * width + column];
        let rooms = Rooms::new(&next, &ring, width, height, at);
        Field {
            width,
            height,
            player: index[grid.player],
            places,
            index,
            next,
            ring,
            goals,
            starts,
            start_boxes,
            dead: Bits::new(n),
            no_stop_pushed,
            no_stop_pulled,
            holes,
            rooms,
            push_distance: Vec::new(),
            walk: Vec::new(),
            from_goals: Vec::new(),
            to_goals: Vec::new(),
        }
    }

    fn measure(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        let n = self.n_squares();
        let mut lone = Lone::new(n);
        lone.set_walls(&self.next, &self.no_boxes());
        self.push_distance = Vec::with_capacity(n * n);
        self.walk = vec![FAR; n * n];
        let mut queue = Vec::with_capacity(n);
        for square in 0..n {
            budget.look()?;
            let distance = lone.search(&self.next, &[square as u16], Way::Push);
            self.push_distance.extend_from_slice(&distance[..n]);
            walks(&self.next, square, &mut self.walk[square * n..(square + 1) * n], &mut queue);
        }
        self.from_goals = vec![FAR; n];
        for goal in self.goals.iter() {
            let distance = lone.search(&self.next, &[goal], Way::Pull);
            for (nearest, &one) in self.from_goals.iter_mut().zip(distance) {
                *nearest = (*nearest).min(one);
            }
        }
        let reach = |distance: u16| if distance == FAR { 0 } else { u32::from(distance) };
        self.to_goals = (0..n as u16)
            .map(|square| {
                self.goals.iter().map(|goal| reach(self.push_distance(square, goal))).sum()
            })
            .collect();
        let dead = (0..n as u16).filter(|&square| {
            !self.goals.iter().any(|goal| self.push_distance(square, goal) != FAR)
                || !self.starts.iter().any(|start| self.push_distance(start, square) != FAR)
        });
        self.dead = Bits::of(n, dead);
        Ok(())
    }

    /// Number of squares; also the index of the wall.
    #[inline]
    pub fn n_squares(&self) -> usize {
        self.places.len()
    }

    /// The wall.
    #[inline]
    pub fn wall(&self) -> u16 {
        self.places.len() as u16
    }

    /// Columns of the grid.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows of the grid.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The neighbour table.
    #[inline]
    pub fn next(&self) -> &[[u16; 4]] {
        &self.next
    }

    /// The eight neighbours of a square, clockwise from above.
    #[inline]
    pub fn ring(&self, square: u16) -> &[u16; 8] {
        &self.ring[square as usize]
    }

    /// Row and column of a square.
    pub fn place(&self, square: u16) -> (usize, usize) {
        let (row, column) = self.places[square as usize];
        (row as usize, column as usize)
    }

    /// The square at a place of the grid, or the wall.
    pub fn square_at(&self, row: usize, column: usize) -> u16 {
        if row < self.height && column < self.width {
            self.index[row * self.width + column]
        } else {
            self.wall()
        }
    }

    /// The goals.
    #[inline]
    pub fn goals(&self) -> &Bits {
        &self.goals
    }

    /// The squares where boxes stand at the start.
    #[inline]
    pub fn starts(&self) -> &Bits {
        &self.starts
    }

    /// The same, as an ascending list.
    pub fn start_boxes(&self) -> &[u16] {
        &self.start_boxes
    }

    /// Where the player stands at the start.
    pub fn player(&self) -> u16 {
        self.player
    }

    /// Whether no box may ever stand here: no goal can be reached, or no box can come here.
    #[inline]
    pub fn is_dead(&self, square: u16) -> bool {
        self.dead.contains(square)
    }

    /// Tunnel squares where a pushed box may not stop.
    pub fn no_stop_pushed(&self) -> &Bits {
        &self.no_stop_pushed
    }

    /// Tunnel squares where a pulled box may not stop.
    pub fn no_stop_pulled(&self) -> &Bits {
        &self.no_stop_pulled
    }

    /// Goals that are dead ends.
    pub fn holes(&self) -> &Bits {
        &self.holes
    }

    /// The rooms.
    pub fn rooms(&self) -> &Rooms {
        &self.rooms
    }

    /// Pushes of a lone box, [`FAR`] when there is no way.
    #[inline]
    pub fn push_distance(&self, from: u16, to: u16) -> u16 {
        self.push_distance[from as usize * self.n_squares() + to as usize]
    }

    /// Steps of the player when there were no boxes.
    #[inline]
    pub fn walk(&self, from: u16, to: u16) -> u16 {
        self.walk[from as usize * self.n_squares() + to as usize]
    }

    /// Pulls from the nearest goal, [`FAR`] when there is no way.
    #[inline]
    pub fn from_goals(&self, square: u16) -> u16 {
        self.from_goals[square as usize]
    }

    /// Pushes to all goals that can be reached, added up.
    #[inline]
    pub fn to_goals(&self, square: u16) -> u32 {
        self.to_goals[square as usize]
    }

    /// An occupancy without boxes: only the wall at the end is set.
    pub fn no_boxes(&self) -> Vec<u8> {
        let mut occupied = vec![0; self.n_squares() + 1];
        occupied[self.n_squares()] = 1;
        occupied
    }
}

/// Cells the player could reach without boxes.
fn inside(grid: &Reduced) -> Vec<bool> {
    let mut inside = vec![false; grid.wall.len()];
    inside[grid.player] = true;
    let mut stack = vec![grid.player];
    while let Some(cell) = stack.pop() {
        for (rows, columns) in STEPS {
            let to = cell.wrapping_add_signed(rows * grid.width as isize + columns);
            if !grid.wall[to] && !inside[to] {
                inside[to] = true;
                stack.push(to);
            }
        }
    }
    inside
}

/// Breadth-first walking distances from one square.
fn walks(next: &[[u16; 4]], from: usize, distance: &mut [u16], queue: &mut Vec<u16>) {
    distance[from] = 0;
    queue.clear();
    queue.push(from as u16);
    let mut head = 0;
    while head < queue.len() {
        let square = queue[head] as usize;
        head += 1;
        for &to in &next[square] {
            if (to as usize) < distance.len() && distance[to as usize] == FAR {
                distance[to as usize] = distance[square] + 1;
                queue.push(to);
            }
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use sokoban::Level;

    /// The field of a level given by its rows.
    pub(crate) fn field(rows: &[&str]) -> Field {
        let board = Board::new(&Level::from_rows(rows).unwrap()).unwrap();
        Field::new(&board, &mut Budget::unlimited()).unwrap()
    }

    #[test]
    fn boxes_that_never_move_become_walls() {
        let field = field(&["######", "##**##", "#@$ .#", "#    #", "######"]);
        assert_eq!(field.start_boxes().len(), 1);
        assert_eq!(field.square_at(1, 2), field.wall());
    }

    #[test]
    fn dead_ends_are_filled() {
        let field = field(&["#######", "#@$ . #", "##### #", "#     #", "#######"]);
        assert_eq!(field.square_at(3, 1), field.wall());
    }
}
