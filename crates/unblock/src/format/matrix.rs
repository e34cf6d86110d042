//! Boards as numbers.
//!
//! With a border (the files of the FEUP project): -2 border and wall, -1 exit, 0 empty, 1 red,
//! even numbers horizontal, odd numbers vertical. Without one: 0 empty, 1 red, other numbers name
//! pieces, -2 a wall.

use super::{Attributes, FormatError, FormatErrorKind, Unreadable, WriteError, letters, placed};
use crate::layout::{Axis, Fault, FaultKind, Layout, LayoutError, Piece, Side};
use crate::{Board, MAX_SIDE, Name};

/// A number with the column it begins in.
type Cell = (usize, i64);

/// The numbers of a line, when it holds nothing else.
fn numbers(line: &str) -> Option<Vec<Cell>> {
    let mut cells = Vec::new();
    let mut column = 0;
    let trimmed = line.trim_end().trim_end_matches([',', ';']);
    for field in trimmed.split(|c: char| c == ',' || c == ';' || c.is_whitespace()) {
        if !field.is_empty() {
            cells.push((column, field.parse().ok()?));
        }
        column += field.chars().count() + 1;
    }
    Some(cells)
}

/// Whether a block holds nothing but numbers, several to a line.
pub(super) fn is_matrix(lines: &[&str]) -> bool {
    lines.len() > 1 && lines.iter().all(|line| numbers(line).is_some_and(|cells| cells.len() > 1))
}

/// Reads a block of numbers.
pub(super) fn read(
    first: usize,
    lines: &[&str],
    attributes: &Attributes,
) -> Result<Board, Unreadable> {
    let rows: Vec<Vec<Cell>> = lines.iter().filter_map(|line| numbers(line)).collect();
    let bordered = rows[0].iter().all(|&(_, n)| n == -2 || n == -1);
    let shift = if bordered { 1 } else { 0 };
    let place = |fault: Fault| {
        let row = (fault.row + shift).min(rows.len() - 1);
        let column = rows[row].get(fault.column + shift).or(rows[row].last()).map_or(0, |c| c.0);
        FormatError::at(first + row, column, FormatErrorKind::Board(fault))
    };
    let layout = layout(&rows, bordered).map_err(|error| placed(error, place))?;
    Board::new(&attributes.apply(layout)).map_err(|error| placed(error, place))
}

/// Faults here count rows and columns inside the border; a fault on the border itself is placed on
/// the nearest cell inside.
fn layout(rows: &[Vec<Cell>], bordered: bool) -> Result<Layout, LayoutError> {
    let border = if bordered { 2 } else { 0 };
    let expected = rows[0].len();
    for (row, cells) in rows.iter().enumerate() {
        if cells.len() != expected {
            let kind = FaultKind::Ragged { expected, found: cells.len() };
            return Err(Fault::at(row.saturating_sub(border / 2), 0, kind).into());
        }
    }
    if rows.len() <= border || expected <= border {
        return Err(Fault::at(0, 0, FaultKind::Empty).into());
    }
    let (width, height) = (expected - border, rows.len() - border);
    if width > MAX_SIDE || height > MAX_SIDE {
        let place = |side: usize| if side > MAX_SIDE { MAX_SIDE } else { 0 };
        return Err(Fault::at(place(height), place(width), FaultKind::TooLarge).into());
    }
    let exit = if bordered { Some(find_exit(rows)?) } else { None };
    let mut walls = Vec::new();
    let mut faults = Vec::new();
    let mut groups: Vec<(i64, Vec<(usize, usize)>)> = Vec::new();
    for row in 0..height {
        for column in 0..width {
            match rows[row + border / 2][column + border / 2].1 {
                0 => {}
                -2 => walls.push((row, column)),
                -1 => faults.push(Fault::at(row, column, FaultKind::ExitInside)),
                n if n < 0 => {
                    faults.push(Fault::at(row, column, FaultKind::UnknownCharacter('-')));
                }
                n => match groups.iter_mut().find(|(number, _)| *number == n) {
                    Some((_, cells)) => cells.push((row, column)),
                    None => groups.push((n, vec![(row, column)])),
                },
            }
        }
    }
    if !faults.is_empty() {
        return Err(LayoutError { faults });
    }
    let named = groups.iter().enumerate().map(|(i, (n, cells))| {
        let name = number_name(*n).unwrap_or(Name::numbered(i));
        piece(name, *n, cells, exit.map(|(side, _)| side))
    });
    let pieces = letters::all(named)?;
    let red = groups.iter().position(|(n, _)| *n == 1);
    let exit = exit.map(|(side, line)| (side, Some(line)));
    Ok(Layout { width, height, walls, pieces, red, exit })
}

fn number_name(n: i64) -> Option<Name> {
    Name::new(&n.to_string())
}

