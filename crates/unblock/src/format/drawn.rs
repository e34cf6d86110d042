//! Drawn boards: cells that stand apart, with or without a frame.
//!
//! ```text
//! +-------------+
//! | . . B . . . |      ..B...      . . 2 . . .
//! | A A B . . .        in a        1 1 2 . . . >
//! | . . . # . . |      frame       . . . # . .
//! +-------------+
//! ```
//!
//! In a frame cells may stand side by side too, and the exit is the gap in it. Without a frame, cells are
//! separated by blanks or tabs, each is one character or a number, and `>`, `<`, `^` or `v` marks the exit. `.` is
//! empty and `#` a wall; where there is no `.`, `o`, `0`, `-` and `_` are empty. A name with `-` or `|` behind it is
//! a piece of one cell that moves along its row or column. Red is what a line `red NAME` below the frame says; else
//! `A` or `X` as in all notations of letters, or piece 1 where all names are numbers.

use super::letters::{self, Red};
use super::{Attributes, FormatError, FormatErrorKind, Unreadable, placed};
use crate::layout::{Axis, Fault, FaultKind, Layout, Piece, Side};
use crate::{Board, MAX_SIDE, Name};

/// The most lines of a drawing: rows, borders or marks of the exit, and the line that names red.
const MAX_LINES: usize = MAX_SIDE + 3;

/// The longest line looked at: names have at most eight letters.
const MAX_WIDTH: usize = 2048;

/// A cell as drawn, and the column it begins in.
#[derive(Clone, Debug)]
struct Cell {
    text: String,
    column: usize,
}

/// The cells of one name, and which way a piece of one cell moves.
type Group = (Name, Option<Axis>, Vec<(usize, usize)>);

/// What is drawn.
#[derive(Clone, Debug, Default)]
struct Drawing {
    /// Rows with the number of their line among those of the drawing.
    rows: Vec<(usize, Vec<Cell>)>,
    /// Exits and where they are marked: side, row or column of the board, line and column of the text.
    exits: Vec<(Side, Option<usize>, (usize, usize))>,
    red: Option<String>,
    /// Lines that belong to the drawing.
    lines: usize,
}

/// How many lines the drawing has that begins at the first of some lines; `None` when none does.
pub(super) fn length(lines: &[&str]) -> Option<usize> {
    find(lines).map(|drawing| drawing.lines)
}

/// Reads the drawing that begins at the first of some lines, which is line number `at`.
pub(super) fn read(
    at: usize,
    lines: &[&str],
    attributes: &Attributes,
) -> Result<Board, Unreadable> {
    let drawing = find(lines).unwrap_or_default();
    let place = |fault: Fault| {
        let row = drawing.rows.get(fault.row).or(drawing.rows.last());
        let (line, cell) = row
            .map_or((0, None), |(line, cells)| (*line, cells.get(fault.column).or(cells.last())));
        let column = cell.map_or(0, |cell| cell.column);
        FormatError::at(at + line, column, FormatErrorKind::Board(fault))
    };
    if let [_, (_, _, (line, column)), ..] = drawing.exits[..] {
        let fault = Fault::at(0, 0, FaultKind::SecondExit);
        return Err(FormatError::at(at + line, column, FormatErrorKind::Board(fault)).into());
    }
    let layout = layout(&drawing).map_err(|error| placed(error, place))?;
    Board::new(&attributes.apply(layout)).map_err(|error| placed(error, place))
}

fn find(lines: &[&str]) -> Option<Drawing> {
    let first = &lines[..lines.len().min(MAX_LINES)];
    if let Some(drawing) = framed(first) {
        return Some(drawing);
    }
    let mut drawing = spaced(first)?;
    if drawing.lines == MAX_LINES {
        // Too large; the rest of it is no board of its own.
        let width = drawing.rows[0].1.len();
        let row = |line: &&&str| line.split_whitespace().take(width + 1).count() == width;
        drawing.lines += lines[MAX_LINES..].iter().take_while(row).count();
    }
    Some(drawing)
}

