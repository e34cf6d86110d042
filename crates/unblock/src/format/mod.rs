//! The notations people keep their boards in.
//!
//! [`read`] takes a file in any of them, even mixed, and never fails as a whole because of one bad
//! board: every board is an entry of its own, with the line and column of what is wrong.
//! [`write()`] writes each of them; what a notation cannot say is an error, never left out
//! silently.
//!
//! | name | notation |
//! |---|---|
//! | `line` | one string of cells per board: `o` empty, `x` wall, `A` red, other letters (Fogleman) |
//! | `table` | the same with columns `moves board cluster steps title`, separated by tabs |
//! | `classic` | as `line` with `.` empty, `#` wall and `X` red |
//! | `grid` | one line per row, `.` empty, `#` wall, `A` red |
//! | `course` | `6 6`, number of other pieces, rows with `P` red, and `K` for the exit outside |
//! | `feup` | CSV with a border of -2, exit -1, empty 0, red 1, even numbers horizontal, odd vertical |
//! | `matrix` | numbers: 0 empty, 1 red, others by number |
//! | `cars` | CSV `car,orientation,col,row,length`, `X` red, coordinates from 1 |
//! | `json` | a list of `{length, position: [row, column], direction, isTarget}` from 0 |
//! | `text` | a drawing in a frame; cells apart without a frame are read too |
//! | `svg` | a picture that carries its boards; written only, `banto-puzzle` reads it |
//!
//! Lines that begin with `#` and contain a blank, or with `;`, are comments. The last comment above
//! a board is its title. A line, or a comment, of words like `size=9x9`, `exit=left`, `moves=12`,
//! `steps=30`, `cluster=2355` says these things about the next board in any of the text notations;
//! the same words may follow the cells in a `line`. Where no exit is named it is at the right of a
//! horizontal red piece and at the bottom of a vertical one.

use std::fmt;

use ::text::{TextError, TextErrorKind};

use crate::layout::{Fault, Layout, LayoutError};
use crate::level::{Known, Level};
use crate::{Board, Position, Side};

mod cars;
mod course;
mod draw;
mod drawn;
#[cfg(feature = "json")]
mod json;
mod letters;
mod line;
mod matrix;
mod recognise;
#[cfg(feature = "json")]
mod spot;
mod svg;
mod text;

pub use ::text::{MAX_FILE, MAX_LINE};
pub use draw::{draw, draw_state};
pub use recognise::recognise;
pub use svg::{sheet as svg_sheet, svg};

/// Most boards that are read from one file.
pub const MAX_LEVELS: usize = 100_000;

/// A notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// One string of cells per board.
    Line,
    /// Strings of cells with counts and titles in columns.
    Table,
    /// One string of cells per board, red is `X`.
    Classic,
    /// One line per row.
    Grid,
    /// Header, piece count, red `P`, exit `K`.
    Course,
    /// CSV of numbers with border and exit.
    Feup,
    /// Numbers without border.
    Matrix,
    /// CSV, one line per piece.
    Cars,
    /// JSON blocks.
    #[cfg(feature = "json")]
    Json,
    /// A drawing for terminals.
    Text,
    /// A drawing for paper.
    Svg,
}

impl Format {
    /// All of this build; the ones that can be read come first.
    pub const ALL: [Format; 10 + cfg!(feature = "json") as usize] = [
        Format::Line,
        Format::Table,
        Format::Classic,
        Format::Grid,
        Format::Course,
        Format::Feup,
        Format::Matrix,
        Format::Cars,
        #[cfg(feature = "json")]
        Format::Json,
        Format::Text,
        Format::Svg,
    ];

    /// The word that names it.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Line => "line",
            Format::Table => "table",
            Format::Classic => "classic",
            Format::Grid => "grid",
            Format::Course => "course",
            Format::Feup => "feup",
            Format::Matrix => "matrix",
            Format::Cars => "cars",
            #[cfg(feature = "json")]
            Format::Json => "json",
            Format::Text => "text",
            Format::Svg => "svg",
        }
    }

    /// The notation with this name.
    pub fn from_name(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Whether [`read`] understands it.
    pub const fn is_readable(self) -> bool {
        !matches!(self, Format::Svg)
    }
}

