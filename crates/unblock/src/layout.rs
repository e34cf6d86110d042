//! A board as read from a file, and the reasons why it may be invalid.

use std::fmt;

use crate::cells::MAX_SIDE;
use crate::name::Name;

/// The line a piece moves along.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Axis {
    /// Along a row.
    Horizontal,
    /// Along a column.
    Vertical,
}

/// A side of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// Left of column 0.
    Left,
    /// Right of the last column.
    Right,
    /// Above row 0.
    Top,
    /// Below the last row.
    Bottom,
}

impl Side {
    /// All four.
    pub const ALL: [Side; 4] = [Side::Left, Side::Right, Side::Top, Side::Bottom];

    /// The axis of a piece that can leave here.
    pub const fn axis(self) -> Axis {
        match self {
            Side::Left | Side::Right => Axis::Horizontal,
            Side::Top | Side::Bottom => Axis::Vertical,
        }
    }

    /// Whether the exit lies towards larger coordinates.
    pub const fn is_far(self) -> bool {
        matches!(self, Side::Right | Side::Bottom)
    }

    /// The side of an axis that is meant where a notation names no exit: right, or bottom.
    pub const fn usual(axis: Axis) -> Side {
        match axis {
            Axis::Horizontal => Side::Right,
            Axis::Vertical => Side::Bottom,
        }
    }

    /// `left`, `right`, `top`, `bottom`.
    pub const fn name(self) -> &'static str {
        match self {
            Side::Left => "left",
            Side::Right => "right",
            Side::Top => "top",
            Side::Bottom => "bottom",
        }
    }

    /// The side with this name.
    pub fn from_name(name: &str) -> Option<Side> {
        Side::ALL.into_iter().find(|side| side.name() == name)
    }
}

/// A piece where it starts. Coordinates count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// What moves call it.
    pub name: Name,
    /// How it moves.
    pub axis: Axis,
    /// Topmost row.
    pub row: u8,
    /// Leftmost column.
    pub column: u8,
    /// Number of cells.
    pub length: u8,
}

impl Piece {
    /// The row or column it can never leave.
    #[inline]
    pub const fn line(&self) -> usize {
        match self.axis {
            Axis::Horizontal => self.row as usize,
            Axis::Vertical => self.column as usize,
        }
    }

    /// The coordinate that changes when it moves.
    #[inline]
    pub const fn start(&self) -> u8 {
        match self.axis {
            Axis::Horizontal => self.column,
            Axis::Vertical => self.row,
        }
    }

    /// The cells it covers when its first cell is at coordinate `at` of its line.
    pub fn cells_at(&self, at: u8) -> impl Iterator<Item = (usize, usize)> + use<> {
        let (axis, line) = (self.axis, self.line());
        (at as usize..at as usize + self.length as usize).map(move |i| match axis {
            Axis::Horizontal => (line, i),
            Axis::Vertical => (i, line),
        })
    }
}

/// What any notation says about a board, not validated yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Fixed cells as (row, column).
    pub walls: Vec<(usize, usize)>,
    /// All pieces.
    pub pieces: Vec<Piece>,
    /// Index of the red piece.
    pub red: Option<usize>,
    /// The exit and, where the notation names it, its row or column.
    pub exit: Option<(Side, Option<usize>)>,
}

/// One reason why a board is not a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// There is no cell at all.
    Empty,
    /// More rows or columns than [`MAX_SIDE`].
    TooLarge,
    /// A row whose length differs from the first.
    Ragged {
        /// Cells of the first row.
        expected: usize,
        /// Cells of this row.
        found: usize,
    },
    /// A character that means nothing in this notation.
    UnknownCharacter(char),
    /// Cells of one piece that do not touch.
    Gap(Name),
    /// A piece with cells in more than one row and more than one column.
    Bent(Name),
    /// A piece of one cell in a notation that cannot say which way it moves.
    NoDirection(Name),
    /// A piece without length.
    NoLength(Name),
    /// A piece that reaches beyond the board.
    Outside(Name),
    /// A piece on a wall.
    OnWall(Name),
    /// Two pieces on one cell.
    Overlap(Name, Name),
    /// Two pieces with the same name.
    SameName(Name),
    /// No red piece.
    NoRed,
    /// More than one red piece.
    SecondRed,
    /// More than one exit.
    SecondExit,
    /// An exit that is not at an edge of the board.
    ExitInside,
    /// No exit where the notation must name one.
    NoExit,
    /// The red piece cannot reach the exit: another line or another direction.
    RedOffExitLine,
    /// The number of pieces announced is not the number found.
    PieceCount {
        /// Announced.
        said: usize,
        /// Found.
        found: usize,
    },
    /// The size announced is not the size found.
    Size {
        /// Columns announced.
        width: usize,
        /// Rows announced.
        height: usize,
    },
}