/// Whether a character is a corner of a frame.
fn is_corner(c: char) -> bool {
    matches!(c, '+' | '┌' | '┐' | '└' | '┘' | '╔' | '╗' | '╚' | '╝' | '╭' | '╮' | '╰' | '╯')
}

/// Whether a character is an upright of a frame.
fn is_upright(c: char) -> bool {
    matches!(c, '|' | '│' | '║' | '┃')
}

/// The columns of the corners of a border, and the columns of the gaps in it.
fn border(line: &str) -> Option<(usize, usize, Vec<usize>)> {
    if line.len() > MAX_WIDTH {
        return None;
    }
    let body = line.trim();
    let (first, last) = (body.chars().next()?, body.chars().next_back()?);
    let count = body.chars().count();
    let inside = |c: char| matches!(c, '-' | ' ' | '─' | '═' | '━');
    let dashes = body.chars().filter(|&c| c != ' ' && inside(c)).count();
    let middle = || body.chars().skip(1).take(count.saturating_sub(2));
    if count < 3 || !is_corner(first) || !is_corner(last) || !middle().all(inside) || dashes == 0 {
        return None;
    }
    let indent = line.chars().take_while(|c| c.is_whitespace()).count();
    let gaps = middle().enumerate().filter(|&(_, c)| c == ' ').map(|(i, _)| indent + 1 + i);
    Some((indent, indent + count - 1, gaps.collect()))
}

/// A board in a frame.
fn framed(lines: &[&str]) -> Option<Drawing> {
    let (left, right, top) = border(lines.first()?)?;
    let end = 1 + lines[1..].iter().position(|line| border(line).is_some())?;
    let (_, _, bottom) = border(lines[end]).filter(|it| (it.0, it.1) == (left, right))?;
    let mut drawing = Drawing { lines: end + 1, ..Drawing::default() };
    let mut insides = Vec::new();
    for (i, line) in lines.iter().enumerate().take(end).skip(1) {
        let chars: Vec<char> = line.chars().collect();
        // An upright may be missing where the exit is, and blanks at the end of a line are easily lost.
        let edge = |at: usize| match chars.get(at) {
            Some(&c) if is_upright(c) => Some(true),
            Some(' ') | None => Some(false),
            _ => None,
        };
        let blank = |c: &char| c.is_whitespace();
        if chars.len() > MAX_WIDTH || !chars.iter().take(left).all(blank) {
            return None;
        }
        if !edge(left)? {
            drawing.exits.push((Side::Left, Some(i - 1), (i, left)));
        }
        if !edge(right)? {
            drawing.exits.push((Side::Right, Some(i - 1), (i, right)));
        }
        if !chars.iter().skip(right + 1).all(blank) {
            return None;
        }
        let end = right.min(chars.len());
        insides.push((i, chars.get(left + 1..end)?.to_vec()));
    }
    let apart = insides.iter().all(|(_, inside)| inside.first().is_some_and(|c| c.is_whitespace()));
    for (i, inside) in insides {
        let cells = match apart {
            true => words(&inside, left + 1),
            false => characters(&inside, left + 1)?,
        };
        if cells.is_empty() || !cells.iter().all(|cell| is_cell(&cell.text)) {
            return None;
        }
        drawing.rows.push((i, cells));
    }
    let (_, first) = drawing.rows.first()?;
    // A gap above a cell names its column.
    let column = |gap: usize| {
        first.iter().position(|cell| (cell.column..=cell.column + cell.text.len()).contains(&gap))
    };
    for (side, gaps, line) in [(Side::Top, top, 0), (Side::Bottom, bottom, end)] {
        if let Some(&gap) = gaps.first() {
            // The gap of a cell that stands apart begins with the blank in front of it.
            let named = gaps.iter().find_map(|&gap| first.iter().position(|it| it.column == gap));
            drawing.exits.push((side, named.or_else(|| column(gap)), (line, gap)));
        }
    }
    let red = lines.get(end + 1).and_then(|line| line.trim().strip_prefix("red "));
    if let Some(red) = red.filter(|red| Name::new(red).is_some()) {
        drawing.red = Some(red.to_owned());
        drawing.lines += 1;
    }
    Some(drawing)
}

