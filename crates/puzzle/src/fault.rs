//! What is wrong with a level or a file, in words, with its place and a name that does not change.

use std::fmt;

use serde::Serialize;

/// Something wrong in a text, and where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// The kind of fault, the same word in every version: programs tell faults apart by it, and the
    /// page translates it.
    pub code: &'static str,
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// What is wrong, in English.
    pub text: String,
}

impl Fault {
    /// All faults as one sentence.
    pub fn sentence(faults: &[Fault]) -> String {
        let words: Vec<String> = faults.iter().map(ToString::to_string).collect();
        words.join("; ")
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.text)
    }
}

impl std::error::Error for Fault {}

impl From<text::TextError> for Fault {
    fn from(error: text::TextError) -> Fault {
        let text::Position { line, column } = error.position;
        Fault { code: error.kind.code(), line, column, text: error.kind.to_string() }
    }
}

impl From<&sokoban::format::FormatError> for Fault {
    fn from(error: &sokoban::format::FormatError) -> Fault {
        let text::Position { line, column } = error.position;
        Fault { code: error.kind.code(), line, column, text: error.kind.to_string() }
    }
}

impl From<&sokoban::Fault> for Fault {
    fn from(fault: &sokoban::Fault) -> Fault {
        let text::Position { line, column } = fault.position;
        Fault { code: fault.kind.code(), line, column, text: fault.kind.to_string() }
    }
}

impl From<&sokoban::GridError> for Fault {
    fn from(error: &sokoban::GridError) -> Fault {
        let (row, column) = error.place();
        let (line, column) = (row as u32 + 1, column as u32 + 1);
        Fault { code: error.code(), line, column, text: error.to_string() }
    }
}

impl From<&unblock::format::FormatError> for Fault {
    fn from(error: &unblock::format::FormatError) -> Fault {
        let text::Position { line, column } = error.position;
        Fault { code: error.kind.code(), line, column, text: error.kind.to_string() }
    }
}

impl Fault {
    /// The faults of an Unblock layout.
    pub fn of_layout(error: &unblock::LayoutError) -> Vec<Fault> {
        error.faults.iter().take(text::MAX_ERRORS).map(Fault::from).collect()
    }
}

impl From<&unblock::Fault> for Fault {
    fn from(fault: &unblock::Fault) -> Fault {
        let (line, column) = (fault.row as u32 + 1, fault.column as u32 + 1);
        Fault { code: fault.kind.code(), line, column, text: fault.kind.to_string() }
    }
}

/// A level that is not a puzzle.
#[derive(Clone, Debug)]
pub struct Refused {
    /// The reasons, the first [`text::MAX_ERRORS`] of them; never empty.
    pub faults: Vec<Fault>,
    /// The Sokoban level, when it could be read all the same: it can be drawn, written and mended,
    /// though not played.
    pub level: Option<Box<sokoban::Level>>,
}

impl Refused {
    /// A level of which nothing is known but its faults.
    pub(crate) fn unreadable<'a, E>(level: &'a text::Unreadable<E>) -> Refused
    where
        Fault: From<&'a E>,
    {
        Refused { faults: level.errors.iter().map(Fault::from).collect(), level: None }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&Fault::sentence(&self.faults))
    }
}

impl std::error::Error for Refused {}
