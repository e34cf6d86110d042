//! The board as the FESS engine sees it: reduced, perhaps turned, with its static tables.
//!
//! **Every tie in this engine goes to the first candidate** in the order box, destination, side,
//! squares ascending and sides [clockwise](sokoban::Dir::CLOCKWISE), because plans and traces are
//! defined that way.

use ground::analysis::{Analysis, FAR, LoneSteps, Rooms, holes, reduced, tunnels};
use ground::deadlock::Ground;
use ground::kernel::{Bits, Map, Mode, Steps};
use search::{Budget, Stop};
use sokoban::{Board, Square, Symmetry};

/// Larger boards are refused: the tables of all pairs of squares would not be worth their memory.
pub(super) const MAX_SQUARES: usize = 3000;

/// A reduced board with its static tables.
#[derive(Clone, Debug)]
pub(super) struct ReducedBoard {
    board: Board,
    analysis: Analysis,
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

/// Why there is no reduced board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoField {
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

impl ReducedBoard {
    /// Reduces, turns and measures a board, if the tables fit into `memory`.
    pub(super) fn new(
        board: &Board,
        view: Symmetry,
        memory: u64,
        budget: &mut Budget,
    ) -> Result<ReducedBoard, NoField> {
        let board = reduced(board, view).ok_or(NoField::Impossible)?;
        if board.n_squares() > MAX_SQUARES {
            return Err(NoField::TooLarge);
        }
        if table_bytes(&board) > memory {
            return Err(NoField::Full);
        }
        let mut analysis = Analysis::new(&board, budget).map_err(NoField::Stopped)?;
        // No box can ever get to the other squares.
        analysis.live.keep_only(&analysis.visitable);
        let map = &analysis.map;
        let mut reduced = ReducedBoard {
            no_stop_pushed: tunnels(map, map.goals()),
            no_stop_pulled: tunnels(map, &analysis.start_boxes),
            holes: holes(map),
            rooms: Rooms::new(&board, map),
            board,
            analysis,
            push_distance: Vec::new(),
            walk: Vec::new(),
            from_goals: Vec::new(),
            to_goals: Vec::new(),
        };
        reduced.measure(budget).map_err(NoField::Stopped)?;
        Ok(reduced)
    }

    fn measure(&mut self, budget: &mut Budget) -> Result<(), Stop> {
        let map = &self.analysis.map;
        let n = map.n_squares();
        let empty = map.occupied([]);
        let (mut lone, mut steps) = (LoneSteps::new(map, &empty), Steps::new(map));
        self.push_distance = Vec::with_capacity(n * n);
        self.walk = Vec::with_capacity(n * n);
        for square in map.squares() {
            budget.look()?;
            let distance = lone.search(map, Mode::Push, [square]);
            self.push_distance.extend_from_slice(&distance[..n]);
            steps.walk(map, &empty, square);
            let to = |square| steps.to(square).map_or(FAR, |steps| steps as u16);
            self.walk.extend(map.squares().map(to));
        }
        self.from_goals = vec![FAR; n];
        for goal in map.goals().iter() {
            let distance = lone.search(map, Mode::Pull, [goal]);
            for (nearest, &one) in self.from_goals.iter_mut().zip(distance) {
                *nearest = (*nearest).min(one);
            }
        }
        let finite = |distance: u16| if distance == FAR { 0 } else { u32::from(distance) };
        let sum =
            |square| map.goals().iter().map(|goal| finite(self.push_distance(square, goal))).sum();
        self.to_goals = map.squares().map(sum).collect();
        Ok(())
    }

    /// Bytes of the tables, roughly.
    pub(super) fn bytes(&self) -> u64 {
        table_bytes(&self.board)
    }

    /// The reduced and turned board.
    pub(super) fn board(&self) -> &Board {
        &self.board
    }

    /// The tables that every engine has, for the reduced board.
    #[inline]
    pub(super) fn analysis(&self) -> &Analysis {
        &self.analysis
    }

