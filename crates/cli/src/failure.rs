//! Errors of commands: the message for the user and the exit code for scripts.

use std::fmt;

/// Why a command could not do its work.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    /// The exit code.
    pub(crate) code: u8,
    /// The sentence for the user.
    pub(crate) message: String,
}

/// The result of a command: an exit code, or a failure to report.
pub(crate) type CommandResult = Result<u8, Failure>;

impl Failure {
    /// An internal error.
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

    /// The reader of standard output has gone (`| head`): the command ends without a message.
    pub(crate) fn reader_gone() -> Failure {
        Failure { code: 0, message: String::new() }
    }

    /// Writing to standard output failed.
    pub(crate) fn output(error: &std::io::Error) -> Failure {
        match error.kind() {
            std::io::ErrorKind::BrokenPipe => Failure::reader_gone(),
            _ => Failure::io("standard output", error),
        }
    }

    /// Reading or writing failed.
    pub(crate) fn io(what: impl fmt::Display, error: &std::io::Error) -> Failure {
        Failure { code: 4, message: format!("{what}: {error}") }
    }
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
    fn control_characters_are_shown() {
        assert_eq!(printable("a\u{1b}[31mb"), "a\\u{1b}[31mb");
    }
}
