//! The text of level files: from bytes to characters, lines and places.
//!
//! Both games read their files through this crate, so that an encoding, a line end or a limit means
//! the same to both, and a place in an error is a place in the decoded text. For an unknown name,
//! [`unknown`] suggests the one that was probably meant.
//!
//! ```
//! let text = banto_text::decode(b"\xff\xfea\0\r\0b\0").unwrap();
//! assert_eq!(banto_text::lines(&text).unwrap(), ["a", "b"]);
//! assert_eq!(banto_text::Locator::new(&text).position(2).to_string(), "line 2, column 1");
//! ```

mod decode;
mod fnv;
mod lines;
mod markup;
mod position;
mod unknown;
mod unreadable;

use thiserror::Error;

pub use decode::{decode, transcode};
pub use fnv::fnv1a;
pub use lines::{lines, split};
pub use markup::escape;
pub use position::{Locator, Position};
pub use unknown::{nearest, unknown};
pub use unreadable::Unreadable;

/// The most bytes in a file.
pub const MAX_FILE: usize = 16 << 20;
/// The most bytes in a line.
pub const MAX_LINE: usize = 64 << 10;
/// The most errors reported for one level. A board of nothing but players has sixty thousand.
pub const MAX_ERRORS: usize = 16;
/// The most lines in a file.
pub const MAX_LINES: usize = 4_000_000;

/// Why a file is not accepted as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum TextErrorKind {
    /// More bytes than [`MAX_FILE`].
    #[error("the file is larger than {} MiB", MAX_FILE >> 20)]
    FileTooLarge,
    /// More lines than [`MAX_LINES`].
    #[error("the file has more than {MAX_LINES} lines")]
    TooManyLines,
    /// A line longer than [`MAX_LINE`].
    #[error("the line is longer than {} KiB", MAX_LINE >> 10)]
    LineTooLong,
    /// A zero byte.
    #[error("there is a zero byte: this is not a text file")]
    ZeroByte,
}

impl TextErrorKind {
    /// A code for the kind that stays the same from version to version.
    pub const fn code(self) -> &'static str {
        match self {
            TextErrorKind::FileTooLarge => "file-too-large",
            TextErrorKind::TooManyLines => "too-many-lines",
            TextErrorKind::LineTooLong => "line-too-long",
            TextErrorKind::ZeroByte => "zero-byte",
        }
    }
}

/// The kind of error together with its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{position}: {kind}")]
pub struct TextError {
    /// What is wrong.
    pub kind: TextErrorKind,
    /// Where.
    pub position: Position,
}

/// The program in the README runs as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
