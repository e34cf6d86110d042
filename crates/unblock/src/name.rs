//! The name of a piece, as moves print it.

use std::fmt;

/// At most eight ASCII letters and digits, stored in place so that a piece stays `Copy`.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name([u8; 8]);

/// Letters for boards that need one character per piece: `A` is the red piece, the others follow.
/// `o` and `x` are left out because most readers take them for "empty" and "wall".
const LETTERS: &[u8; 60] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnpqrstuvwyz0123456789";

impl Name {
    /// A name; `None` when the text is empty, longer than eight bytes, or holds anything but ASCII
    /// letters and digits.
    pub fn new(text: &str) -> Option<Name> {
        let bytes = text.as_bytes();
        if bytes.is_empty() || bytes.len() > 8 || !bytes.iter().all(u8::is_ascii_alphanumeric) {
            return None;
        }
        let mut name = [0; 8];
        name[..bytes.len()].copy_from_slice(bytes);
        Some(Name(name))
    }

    /// The name of the piece with a number in reading order, red being 0: one letter or digit for
    /// the first sixty pieces, `P60`, `P61`, … beyond.
    ///
    /// # Panics
    ///
    /// When the number has more than seven digits, far beyond what a board holds.
    pub fn numbered(index: usize) -> Name {
        match LETTERS.get(index) {
            Some(&letter) => Name([letter, 0, 0, 0, 0, 0, 0, 0]),
            None => Name::new(&format!("P{index}")).expect("boards have at most 256 pieces"),
        }
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        let length = self.0.iter().position(|&byte| byte == 0).unwrap_or(8);
        std::str::from_utf8(&self.0[..length]).expect("names are ASCII")
    }

    /// The one character of a one-character name.
    pub fn letter(&self) -> Option<char> {
        (self.0[1] == 0).then_some(char::from(self.0[0]))
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_keep_their_text_and_numbers_are_distinct() {
        assert_eq!(Name::new("AB12").unwrap().to_string(), "AB12");
        assert_eq!(Name::new("B").unwrap().letter(), Some('B'));
        assert_eq!(Name::new("BB").unwrap().letter(), None);
        for bad in ["", "123456789", "a b", "ä", "A+"] {
            assert_eq!(Name::new(bad), None, "{bad:?}");
        }
        let mut names: Vec<Name> = (0..256).map(Name::numbered).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), 256);
    }
}
