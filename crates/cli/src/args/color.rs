//! `--color`: when to colour, and for `play` with how many colours.

use std::ffi::OsString;

use clap::ValueEnum;

/// When to colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, as NO_COLOR, CLICOLOR_FORCE, COLORTERM and TERM say
    Auto,
    /// Always
    Always,
    /// Never
    #[value(alias = "none")]
    Never,
    /// Always, with sixteen colours in `play`
    #[value(name = "16", hide = true)]
    Sixteen,
    /// Always, with 256 colours in `play`
    #[value(name = "256", hide = true)]
    Many,
    /// Always, with sixteen million colours in `play`
    #[value(hide = true)]
    All,
}

/// The colours that the arguments ask for, for help and errors that are printed before anything is parsed.
pub(crate) fn asked_color(args: &[OsString]) -> clap::ColorChoice {
    let mut words = args.iter().map(|it| it.to_string_lossy()).take_while(|it| it != "--");
    let mut asked = None;
    while let Some(word) = words.next() {
        let value = match word.split_once('=') {
            Some(("--color" | "--colour", value)) => Some(value.to_owned()),
            _ if word == "--color" || word == "--colour" => words.next().map(|it| it.into_owned()),
            _ => None,
        };
        asked = value.or(asked);
    }
    match asked.and_then(|value| Color::from_str(&value, false).ok()) {
        None | Some(Color::Auto) => clap::ColorChoice::Auto,
        Some(Color::Never) => clap::ColorChoice::Never,
        Some(_) => clap::ColorChoice::Always,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_of_help_and_errors_follow_the_arguments() {
        let of =
            |words: &[&str]| asked_color(&words.iter().map(OsString::from).collect::<Vec<_>>());
        assert_eq!(of(&["banto", "solve"]), clap::ColorChoice::Auto);
        assert_eq!(of(&["banto", "--color", "never", "-h"]), clap::ColorChoice::Never);
        assert_eq!(of(&["banto", "-h", "--colour=none"]), clap::ColorChoice::Never);
        assert_eq!(of(&["banto", "--color=always", "-h"]), clap::ColorChoice::Always);
        assert_eq!(of(&["banto", "--color", "purple"]), clap::ColorChoice::Auto);
        assert_eq!(of(&["banto", "--", "--color", "never"]), clap::ColorChoice::Auto);
    }
}
