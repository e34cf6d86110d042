//! The notation of the ITB course: `6 6`, the number of pieces beside the red one, then the rows
//! with `P` for red and `K` outside the grid where the exit is.

use super::letters::{self, Red, Style};
use super::{FormatError, FormatErrorKind, WriteError};
use crate::layout::{Fault, FaultKind, Side};
use crate::{Board, MAX_SIDE};

/// Reads a block whose first line is the header. `first` is its line number.
pub(super) fn read(first: usize, lines: &[&str]) -> Result<Board, FormatError> {
    let (height, width) = header(first, lines[0])?;
    let said = number(first + 1, lines[1])?;
    let mut rows: Vec<(usize, Vec<char>)> = lines[2..]
        .iter()
        .enumerate()
        .map(|(i, row)| (first + 2 + i, row.trim_end().chars().collect()))
        .collect();
    let at = |line: usize, column: usize, row: usize, kind| {
        FormatError::at(line, column, FormatErrorKind::Board(Fault::at(row, column, kind)))
    };
    if height > MAX_SIDE || width > MAX_SIDE {
        return Err(at(first, 0, 0, FaultKind::TooLarge));
    }
    let mut exits: Vec<(usize, usize)> = Vec::new();
    for (i, (_, row)) in rows.iter().enumerate() {
        exits.extend(row.iter().enumerate().filter(|(_, c)| **c == 'K').map(|(j, _)| (i, j)));
    }
    if let Some(&(i, j)) = exits.get(1) {
        return Err(at(rows[i].0, j, i, FaultKind::SecondExit));
    }
    let Some(&(i, j)) = exits.first() else {
        return Err(at(first, 0, 0, FaultKind::NoExit));
    };
    let exit = if rows[i].1.iter().all(|&c| c == 'K' || c == ' ') {
        // A line of its own above or below the grid.
        let side = if i == 0 { Side::Top } else { Side::Bottom };
        let edge = i == 0 || i + 1 == rows.len();
        if !edge {
            return Err(at(rows[i].0, j, i, FaultKind::ExitInside));
        }
        rows.remove(i);
        (side, j)
    } else if j == 0 {
        // Left of its row; the other rows may be indented to match.
        rows[i].1[0] = ' ';
        if rows.iter().all(|(_, row)| row.first() == Some(&' ')) {
            for (_, row) in &mut rows {
                row.remove(0);
            }
        } else {
            rows[i].1.remove(0);
        }
        (Side::Left, i)
    } else if j + 1 == rows[i].1.len() && j >= width {
        rows[i].1.pop();
        (Side::Right, i)
    } else {
        return Err(at(rows[i].0, j, i, FaultKind::ExitInside));
    };
    let indent = if exit.0 == Side::Left { 1 } else { 0 };
    let place = |fault: Fault| {
        let line = rows.get(fault.row).map_or(first, |(line, _)| *line);
        FormatError::at(line, fault.column + indent, FormatErrorKind::Board(fault))
    };
    let cells: Vec<Vec<char>> = rows.iter().map(|(_, row)| row.clone()).collect();
    let mut layout = letters::layout(&cells, Red::Letter('P')).map_err(place)?;
    if (layout.width, layout.height) != (width, height) {
        return Err(place(Fault::at(0, 0, FaultKind::Size { width, height })));
    }
    let found = layout.pieces.iter().filter(|piece| piece.name.as_str() != "P").count();
    if found != said {
        return Err(place(Fault::at(0, 0, FaultKind::PieceCount { said, found })));
    }
    layout.exit = Some((exit.0, Some(exit.1)));
    Board::new(&layout).map_err(place)
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
        let entry = read_file(text.as_bytes()).unwrap().entries.remove(0).unwrap_err();
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