/// A board without a frame.
fn spaced(lines: &[&str]) -> Option<Drawing> {
    let mut drawing = Drawing::default();
    let mut width = None;
    let mut tops = None;
    for (i, line) in lines.iter().enumerate() {
        if line.len() > MAX_WIDTH {
            break;
        }
        let chars: Vec<char> = line.chars().collect();
        let mut cells = words(&chars, 0);
        let mark = |cell: Option<&Cell>, mark: &str| cell.is_some_and(|cell| cell.text == mark);
        if cells.len() == 1 && (mark(cells.first(), "^") && i == 0 || mark(cells.first(), "v")) {
            let column = cells[0].column;
            if i == 0 {
                tops = Some(column);
                continue;
            }
            let line_of = line_at(&drawing, column);
            drawing.exits.push((Side::Bottom, line_of, (i, column)));
            drawing.lines = i + 1;
            break;
        }
        let mut exits = Vec::new();
        if mark(cells.first(), "<") {
            exits.push((Side::Left, Some(drawing.rows.len()), (i, cells.remove(0).column)));
        }
        if mark(cells.last(), ">")
            && let Some(cell) = cells.pop()
        {
            exits.push((Side::Right, Some(drawing.rows.len()), (i, cell.column)));
        }
        let single = |text: &str| {
            let number = text.len() <= 3 && text.bytes().all(|c| c.is_ascii_digit());
            is_cell(text) && (text.len() == 1 || number)
        };
        let expected = *width.get_or_insert(cells.len());
        if cells.len() < 2
            || cells.len() != expected
            || !cells.iter().all(|cell| single(&cell.text))
        {
            break;
        }
        drawing.exits.extend(exits);
        drawing.rows.push((i, cells));
        drawing.lines = i + 1;
    }
    if let Some(column) = tops {
        let line_of = line_at(&drawing, column);
        drawing.exits.push((Side::Top, line_of, (0, column)));
    }
    // Lines that all begin with a lonely `#` are comments; without an empty cell and a red piece nothing is drawn.
    let has = |wanted: &[&str]| {
        let mut cells = drawing.rows.iter().flat_map(|(_, cells)| cells);
        cells.any(|cell| wanted.contains(&cell.text.as_str()))
    };
    let comments = drawing.rows.iter().all(|(_, cells)| cells[0].text == "#");
    let drawn = has(&[".", "o", "-", "_"]) && has(&["A", "X", "a", "x", "1"]);
    (drawing.rows.len() > 1 && !comments && drawn).then_some(drawing)
}

/// The column of the board whose cells end where a mark ends; numbers are drawn flush right.
fn line_at(drawing: &Drawing, column: usize) -> Option<usize> {
    let (_, cells) = drawing.rows.first()?;
    cells.iter().position(|cell| cell.column + cell.text.len() == column + 1)
}

/// The words of a line with their columns.
fn words(chars: &[char], from: usize) -> Vec<Cell> {
    let mut cells: Vec<Cell> = Vec::new();
    let mut open = false;
    for (i, &c) in chars.iter().enumerate() {
        if c.is_whitespace() {
            open = false;
        } else if open && let Some(cell) = cells.last_mut() {
            cell.text.push(c);
        } else {
            cells.push(Cell { text: c.to_string(), column: from + i });
            open = true;
        }
    }
    cells
}

/// Every character is a cell; blanks may only follow them.
fn characters(chars: &[char], from: usize) -> Option<Vec<Cell>> {
    let end = chars.iter().rposition(|c| !c.is_whitespace())? + 1;
    let cell = |(i, &c): (usize, &char)| Cell { text: c.to_string(), column: from + i };
    Some(chars[..end].iter().enumerate().map(cell).collect())
}

fn is_cell(text: &str) -> bool {
    matches!(text, "." | "#" | "-" | "_") || Name::new(one_cell(text).0).is_some()
}

