//! One board per line: cells alone, or cells among columns.

use super::letters::{self, Red};
use super::{Attributes, FormatError, FormatErrorKind, Unreadable, placed};
use crate::level::Level;
use crate::{Board, MAX_SIDE, Position};

/// Fewest cells of a string that is read as a board without `size=`. Rows of a grid have at most
/// sixteen cells, so nothing can be both.
const MIN_CELLS: usize = 25;

/// What a column of a table holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Column {
    Board,
    Moves,
    Steps,
    Cluster,
    Title,
    Other,
}

/// The columns named by a comment such as `moves board cluster steps`.
pub(super) fn columns(comment: &str) -> Option<Vec<Column>> {
    let columns: Vec<Column> = comment
        .split_whitespace()
        .map(|word| match word {
            "board" => Column::Board,
            "moves" => Column::Moves,
            "steps" => Column::Steps,
            "cluster" => Column::Cluster,
            "title" | "level" => Column::Title,
            _ => Column::Other,
        })
        .collect();
    let boards = columns.iter().filter(|&&column| column == Column::Board).count();
    // A sentence that happens to hold the word "board" is not a heading.
    (boards == 1 && (2..=8).contains(&columns.len())).then_some(columns)
}

/// The fields of a line with the column each begins in; separated by tabs where there are any.
fn fields(line: &str) -> Vec<(usize, &str)> {
    let tabs = line.contains('\t');
    let separator = |c: char| if tabs { c == '\t' } else { c.is_whitespace() };
    let mut fields = Vec::new();
    let mut column = 0;
    for field in line.split(separator) {
        let lead = field.chars().take_while(|c| c.is_whitespace()).count();
        if tabs || !field.is_empty() {
            fields.push((column + lead, field.trim()));
        }
        column += field.chars().count() + 1;
    }
    fields
}

/// Whether a line holds a board as a string of cells.
pub(super) fn is_line(line: &str) -> bool {
    // Most lines of a file are decided here without any allocation.
    if line.len() < MIN_CELLS && !line.contains("size=") {
        return false;
    }
    let fields = fields(line);
    fields.iter().any(|(_, field)| is_cells(field))
        || (fields.iter().any(|(_, field)| field.starts_with("size=")) && fields.len() > 1)
}

/// Whether a word can be a string of cells without `size=`.
pub(super) fn is_cells(field: &str) -> bool {
    field.len() >= MIN_CELLS && !field.contains(|c: char| c.is_whitespace() || c == '=' || c == ',')
}

/// Reads one line.
pub(super) fn read(
    number: usize,
    line: &str,
    heading: Option<&[Column]>,
    mut attributes: Attributes,
) -> Result<Level, Unreadable> {
    let mut fields = fields(line);
    fields.retain(|(_, field)| attributes.take(field).is_none());
    let fills = |field: &str| {
        attributes.size.is_some_and(|(width, height)| {
            field.chars().count() == width.saturating_mul(height) && field.parse::<u64>().is_err()
        })
    };
    let is_word = |field: &str| field.contains(|c: char| c.is_ascii_alphabetic());
    let find = |test: &dyn Fn(&str) -> bool| fields.iter().position(|(_, field)| test(field));
    // A heading decides between a board and a title that looks like one.
    let named = heading
        .and_then(|columns| columns.iter().position(|&column| column == Column::Board))
        .filter(|&at| fields.get(at).is_some_and(|(_, field)| is_cells(field) || fills(field)));
    let board_field =
        named.or_else(|| find(&is_cells)).or_else(|| find(&fills)).or_else(|| find(&is_word));
    let Some(at) = board_field else {
        return Err(FormatError::at(number, 0, FormatErrorKind::Unrecognised).into());
    };
    let (column, cells) = fields[at];
    let mut title = None;
    for (i, &(_, field)) in fields.iter().enumerate() {
        let known = &mut attributes.known;
        match role(heading, at, i) {
            Column::Moves => known.moves = field.parse().ok().or(known.moves),
            Column::Steps => known.steps = field.parse().ok().or(known.steps),
            Column::Cluster => known.cluster = field.parse().ok().or(known.cluster),
            Column::Title if !field.is_empty() => title = Some(field.to_owned()),
            _ => {}
        }
    }
    let board = board(number, column, cells, &attributes)?;
    let position = Position { line: number as u32 + 1, column: column as u32 + 1 };
    Ok(Level { board, title, comments: Vec::new(), known: attributes.known, position })
}

