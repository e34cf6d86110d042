//! Level files: reading and writing them.
//!
//! [`read`] takes the bytes of a file and finds out by itself what they are. A file that cannot be
//! read at all is an error; a level that cannot be read is an error among the entries, so that the
//! other levels are still read and keep their numbers. Nothing in a file can make a reader panic,
//! loop or ask for memory without bound: see the constants `MAX_…`.
//!
//! ```
//! use banto_sokoban::format::{self, Format};
//!
//! let collection = format::read(b"; first\n#####\n#@$.#\n#####\n").unwrap();
//! let level = collection.entries[0].as_ref().unwrap();
//! assert_eq!(level.title.as_deref(), Some("first"));
//! assert_eq!(format::write_level(level, Format::Rle).lines().last(), Some("5#|#@$.#|5#"));
//! ```

mod attach;
mod box_list;
mod classify;
mod error;
#[cfg(feature = "json")]
mod json;
mod limits;
mod lurd;
mod notes;
pub mod pddl;
mod rle;
#[cfg(feature = "xml")]
mod slc;
mod sok;
mod solutions;
mod text;
mod xsb;

pub use ::text::{MAX_FILE, MAX_LINE};
pub use box_list::{BoxListError, BoxListReason, is_box_list, read_box_list, write_box_list};
pub use error::{FormatError, FormatErrorKind, Unreadable};
pub use limits::{MAX_LEVELS, MAX_MOVES};
pub use lurd::{compress_moves, expand_moves, mark_pushes, place_of_move};
pub use solutions::{KnownSolution, level_name, read_solutions, read_solutions_text};

use crate::{Level, SavedGame, draw};

/// A notation for collections of levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Boards with `;` lines for titles. Holds no solutions.
    Xsb,
    /// The `.sok` notation of Sokoban YASC. Holds everything.
    Sok,
    /// Like SOK, with every board on one line in run lengths.
    Rle,
    /// XML as in `.slc` files. Holds no solutions and no comments on single levels.
    #[cfg(feature = "xml")]
    Slc,
    /// Our own JSON. Holds everything.
    #[cfg(feature = "json")]
    Json,
    /// The text files of Boxoban: `; number` and a board. Holds boards only.
    Boxoban,
    /// A drawing in characters. Written here; `banto-puzzle` reads it, as it reads what people paste.
    Text,
    /// A picture, which carries its levels as metadata. Written here; `banto-puzzle` reads it.
    Svg,
}

impl Format {
    /// All formats of this build.
    pub const ALL: [Format; 6 + cfg!(feature = "json") as usize + cfg!(feature = "xml") as usize] = [
        Format::Xsb,
        Format::Sok,
        Format::Rle,
        #[cfg(feature = "xml")]
        Format::Slc,
        #[cfg(feature = "json")]
        Format::Json,
        Format::Boxoban,
        Format::Text,
        Format::Svg,
    ];

    /// The name used on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Xsb => "xsb",
            Format::Sok => "sok",
            Format::Rle => "rle",
            #[cfg(feature = "xml")]
            Format::Slc => "slc",
            #[cfg(feature = "json")]
            Format::Json => "json",
            Format::Boxoban => "boxoban",
            Format::Text => "text",
            Format::Svg => "svg",
        }
    }

    /// The format with this name, in upper or lower case.
    pub fn from_name(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.name().eq_ignore_ascii_case(name))
    }

    /// Whether files of this format can be read, and not only written.
    pub const fn is_readable(self) -> bool {
        !matches!(self, Format::Text | Format::Svg)
    }
}

/// The levels of a file and what the file says about all of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Collection {
    /// Title, when there is one.
    pub title: Option<String>,
    /// Author, when named for the whole collection.
    pub author: Option<String>,
    /// Comment lines.
    pub comments: Vec<String>,
    /// The levels in the order of the file; level 1 is `entries[0]`. A level that cannot be read
    /// keeps its place.
    pub entries: Vec<Result<Level, Unreadable>>,
    /// What was left out although the levels could be read: solutions with faults in them.
    pub warnings: Vec<FormatError>,
}

impl Collection {
    /// A collection of levels without any notes.
    pub fn from_levels(levels: Vec<Level>) -> Collection {
        Collection { entries: levels.into_iter().map(Ok).collect(), ..Collection::default() }
    }

