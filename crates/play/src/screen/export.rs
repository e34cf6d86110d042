//! The moves of a game for other programs: to the clipboard of the terminal, or to a new file.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;

/// What makes a terminal put a text on its clipboard (OSC 52).
pub(crate) fn clipboard(text: &str) -> String {
    format!("\x1b]52;c;{}\x07", base64(text.as_bytes()))
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |i: usize| u32::from(chunk.get(i).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for i in 0..4 {
            match i <= chunk.len() {
                true => text.push(char::from(LETTERS[(bits >> (18 - 6 * i)) as usize & 63])),
                false => text.push('='),
            }
        }
    }
    text
}

/// Writes moves to a file that does not exist yet, and returns its name.
///
/// # Errors
/// When the folder takes no file.
pub(crate) fn write(
    folder: &Path,
    (collection, level): (&str, usize),
    moves: &str,
) -> std::io::Result<String> {
    let plain = |c: char| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '-' };
    let stem: String = collection.chars().map(plain).collect();
    let stem = stem.trim_start_matches(['.', '-']);
    for number in 1..1000 {
        let more = if number == 1 { String::new() } else { format!("-{number}") };
        let name = format!("{stem}-{level}-moves{more}.txt");
        match OpenOptions::new().write(true).create_new(true).open(folder.join(&name)) {
            Ok(mut file) => {
                file.write_all(format!("{moves}\n").as_bytes())?;
                return Ok(name);
            }
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(std::io::ErrorKind::AlreadyExists.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_as_the_standard_has_it() {
        let pairs =
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")];
        for (text, coded) in pairs {
            assert_eq!(base64(text.as_bytes()), coded);
        }
        assert_eq!(clipboard("foo"), "\x1b]52;c;Zm9v\x07");
    }

    #[test]
    fn no_file_is_overwritten() {
        let folder = std::env::temp_dir().join(format!("banto-export-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let first = write(&folder, ("../my set", 3), "rR").unwrap();
        let second = write(&folder, ("../my set", 3), "lL").unwrap();
        assert_eq!(
            (first.as_str(), second.as_str()),
            ("my-set-3-moves.txt", "my-set-3-moves-2.txt")
        );
        assert_eq!(std::fs::read_to_string(folder.join(first)).unwrap(), "rR\n");
        std::fs::remove_dir_all(&folder).unwrap();
        assert!(write(&folder, ("a", 1), "r").is_err());
    }
}
