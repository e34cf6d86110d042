//! From text to lines, which end with LF, CR LF or CR.

use crate::{MAX_LINES, Position, TextError, TextErrorKind};

/// The lines of a text without their ends.
///
/// # Errors
/// There are more than [`MAX_LINES`].
pub fn lines(text: &str) -> Result<Vec<&str>, TextError> {
    let lines: Vec<&str> = split(text).take(MAX_LINES + 1).collect();
    if lines.len() > MAX_LINES {
        let position = Position { line: MAX_LINES as u32, column: 1 };
        return Err(TextError { kind: TextErrorKind::TooManyLines, position });
    }
    Ok(lines)
}

/// The lines one by one, however many there are.
pub fn split(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = rest.bytes().position(|b| matches!(b, b'\n' | b'\r')).unwrap_or(rest.len());
        let (line, mark) = rest.split_at(end);
        let width = if mark.starts_with("\r\n") { 2 } else { mark.len().min(1) };
        rest = &mark[width..];
        Some(line)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_line_ends_are_known() {
        assert_eq!(lines("a\r\nb\rc\n\nd").unwrap(), ["a", "b", "c", "", "d"]);
        assert_eq!(lines("a\n").unwrap(), ["a"]);
        assert_eq!(lines("\r").unwrap(), [""]);
        assert_eq!(lines("").unwrap(), [""; 0]);
        assert_eq!(lines("\n\r\n").unwrap(), ["", ""]);
    }

    #[test]
    fn too_many_are_refused() {
        assert!(lines(&"\n".repeat(MAX_LINES)).is_ok());
        let error = lines(&"\n".repeat(MAX_LINES + 1)).unwrap_err();
        assert_eq!((error.kind, error.position.line), (TextErrorKind::TooManyLines, 4_000_000));
    }
}
