//! Files made of lines: comments, attributes, and boards in the letter and number notations.

use ::text::{MAX_LINE, TextErrorKind};

use super::letters::{self, Red, Style};
use super::line::Column;
use super::{
    Attributes, Collection, Format, FormatError, FormatErrorKind, MAX_LEVELS, Unreadable,
    WriteError, cars, course, draw, drawn, line, matrix, placed,
};
use crate::layout::{Fault, Side};
use crate::level::Level;
use crate::{Board, Position};

/// Reads a file of lines.
pub(super) fn read(text: &str) -> Result<Collection, FormatError> {
    let lines = ::text::lines(text)?;
    if let Some(long) = lines.iter().position(|line| line.len() > MAX_LINE) {
        return Err(FormatError::at(
            long,
            MAX_LINE,
            FormatErrorKind::Text(TextErrorKind::LineTooLong),
        ));
    }
    let mut reader = Reader::default();
    let mut at = 0;
    while at < lines.len() {
        at += reader.take(at, &lines[at..]);
        if reader.collection.entries.len() > MAX_LEVELS {
            return Err(FormatError::at(at, 0, FormatErrorKind::TooManyLevels));
        }
    }
    if reader.drawings > 0 {
        // What is said around drawings is no board.
        let prose = |entry: &Result<Level, Unreadable>| {
            let error = entry.as_ref().err().and_then(|level| level.errors.first());
            error.is_some_and(|error| error.kind == FormatErrorKind::Unrecognised)
        };
        reader.collection.entries.retain(|entry| !prose(entry));
    }
    Ok(reader.collection)
}

/// What begins at a line of a file.
pub(super) enum Part<'a> {
    Blank,
    /// A comment; its text.
    Comment(&'a str),
    /// Words like `exit=left` and nothing else.
    Attributes(&'a str),
    /// A board on one line.
    Line(&'a str),
    /// The lines of a drawing.
    Drawing(&'a [&'a str]),
    /// Lines up to a blank line, a comment, a drawing or a board on one line.
    Block(&'a [&'a str]),
}

