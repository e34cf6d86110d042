//! The notation of the ITB course: `6 6`, the number of pieces besides the red one, then the rows
//! with `P` for red and `K` outside the grid where the exit is.

use super::letters::{self, Red, Style};
use super::{FormatError, FormatErrorKind, Unreadable, WriteError, placed};
use crate::layout::{Fault, FaultKind, Side};
use crate::{Board, MAX_SIDE};

/// Reads a block whose first line is the header. `first` is its line number.
pub(super) fn read(first: usize, lines: &[&str]) -> Result<Board, Unreadable> {
    let (height, width) = header(first, lines[0])?;
    let said = number(first + 1, lines[1])?;
    if height > MAX_SIDE || width > MAX_SIDE {
        return Err(error(first, 0, 0, FaultKind::TooLarge).into());
    }
    let mut rows: Vec<Row> = lines[2..]
        .iter()
        .enumerate()
        .map(|(i, row)| Row { line: first + 2 + i, cells: row.trim_end().chars().collect() })
        .collect();
    let (row, column) = exit_mark(first, &rows)?;
    let (side, exit_line) = take_exit(&mut rows, row, column, width)?;
    let indent = if side == Side::Left { 1 } else { 0 };
    let place = |fault: Fault| {
        let line = rows.get(fault.row).map_or(first, |row| row.line);
        FormatError::at(line, fault.column + indent, FormatErrorKind::Board(fault))
    };
    let cells: Vec<Vec<char>> = rows.iter().map(|row| row.cells.clone()).collect();
    let mut layout =
        letters::layout(&cells, Red::Letter('P')).map_err(|error| placed(error, place))?;
    if (layout.width, layout.height) != (width, height) {
        return Err(place(Fault::at(0, 0, FaultKind::Size { width, height })).into());
    }
    let found = layout.pieces.iter().filter(|piece| piece.name.as_str() != "P").count();
    if found != said {
        return Err(place(Fault::at(0, 0, FaultKind::PieceCount { said, found })).into());
    }
    layout.exit = Some((side, Some(exit_line)));
    Board::new(&layout).map_err(|error| placed(error, place))
}

/// A row of the block and the number of its line.
struct Row {
    line: usize,
    cells: Vec<char>,
}

fn error(line: usize, column: usize, row: usize, kind: FaultKind) -> FormatError {
    FormatError::at(line, column, FormatErrorKind::Board(Fault::at(row, column, kind)))
}

/// Row and column of the one `K`.
fn exit_mark(first: usize, rows: &[Row]) -> Result<(usize, usize), FormatError> {
    let mut marks = rows.iter().enumerate().flat_map(|(i, row)| {
        let marks = row.cells.iter().enumerate().filter(|(_, c)| **c == 'K');
        marks.map(move |(j, _)| (i, j))
    });
    let mark = marks.next().ok_or_else(|| error(first, 0, 0, FaultKind::NoExit))?;
    match marks.next() {
        Some((i, j)) => Err(error(rows[i].line, j, i, FaultKind::SecondExit)),
        None => Ok(mark),
    }
}

/// Takes the `K` out of the rows; what is left is the grid. Returns the side of the exit and its
/// row or column.
fn take_exit(
    rows: &mut Vec<Row>,
    i: usize,
    j: usize,
    width: usize,
) -> Result<(Side, usize), FormatError> {
    let inside = error(rows[i].line, j, i, FaultKind::ExitInside);
    if rows[i].cells.iter().all(|&c| c == 'K' || c == ' ') {
        // A line of its own above or below the grid.
        if i != 0 && i + 1 != rows.len() {
            return Err(inside);
        }
        rows.remove(i);
        return Ok((if i == 0 { Side::Top } else { Side::Bottom }, j));
    }
    if j == 0 {
        // Left of its row; the other rows may be indented to match.
        rows[i].cells[0] = ' ';
        if rows.iter().all(|row| row.cells.first() == Some(&' ')) {
            for row in rows.iter_mut() {
                row.cells.remove(0);
            }
        } else {
            rows[i].cells.remove(0);
        }
        return Ok((Side::Left, i));
    }
    if j + 1 == rows[i].cells.len() && j >= width {
        rows[i].cells.pop();
        return Ok((Side::Right, i));
    }
    Err(inside)
}