/// With a border the parity of the number says how a piece moves; it must agree with its shape.
fn piece(name: Name, n: i64, cells: &[(usize, usize)], exit: Option<Side>) -> Result<Piece, Fault> {
    let (row, column) = cells[0];
    let Some(exit) = exit else { return letters::straight(name, cells) };
    let axis = match n {
        1 => exit.axis(),
        n if n % 2 == 0 => Axis::Horizontal,
        _ => Axis::Vertical,
    };
    if cells.len() == 1 {
        return Ok(Piece { name, axis, row: row as u8, column: column as u8, length: 1 });
    }
    let piece = letters::straight(name, cells)?;
    if piece.axis != axis {
        let kind = if n == 1 { FaultKind::RedOffExitLine } else { FaultKind::Bent(name) };
        return Err(Fault::at(row, column, kind));
    }
    Ok(piece)
}

fn find_exit(rows: &[Vec<Cell>]) -> Result<(Side, usize), Fault> {
    let (bottom, right) = (rows.len() - 1, rows[0].len() - 1);
    let mut exit = None;
    for (row, cells) in rows.iter().enumerate() {
        for (column, &(_, n)) in cells.iter().enumerate() {
            let edge = row == 0 || row == bottom || column == 0 || column == right;
            if !edge || n == -2 {
                continue;
            }
            let fault = |kind| Fault::at(row.saturating_sub(1), column.saturating_sub(1), kind);
            let corner = (row == 0 || row == bottom) && (column == 0 || column == right);
            if n != -1 || corner {
                return Err(fault(FaultKind::ExitInside));
            }
            let found = match (row, column) {
                (0, _) => (Side::Top, column - 1),
                (_, 0) => (Side::Left, row - 1),
                _ if row == bottom => (Side::Bottom, column - 1),
                _ => (Side::Right, row - 1),
            };
            if exit.replace(found).is_some() {
                return Err(fault(FaultKind::SecondExit));
            }
        }
    }
    exit.ok_or(Fault::at(0, 0, FaultKind::NoExit))
}

/// Writes a board with its border.
pub(super) fn write_feup(board: &Board) -> Result<String, WriteError> {
    let (width, height) = (board.width() + 2, board.height() + 2);
    let mut cells = vec![vec![-2i64; width]; height];
    let inner = number_cells(board, |axis, n| (n % 2 == 0) == (axis == Axis::Horizontal));
    for (row, line) in inner.iter().enumerate() {
        cells[row + 1][1..=board.width()].copy_from_slice(line);
    }
    let line = board.red_piece().line() + 1;
    let (row, column) = match board.exit() {
        Side::Left => (line, 0),
        Side::Right => (line, width - 1),
        Side::Top => (0, line),
        Side::Bottom => (height - 1, line),
    };
    cells[row][column] = -1;
    Ok(print(&cells, ","))
}

/// Writes a board without border.
pub(super) fn write_matrix(board: &Board) -> Result<String, WriteError> {
    if board.pieces().iter().any(|piece| piece.length == 1) {
        let reason = "a matrix cannot say which way a piece of one cell moves";
        return Err(WriteError { index: 0, reason });
    }
    if board.height() == 1 || board.width() == 1 {
        return Err(WriteError { index: 0, reason: "a matrix needs two rows and two columns" });
    }
    let cells = number_cells(board, |_, _| true);
    if cells[0].iter().all(|&n| n == -2) {
        return Err(WriteError { index: 0, reason: "a first row of walls would read as a border" });
    }
    Ok(print(&cells, " "))
}

/// The cells as numbers.
fn number_cells(board: &Board, fits: impl Fn(Axis, i64) -> bool) -> Vec<Vec<i64>> {
    let mut cells = vec![vec![0; board.width()]; board.height()];
    for (row, column) in board.walls().iter() {
        cells[row][column] = -2;
    }
    for (piece, n) in board.pieces().iter().zip(numbers_of(board, fits)) {
        for (row, column) in piece.cells_at(piece.start()) {
            cells[row][column] = n;
        }
    }
    cells
}

/// The number of each piece: 1 for the red one; its name where that is a number which fits its axis
/// and no piece before it has; otherwise the least unused number that fits.
fn numbers_of(board: &Board, fits: impl Fn(Axis, i64) -> bool) -> Vec<i64> {
    let mut numbers: Vec<Option<i64>> = vec![None; board.pieces().len()];
    numbers[board.red()] = Some(1);
    for (i, piece) in board.pieces().iter().enumerate().filter(|(i, _)| *i != board.red()) {
        let named = piece.name.as_str().parse().ok().filter(|&n| n > 1 && fits(piece.axis, n));
        numbers[i] = named.filter(|n| !numbers.contains(&Some(*n)));
    }
    for (i, piece) in board.pieces().iter().enumerate() {
        if numbers[i].is_none() {
            let free = |n: &i64| fits(piece.axis, *n) && !numbers.contains(&Some(*n));
            numbers[i] = (2..).find(free);
        }
    }
    numbers.into_iter().flatten().collect()
}