impl FaultKind {
    /// A word for the kind that stays the same from version to version.
    pub const fn code(&self) -> &'static str {
        match self {
            FaultKind::Empty => "empty-board",
            FaultKind::TooLarge => "board-too-large",
            FaultKind::Ragged { .. } => "ragged-rows",
            FaultKind::UnknownCharacter(_) => "unknown-character",
            FaultKind::Gap(_) => "piece-gap",
            FaultKind::Bent(_) => "piece-bent",
            FaultKind::NoDirection(_) => "piece-without-direction",
            FaultKind::NoLength(_) => "piece-without-cells",
            FaultKind::Outside(_) => "piece-outside",
            FaultKind::OnWall(_) => "piece-on-wall",
            FaultKind::Overlap(..) => "pieces-overlap",
            FaultKind::SameName(_) => "piece-named-twice",
            FaultKind::NoRed => "no-red",
            FaultKind::SecondRed => "second-red",
            FaultKind::SecondExit => "second-exit",
            FaultKind::ExitInside => "exit-inside",
            FaultKind::NoExit => "no-exit",
            FaultKind::RedOffExitLine => "red-off-exit-line",
            FaultKind::PieceCount { .. } => "piece-count",
            FaultKind::Size { .. } => "size-differs",
        }
    }
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FaultKind::Empty => write!(f, "the board has no cells"),
            FaultKind::TooLarge => write!(f, "the board is larger than {MAX_SIDE}x{MAX_SIDE}"),
            FaultKind::Ragged { expected, found } => {
                write!(f, "cells in this row: {found}; in the first: {expected}")
            }
            FaultKind::UnknownCharacter(c) => write!(f, "unknown character {c:?}"),
            FaultKind::Gap(name) => write!(f, "piece {name} has a gap"),
            FaultKind::Bent(name) => write!(f, "piece {name} is bent"),
            FaultKind::NoDirection(name) => {
                write!(f, "piece {name} has one cell, so this notation cannot say how it moves")
            }
            FaultKind::NoLength(name) => write!(f, "piece {name} has no cells"),
            FaultKind::Outside(name) => write!(f, "piece {name} reaches beyond the board"),
            FaultKind::OnWall(name) => write!(f, "piece {name} stands on a wall"),
            FaultKind::Overlap(name, other) => write!(f, "pieces {name} and {other} overlap"),
            FaultKind::SameName(name) => write!(f, "two pieces are called {name}"),
            FaultKind::NoRed => write!(f, "there is no red piece"),
            FaultKind::SecondRed => write!(f, "there is a second red piece"),
            FaultKind::SecondExit => write!(f, "there is a second exit"),
            FaultKind::ExitInside => write!(f, "the exit is not at an edge of the board"),
            FaultKind::NoExit => write!(f, "there is no exit"),
            FaultKind::RedOffExitLine => write!(f, "the red piece does not move towards the exit"),
            FaultKind::PieceCount { said, found } => {
                write!(f, "pieces announced: {said}, found: {found}, not counting the red one")
            }
            FaultKind::Size { width, height } => {
                write!(f, "the board does not have the announced {width} columns and {height} rows")
            }
        }
    }
}

/// A fault and the cell it is about, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What is wrong.
    pub kind: FaultKind,
    /// The row.
    pub row: usize,
    /// The column.
    pub column: usize,
}

impl Fault {
    /// A fault at a cell.
    pub fn at(row: usize, column: usize, kind: FaultKind) -> Fault {
        Fault { kind, row, column }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {}, column {}: {}", self.row + 1, self.column + 1, self.kind)
    }
}

impl std::error::Error for Fault {}

/// Every reason why a layout is not a puzzle; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutError {
    /// The reasons, only the first for each piece.
    pub faults: Vec<Fault>,
}

impl From<Fault> for LayoutError {
    fn from(fault: Fault) -> LayoutError {
        LayoutError { faults: vec![fault] }
    }
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.faults.iter().enumerate() {
            let separator = if i > 0 { "; " } else { "" };
            write!(f, "{separator}{fault}")?;
        }
        Ok(())
    }
}

impl std::error::Error for LayoutError {}