/// What begins at the first of some lines.
pub(super) fn part<'a>(lines: &'a [&'a str]) -> Part<'a> {
    let first = lines[0];
    if first.trim().is_empty() {
        return Part::Blank;
    }
    if let Some(length) = drawn::length(lines) {
        return Part::Drawing(&lines[..length]);
    }
    if let Some(text) = comment(first) {
        return Part::Comment(text);
    }
    if is_attributes(first) {
        return Part::Attributes(first);
    }
    if line::is_line(first) {
        return Part::Line(first);
    }
    let end = |at: &usize| {
        let line = lines[*at];
        let other = || comment(line).is_some() || line::is_line(line);
        line.trim().is_empty() || other() || *at > 0 && drawn::length(&lines[*at..]).is_some()
    };
    let length = (0..lines.len()).find(end).unwrap_or(lines.len()).max(1);
    Part::Block(&lines[..length])
}

/// Whether a line holds words like `exit=left` and nothing else.
fn is_attributes(text: &str) -> bool {
    let said = |word: &str| Attributes::default().take(word).is_some();
    text.contains('=') && text.split_whitespace().all(said)
}

/// The text of a comment line.
fn comment(line: &str) -> Option<&str> {
    let line = line.trim();
    if let Some(text) = line.strip_prefix(';') {
        return Some(text.trim());
    }
    let text = line.strip_prefix('#')?;
    // A row may begin with a wall; it never holds a blank, and a comment nearly always does. A
    // board on one line may have a wall there and words after it.
    let word = line.split_whitespace().next().unwrap_or("");
    let cells = line::is_cells(word) || (word.len() > 1 && line.contains(" size="));
    (!cells && (text.is_empty() || text.contains(char::is_whitespace))).then_some(text.trim())
}

#[derive(Default)]
struct Reader {
    collection: Collection,
    /// Comments since the last board or blank line.
    comments: Vec<String>,
    attributes: Attributes,
    heading: Option<Vec<Column>>,
    /// How many drawings there were.
    drawings: usize,
}

impl Reader {
    /// Takes what begins at the first of `lines`, which is line number `at`; returns how many
    /// lines that was.
    fn take(&mut self, at: usize, lines: &[&str]) -> usize {
        match part(lines) {
            Part::Blank => self.blank(),
            Part::Comment(text) => self.comment(text),
            Part::Attributes(text) => self.note(text),
            Part::Line(line) => {
                let attributes = std::mem::take(&mut self.attributes);
                let level = line::read(at, line, self.heading.as_deref(), attributes);
                self.push(level);
            }
            Part::Drawing(lines) => {
                let attributes = std::mem::take(&mut self.attributes);
                let board = drawn::read(at, lines, &attributes);
                self.drawings += 1;
                self.push_board(at, board, &attributes);
                return lines.len();
            }
            Part::Block(block) => {
                self.block(at, block);
                return block.len();
            }
        }
        1
    }

    fn blank(&mut self) {
        let collection = &mut self.collection;
        if collection.entries.is_empty() && collection.title.is_none() && !self.comments.is_empty()
        {
            collection.title = Some(self.comments.remove(0)).filter(|title| !title.is_empty());
            collection.comments = std::mem::take(&mut self.comments);
        }
        self.comments.clear();
    }

    fn comment(&mut self, text: &str) {
        if is_attributes(text) {
            return self.note(text);
        }
        match line::columns(text) {
            Some(columns) => {
                self.heading = Some(columns);
                // What stood above the heading is about the table, not about its first row.
                if self.collection.entries.is_empty() && self.collection.title.is_none() {
                    self.blank();
                }
                self.comments.clear();
            }
            None => self.comments.push(text.to_owned()),
        }
    }

    /// Takes a line of words like `exit=left`.
    fn note(&mut self, text: &str) {
        for word in text.split_whitespace() {
            self.attributes.take(word);
        }
    }

    fn block(&mut self, at: usize, block: &[&str]) {
        let attributes = std::mem::take(&mut self.attributes);
        let board = if cars::is_cars(block) {
            cars::read(at, block, &attributes)
        } else if course::is_course(block) {
            course::read(at, block)
        } else if matrix::is_matrix(block) {
            matrix::read(at, block, &attributes)
        } else {
            grid(at, block, &attributes)
        };
        self.push_board(at, board, &attributes);
    }

    fn push_board(&mut self, at: usize, board: Result<Board, Unreadable>, said: &Attributes) {
        let position = Position { line: at as u32 + 1, column: 1 };
        let known = said.known;
        let level = board.map(|board| Level { known, position, ..Level::from_board(board) });
        self.push(level);
    }

    fn push(&mut self, level: Result<Level, Unreadable>) {
        let mut comments = std::mem::take(&mut self.comments);
        let title = comments.pop().filter(|title| !title.is_empty());
        self.collection.entries.push(match level {
            Ok(level) => Ok(Level { title: level.title.clone().or(title), comments, ..level }),
            Err(unreadable) => Err(Unreadable { title, ..unreadable }),
        });
    }
}

/// Rows of letters, one line each.
fn grid(at: usize, lines: &[&str], attributes: &Attributes) -> Result<Board, Unreadable> {
    let word = |line: &&str| !line.trim().contains(char::is_whitespace);
    if let Some(i) = lines.iter().position(|line| !word(line)) {
        return Err(FormatError::at(at + i, 0, FormatErrorKind::Unrecognised).into());
    }
    let indent = |line: &str| line.chars().take_while(|c| c.is_whitespace()).count();
    let place = |fault: Fault| {
        let row = fault.row.min(lines.len() - 1);
        let column = indent(lines[row]) + fault.column;
        FormatError::at(at + row, column, FormatErrorKind::Board(fault))
    };
    let rows: Vec<Vec<char>> = lines.iter().map(|line| line.trim().chars().collect()).collect();
    let layout = letters::layout(&rows, Red::AOrX).map_err(|error| placed(error, place))?;
    Board::new(&attributes.apply(layout)).map_err(|error| placed(error, place))
}

/// Writes the levels of a collection.
pub(super) fn write(collection: &Collection, format: Format) -> Result<String, WriteError> {
    let mut text = String::new();
    if collection.title.is_some() || !collection.comments.is_empty() {
        push_comment(&mut text, collection.title.as_deref().unwrap_or(""));
        collection.comments.iter().for_each(|line| push_comment(&mut text, line));
        text.push('\n');
    }
    if format == Format::Table {
        text += "# moves\tboard\tcluster\tsteps\ttitle\n";
    }
    for (index, level) in collection.levels().enumerate() {
        let level_text = write_level(level, format).map_err(|e| WriteError { index, ..e })?;
        if index > 0 && !matches!(format, Format::Line | Format::Table | Format::Classic) {
            text.push('\n');
        }
        text += &level_text;
    }
    Ok(text)
}

/// Comments are one line each, whatever they hold.
fn push_comment(text: &mut String, comment: &str) {
    let comment: String = comment.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    *text += format!("# {}", comment.trim()).trim_end();
    text.push('\n');
}

fn write_level(level: &Level, format: Format) -> Result<String, WriteError> {
    let mut text = String::new();
    if format != Format::Table && (level.title.is_some() || !level.comments.is_empty()) {
        level.comments.iter().for_each(|line| push_comment(&mut text, line));
        push_comment(&mut text, level.title.as_deref().unwrap_or(""));
    }
    let board = &level.board;
    match format {
        Format::Line => text += &(cells(board, Style::LINE, level)? + "\n"),
        Format::Classic => text += &(cells(board, Style::CLASSIC, level)? + "\n"),
        Format::Table => text += &table_row(level)?,
        Format::Text => text += &drawing(board),
        _ => {
            text += &attributes(level, format);
            text += &match format {
                Format::Course => course::write(board)?,
                Format::Feup => matrix::write_feup(board)?,
                Format::Matrix => matrix::write_matrix(board)?,
                Format::Cars => cars::write(board)?,
                _ => letters::rows(board, Style::GRID)?.join("\n") + "\n",
            };
        }
    }
    Ok(text)
}

/// A drawing that can be read again: with its own names where these are not misunderstood.
pub(super) fn drawing(board: &Board) -> String {
    let own = draw(board);
    let lines: Vec<&str> = own.lines().collect();
    let same = drawn::read(0, &lines, &Attributes::default()).is_ok_and(|read| read == *board);
    if same { own } else { draw(&board.renamed()) }
}

/// The comment that says what a notation leaves out.
fn attributes(level: &Level, format: Format) -> String {
    let mut words = Vec::new();
    let board = &level.board;
    if format == Format::Cars {
        words.push(format!("size={}x{}", board.width(), board.height()));
    }
    let names_exit = matches!(format, Format::Course | Format::Feup);
    if !names_exit && board.exit() != Side::usual(board.red_piece().axis) {
        words.push(format!("exit={}", board.exit().name()));
    }
    words.extend(counts(level));
    if words.is_empty() { String::new() } else { format!("# {}\n", words.join(" ")) }
}

fn counts(level: &Level) -> impl Iterator<Item = String> {
    let known = level.known;
    let word = |key: &str, count: Option<u64>| count.map(|count| format!("{key}={count}"));
    let words = [
        word("moves", known.moves.map(u64::from)),
        word("steps", known.steps.map(u64::from)),
        word("cluster", known.cluster),
    ];
    words.into_iter().flatten()
}

/// All cells in one string, with size and exit where they are not the usual ones.
fn cells(board: &Board, style: Style, level: &Level) -> Result<String, WriteError> {
    let mut words = vec![letters::rows(board, style)?.concat()];
    words.extend(shape(board));
    words.extend(counts(level));
    Ok(words.join(" "))
}

fn shape(board: &Board) -> Vec<String> {
    let mut words = Vec::new();
    if board.width() != board.height() || board.width() < 5 {
        words.push(format!("size={}x{}", board.width(), board.height()));
    }
    if board.exit() != Side::usual(board.red_piece().axis) {
        words.push(format!("exit={}", board.exit().name()));
    }
    words
}

/// Fields that are not known are written as `-`.
fn table_row(level: &Level) -> Result<String, WriteError> {
    let cells = letters::rows(&level.board, Style::LINE)?.concat();
    let known = &level.known;
    let field = |count: Option<u64>| count.map_or("-".to_owned(), |count| count.to_string());
    let title = level.title.as_deref().unwrap_or("");
    let title: String = title.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let mut fields = vec![
        field(known.moves.map(u64::from)),
        cells,
        field(known.cluster),
        field(known.steps.map(u64::from)),
        title,
    ];
    fields.extend(shape(&level.board));
    Ok(fields.join("\t").trim_end().to_owned() + "\n")
}