fn print(cells: &[Vec<i64>], separator: &str) -> String {
    let line =
        |row: &Vec<i64>| row.iter().map(i64::to_string).collect::<Vec<_>>().join(separator) + "\n";
    cells.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::read as read_file;

    const FEUP: &str = "-2,-2,-2,-2,-2\n-2,0,0,3,-2\n-2,1,1,3,-1\n-2,0,0,0,-2\n-2,-2,-2,-2,-2\n";

    fn error(text: &str) -> (u32, u32, FaultKind) {
        let entry =
            read_file(text.as_bytes()).unwrap().entries.remove(0).unwrap_err().errors.remove(0);
        let FormatErrorKind::Board(fault) = entry.kind else { panic!("{entry}") };
        (entry.position.line, entry.position.column, fault.kind)
    }

    #[test]
    fn bordered_and_bare_numbers_are_one_board() {
        let feup = read_file(FEUP.as_bytes()).unwrap().entries.remove(0).unwrap().board;
        let bare = read_file(b"0 0 3\n1 1 3\n0 0 0").unwrap().entries.remove(0).unwrap().board;
        assert_eq!(feup, bare);
        assert_eq!(feup.renamed(), Board::from_rows(&["..B", "AAB", "..."]).unwrap().renamed());
        assert_eq!(write_feup(&feup).unwrap(), FEUP);
        assert_eq!(write_matrix(&feup).unwrap(), "0 0 3\n1 1 3\n0 0 0\n");
    }

    #[test]
    fn pieces_keep_their_numbers() {
        // The third of the report's boards has numbers from 2 to 15 in no order.
        let rows = ["6,6,8,8,0", "0,14,14,15,0", "1,1,11,15,0", "9,0,11,4,4", "9,0,11,0,0"];
        let border = "-2,".repeat(6) + "-2\n";
        let row = |(i, row): (usize, &&str)| format!("-2,{row},{}\n", if i == 2 { -1 } else { -2 });
        let inner: String = rows.iter().enumerate().map(row).collect();
        let text = border.clone() + &inner + &border;
        let board = read_file(text.as_bytes()).unwrap().entries.remove(0).unwrap().board;
        assert_eq!(write_feup(&board).unwrap(), text);
        assert_eq!(write_matrix(&board).unwrap(), rows.join("\n").replace(',', " ") + "\n");
    }

    #[test]
    fn names_that_say_no_number_or_the_wrong_one_get_another() {
        // An upright piece cannot be called 2, nor two pieces the same.
        let board = read_file(b"2 0 4\n2 0 4\n1 1 0\n").unwrap().entries.remove(0).unwrap().board;
        let again = read_file(write_feup(&board).unwrap().as_bytes()).unwrap();
        let names = |board: &Board| board.pieces().iter().map(|it| it.name.to_string()).collect();
        let names: Vec<String> = names(&again.levels().next().unwrap().board);
        assert_eq!(names, ["3", "5", "1"]);
        let letters = Board::from_rows(&["BB.C", "AA.C", "3333"]).unwrap();
        let inner = number_cells(&letters, |axis, n| (n % 2 == 0) == (axis == Axis::Horizontal));
        assert_eq!(inner, [[2, 2, 0, 3], [1, 1, 0, 3], [4, 4, 4, 4]]);
    }

    #[test]
    fn a_first_row_of_walls_is_not_written_as_a_border() {
        let board = Board::from_rows(&["##", "AA"]).unwrap();
        assert!(write_matrix(&board).is_err());
        let feup = write_feup(&board).unwrap();
        assert_eq!(
            read_file(feup.as_bytes()).unwrap().levels().next().unwrap().board.walls().len(),
            2
        );
    }

    #[test]
    fn faults_have_their_place() {
        assert_eq!(error(&FEUP.replace("-2,0,0,0,-2", "-2,0,0,0,-1")).2, FaultKind::SecondExit);
        assert_eq!(error(&FEUP.replace("3,-1", "3,-2")), (2, 4, FaultKind::NoExit));
        assert_eq!(error(&FEUP.replace("0,0,0", "0,-1,0")), (4, 6, FaultKind::ExitInside));
        assert_eq!(error(&FEUP.replace(",3,", ",4,")).2, FaultKind::Bent(Name::new("4").unwrap()));
        assert_eq!(error("0 0 3\n1 1 3\n0 0").2, FaultKind::Ragged { expected: 3, found: 2 });
        assert_eq!(error("0 0 3\n2 2 3\n0 0 0").2, FaultKind::NoRed);
    }

    #[test]
    fn one_cell_pieces_move_by_their_parity() {
        let text = FEUP.replace("-2,0,0,0,-2", "-2,4,0,5,-2");
        let board = read_file(text.as_bytes()).unwrap().entries.remove(0).unwrap().board;
        let axes: Vec<Axis> = board.pieces().iter().map(|piece| piece.axis).collect();
        use Axis::{Horizontal as H, Vertical as V};
        assert_eq!(axes, [V, H, H, V]);
        let again = read_file(write_feup(&board).unwrap().as_bytes()).unwrap();
        assert_eq!(again.levels().next().unwrap().board.renamed(), board.renamed());
    }
}