    /// The levels that could be read, with their numbers.
    pub fn levels(&self) -> impl Iterator<Item = (usize, &Level)> + '_ {
        let numbered = self.entries.iter().enumerate();
        numbered.filter_map(|(i, entry)| entry.as_ref().ok().map(|level| (i + 1, level)))
    }

    /// The collection without the levels that could not be read and without positions in a text:
    /// what is kept when a collection is written and read again.
    pub fn content(&self) -> Collection {
        let strip = |(_, level): (usize, &Level)| {
            let (row_origins, cells_are_characters) = (Vec::new(), true);
            Ok(Level { row_origins, cells_are_characters, ..level.clone() })
        };
        let entries = self.levels().map(strip).collect();
        Collection { entries, warnings: Vec::new(), ..self.clone() }
    }
}

/// Reads a file in any notation.
///
/// # Errors
///
/// What is wrong with the file as a whole; a level that cannot be read is an entry of the
/// collection.
pub fn read(bytes: &[u8]) -> Result<Collection, FormatError> {
    read_text(&::text::decode(bytes)?)
}

/// Reads the text of a file in any notation.
///
/// # Errors
/// Why nothing in it can be read.
pub fn read_text(text: &str) -> Result<Collection, FormatError> {
    match recognise(text) {
        Syntax::Drawn => read_drawn(text),
        Syntax::Xml => read_xml(text),
        Syntax::Json => read_json(text),
        Syntax::Pddl => pddl::read(text),
    }
}

/// Reads a file whose notation is known. The notations that draw boards with characters are all
/// read alike.
///
/// # Errors
///
/// As for [`read`], and when the format cannot be read back.
pub fn read_as(bytes: &[u8], format: Format) -> Result<Collection, FormatError> {
    read_notation(&::text::decode(bytes)?, format)
}

fn read_notation(text: &str, format: Format) -> Result<Collection, FormatError> {
    match format {
        Format::Xsb | Format::Sok | Format::Rle | Format::Boxoban => read_drawn(text),
        #[cfg(feature = "xml")]
        Format::Slc => read_xml(text),
        #[cfg(feature = "json")]
        Format::Json => read_json(text),
        Format::Text | Format::Svg => {
            Err(FormatError::new(FormatErrorKind::WriteOnly(format.name()), 1, 1))
        }
    }
}

fn read_drawn(text: &str) -> Result<Collection, FormatError> {
    Ok(text::read(text, &mut limits::Allowance::new())?.collection)
}

#[cfg(feature = "xml")]
use slc::read as read_xml;

#[cfg(not(feature = "xml"))]
fn read_xml(_: &str) -> Result<Collection, FormatError> {
    Err(FormatError::new(FormatErrorKind::NotBuilt("XML"), 1, 1))
}

#[cfg(feature = "json")]
use json::read as read_json;

#[cfg(not(feature = "json"))]
fn read_json(_: &str) -> Result<Collection, FormatError> {
    Err(FormatError::new(FormatErrorKind::NotBuilt("JSON"), 1, 1))
}

/// What a text is written in.
enum Syntax {
    Drawn,
    Xml,
    Json,
    Pddl,
}

/// XML, JSON and PDDL are recognised by their first characters; everything else is drawn with
/// characters.
fn recognise(text: &str) -> Syntax {
    let mut start = text.trim_start().chars();
    match (start.next(), start.find(|c| !c.is_whitespace())) {
        (Some('<'), Some(c)) if c.is_ascii_alphabetic() || c == '?' || c == '!' => Syntax::Xml,
        (Some('(' | ';'), _) if pddl::is_pddl(text) => Syntax::Pddl,
        (Some('{'), Some('"' | '}')) | (Some('['), Some('{' | ']')) => Syntax::Json,
        _ => Syntax::Drawn,
    }
}

/// Writes the levels that could be read. What a format cannot hold is left out; see [`Format`].
pub fn write(collection: &Collection, format: Format) -> String {
    match format {
        Format::Xsb => xsb::write(collection),
        Format::Sok => sok::write(collection, sok::Style::Plain),
        Format::Rle => sok::write(collection, sok::Style::RunLengths),
        #[cfg(feature = "xml")]
        Format::Slc => slc::write(collection),
        #[cfg(feature = "json")]
        Format::Json => json::write(collection),
        Format::Boxoban => xsb::write_boxoban(collection),
        Format::Text => draw::text(collection),
        Format::Svg => draw::svg(collection),
    }
}

/// Writes one level.
pub fn write_level(level: &Level, format: Format) -> String {
    write(&Collection::from_levels(vec![level.clone()]), format)
}

/// Writes a solution as it stands below its board in a `.sok` file.
pub fn write_solution(game: &SavedGame) -> String {
    sok::write_solution(game)
}