/// The name of a cell, and which way it moves when it is a piece of its own.
fn one_cell(text: &str) -> (&str, Option<Axis>) {
    match (text.strip_suffix('-'), text.strip_suffix('|')) {
        (Some(name), _) => (name, Some(Axis::Horizontal)),
        (_, Some(name)) => (name, Some(Axis::Vertical)),
        _ => (text, None),
    }
}

fn layout(drawing: &Drawing) -> Result<Layout, crate::LayoutError> {
    let rows = &drawing.rows;
    let (height, width) = (rows.len(), rows.first().map_or(0, |(_, cells)| cells.len()));
    if let Some(row) = rows.iter().position(|(_, cells)| cells.len() != width) {
        let found = rows[row].1.len();
        let kind = FaultKind::Ragged { expected: width, found };
        return Err(Fault::at(row, found.min(width), kind).into());
    }
    if width > MAX_SIDE || height > MAX_SIDE {
        let place = |side: usize| if side > MAX_SIDE { MAX_SIDE } else { 0 };
        return Err(Fault::at(place(height), place(width), FaultKind::TooLarge).into());
    }
    let cells = || rows.iter().flat_map(|(_, cells)| cells);
    let dots = cells().any(|cell| cell.text == ".");
    let empty = |text: &str| text == "." || !dots && matches!(text, "o" | "0" | "-" | "_");
    let mut walls = Vec::new();
    let mut pieces: Vec<Group> = Vec::new();
    for (row, (_, cells)) in rows.iter().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            let (name, axis) = one_cell(&cell.text);
            match Name::new(name) {
                _ if empty(&cell.text) => {}
                _ if cell.text == "#" => walls.push((row, column)),
                Some(name) => match pieces.iter_mut().find(|it| it.0 == name) {
                    Some((_, _, cells)) => cells.push((row, column)),
                    None => pieces.push((name, axis, vec![(row, column)])),
                },
                None => {
                    let c = cell.text.chars().next().unwrap_or(' ');
                    return Err(Fault::at(row, column, FaultKind::UnknownCharacter(c)).into());
                }
            }
        }
    }
    let red = red(drawing, &pieces);
    let built = letters::all(pieces.iter().map(|(name, axis, cells)| match (axis, &cells[..]) {
        (&Some(axis), &[(row, column)]) => {
            Ok(Piece { name: *name, axis, row: row as u8, column: column as u8, length: 1 })
        }
        _ => letters::straight(*name, cells),
    }))?;
    let red = pieces.iter().position(|(name, ..)| red.as_deref() == Some(name.as_str()));
    let exit = drawing.exits.first().map(|&(side, line, _)| (side, line));
    Ok(Layout { width, height, walls, pieces: built, red, exit })
}

