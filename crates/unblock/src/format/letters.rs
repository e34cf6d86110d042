//! Cells as characters, the part that all letter notations share.
//!
//! `.` and `o` are empty, `#` and `x` are walls; but a board that has `.` and other lower-case
//! names uses `o` and `x` as names too. Any other ASCII letter or digit names a piece. The red
//! piece is `A`, or `X` where there is an `X` but not all of `A` to `W`: then the names were not
//! given in order, and the lettering is the classic one. Where all names are lower case, `a` and `x` are
//! red by the same rule.

use super::WriteError;
use crate::layout::{Axis, Fault, FaultKind, Layout, LayoutError, Piece};
use crate::{Board, MAX_SIDE, Name};

/// How a notation names its red piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Red {
    /// `A`, or `X` in classic lettering.
    AOrX,
    /// Always this letter.
    Letter(char),
}

/// How a letter notation is written.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    pub(super) empty: char,
    pub(super) wall: char,
    /// The red letter to use when pieces are renamed.
    pub(super) red: char,
    pub(super) reading: Red,
    /// Letters no piece may have.
    pub(super) reserved: &'static str,
}

impl Style {
    pub(super) const LINE: Style =
        Style { empty: 'o', wall: 'x', red: 'A', reading: Red::AOrX, reserved: "ox" };
    pub(super) const GRID: Style =
        Style { empty: '.', wall: '#', red: 'A', reading: Red::AOrX, reserved: "" };
    pub(super) const CLASSIC: Style =
        Style { empty: '.', wall: '#', red: 'X', reading: Red::AOrX, reserved: "" };
    pub(super) const COURSE: Style =
        Style { empty: '.', wall: '#', red: 'P', reading: Red::Letter('P'), reserved: "K" };
}

/// The layout of a rectangle of characters.
pub(super) fn layout(rows: &[Vec<char>], red: Red) -> Result<Layout, LayoutError> {
    let height = rows.len();
    let width = rows.first().map_or(0, Vec::len);
    if let Some(row) = rows.iter().position(|row| row.len() != width) {
        let found = rows[row].len();
        let kind = FaultKind::Ragged { expected: width, found };
        return Err(Fault::at(row, found.min(width), kind).into());
    }
    if width > MAX_SIDE || height > MAX_SIDE {
        let place = |side: usize| if side > MAX_SIDE { MAX_SIDE } else { 0 };
        return Err(Fault::at(place(height), place(width), FaultKind::TooLarge).into());
    }
    let lower_names = has_lower_names(rows);
    let mut walls = Vec::new();
    let mut faults = Vec::new();
    let mut letters: Vec<(char, Vec<(usize, usize)>)> = Vec::new();
    for (row, line) in rows.iter().enumerate() {
        for (column, &c) in line.iter().enumerate() {
            match c {
                '.' => {}
                'o' if !lower_names => {}
                '#' => walls.push((row, column)),
                'x' if !lower_names => walls.push((row, column)),
                _ if c.is_ascii_alphanumeric() => {
                    match letters.iter_mut().find(|(letter, _)| *letter == c) {
                        Some((_, cells)) => cells.push((row, column)),
                        None => letters.push((c, vec![(row, column)])),
                    }
                }
                _ => faults.push(Fault::at(row, column, FaultKind::UnknownCharacter(c))),
            }
        }
    }
    if !faults.is_empty() {
        return Err(LayoutError { faults });
    }
    let pieces = all(letters.iter().map(|(c, cells)| piece(*c, cells)))?;
    let names: Vec<char> = letters.iter().map(|(letter, _)| *letter).collect();
    let red = red_letter(&names, red);
    let red = letters.iter().position(|(letter, _)| *letter == red);
    Ok(Layout { width, height, walls, pieces, red, exit: None })
}

/// All pieces, or the faults of those that are not pieces.
pub(super) fn all(
    pieces: impl Iterator<Item = Result<Piece, Fault>>,
) -> Result<Vec<Piece>, LayoutError> {
    let (mut good, mut faults) = (Vec::new(), Vec::new());
    for piece in pieces {
        match piece {
            Ok(piece) => good.push(piece),
            Err(fault) => faults.push(fault),
        }
    }
    if faults.is_empty() { Ok(good) } else { Err(LayoutError { faults }) }
}