/// What field `i` holds when the board is field `at`: by the heading where it agrees with the
/// place of the board, else in the order of Fogleman's database, `moves board cluster steps`.
fn role(heading: Option<&[Column]>, at: usize, i: usize) -> Column {
    if let Some(heading) = heading.filter(|h| h.get(at) == Some(&Column::Board)) {
        return heading.get(i).copied().unwrap_or(Column::Other);
    }
    match i as isize - at as isize {
        -1 => Column::Moves,
        1 => Column::Cluster,
        2 => Column::Steps,
        3 => Column::Title,
        _ => Column::Other,
    }
}

fn board(
    line: usize,
    column: usize,
    cells: &str,
    attributes: &Attributes,
) -> Result<Board, Unreadable> {
    let cells: Vec<char> = cells.chars().take(MAX_SIDE * MAX_SIDE + 1).collect();
    // Addresses, paths and keys are long words too.
    let strangers = cells.iter().filter(|c| !c.is_ascii_alphanumeric() && !".#".contains(**c));
    if attributes.size.is_none() && strangers.count() * 10 > cells.len() {
        return Err(FormatError::at(line, column, FormatErrorKind::Unrecognised).into());
    }
    let side = cells.len().isqrt();
    let (width, height) = match attributes.size {
        Some((0, _) | (_, 0)) => (side, side),
        Some((width, height)) if width > MAX_SIDE || height > MAX_SIDE => (width, height),
        Some((width, height)) if width * height != cells.len() => {
            let kind = FormatErrorKind::NotOfSize(width, height);
            return Err(FormatError::at(line, column, kind).into());
        }
        Some(size) => size,
        None if cells.len() > MAX_SIDE * MAX_SIDE => (MAX_SIDE + 1, MAX_SIDE + 1),
        None if side * side != cells.len() => {
            let kind = FormatErrorKind::NotSquare(cells.len());
            return Err(FormatError::at(line, column, kind).into());
        }
        None => (side, side),
    };
    let rows: Vec<Vec<char>> = cells.chunks(width).map(<[char]>::to_vec).collect();
    let place = |fault: crate::Fault| {
        let at = (column + fault.row * width + fault.column).min(column + cells.len());
        FormatError::at(line, at, FormatErrorKind::Board(fault))
    };
    if width > MAX_SIDE || height > MAX_SIDE {
        let fault = crate::Fault::at(0, 0, crate::FaultKind::TooLarge);
        return Err(place(fault).into());
    }
    let layout = letters::layout(&rows, Red::AOrX).map_err(|error| placed(error, place))?;
    Board::new(&attributes.apply(layout)).map_err(|error| placed(error, place))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{Format, read as read_file, write_level};

    const BOARD: &str = "..B.....B..C..BAACDDDE.C...EFF......";

    #[test]
    fn every_arrangement_of_columns_is_read() {
        for (text, counts) in [
            (BOARD.to_owned(), (None, None, None)),
            (format!("16 {BOARD} 377"), (Some(16), None, Some(377))),
            (format!("16\t{BOARD}\t377\t39"), (Some(16), Some(39), Some(377))),
            (
                format!("# n\tlevel\tboard\tmoves\tsteps\tcluster\n1\tEasy\t{BOARD}\t16\t39\t377"),
                (Some(16), Some(39), Some(377)),
            ),
            (format!("{BOARD} moves=16 exit=right"), (Some(16), None, None)),
        ] {
            let levels = read_file(text.as_bytes()).unwrap();
            let level = levels.levels().next().expect(&text);
            let known = level.known;
            assert_eq!((known.moves, known.steps, known.cluster), counts, "{text}");
            assert_eq!(levels.entries.len(), 1);
        }
    }

    #[test]
    fn a_title_that_looks_like_cells_is_no_board() {
        let mut level = Level::from_board(Board::from_rows(&["AA.", "..."]).unwrap());
        for title in [
            "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
            "\u{fffd}\u{fffd}\u{fffd}#\u{fffd}\u{fffd}\u{fffd}.k\u{fffd}\u{fffd}",
        ] {
            level.title = Some(title.to_owned());
            let text = crate::format::write_level(&level, crate::format::Format::Table).unwrap();
            let back = crate::format::read(text.as_bytes()).unwrap();
            assert_eq!(back.levels().next().unwrap().board, level.board, "{text}");
        }
    }

    #[test]
    fn sizes_and_exits_beyond_the_usual_are_written_and_read() {
        let board = Board::from_rows(&["..B.", ".AB.", ".A.."]).unwrap();
        let level = Level::from_board(board.flipped(crate::Axis::Vertical));
        let text = write_level(&level, Format::Line).unwrap();
        assert!(text.contains("size=4x3") && text.contains("exit=top"), "{text}");
        let back = read_file(text.as_bytes()).unwrap();
        assert_eq!(back.levels().next().unwrap().board, level.board);
    }
}