    /// The squares of the reduced board.
    #[inline]
    pub(super) fn map(&self) -> &Map {
        &self.analysis.map
    }

    /// The board as local deadlock tests want it.
    #[inline]
    pub(super) fn ground(&self) -> Ground<'_> {
        Ground::of(&self.analysis)
    }

    /// The squares where boxes stand at the start.
    #[inline]
    pub(super) fn starts(&self) -> &Bits {
        &self.analysis.start_boxes
    }

    /// Number of boxes at the start.
    #[inline]
    pub(super) fn n_boxes(&self) -> usize {
        self.analysis.start.n_boxes()
    }

    /// Where the player stands at the start.
    #[inline]
    pub(super) fn player(&self) -> Square {
        self.analysis.start.player
    }

    /// Whether no box may ever stand here: it could not reach a goal, or no box can get here.
    #[inline]
    pub(super) fn is_dead(&self, square: Square) -> bool {
        !self.analysis.live.contains(square)
    }

    /// Tunnel squares where a pushed box must not stop.
    pub(super) fn no_stop_pushed(&self) -> &Bits {
        &self.no_stop_pushed
    }

    /// Tunnel squares where a pulled box must not stop.
    pub(super) fn no_stop_pulled(&self) -> &Bits {
        &self.no_stop_pulled
    }

    /// Goals that are dead ends.
    pub(super) fn holes(&self) -> &Bits {
        &self.holes
    }

    /// The rooms.
    pub(super) fn rooms(&self) -> &Rooms {
        &self.rooms
    }

    /// Pushes of a lone box, [`FAR`] when there is no way.
    #[inline]
    pub(super) fn push_distance(&self, from: Square, to: Square) -> u16 {
        self.push_distance[from.index() * self.map().n_squares() + to.index()]
    }

    /// Whether a lone box can get from one square to another.
    #[inline]
    pub(super) fn is_way(&self, from: Square, to: Square) -> bool {
        self.push_distance(from, to) != FAR
    }

    /// Steps of the player if there were no boxes.
    #[inline]
    pub(super) fn walk(&self, from: Square, to: Square) -> u16 {
        self.walk[from.index() * self.map().n_squares() + to.index()]
    }

    /// Pulls from the nearest goal, [`FAR`] when there is no way.
    #[inline]
    pub(super) fn pulls_from_goals(&self, square: Square) -> u16 {
        self.from_goals[square.index()]
    }

    /// Pushes to all goals that can be reached, added up.
    #[inline]
    pub(super) fn pushes_to_goals(&self, square: Square) -> u32 {
        self.to_goals[square.index()]
    }
}

/// Bytes of the large tables of a board: two over all pairs of squares, and the pushes of a lone
/// box to the goals and from the starts for each side the player may be on.
fn table_bytes(board: &Board) -> u64 {
    let (n, boxes) = (board.n_squares() as u64, board.start().boxes.len() as u64);
    2 * (2 * n * n + 4 * n * 2 * boxes)
}

#[cfg(test)]
pub(crate) mod tests {
    use oracle::board;

    use super::*;

    /// The reduced board of a board that is not turned.
    pub(crate) fn field_of(board: &Board) -> Result<ReducedBoard, NoField> {
        ReducedBoard::new(board, Symmetry::ALL[0], u64::MAX, &mut Budget::unlimited())
    }

    /// The reduced board of a level given by its rows.
    pub(crate) fn reduced(rows: &[&str]) -> ReducedBoard {
        field_of(&board(rows)).unwrap()
    }

    #[test]
    fn the_board_is_reduced_and_distances_are_those_of_a_lone_box() {
        let reduced = reduced(&["#######", "#@$ . #", "##### #", "#     #", "#######"]);
        assert_eq!(reduced.board().square_at(3, 1), None);
        let [from, to] = [2, 4].map(|column| reduced.board().square_at(1, column).unwrap());
        assert_eq!((reduced.push_distance(from, to), reduced.walk(to, from)), (2, 2));
        assert_eq!(reduced.pulls_from_goals(from), 2);
    }
}
