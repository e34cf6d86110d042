//! A valid board: validated once, immutable afterwards.

use crate::layout::{Axis, Fault, FaultKind, Layout, LayoutError, Piece, Side};
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
    /// Validates a layout.
    ///
    /// # Errors
    /// Every fault, in the order of the rules; a wrong size is reported alone.
    pub fn new(layout: &Layout) -> Result<Board, LayoutError> {
        let (width, height) = (layout.width, layout.height);
        if width == 0 || height == 0 {
            return Err(Fault::at(0, 0, FaultKind::Empty).into());
        }
        if width > MAX_SIDE || height > MAX_SIDE {
            let place = |side: usize| if side > MAX_SIDE { MAX_SIDE } else { 0 };
            return Err(Fault::at(place(height), place(width), FaultKind::TooLarge).into());
        }
        let mut walls = CellSet::default();
        for &(row, column) in &layout.walls {
            if row >= height || column >= width {
                return Err(Fault::at(row, column, FaultKind::TooLarge).into());
            }
            walls.insert(row, column);
        }
        let mut faults = place_pieces(layout, &walls);
        let red = judge_red(layout).map_err(|fault| faults.push(fault));
        match red {
            Ok((red_piece, exit)) if faults.is_empty() => {
                let mut pieces = layout.pieces.clone();
                pieces.sort_by_key(|piece| (piece.row, piece.column));
                let red = pieces.iter().position(|piece| piece.name == red_piece.name);
                let red = red.expect("sorting keeps the red piece") as u8;
                Ok(Board { width: width as u8, height: height as u8, walls, pieces, red, exit })
            }
            _ => Err(LayoutError { faults }),
        }
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

    /// Index of the piece with this name.
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

    /// The same board with the pieces where they stand in `state`, which must belong to this board.
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

    /// The layout from which this board could be made again.
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

/// The faults of the pieces, only the first of each piece.
fn place_pieces(layout: &Layout, walls: &CellSet) -> Vec<Fault> {
    let mut owner = Owners::default();
    (0..layout.pieces.len()).filter_map(|i| place_piece(layout, i, walls, &mut owner)).collect()
}

/// Who stands on each cell.
type Owners = [[Option<Name>; MAX_SIDE]; MAX_SIDE];

fn place_piece(layout: &Layout, i: usize, walls: &CellSet, owner: &mut Owners) -> Option<Fault> {
    let piece = &layout.pieces[i];
    let (row, column) = (piece.row as usize, piece.column as usize);
    if piece.length == 0 {
        return Some(Fault::at(row, column, FaultKind::NoLength(piece.name)));
    }
    if layout.pieces[..i].iter().any(|other| other.name == piece.name) {
        return Some(Fault::at(row, column, FaultKind::SameName(piece.name)));
    }
    piece.cells_at(piece.start()).find_map(|(row, column)| {
        let fault = |kind| Some(Fault::at(row, column, kind));
        if row >= layout.height || column >= layout.width {
            return fault(FaultKind::Outside(piece.name));
        }
        if walls.contains(row, column) {
            return fault(FaultKind::OnWall(piece.name));
        }
        let other = owner[row][column].replace(piece.name)?;
        fault(FaultKind::Overlap(other, piece.name))
    })
}

/// The red piece and its exit.
fn judge_red(layout: &Layout) -> Result<(Piece, Side), Fault> {
    let red = layout.red.ok_or(Fault::at(0, 0, FaultKind::NoRed))?;
    let red = layout.pieces[red];
    Ok((red, judge_exit(layout, &red)?))
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

    fn judge(
        pieces: Vec<Piece>,
        exit: Option<(Side, Option<usize>)>,
    ) -> Result<Board, LayoutError> {
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
            assert_eq!(judge(pieces, exit), Err(Fault { kind, row, column }.into()));
        }
    }

    #[test]
    fn all_faults_are_named() {
        use Axis::{Horizontal, Vertical};
        let pieces = vec![
            piece("A", Horizontal, 1, 0, 2),
            piece("B", Vertical, 0, 1, 2),
            piece("C", Vertical, 2, 2, 3),
        ];
        let faults = judge(pieces, Some((Side::Top, None))).unwrap_err().faults;
        let codes: Vec<&str> = faults.iter().map(|fault| fault.kind.code()).collect();
        assert_eq!(codes, ["pieces-overlap", "piece-outside", "red-off-exit-line"]);
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
        assert_eq!(Board::new(&layout), Err(Fault::at(0, 16, FaultKind::TooLarge).into()));
    }
}