/// What a file holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Collection {
    /// First line of the comment that opens the file and is separated from the boards by a blank
    /// line.
    pub title: Option<String>,
    /// The rest of that comment.
    pub comments: Vec<String>,
    /// The boards in order; a bad one does not stop the others.
    pub entries: Vec<Result<Level, Unreadable>>,
}

impl Collection {
    /// The boards that could be read.
    pub fn levels(&self) -> impl Iterator<Item = &Level> {
        self.entries.iter().flatten()
    }
}

/// What is wrong with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormatErrorKind {
    /// The board is not a puzzle.
    Board(Fault),
    /// The file is not a text that we accept.
    Text(TextErrorKind),
    /// The file has more boards than [`MAX_LEVELS`].
    TooManyLevels,
    /// A string whose number of cells is not a square number, without a `size=`.
    NotSquare(usize),
    /// A string of cells that does not fill the given size.
    NotOfSize(usize, usize),
    /// Text in no notation of this game.
    Unrecognised,
    /// A value that is not what it should be.
    Value {
        /// What was expected.
        expected: &'static str,
        /// The text found.
        found: String,
    },
    /// Not JSON.
    Json(String),
    /// A notation that was left out when the program was built.
    NotBuilt(&'static str),
}

impl FormatErrorKind {
    /// A word for the kind that stays the same from version to version.
    pub const fn code(&self) -> &'static str {
        match self {
            FormatErrorKind::Board(fault) => fault.kind.code(),
            FormatErrorKind::Text(kind) => kind.code(),
            FormatErrorKind::TooManyLevels => "too-many-levels",
            FormatErrorKind::NotSquare(_) => "not-square",
            FormatErrorKind::NotOfSize(..) => "not-of-size",
            FormatErrorKind::Unrecognised => "unrecognised",
            FormatErrorKind::Value { .. } => "unexpected-value",
            FormatErrorKind::Json(_) => "json",
            FormatErrorKind::NotBuilt(_) => "not-built",
        }
    }
}

impl fmt::Display for FormatErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FormatErrorKind::Board(fault) => {
                write!(
                    f,
                    "{} (row {}, column {} of the board)",
                    fault.kind,
                    fault.row + 1,
                    fault.column + 1
                )
            }
            FormatErrorKind::Text(kind) => write!(f, "{kind}"),
            FormatErrorKind::TooManyLevels => {
                write!(f, "more than {MAX_LEVELS} boards in one file")
            }
            FormatErrorKind::NotSquare(cells) => {
                write!(f, "{cells} cells do not make a square; add size=COLUMNSxROWS")
            }
            FormatErrorKind::NotOfSize(width, height) => {
                write!(f, "the cells do not fill {width} columns and {height} rows")
            }
            FormatErrorKind::Unrecognised => write!(f, "this is not in any notation of Unblock Me"),
            FormatErrorKind::Value { expected, found } => {
                write!(f, "expected {expected}, found {found:?}")
            }
            FormatErrorKind::Json(message) => write!(f, "{message}"),
            FormatErrorKind::NotBuilt(what) => write!(f, "this build does not read {what}"),
        }
    }
}

/// Something wrong at a place in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError {
    /// What.
    pub kind: FormatErrorKind,
    /// Where.
    pub position: Position,
}

impl FormatError {
    fn at(line: usize, column: usize, kind: FormatErrorKind) -> FormatError {
        FormatError {
            kind,
            position: Position { line: line as u32 + 1, column: column as u32 + 1 },
        }
    }

    fn value(line: usize, column: usize, expected: &'static str, found: &str) -> FormatError {
        let found = found.chars().take(40).collect();
        FormatError::at(line, column, FormatErrorKind::Value { expected, found })
    }
}

/// A level that cannot be read.
pub type Unreadable = ::text::Unreadable<FormatError>;

/// The faults of a layout as errors, each at its place.
fn placed(error: LayoutError, place: impl Fn(Fault) -> FormatError) -> Unreadable {
    let faults = Unreadable::from_errors(error.faults.into_iter().map(place));
    faults.expect("a layout is refused for a reason")
}

impl From<TextError> for FormatError {
    fn from(error: TextError) -> FormatError {
        FormatError { kind: FormatErrorKind::Text(error.kind), position: error.position }
    }
}