fn has_lower_names(rows: &[Vec<char>]) -> bool {
    let mut cells = rows.iter().flatten();
    cells.clone().any(|&c| c == '.')
        && cells.any(|&c| c.is_ascii_lowercase() && c != 'o' && c != 'x')
}

/// The letter of the red piece among the letters of a board. Where all letters are lower case, so is red.
pub(super) fn red_letter(letters: &[char], red: Red) -> char {
    let present = |c: char| letters.contains(&c);
    let lower = !letters.iter().any(char::is_ascii_uppercase);
    match red {
        Red::Letter(letter) => letter,
        Red::AOrX if lower && present('x') && !('a'..='w').all(present) => 'x',
        Red::AOrX if lower && present('a') => 'a',
        Red::AOrX if present('X') && !('A'..='W').all(present) => 'X',
        Red::AOrX => 'A',
    }
}

/// The piece on a set of cells, given in reading order.
fn piece(letter: char, cells: &[(usize, usize)]) -> Result<Piece, Fault> {
    let name = Name::new(letter.encode_utf8(&mut [0; 4])).expect("letters are names");
    straight(name, cells)
}

/// The piece on a set of cells in reading order; they must form one straight run of two or more.
pub(super) fn straight(name: Name, cells: &[(usize, usize)]) -> Result<Piece, Fault> {
    let (row, column) = cells[0];
    let axis = match cells.get(1) {
        None => return Err(Fault::at(row, column, FaultKind::NoDirection(name))),
        Some(&(second, _)) if second == row => Axis::Horizontal,
        Some(_) => Axis::Vertical,
    };
    let off_line = |&&(r, c): &&(usize, usize)| match axis {
        Axis::Horizontal => r != row,
        Axis::Vertical => c != column,
    };
    if let Some(&(r, c)) = cells.iter().find(off_line) {
        return Err(Fault::at(r, c, FaultKind::Bent(name)));
    }
    let offset = |(r, c): (usize, usize)| (r - row) + (c - column);
    if let Some((_, &(r, c))) = cells.iter().enumerate().find(|(i, cell)| offset(**cell) != *i) {
        return Err(Fault::at(r, c, FaultKind::Gap(name)));
    }
    Ok(Piece { name, axis, row: row as u8, column: column as u8, length: cells.len() as u8 })
}

/// The rows of a board. Names are kept when the reader would give them back, otherwise all pieces
/// are renamed in reading order.
pub(super) fn rows(board: &Board, style: Style) -> Result<Vec<String>, WriteError> {
    let fail = |reason| Err(WriteError { index: 0, reason });
    if board.pieces().iter().any(|piece| piece.length == 1) {
        return fail("letters cannot say which way a piece of one cell moves");
    }
    if let Some(letters) = kept_letters(board, style) {
        let rows = paint(board, &letters, style);
        if reads_back(&rows, board, &letters, style) {
            return Ok(rows);
        }
    }
    let Some(letters) = fresh_letters(board, style) else {
        return fail("there are more pieces than letters");
    };
    let rows = paint(board, &letters, style);
    if reads_back(&rows, board, &letters, style) {
        Ok(rows)
    } else {
        fail("there are more pieces than this lettering can name")
    }
}

fn kept_letters(board: &Board, style: Style) -> Option<Vec<char>> {
    let letters: Option<Vec<char>> = board.pieces().iter().map(|p| p.name.letter()).collect();
    letters.filter(|letters| !letters.iter().any(|&c| style.reserved.contains(c)))
}

/// Letters in reading order, red first.
fn fresh_letters(board: &Board, style: Style) -> Option<Vec<char>> {
    let mut order: Vec<usize> = (0..board.pieces().len()).filter(|&i| i != board.red()).collect();
    order.sort_by_key(|&i| (board.pieces()[i].row, board.pieces()[i].column));
    let mut letters = vec![style.red; board.pieces().len()];
    let mut names = (0..60)
        .filter_map(|i| Name::numbered(i).letter())
        .filter(|&c| c != style.red && !style.reserved.contains(c));
    for i in order {
        letters[i] = names.next()?;
    }
    Some(letters)
}

