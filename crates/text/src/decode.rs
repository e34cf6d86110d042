//! From bytes to text.
//!
//! UTF-8 with or without a byte order mark, UTF-16 with one, and anything else as Windows-1252
//! (Latin-1 with quotation marks), the code page of most old collections. A strange byte may spoil
//! an accent in a name, nothing else.

use std::borrow::Cow;

use crate::{Locator, MAX_FILE, Position, TextError, TextErrorKind};

/// Bytes 0x80 to 0x9f of Windows-1252; the five that are unassigned stay control characters.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// The text of a level file.
///
/// # Errors
/// The file has more than [`MAX_FILE`] bytes, or a zero byte, which no text has.
pub fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, TextError> {
    if bytes.len() > MAX_FILE {
        return Err(TextError { kind: TextErrorKind::FileTooLarge, position: Position::START });
    }
    let text = transcode(bytes);
    match text.find('\0') {
        Some(at) => {
            let position = Locator::new(&text).position(at);
            Err(TextError { kind: TextErrorKind::ZeroByte, position })
        }
        None => Ok(text),
    }
}

/// The characters of any bytes, even if [`decode`] refuses them: for showing where an error is.
pub fn transcode(bytes: &[u8]) -> Cow<'_, str> {
    match bytes {
        [0xef, 0xbb, 0xbf, rest @ ..] => decode_bytes(rest),
        [0xff, 0xfe, rest @ ..] => Cow::Owned(decode_utf16(rest, u16::from_le_bytes)),
        [0xfe, 0xff, rest @ ..] => Cow::Owned(decode_utf16(rest, u16::from_be_bytes)),
        _ => decode_bytes(bytes),
    }
}

fn decode_bytes(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) if !declares_latin(text) => Cow::Borrowed(text),
        _ => Cow::Owned(bytes.iter().map(|&byte| decode_windows_1252(byte)).collect()),
    }
}

/// Whether an XML declaration names a single-byte code page. It counts even if the bytes happen to
/// be valid UTF-8.
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
    fn zero_bytes_are_named_with_their_place() {
        let place = |bytes: &[u8]| {
            let error = decode(bytes).unwrap_err();
            assert_eq!(error.kind, TextErrorKind::ZeroByte);
            (error.position.line, error.position.column)
        };
        assert_eq!(place(b"a\r\nb\xc3\xb6\0c"), (2, 3));
        assert_eq!(place(b"\0"), (1, 1));
        assert_eq!(place(b"a\n\n\0\n"), (3, 1));
    }

    #[test]
    fn too_large_is_refused() {
        assert!(decode(&vec![b'a'; MAX_FILE]).is_ok());
        let error = decode(&vec![b'a'; MAX_FILE + 1]).unwrap_err();
        assert_eq!(error.kind, TextErrorKind::FileTooLarge);
    }
}
