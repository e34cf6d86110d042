//! A board that is a puzzle: judged once, immutable afterwards.

use crate::layout::{Axis, Fault, FaultKind, Layout, Piece, Side};
use crate::state::State;
use crate::{CellSet, MAX_SIDE, Name};

/// A board whose pieces fit, with one red piece on the line of its exit. The goal is the red piece
/// touching the edge of the exit; it does not leave the board.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    width: u8,
    height: u8,
    walls: CellSet,
    pieces: Vec<Piece>,
    red: u8,
    exit: Side,
}

impl Board {
    /// Judges a layout; the first fault in reading order of the rules refuses it.
    ///
    /// # Errors
    ///
    /// The first rule that the layout breaks.
    pub fn new(layout: &Layout) -> Result<Board, Fault> {
        let (width, height) = (layout.width, layout.height);
        if width == 0 || height == 0 {
            return Err(Fault::at(0, 0, FaultKind::Empty));
        }
        if width > MAX_SIDE || height > MAX_SIDE {
            let place = |side: usize| if side > MAX_SIDE { MAX_SIDE } else { 0 };
            return Err(Fault::at(place(height), place(width), FaultKind::TooLarge));
        }
        let mut walls = CellSet::default();
        for &(row, column) in &layout.walls {
            if row >= height || column >= width {
                return Err(Fault::at(row, column, FaultKind::TooLarge));
            }
            walls.insert(row, column);
        }
        place_pieces(layout, &walls)?;
        let red = layout.red.ok_or(Fault::at(0, 0, FaultKind::NoRed))?;
        let red_piece = layout.pieces[red];
        let exit = judge_exit(layout, &red_piece)?;
        let mut pieces = layout.pieces.clone();
        pieces.sort_by_key(|piece| (piece.row, piece.column));
        let red = pieces.iter().position(|piece| piece.name == red_piece.name);
        Ok(Board {
            width: width as u8,
            height: height as u8,
            walls,
            pieces,
            red: red.expect("sorting keeps the red piece") as u8,
            exit,
        })
    }

    /// Columns.
    pub fn width(&self) -> usize {
        self.width as usize
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.height as usize
    }

    /// The fixed cells.
    pub fn walls(&self) -> &CellSet {
        &self.walls
    }

    /// The pieces where they start, in reading order of their first cells.
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// Index of the red piece.
    pub fn red(&self) -> usize {
        self.red as usize
    }

    /// The red piece.
    pub fn red_piece(&self) -> &Piece {
        &self.pieces[self.red()]
    }

    /// The side of the exit; it lies on the line of the red piece.
    pub fn exit(&self) -> Side {
        self.exit
    }

    /// Index of the piece of a name.
    pub fn piece_named(&self, name: &str) -> Option<usize> {
        self.pieces.iter().position(|piece| piece.name.as_str() == name)
    }

    /// Cells along an axis.
    pub fn extent(&self, axis: Axis) -> usize {
        match axis {
            Axis::Horizontal => self.width(),
            Axis::Vertical => self.height(),
        }
    }

    /// The coordinate at which the red piece touches the edge of the exit.
    pub fn goal(&self) -> u8 {
        let red = self.red_piece();
        if self.exit.is_far() { self.extent(red.axis) as u8 - red.length } else { 0 }
    }

    /// The start.
    pub fn start(&self) -> State {
        State { positions: self.pieces.iter().map(Piece::start).collect() }
    }

    /// Whether the red piece touches the edge of the exit.
    pub fn is_solved(&self, state: &State) -> bool {
        state.positions[self.red()] == self.goal()
    }

    /// The same board with the pieces where they stand in `state`, which must be of this board.
    /// Pieces keep their numbers, so they need not be in reading order afterwards.
    pub fn with_state(&self, state: &State) -> Board {
        let mut board = self.clone();
        for (piece, &at) in board.pieces.iter_mut().zip(&state.positions) {
            match piece.axis {
                Axis::Horizontal => piece.column = at,
                Axis::Vertical => piece.row = at,
            }
        }
        board
    }

    /// The same board with pieces named in reading order: `A` for red, then `B`, `C`, ….
    pub fn renamed(&self) -> Board {
        let mut layout = self.layout();
        let red = self.red();
        layout.pieces.swap(0, red);
        layout.red = Some(0);
        layout.pieces[1..].sort_by_key(|piece| (piece.row, piece.column));
        for (i, piece) in layout.pieces.iter_mut().enumerate() {
            piece.name = Name::numbered(i);
        }
        Board::new(&layout).expect("a board with other names is a board")
    }

