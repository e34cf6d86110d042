//! The board as the FESS engine sees it: reduced, numbered in row order, with its static tables.
//!
//! Squares are `0..n`; `n` is the wall, whose neighbours are itself, so tables have `n + 1` entries
//! and no lookup needs a branch for "no square". Directions are 0 up, 1 right, 2 down, 3 left:
//! `dir ^ 2` is the opposite. **Every tie of this engine is won by the first candidate** in the
//! order box, destination, side, all ascending, because plans and traces are defined that way.

mod hotspots;
pub mod lone;
mod reduce;
pub mod rooms;
mod stops;
mod view;

use search::{Budget, Stop};
use sokoban::{Board, Square};

pub use hotspots::Hotspots;
pub use rooms::{NO_ROOM, RoomScratch, Rooms};
pub use view::View;

use lone::{FAR, Lone, Way};
use reduce::Reduced;

use crate::analysis::Analysis;
use crate::deadlock::Ground;
use crate::kernel::{Bits, Map};

/// Larger boards are refused: the tables of all pairs of squares would not be worth their memory.
pub const MAX_SQUARES: usize = 3000;

/// A reduced board with its static tables.
#[derive(Clone, Debug)]
pub struct Field {
    board: Board,
    analysis: Analysis,
    next: Vec<[u16; 4]>,
    /// The eight neighbours, clockwise from above; even entries are `next`.
    ring: Vec<[u16; 8]>,
    goals: Bits,
    starts: Bits,
    start_boxes: Vec<u16>,
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
    /// A box that can never move stands off goal, or a goal can never be filled, or no box is left
    /// to move.
    Impossible,
    /// The tables would take more memory than there is.
    Full,
    /// A limit came first.
    Stopped(Stop),
}

impl Field {
    /// Reduces and measures a board.
    pub fn new(board: &Board, budget: &mut Budget) -> Result<Field, NoField> {
        Field::seen(board, View::default(), u64::MAX, budget)
    }

    /// The same for a turned board, if the tables fit into `memory`.
    pub fn seen(
        board: &Board,
        view: View,
        memory: u64,
        budget: &mut Budget,
    ) -> Result<Field, NoField> {
        let board = Reduced::new(board, view).board().ok_or(NoField::Impossible)?;
        if board.n_squares() > MAX_SQUARES {
            return Err(NoField::TooLarge);
        }
        if table_bytes(&board) > memory {
            return Err(NoField::Full);
        }
        let mut analysis = Analysis::new(&board, budget).map_err(NoField::Stopped)?;
        // No box of this game ever stands on the other squares.
        analysis.live.keep_only(&analysis.visitable);
        let mut field = Field::number(board, analysis);
        field.measure(budget).map_err(NoField::Stopped)?;
        Ok(field)
    }

    fn number(board: Board, analysis: Analysis) -> Field {
        let map = &analysis.map;
        let n = map.n_squares();
        let plain = |square: &Square| square.0;
        let ring: Vec<[u16; 8]> = map
            .squares()
            .chain([map.wall()])
            .map(|square| map.ring(square).each_ref().map(plain))
            .collect();
        let next: Vec<[u16; 4]> = ring.iter().map(|ring| [0, 2, 4, 6].map(|i| ring[i])).collect();
        let start_boxes: Vec<u16> = board.start().boxes.iter().map(plain).collect();
        let goals = Bits::from_squares(n, map.goals().iter());
        let starts = Bits::from_squares(n, start_boxes.iter().copied());
        let (no_stop_pushed, no_stop_pulled) = stops::tunnels(&next, &goals, &starts);
        let holes = stops::holes(&next, &goals);
        let at = |row, column| board.square_at(row, column).map_or(n as u16, |square| square.0);
        let rooms = Rooms::new(&next, &ring, board.width(), board.height(), at);
        Field {
            board,
            analysis,
            next,
            ring,
            goals,
            starts,
            start_boxes,
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
        let mut lone = Lone::new(self.map());
        lone.set_walls(&self.analysis.map, &self.next, &self.no_boxes());
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
        for goal in self.goals.numbers() {
            let distance = lone.search(&self.next, &[goal], Way::Pull);
            for (nearest, &one) in self.from_goals.iter_mut().zip(distance) {
                *nearest = (*nearest).min(one);
            }
        }
        let reach = |distance: u16| if distance == FAR { 0 } else { u32::from(distance) };
        self.to_goals = (0..n as u16)
            .map(|square| {
                self.goals.numbers().map(|goal| reach(self.push_distance(square, goal))).sum()
            })
            .collect();
        Ok(())
    }

    /// Bytes of the tables, about.
    pub fn bytes(&self) -> u64 {
        table_bytes(&self.board)
    }

    /// Number of squares; also the index of the wall.
    #[inline]
    pub fn n_squares(&self) -> usize {
        self.next.len() - 1
    }

    /// The wall.
    #[inline]
    pub fn wall(&self) -> u16 {
        self.n_squares() as u16
    }

    /// The tables every engine has, of the reduced board.
    #[inline]
    pub fn analysis(&self) -> &Analysis {
        &self.analysis
    }

    /// The squares of the reduced board.
    #[inline]
    pub fn map(&self) -> &Map {
        &self.analysis.map
    }

    /// The board as local deadlock tests want it.
    #[inline]
    pub fn ground(&self) -> Ground<'_> {
        Ground { map: &self.analysis.map, live: &self.analysis.live }
    }

    /// Columns of the grid.
    pub fn width(&self) -> usize {
        self.board.width()
    }

    /// Rows of the grid.
    pub fn height(&self) -> usize {
        self.board.height()
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
        self.board.place(square.into())
    }

    /// The square at a place of the grid, or the wall.
    pub fn square_at(&self, row: usize, column: usize) -> u16 {
        self.board.square_at(row, column).map_or(self.wall(), |square| square.0)
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
        self.analysis.start.player.0
    }

    /// Whether no box may ever stand here: no goal can be reached, or no box can come here.
    #[inline]
    pub fn is_dead(&self, square: u16) -> bool {
        !self.analysis.live.contains(square)
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
    #[allow(clippy::wrong_self_convention)]
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

/// Bytes of the large tables of a board: two for all pairs of squares, and pushes of a lone box to
/// the goals and from the starts for each side of the player.
fn table_bytes(board: &Board) -> u64 {
    let (n, boxes) = (board.n_squares() as u64, board.start().boxes.len() as u64);
    2 * (2 * n * n + 4 * n * 2 * boxes)
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
