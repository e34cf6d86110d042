//! What can be wrong with a level file or a solution file, and where.

use std::fmt;

use thiserror::Error;

use ::text::{TextError, TextErrorKind};

use super::limits::{MAX_COUNT, MAX_DEPTH, MAX_LEVELS, MAX_MOVES};
use ::text::Position;

use crate::MAX_SIDE;

/// One reason why a file, a level or a solution cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FormatErrorKind {
    /// The file is not a text that we accept.
    #[error("{0}")]
    Text(TextErrorKind),
    /// More levels than [`MAX_LEVELS`](super::MAX_LEVELS).
    #[error("the file has more than {MAX_LEVELS} levels")]
    TooManyLevels,
    /// The boards and moves of the file, written out, are more than we keep.
    #[error("the file is too large when its run lengths are written out")]
    TooMuch,
    /// No board was found.
    #[error("there is no level in the file")]
    NoLevel,
    /// A board without a box, goal or player.
    #[error("the board is empty")]
    EmptyBoard,
    /// A board with too many rows or columns.
    #[error("the board is larger than {MAX_SIDE}x{MAX_SIDE}")]
    BoardTooLarge,
    /// A tab inside a row, whose width nobody can know.
    #[error("there is a tab in the board, and nobody knows how wide it was; write blanks instead")]
    Tab,
    /// A look-alike of a tile, mostly from East Asian keyboards.
    #[error("{found:?} is a wide character; write {meant:?} instead")]
    WideCharacter {
        /// What stands there.
        found: char,
        /// What was meant.
        meant: char,
    },
    /// A character that is in no alphabet of boards.
    #[error("unknown character {0:?} in a board")]
    UnknownTile(char),
    /// A character that is in no alphabet of moves.
    #[error("{0:?} is not a move")]
    UnknownMove(char),
    /// A run length of zero.
    #[error("a run length is zero")]
    ZeroCount,
    /// A run length that is absurdly large.
    #[error("a run length is above {MAX_COUNT}")]
    CountTooLarge,
    /// A run length with nothing after it.
    #[error("a run length has nothing to repeat")]
    CountWithoutItem,
    /// A parenthesis without its partner.
    #[error("a parenthesis has no partner")]
    UnmatchedParenthesis,
    /// Groups nested too deeply.
    #[error("groups are nested deeper than {MAX_DEPTH}")]
    TooDeep,
    /// More moves than [`MAX_MOVES`](super::MAX_MOVES).
    #[error("there are more than {MAX_MOVES} moves")]
    TooManyMoves,
    /// The text is not well-formed XML.
    #[error("bad XML: {0}")]
    Xml(String),
    /// The text is not JSON, or not of the expected shape.
    #[error("bad JSON: {0}")]
    Json(String),
    /// The text is not a Sokoban problem for planners.
    #[error("bad PDDL: {0}")]
    Pddl(String),
    /// A line of a solution table has neither two nor five columns.
    #[error("a line needs 2 or 5 columns separated by tabs, not {0}")]
    Columns(usize),
    /// The first column of a solution table is not a level number.
    #[error("the first column is not the number of a level")]
    LevelNumber,
    /// There is no solution in the file.
    #[error("there is no solution in the file")]
    NoSolution,
    /// A notation that was left out when the program was built.
    #[error("this build does not read {0}")]
    NotBuilt(&'static str),
    /// A format that can only be written.
    #[error("{0} can be written but not read")]
    WriteOnly(&'static str),
}

impl FormatErrorKind {
    /// A word for the kind that stays the same from version to version.
    pub const fn code(&self) -> &'static str {
        match self {
            FormatErrorKind::Text(kind) => kind.code(),
            FormatErrorKind::TooManyLevels => "too-many-levels",
            FormatErrorKind::TooMuch => "too-much",
            FormatErrorKind::NoLevel => "no-level",
            FormatErrorKind::EmptyBoard => "empty-board",
            FormatErrorKind::BoardTooLarge => "board-too-large",
            FormatErrorKind::Tab => "tab",
            FormatErrorKind::WideCharacter { .. } => "wide-character",
            FormatErrorKind::UnknownTile(_) => "unknown-character",
            FormatErrorKind::UnknownMove(_) => "unknown-move",
            FormatErrorKind::ZeroCount => "zero-run-length",
            FormatErrorKind::CountTooLarge => "run-length-too-large",
            FormatErrorKind::CountWithoutItem => "run-length-without-item",
            FormatErrorKind::UnmatchedParenthesis => "unmatched-parenthesis",
            FormatErrorKind::TooDeep => "too-deep",
            FormatErrorKind::TooManyMoves => "too-many-moves",
            FormatErrorKind::Xml(_) => "xml",
            FormatErrorKind::Json(_) => "json",
            FormatErrorKind::Pddl(_) => "pddl",
            FormatErrorKind::Columns(_) => "columns",
            FormatErrorKind::LevelNumber => "level-number",
            FormatErrorKind::NoSolution => "no-solution",
            FormatErrorKind::NotBuilt(_) => "not-built",
            FormatErrorKind::WriteOnly(_) => "write-only",
        }
    }
}

/// Why something cannot be read, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormatError {
    /// What is wrong.
    pub kind: FormatErrorKind,
    /// The line and column it was seen at.
    pub position: Position,
}

impl FormatError {
    /// An error at a place.
    pub(super) fn new(kind: FormatErrorKind, line: u32, column: u32) -> FormatError {
        FormatError { kind, position: Position { line, column } }
    }
}

/// A level that cannot be read.
pub type Unreadable = ::text::Unreadable<FormatError>;

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
