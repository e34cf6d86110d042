//! Our own levels, embedded in every front end.

use std::borrow::Cow;
use std::io::Read;

use flate2::read::GzDecoder;

/// A collection inside the binary.
#[derive(Clone, Copy, Debug)]
pub struct Embedded {
    /// Its name.
    pub name: &'static str,
    /// What it holds.
    pub about: &'static str,
    text: Text,
}

#[derive(Clone, Copy, Debug)]
enum Text {
    Plain(&'static str),
    /// The build script packs it with gzip.
    Packed(&'static [u8]),
}

impl Embedded {
    /// The text of the collection.
    pub fn text(&self) -> Cow<'static, [u8]> {
        match self.text {
            Text::Plain(text) => Cow::Borrowed(text.as_bytes()),
            Text::Packed(bytes) => {
                let mut text = Vec::new();
                let read = GzDecoder::new(bytes).read_to_end(&mut text);
                read.expect("the build script packed it");
                Cow::Owned(text)
            }
        }
    }

    /// Whether it is a large pack, which tests of every search leave out.
    pub fn is_pack(&self) -> bool {
        matches!(self.text, Text::Packed(_))
    }
}

const fn plain(name: &'static str, about: &'static str, text: &'static str) -> Embedded {
    Embedded { name, about, text: Text::Plain(text) }
}

const fn packed(name: &'static str, about: &'static str, bytes: &'static [u8]) -> Embedded {
    Embedded { name, about, text: Text::Packed(bytes) }
}

/// All of them, the starter collections first.
pub const COLLECTIONS: [Embedded; 6] = [
    plain(
        "starter-sokoban",
        "40 Sokoban levels, easy to hard",
        include_str!("../levels/starter-sokoban.sok"),
    ),
    plain(
        "starter-unblock",
        "40 Unblock boards, beginner to expert",
        include_str!("../levels/starter-unblock.txt"),
    ),
    packed(
        "graded-sokoban",
        "200 Sokoban levels in the order of their difficulty for people",
        include_bytes!(concat!(env!("OUT_DIR"), "/graded-sokoban.sok.gz")),
    ),
    packed(
        "graded-unblock",
        "300 Unblock boards in the order of their difficulty for people",
        include_bytes!(concat!(env!("OUT_DIR"), "/graded-unblock.txt.gz")),
    ),
    plain(
        "gargioni",
        "Gargioni's board, reconstructed in two ways",
        include_str!("../levels/gargioni.sok"),
    ),
    plain(
        "kid-1",
        "the first Kids level, as SokoKids prints it",
        include_str!("../levels/kid-1.sok"),
    ),
];

/// A collection by its name.
pub fn named(name: &str) -> Option<&'static Embedded> {
    COLLECTIONS.iter().find(|collection| collection.name == name)
}
