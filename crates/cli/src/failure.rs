//! Errors at the edge of the program: what to say, and the exit code that says it to scripts.

use std::fmt;

use miette::{
    GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteDiagnostic, NamedSource, Report,
    Severity,
};

/// Why a command could not do its work.
#[derive(Debug)]
pub(crate) struct Failure {
    /// The exit code.
    pub(crate) code: u8,
    /// The sentence for the user.
    pub(crate) message: String,
}

/// The result of a command: an exit code, or a failure to be told.
pub(crate) type Outcome = Result<u8, Failure>;

impl Failure {
    /// Something that should not happen.
    pub(crate) fn internal(message: impl fmt::Display) -> Failure {
        Failure { code: 1, message: format!("internal error: {message}") }
    }

    /// The command line asks for something that does not exist.
    pub(crate) fn usage(message: impl fmt::Display) -> Failure {
        Failure { code: 2, message: message.to_string() }
    }

    /// A level or solution file that cannot be used at all.
    pub(crate) fn bad_file(message: impl fmt::Display) -> Failure {
        Failure { code: 3, message: message.to_string() }
    }

    /// Reading or writing failed.
    pub(crate) fn io(what: impl fmt::Display, error: &std::io::Error) -> Failure {
        Failure { code: 4, message: format!("{what}: {error}") }
    }
}

/// A fault in a text, with the spot to underline.
pub(crate) struct Spot<'a> {
    /// What the text is called.
    pub(crate) name: &'a str,
    /// The whole text.
    pub(crate) text: &'a str,
    /// Line, from 1.
    pub(crate) line: u32,
    /// Column in characters, from 1.
    pub(crate) column: u32,
}

/// Draws a fault: the message, the line it is in and a mark under the spot.
pub(crate) fn underline(message: &str, spot: &Spot<'_>, colour: bool) -> String {
    let (start, end) = line_bounds(spot.text, spot.line);
    let line = &spot.text[start..end];
    let column = spot.column.saturating_sub(1) as usize;
    let (offset, length) = line
        .char_indices()
        .nth(column)
        .map_or((end, 0), |(at, character)| (start + at, character.len_utf8()));
    let diagnostic = MietteDiagnostic::new(message)
        .with_severity(Severity::Error)
        .with_label(LabeledSpan::new(Some("here".to_owned()), offset, length));
    let source = NamedSource::new(printable(spot.name), spot.text.to_owned());
    let report = Report::new(diagnostic).with_source_code(source);
    let theme = if colour { GraphicalTheme::unicode() } else { GraphicalTheme::unicode_nocolor() };
    let mut out = String::new();
    let handler = GraphicalReportHandler::new_themed(theme).with_context_lines(1);
    match handler.render_report(&mut out, report.as_ref()) {
        Ok(()) => out,
        Err(_) => format!("{}: line {}: {message}\n", spot.name, spot.line),
    }
}

/// Byte range of a line (from 1), without its end; the end of the text when there is no such line.
fn line_bounds(text: &str, line: u32) -> (usize, usize) {
    let mut start = 0;
    for _ in 1..line {
        match text[start..].find('\n') {
            Some(at) => start += at + 1,
            None => return (text.len(), text.len()),
        }
    }
    let end = text[start..].find(['\n', '\r']).map_or(text.len(), |at| start + at);
    (start, end)
}

/// A text from a file made safe for a terminal: control characters are shown, not sent.
pub(crate) fn printable(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { c.escape_default().to_string() } else { c.to_string() })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_spot_is_underlined() {
        let text = "####\n#@x#\n####\n";
        let spot = Spot { name: "my.xsb", text, line: 2, column: 3 };
        let drawn = underline("unknown character 'x'", &spot, false);
        assert!(drawn.contains("unknown character 'x'"), "{drawn}");
        assert!(drawn.contains("my.xsb:2:3"), "{drawn}");
        assert!(drawn.contains("#@x#"), "{drawn}");
    }

    #[test]
    fn spots_outside_the_text_do_no_harm() {
        for (line, column) in [(1, 99), (99, 1), (0, 0), (3, 1)] {
            let spot = Spot { name: "f", text: "äö\n#", line, column };
            assert!(underline("fault", &spot, false).contains("fault"));
        }
    }

    #[test]
    fn control_characters_are_shown() {
        assert_eq!(printable("a\u{1b}[31mb"), "a\\u{1b}[31mb");
    }
}