fn paint(board: &Board, letters: &[char], style: Style) -> Vec<String> {
    let mut rows = vec![vec![style.empty; board.width()]; board.height()];
    for (row, column) in board.walls().iter() {
        rows[row][column] = style.wall;
    }
    for (piece, &letter) in board.pieces().iter().zip(letters) {
        for (row, column) in piece.cells_at(piece.start()) {
            rows[row][column] = letter;
        }
    }
    rows.into_iter().map(|row| row.into_iter().collect()).collect()
}

fn reads_back(rows: &[String], board: &Board, letters: &[char], style: Style) -> bool {
    let cells: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    let Ok(read) = layout(&cells, style.reading) else { return false };
    let red = read.red.and_then(|red| read.pieces[red].name.letter());
    red == Some(letters[board.red()])
        && read.pieces.len() == board.pieces().len()
        && read.walls.len() == board.walls().len()
        && board.pieces().iter().zip(letters).all(|(piece, &letter)| {
            read.pieces.iter().any(|other| {
                other.name.letter() == Some(letter)
                    && (other.axis, other.row, other.column, other.length)
                        == (piece.axis, piece.row, piece.column, piece.length)
            })
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(rows: &[&str]) -> (usize, usize, FaultKind) {
        let fault = Board::from_rows(rows).unwrap_err().faults[0];
        (fault.row, fault.column, fault.kind)
    }

    #[test]
    fn faults_are_named_with_row_and_column() {
        let b = Name::new("B").unwrap();
        assert_eq!(fault(&["AAB", "..B", "BB."]), (2, 0, FaultKind::Bent(b)));
        assert_eq!(fault(&["AA.", ".BB", ".B."]), (2, 1, FaultKind::Bent(b)));
        assert_eq!(fault(&["AA.", "B.B", "..."]), (1, 2, FaultKind::Gap(b)));
        assert_eq!(fault(&["AAB", "...", "..B"]), (2, 2, FaultKind::Gap(b)));
        assert_eq!(fault(&["AA.", "..B", "..."]), (1, 2, FaultKind::NoDirection(b)));
        assert_eq!(fault(&["BB.", "...", "..."]), (0, 0, FaultKind::NoRed));
        assert_eq!(fault(&["AA.", ".?.", "..."]), (1, 1, FaultKind::UnknownCharacter('?')));
        assert_eq!(
            fault(&["AA.", "..", "..."]),
            (1, 2, FaultKind::Ragged { expected: 3, found: 2 })
        );
        assert_eq!(fault(&[".".repeat(17).as_str()]), (0, 16, FaultKind::TooLarge));
        assert_eq!(fault(&["AA"; 17]), (16, 0, FaultKind::TooLarge));
        assert_eq!(fault(&[]), (0, 0, FaultKind::Empty));
    }

    #[test]
    fn both_letterings_and_both_alphabets_are_one_board() {
        let plain = Board::from_rows(&["oBoo", "xBAA", "oooo"]).unwrap();
        let dotted = Board::from_rows(&[".B..", "#BAA", "...."]).unwrap();
        let classic = Board::from_rows(&[".A..", "#AXX", "...."]).unwrap();
        assert_eq!(plain, dotted);
        assert_eq!(plain.renamed(), classic.renamed());
        assert_eq!(classic.red_piece().name.as_str(), "X");
    }

    #[test]
    fn lower_case_boards_use_o_and_x_as_names() {
        let board = Board::from_rows(&["aao.", "AAo.", "xxx#"]).unwrap();
        assert_eq!((board.pieces().len(), board.walls().len()), (4, 1));
        assert_eq!(board.to_rows().unwrap(), ["aao.", "AAo.", "xxx#"]);
    }

    #[test]
    fn names_the_reader_would_misread_are_replaced() {
        // With `X` but not all of A to W, the reader would take `X` for red.
        let layout = Board::from_rows(&["BB..", "AA.."]).unwrap().layout();
        let mut wrong = layout.clone();
        wrong.pieces[0].name = Name::new("X").unwrap();
        let board = Board::new(&wrong).unwrap();
        assert_eq!(board.to_rows().unwrap(), ["BB..", "AA.."]);
    }
}