/// Whether a block begins like this notation.
pub(super) fn is_course(lines: &[&str]) -> bool {
    lines.len() > 2
        && header(0, lines[0]).is_ok()
        && number(1, lines[1]).is_ok()
        && lines[2].contains(|c: char| !c.is_ascii_digit() && !c.is_whitespace())
}

fn header(line: usize, text: &str) -> Result<(usize, usize), FormatError> {
    let numbers: Vec<&str> = text.split_whitespace().collect();
    match numbers[..] {
        [height, width] => Ok((number(line, height)?, number(line, width)?)),
        _ => Err(FormatError::value(line, 0, "rows and columns", text)),
    }
}

fn number(line: usize, text: &str) -> Result<usize, FormatError> {
    let text = text.trim();
    text.parse().map_err(|_| FormatError::value(line, 0, "a number", text))
}

/// Writes a board.
pub(super) fn write(board: &Board) -> Result<String, WriteError> {
    let rows = letters::rows(board, Style::COURSE)?;
    let line = board.red_piece().line();
    let mut text = format!("{} {}\n{}\n", board.height(), board.width(), board.pieces().len() - 1);
    let exit_row = " ".repeat(line) + "K\n";
    if board.exit() == Side::Top {
        text += &exit_row;
    }
    for (i, row) in rows.iter().enumerate() {
        let exit = if i == line { "K" } else { "" };
        match board.exit() {
            Side::Right => text += &format!("{row}{exit}\n"),
            Side::Left => text += &format!("{exit:1}{row}\n"),
            Side::Top | Side::Bottom => text += &format!("{row}\n"),
        }
    }
    if board.exit() == Side::Bottom {
        text += &exit_row;
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::read as read_file;

    fn error(text: &str) -> (u32, u32, FaultKind) {
        let entry =
            read_file(text.as_bytes()).unwrap().entries.remove(0).unwrap_err().errors.remove(0);
        let FormatErrorKind::Board(fault) = entry.kind else { panic!("{entry}") };
        (entry.position.line, entry.position.column, fault.kind)
    }

    #[test]
    fn exits_are_found_on_all_four_sides() {
        for (text, side) in [
            ("3 3\n1\nB..\nBPPK\n...\n", Side::Right),
            ("3 3\n1\n B..\nKBPP\n ...\n", Side::Left),
            ("3 3\n1\nB..\nKBPP\n...\n", Side::Left),
            ("3 3\n1\n K\nBP.\nBP.\n...\n", Side::Top),
            ("3 3\n1\nBP.\nBP.\n...\n K\n", Side::Bottom),
        ] {
            let collection = read_file(text.as_bytes()).unwrap();
            let board = &collection.entries[0].as_ref().expect(text).board;
            assert_eq!(board.exit(), side, "{text}");
            let again = write(board).unwrap();
            assert_eq!(read_file(again.as_bytes()).unwrap().levels().next().unwrap().board, *board);
        }
    }

    #[test]
    fn faults_have_their_place() {
        assert_eq!(error("3 3\n1\nB..K\nBPPK\n...\n"), (4, 4, FaultKind::SecondExit));
        assert_eq!(error("3 3\n1\nB..\nBPP\n...\n"), (1, 1, FaultKind::NoExit));
        assert_eq!(error("3 3\n1\nB.K\nBPP\n...\n"), (3, 3, FaultKind::ExitInside));
        assert_eq!(error("3 3\n1\nB..K\nBPP\n...\n"), (4, 2, FaultKind::RedOffExitLine));
        let count = FaultKind::PieceCount { said: 2, found: 1 };
        assert_eq!(error("3 3\n2\nB..\nBPPK\n...\n"), (3, 1, count));
        let size = FaultKind::Size { width: 4, height: 3 };
        assert_eq!(
            error("3 4\n1\nB..\nBPP.K\n...\n").2,
            FaultKind::Ragged { expected: 3, found: 4 }
        );
        assert_eq!(error("3 4\n1\nK\nBP.\nBP.\n...\n").2, size);
        assert_eq!(error("99 99\n1\nB..\nBPPK\n...\n"), (1, 1, FaultKind::TooLarge));
    }
}
