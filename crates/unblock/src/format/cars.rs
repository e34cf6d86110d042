//! The CSV of the Amsterdam course: `car,orientation,col,row,length`, coordinates from 1, `X` red.
//!
//! The notation does not name the size of the board; without `size=` it is 6 × 6, or the next
//! multiple of 3 that holds all pieces, as the boards of the course are. A line with orientation
//! `-` is a wall, which the original does not have.

use super::{Attributes, FormatError, FormatErrorKind, Unreadable, WriteError, placed};
use crate::layout::{Axis, Fault, FaultKind, Layout, Piece};
use crate::{Board, MAX_SIDE, Name};

const HEADING: &str = "car,orientation,col,row,length";

/// Whether a block begins with the heading of this notation.
pub(super) fn is_cars(lines: &[&str]) -> bool {
    let heading: String = lines[0].chars().filter(|c| !c.is_whitespace()).collect();
    heading.eq_ignore_ascii_case(HEADING)
}

/// Reads a block whose first line is the heading.
pub(super) fn read(
    first: usize,
    lines: &[&str],
    attributes: &Attributes,
) -> Result<Board, Unreadable> {
    let mut pieces = Vec::new();
    let mut walls = Vec::new();
    let mut piece_lines = Vec::new();
    for (i, line) in lines.iter().enumerate().skip(1) {
        let number = first + i;
        match read_piece(number, line)? {
            (piece, true) => walls.push((piece.row as usize, piece.column as usize)),
            (piece, false) => {
                pieces.push(piece);
                piece_lines.push(number);
            }
        }
        if pieces.len() + walls.len() > MAX_SIDE * MAX_SIDE {
            let fault = Fault::at(0, 0, FaultKind::TooLarge);
            return Err(FormatError::at(number, 0, FormatErrorKind::Board(fault)).into());
        }
    }
    let red = pieces.iter().position(|piece| piece.name.as_str() == "X");
    let (width, height) = attributes.size.unwrap_or_else(|| guess_size(&pieces));
    let layout = Layout { width, height, walls, pieces, red, exit: None };
    let layout = attributes.apply(layout);
    let place = |fault: Fault| {
        let name = match fault.kind {
            FaultKind::Overlap(_, name) | FaultKind::Outside(name) | FaultKind::OnWall(name) => {
                Some(name)
            }
            FaultKind::SameName(name) | FaultKind::NoLength(name) => Some(name),
            FaultKind::RedOffExitLine => red.map(|red| layout.pieces[red].name),
            _ => None,
        };
        let index = name.and_then(|name| layout.pieces.iter().rposition(|p| p.name == name));
        let line = index.map_or(first, |i| piece_lines[i]);
        FormatError::at(line, 0, FormatErrorKind::Board(fault))
    };
    Board::new(&layout).map_err(|error| placed(error, place))
}

/// A piece, and whether it is a wall.
fn read_piece(number: usize, line: &str) -> Result<(Piece, bool), FormatError> {
    let fields: Vec<&str> = line.split(',').map(str::trim).collect();
    let [name, orientation, column, row, length] = fields[..] else {
        return Err(FormatError::value(number, 0, HEADING, line));
    };
    let column_of = |i: usize| fields[..i].iter().map(|field| field.chars().count() + 1).sum();
    let coordinate = |i: usize, text: &str| match text.parse::<u8>() {
        Ok(n) if (1..=MAX_SIDE as u8).contains(&n) => Ok(n),
        _ => Err(FormatError::value(number, column_of(i), "a number from 1 to 16", text)),
    };
    let axis = match orientation {
        "H" | "h" | "-" => Axis::Horizontal,
        "V" | "v" => Axis::Vertical,
        _ => return Err(FormatError::value(number, column_of(1), "H, V or -", orientation)),
    };
    let wall = orientation == "-";
    let Some(name) = (if wall { Name::new("X") } else { Name::new(name) }) else {
        return Err(FormatError::value(number, 0, "up to eight letters or digits", name));
    };
    let piece = Piece {
        name,
        axis,
        row: coordinate(3, row)? - 1,
        column: coordinate(2, column)? - 1,
        length: coordinate(4, length)?,
    };
    Ok((piece, wall))
}

fn guess_size(pieces: &[Piece]) -> (usize, usize) {
    let far = |piece: &Piece| {
        let (row, column) = piece.cells_at(piece.start()).last().unwrap_or((0, 0));
        row.max(column) + 1
    };
    let side = pieces.iter().map(far).max().unwrap_or(6).max(6).next_multiple_of(3).min(MAX_SIDE);
    (side, side)
}

/// Writes a board; its size is for the caller to say.
pub(super) fn write(board: &Board) -> Result<String, WriteError> {
    let taken = board.pieces().iter().any(|piece| piece.name.as_str() == "X");
    let clash = taken && board.red_piece().name.as_str() != "X";
    let renamed = board.renamed();
    let board = if clash { &renamed } else { board };
    let mut text = format!("{HEADING}\n");
    for (i, piece) in board.pieces().iter().enumerate() {
        let axis = if piece.axis == Axis::Horizontal { "H" } else { "V" };
        let red = i == board.red();
        // Where pieces were renamed, a piece numbered `X` gives way to the red one.
        let name = match piece.name.as_str() {
            _ if red => "X",
            "X" => "XX",
            name => name,
        };
        text += &format!("{name},{axis},{},{},{}\n", piece.column + 1, piece.row + 1, piece.length);
    }
    for (row, column) in board.walls().iter() {
        text += &format!("wall,-,{},{},1\n", column + 1, row + 1);
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::read as read_file;

    #[test]
    fn pieces_are_read_from_one() {
        let text = "car,orientation,col,row,length\nB,V,5,1,3\nX,H,2,3,2\n";
        let board = read_file(text.as_bytes()).unwrap().entries.remove(0).unwrap().board;
        assert_eq!((board.width(), board.height()), (6, 6));
        assert_eq!(board.to_rows().unwrap()[2], ".XX.B.");
        assert_eq!(write(&board).unwrap(), text);
        let nine = text.replace("5,1,3", "7,1,3");
        let board = read_file(nine.as_bytes()).unwrap().entries.remove(0).unwrap().board;
        assert_eq!(board.width(), 9);
    }

    #[test]
    fn faults_have_their_line() {
        for (line, place) in [
            ("B,Q,5,1,3", (3, 3)),
            ("B,V,0,1,3", (3, 5)),
            ("B,V,5,1", (3, 1)),
            ("B,V,3,2,3", (3, 1)),
            ("X,V,5,1,3", (3, 1)),
        ] {
            let text = format!("{HEADING}\nX,H,2,3,2\n{line}\n");
            let error =
                read_file(text.as_bytes()).unwrap().entries.remove(0).unwrap_err().errors.remove(0);
            assert_eq!((error.position.line, error.position.column), place, "{error}");
        }
    }
}