/// The name of the red piece.
fn red(drawing: &Drawing, pieces: &[Group]) -> Option<String> {
    if let Some(red) = &drawing.red {
        return Some(red.clone());
    }
    let numbers = pieces.iter().all(|(name, ..)| name.as_str().bytes().all(|c| c.is_ascii_digit()));
    if numbers {
        return Some("1".to_owned());
    }
    let names = pieces.iter().filter_map(|(name, ..)| name.letter()).collect::<Vec<_>>();
    Some(letters::red_letter(&names, Red::AOrX).to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::{draw, read as read_file, recognise};

    fn only(text: &str) -> Board {
        let collection = recognise(text).unwrap_or_else(|| panic!("{text}"));
        assert_eq!(collection.entries.len(), 1, "{text}");
        collection.entries[0].as_ref().unwrap_or_else(|e| panic!("{e}\n{text}")).board.clone()
    }

    #[test]
    fn drawings_are_read_with_frame_or_without() {
        let board = Board::from_rows(&["..B.", "AAB.", ".CC#"]).unwrap();
        let numbered = "  . . 2 .\n  1 1 2 . >\n  . 3 3 #\n";
        for text in [
            draw(&board),
            "+----+\n|..B.|\n|AAB. \n|.CC#|\n+----+\n".to_owned(),
            "+----+\n|..B.|\n|AAB.|\n|.CC#|\n+----+\n".to_owned(),
            "┌────┐\n│..B.│\n│AAB.\n│.CC#│\n└────┘\n".to_owned(),
            ". . B .\nA A B .\n. C C #\n".to_owned(),
            ".\t.\tB\t.\nA\tA\tB\t.\n.\tC\tC\t#\n".to_owned(),
            numbered.to_owned(),
            format!("mine 1/3 title\n{numbered}0 moves, 0 steps\n"),
        ] {
            assert_eq!(only(&text).renamed(), board.renamed(), "{text}");
        }
    }

    #[test]
    fn every_exit_is_read_where_it_is_drawn() {
        let board = Board::from_rows(&["..B.", "AAB.", ".CC#"]).unwrap();
        let turned = board.transposed();
        let views = [
            board.clone(),
            board.flipped(Axis::Horizontal),
            turned.clone(),
            turned.flipped(Axis::Vertical),
        ];
        for view in &views {
            let indented: String = draw(view).lines().map(|line| format!("    {line}\n")).collect();
            for text in [draw(view), indented] {
                assert_eq!(only(&text).renamed(), view.renamed(), "{text}");
            }
        }
        assert_eq!(views.map(|it| it.exit()), [Side::Right, Side::Left, Side::Bottom, Side::Top]);
        let left = "  . 2 . .\n< . 2 1 1\n  . . . .\n";
        assert_eq!(only(left).exit(), Side::Left);
        assert_eq!(only("    ^\n. 2 2\n. . 1\n3 3 1\n").exit(), Side::Top);
        assert_eq!(only(". . 1\n. . 1\n. 2 2\n    v\n").exit(), Side::Bottom);
    }

    #[test]
    fn faults_are_placed_in_the_drawing() {
        let place = |text: &str| {
            let collection = recognise(text).unwrap_or_else(|| panic!("{text}"));
            let error = collection.entries[0].as_ref().unwrap_err().errors[0].clone();
            (error.kind.code(), error.position.line, error.position.column)
        };
        assert_eq!(place("\n. . B\nA A B\nB . .\n"), ("piece-bent", 4, 1));
        assert_eq!(
            place("+-------+\n| . . B |\n| A A B\n| B . . |\n+-------+\n"),
            ("piece-bent", 4, 3)
        );
        assert_eq!(place("+---+\n|..B \n|AAB \n|...|\n+---+\n"), ("second-exit", 3, 5));
        assert_eq!(place("+---+\n|..B \n|AAB|\n|...|\n+---+\n"), ("red-off-exit-line", 3, 2));
    }

    #[test]
    fn red_and_pieces_of_one_cell_are_said() {
        let name = |text: &str| Name::new(text).unwrap();
        let piece =
            |text, axis, row, column, length| Piece { name: name(text), axis, row, column, length };
        let pieces = vec![
            piece("A", Axis::Vertical, 0, 2, 2),
            piece("red1", Axis::Horizontal, 0, 0, 1),
            piece("z", Axis::Vertical, 2, 1, 1),
        ];
        let layout =
            Layout { width: 4, height: 3, walls: vec![(2, 2)], pieces, red: Some(1), exit: None };
        let board = Board::new(&layout).unwrap();
        let text = draw(&board);
        assert!(text.contains("red1- ") && text.ends_with("red red1\n"), "{text}");
        assert_eq!(only(&text), board, "{text}");
    }

    #[test]
    fn comments_words_and_the_other_game_are_no_drawings() {
        for text in
            ["# a b\n# A .\n", "I a\nA b\n", "# . #\n# A #\n", ". .\n# #\n", "+--+\n|@ |\n+--+\n"]
        {
            let collection = read_file(text.as_bytes()).unwrap();
            assert!(collection.levels().next().is_none(), "{text}");
        }
        assert!(length(&["+----+", "|#@$.#|", "+----+"]).is_none());
    }
}