impl fmt::Display for FormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.position, self.kind)
    }
}

impl std::error::Error for FormatError {}

/// Why a board cannot be written in a notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriteError {
    /// Number of the level among those that could be read, from 0.
    pub index: usize,
    /// What the notation cannot say.
    pub reason: &'static str,
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "level {}: {}", self.index + 1, self.reason)
    }
}

impl std::error::Error for WriteError {}

/// Reads a file in any notation. An error here is about the file as a whole.
///
/// # Errors
///
/// What is wrong with the file as a whole; a board that cannot be read is an entry of the
/// collection.
pub fn read(bytes: &[u8]) -> Result<Collection, FormatError> {
    read_text(&::text::decode(bytes)?)
}

/// Reads the text of a file in any notation.
///
/// # Errors
/// What is wrong with the file as a whole.
pub fn read_text(text: &str) -> Result<Collection, FormatError> {
    if is_json(text) { read_json(text) } else { text::read(text) }
}

#[cfg(feature = "json")]
use json::read as read_json;

#[cfg(not(feature = "json"))]
fn read_json(_: &str) -> Result<Collection, FormatError> {
    Err(FormatError::at(0, 0, FormatErrorKind::NotBuilt("JSON")))
}

/// JSON is recognised by its first character.
fn is_json(text: &str) -> bool {
    text.trim_start().starts_with(['{', '['])
}

/// Writes the levels of a collection; entries that could not be read are left out.
///
/// # Errors
///
/// When a level has something that the format cannot express.
pub fn write(collection: &Collection, format: Format) -> Result<String, WriteError> {
    match format {
        #[cfg(feature = "json")]
        Format::Json => json::write(collection),
        Format::Svg => {
            let levels: Vec<&Level> = collection.levels().collect();
            Ok(if let [level] = levels[..] { svg(level) } else { svg_sheet(&levels, 3) })
        }
        _ => text::write(collection, format),
    }
}

/// Writes one level.
///
/// # Errors
///
/// When the level has something that the format cannot express.
pub fn write_level(level: &Level, format: Format) -> Result<String, WriteError> {
    write(&Collection { entries: vec![Ok(level.clone())], ..Collection::default() }, format)
}

impl Board {
    /// A board from rows of characters: `.` or `o` empty, `#` or `x` wall, `A` (or `X`) red.
    ///
    /// # Errors
    ///
    /// The first fault of the drawing or of the board.
    pub fn from_rows<R: AsRef<str>>(rows: &[R]) -> Result<Board, LayoutError> {
        let rows: Vec<Vec<char>> = rows.iter().map(|row| row.as_ref().chars().collect()).collect();
        Board::new(&letters::layout(&rows, letters::Red::AOrX)?)
    }

    /// The rows as [`Format::Grid`] writes them, with pieces renamed where a name is not a single
    /// letter. `None` when letters cannot express the board: more than sixty pieces, or pieces of
    /// one cell.
    pub fn to_rows(&self) -> Option<Vec<String>> {
        letters::rows(self, letters::Style::GRID).ok()
    }
}

/// What was said about a board outside its cells.
#[derive(Clone, Debug, Default)]
struct Attributes {
    size: Option<(usize, usize)>,
    exit: Option<Side>,
    known: Known,
}

impl Attributes {
    /// Takes a word such as `exit=left`; `None` when it is not such a word.
    fn take(&mut self, word: &str) -> Option<()> {
        let (key, value) = word.split_once('=')?;
        match key {
            "size" => {
                let (width, height) = value.split_once('x')?;
                self.size = Some((width.parse().ok()?, height.parse().ok()?));
            }
            "exit" => self.exit = Some(Side::from_name(value)?),
            "moves" => self.known.moves = Some(value.parse().ok()?),
            "steps" => self.known.steps = Some(value.parse().ok()?),
            "cluster" => self.known.cluster = Some(value.parse().ok()?),
            _ => return None,
        }
        Some(())
    }

    /// The exit named by attribute, where the notation itself has named none.
    fn apply(&self, mut layout: Layout) -> Layout {
        if layout.exit.is_none() {
            layout.exit = self.exit.map(|side| (side, None));
        }
        layout
    }
}
