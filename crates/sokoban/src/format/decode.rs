//! From bytes to text, and from text to lines.
//!
//! UTF-8 with or without a mark, UTF-16 with a mark, and whatever else there is as Windows-1252
//! (Latin-1 with quotation marks), the code page of most old collections. Decoding never fails on a
//! strange byte: it may only spoil an accent in a name.

use std::borrow::Cow;

use super::limits::{MAX_FILE, MAX_LINES};
use super::{FormatError, FormatErrorKind};
use crate::Position;

/// Bytes 0x80 to 0x9f of Windows-1252; the five that are not assigned stay control characters.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// The text of a file.
pub(super) fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, FormatError> {
    if bytes.len() > MAX_FILE {
        return Err(FormatError::new(FormatErrorKind::FileTooLarge, 1, 1));
    }
    let text = match bytes {
        [0xef, 0xbb, 0xbf, rest @ ..] => decode_bytes(rest),
        [0xff, 0xfe, rest @ ..] => Cow::Owned(decode_utf16(rest, u16::from_le_bytes)),
        [0xfe, 0xff, rest @ ..] => Cow::Owned(decode_utf16(rest, u16::from_be_bytes)),
        _ => decode_bytes(bytes),
    };
    match text.find('\0') {
        Some(at) => {
            let position = Locator::new(&text).position(at);
            Err(FormatError { kind: FormatErrorKind::Nul, position })
        }
        None => Ok(text),
    }
}

fn decode_bytes(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) if !declares_latin(text) => Cow::Borrowed(text),
        _ => Cow::Owned(bytes.iter().map(|&byte| decode_windows_1252(byte)).collect()),
    }
}

/// Whether an XML declaration names a single-byte code page. It counts even when the bytes happen
/// to be valid UTF-8.
fn declares_latin(text: &str) -> bool {
    let Some(declaration) = text.strip_prefix("<?xml").and_then(|rest| rest.split("?>").next())
    else {
        return false;
    };
    let declaration = declaration.to_ascii_lowercase();
    ["iso-8859-1", "windows-1252", "latin1"].iter().any(|name| declaration.contains(name))
}

fn decode_windows_1252(byte: u8) -> char {
    match byte {
        0x80..=0x9f => WINDOWS_1252[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

fn decode_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units = bytes.chunks_exact(2).map(|pair| unit([pair[0], pair[1]]));
    char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)).collect()
}

/// Turns byte offsets into lines and columns. Walks on from the last offset asked for, so that
/// asking in order is cheap however long the text is.
pub(super) struct Locator<'a> {
    text: &'a str,
    at: usize,
    position: Position,
}

impl<'a> Locator<'a> {
    /// Starts at the beginning of a text.
    pub(super) fn new(text: &'a str) -> Locator<'a> {
        Locator { text, at: 0, position: Position { line: 1, column: 1 } }
    }

    /// The place of a byte offset that lies on a character or at the end.
    pub(super) fn position(&mut self, at: usize) -> Position {
        if at < self.at {
            *self = Locator::new(self.text);
        }
        let bytes = self.text.as_bytes();
        for (i, c) in self.text[self.at..at].char_indices() {
            let before_lf = bytes.get(self.at + i + 1) == Some(&b'\n');
            if c == '\n' || c == '\r' && !before_lf {
                self.position = Position { line: self.position.line + 1, column: 1 };
            } else {
                self.position.column += 1;
            }
        }
        self.at = at;
        self.position
    }
}

/// The lines of a text without their ends, at most [`MAX_LINES`]. Lines end with LF, CR LF or CR.
pub(super) fn lines(text: &str) -> Result<Vec<&str>, FormatError> {
    let mut lines = Vec::new();
    let mut start = 0;
    for (next, end) in line_ends(text) {
        if lines.len() == MAX_LINES {
            return Err(FormatError::new(FormatErrorKind::TooManyLines, MAX_LINES as u32, 1));
        }
        lines.push(&text[start..end]);
        start = next;
    }
    Ok(lines)
}

/// For every line, where the next one begins and where this one ends.
fn line_ends(text: &str) -> impl Iterator<Item = (usize, usize)> + '_ {
    let bytes = text.as_bytes();
    let mut at = 0;
    std::iter::from_fn(move || {
        if at >= bytes.len() {
            return None;
        }
        let rest = &bytes[at..];
        let length = rest.iter().position(|b| matches!(b, b'\n' | b'\r')).unwrap_or(rest.len());
        let end = at + length;
        let mark = if bytes[end..].starts_with(b"\r\n") { 2 } else { 1 };
        at = (end + mark).min(bytes.len());
        Some((if end == bytes.len() { end + 1 } else { at }, end))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_of_one_name_agree() {
        let name = "Jörg – “x”";
        let utf16 = |to: fn(u16) -> [u8; 2], mark: [u8; 2]| {
            name.encode_utf16().fold(mark.to_vec(), |mut all, unit| {
                all.extend(to(unit));
                all
            })
        };
        let latin = b"J\xf6rg \x96 \x93x\x94";
        assert_eq!(decode(name.as_bytes()).unwrap(), name);
        assert_eq!(decode(format!("\u{feff}{name}").as_bytes()).unwrap(), name);
        assert_eq!(decode(&utf16(u16::to_le_bytes, [0xff, 0xfe])).unwrap(), name);
        assert_eq!(decode(&utf16(u16::to_be_bytes, [0xfe, 0xff])).unwrap(), name);
        assert_eq!(decode(latin).unwrap(), name);
    }

    #[test]
    fn a_declared_code_page_counts() {
        let bytes = b"<?xml version='1.0' encoding='ISO-8859-1'?><a>\xc3\xa9</a>";
        assert!(decode(bytes).unwrap().ends_with("<a>Ã©</a>"));
    }

    #[test]
    fn all_line_ends_are_known() {
        assert_eq!(lines("a\r\nb\rc\n\nd").unwrap(), ["a", "b", "c", "", "d"]);
        assert_eq!(lines("a\n").unwrap(), ["a"]);
        assert_eq!(lines("\r").unwrap(), [""]);
        assert_eq!(lines("").unwrap(), [""; 0]);
    }

    #[test]
    fn zero_bytes_are_named_with_their_place() {
        let place = |bytes: &[u8]| {
            let position = decode(bytes).unwrap_err().position;
            (position.line, position.column)
        };
        assert_eq!(place(b"a\r\nb\xc3\xb6\0c"), (2, 3));
        assert_eq!(place(b"\0"), (1, 1));
        assert_eq!(place(b"a\n\n\0\n"), (3, 1));
    }

    #[test]
    fn places_may_be_asked_in_any_order() {
        let mut locator = Locator::new("aö\r\nb\rc");
        let mut place = |at| {
            let position = locator.position(at);
            (position.line, position.column)
        };
        assert_eq!(place(5), (2, 1));
        assert_eq!(place(1), (1, 2));
        assert_eq!(place(3), (1, 3));
        assert_eq!(place(7), (3, 1));
        assert_eq!(place(8), (3, 2));
    }

    #[test]
    fn too_large_is_refused() {
        assert!(decode(&vec![b'a'; MAX_FILE + 1]).is_err());
    }
}