    /// What the board would be read from.
    pub fn layout(&self) -> Layout {
        Layout {
            width: self.width(),
            height: self.height(),
            walls: self.walls.iter().collect(),
            pieces: self.pieces.clone(),
            red: Some(self.red()),
            exit: Some((self.exit, Some(self.red_piece().line()))),
        }
    }
}

/// Every piece has length, lies on the board, off the walls and off the other pieces, and has a
/// name of its own.
fn place_pieces(layout: &Layout, walls: &CellSet) -> Result<(), Fault> {
    let mut owner = [[None; MAX_SIDE]; MAX_SIDE];
    for (i, piece) in layout.pieces.iter().enumerate() {
        let (row, column) = (piece.row as usize, piece.column as usize);
        let fault = |kind| Err(Fault::at(row, column, kind));
        if piece.length == 0 {
            return fault(FaultKind::NoLength(piece.name));
        }
        if layout.pieces[..i].iter().any(|other| other.name == piece.name) {
            return fault(FaultKind::SameName(piece.name));
        }
        for (row, column) in piece.cells_at(piece.start()) {
            let fault = |kind| Err(Fault::at(row, column, kind));
            if row >= layout.height || column >= layout.width {
                return fault(FaultKind::Outside(piece.name));
            }
            if walls.contains(row, column) {
                return fault(FaultKind::OnWall(piece.name));
            }
            if let Some(other) = owner[row][column].replace(piece.name) {
                return fault(FaultKind::Overlap(other, piece.name));
            }
        }
    }
    Ok(())
}

/// The exit of the layout, or the usual one; the red piece must move towards it.
fn judge_exit(layout: &Layout, red: &Piece) -> Result<Side, Fault> {
    let Some((side, line)) = layout.exit else { return Ok(Side::usual(red.axis)) };
    if side.axis() != red.axis || line.is_some_and(|line| line != red.line()) {
        let at = (red.row as usize, red.column as usize);
        return Err(Fault::at(at.0, at.1, FaultKind::RedOffExitLine));
    }
    Ok(side)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(name: &str, axis: Axis, row: u8, column: u8, length: u8) -> Piece {
        Piece { name: Name::new(name).unwrap(), axis, row, column, length }
    }

    fn judge(pieces: Vec<Piece>, exit: Option<(Side, Option<usize>)>) -> Result<Board, Fault> {
        let red = (!pieces.is_empty()).then_some(0);
        Board::new(&Layout { width: 4, height: 4, walls: vec![(3, 3)], pieces, red, exit })
    }

    #[test]
    fn each_fault_is_named_with_its_cell() {
        use Axis::{Horizontal, Vertical};
        let a = piece("A", Horizontal, 1, 0, 2);
        let b = Name::new("B").unwrap();
        let cases = [
            (vec![], None, (0, 0, FaultKind::NoRed)),
            (vec![a, piece("B", Vertical, 0, 1, 2)], None, (1, 1, FaultKind::Overlap(a.name, b))),
            (vec![a, piece("B", Vertical, 2, 2, 3)], None, (4, 2, FaultKind::Outside(b))),
            (vec![a, piece("B", Vertical, 2, 3, 2)], None, (3, 3, FaultKind::OnWall(b))),
            (vec![a, piece("B", Vertical, 2, 3, 0)], None, (2, 3, FaultKind::NoLength(b))),
            (vec![a, piece("A", Vertical, 2, 2, 1)], None, (2, 2, FaultKind::SameName(a.name))),
            (vec![a], Some((Side::Right, Some(2))), (1, 0, FaultKind::RedOffExitLine)),
            (vec![a], Some((Side::Top, None)), (1, 0, FaultKind::RedOffExitLine)),
        ];
        for (pieces, exit, (row, column, kind)) in cases {
            assert_eq!(judge(pieces, exit), Err(Fault { kind, row, column }));
        }
    }

    #[test]
    fn goals_lie_at_the_edge_of_the_exit() {
        let red = |axis| vec![piece("A", axis, 1, 1, 2)];
        for (side, goal) in [(Side::Left, 0), (Side::Right, 2), (Side::Top, 0), (Side::Bottom, 2)] {
            let board = judge(red(side.axis()), Some((side, Some(1)))).unwrap();
            assert_eq!(board.goal(), goal);
            assert!(!board.is_solved(&board.start()));
            assert!(board.is_solved(&State { positions: vec![goal] }));
        }
        assert_eq!(judge(red(Axis::Vertical), None).unwrap().exit(), Side::Bottom);
    }

    #[test]
    fn oversize_boards_are_refused_where_they_leave_the_limit() {
        let layout =
            Layout { width: 17, height: 3, walls: vec![], pieces: vec![], red: None, exit: None };
        assert_eq!(Board::new(&layout), Err(Fault::at(0, 16, FaultKind::TooLarge)));
    }
}
