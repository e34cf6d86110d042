//! `banto play`: both games in the terminal; `--plain`: the same in lines of text.

use std::io::IsTerminal;
use std::sync::Arc;

use play::{Colours, Lang, Options, Shelved};

use crate::args::{Color, Play};
use crate::embedded;
use crate::failure::{CommandResult, Failure};
use crate::interrupt;
use crate::library::Library;
use crate::sources::{self, Source};
use crate::terminal::Terminal;

/// Plays until the user leaves.
pub(crate) fn run(args: &Play, library: &Library, terminal: Terminal) -> CommandResult {
    let watched = std::io::stdin().is_terminal() && std::io::stdout().is_terminal();
    if !args.plain && !watched {
        let reason =
            "play draws on a terminal; for pipes and scripts there is `banto play --plain`";
        return Err(Failure::usage(reason));
    }
    let options = options(args, library, terminal.color())?;
    if args.plain {
        let done = play::console(options, std::io::stdin().lock(), std::io::stdout().lock());
        return done.map(|()| 0).map_err(|error| Failure::output(&error));
    }
    let stop = interrupt::flag()?;
    match play::screen(options, &stop) {
        Ok(true) => Ok(0),
        Ok(false) => Ok(puzzle::Status::Interrupted.exit_code()),
        Err(error) => Err(Failure::io("the terminal", &error)),
    }
}

fn options(args: &Play, library: &Library, color: Color) -> Result<Options, Failure> {
    let variable = |name: &str| std::env::var(name).ok();
    Ok(Options {
        lang: args.lang.unwrap_or_else(|| language(variable)),
        colours: colours(color, variable),
        shelf: shelf(&args.files, library)?,
        state: args.state.clone().or_else(|| library.state_file()),
        searcher: Some(runner::WorkerCommand::this_program()),
        time: args.time,
    })
}

/// The colours that `--color` and the environment ask for.
fn colours(color: Color, variable: impl Fn(&str) -> Option<String>) -> Colours {
    match color {
        Color::Auto => Colours::of_environment(variable),
        Color::Never => Colours::None,
        Color::Sixteen => Colours::Sixteen,
        Color::Many => Colours::Many,
        Color::All => Colours::All,
        Color::Always => {
            let terminal = |name: &str| variable(name).filter(|_| name != "NO_COLOR");
            match Colours::of_environment(terminal) {
                Colours::None => Colours::Sixteen,
                some => some,
            }
        }
    }
}

/// The language of the environment, if it is supported.
fn language(variable: impl Fn(&str) -> Option<String>) -> Lang {
    let chosen = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(variable);
    let chosen = chosen.into_iter().find(|value| !value.is_empty());
    chosen.and_then(|value| Lang::from_code(&value)).unwrap_or_default()
}

/// What is named, or else everything there is.
fn shelf(names: &[String], library: &Library) -> Result<Vec<Shelved>, Failure> {
    if names.is_empty() {
        return Ok(everything(library));
    }
    if names.iter().any(|name| name == "-") {
        return Err(Failure::usage("play takes keys and commands from standard input, not levels"));
    }
    let found = sources::find(names, library)?;
    match found.iter().find_map(|source| source.unread.clone()) {
        Some(failure) => Err(failure),
        None => Ok(found.into_iter().map(named).collect()),
    }
}

/// A source that was named on the command line.
fn named(source: Source) -> Shelved {
    let Source { name, bytes, levels, .. } = source;
    let level = levels.and_then(|levels| levels.parts().first().map(|part| *part.start()));
    let shown = std::path::Path::new(&name).file_name().and_then(|it| it.to_str());
    let shown = shown.unwrap_or(&name).to_owned();
    let read: play::ReadFile = Arc::new(move || Ok(bytes.clone()));
    Shelved { name: shown, description: String::new(), read, level }
}

/// The embedded collections and the library.
fn everything(library: &Library) -> Vec<Shelved> {
    let embedded = embedded::list().map(|(name, description)| Shelved {
        name: name.to_owned(),
        description: description.to_owned(),
        read: Arc::new(move || Ok(embedded::named(name).map(|it| it.bytes).unwrap_or_default())),
        level: None,
    });
    let own = library.collections().into_iter().map(|(name, path)| Shelved {
        name,
        description: path.display().to_string(),
        read: Arc::new(move || {
            sources::read_file(&path).map(|it| it.bytes).map_err(|failure| failure.message)
        }),
        level: None,
    });
    embedded.chain(own).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_of_the_environment() {
        let of = |pairs: &'static [(&str, &str)]| {
            language(move |name| pairs.iter().find(|it| it.0 == name).map(|it| it.1.to_owned()))
        };
        assert_eq!(of(&[("LANG", "pt_PT.UTF-8")]), Lang::Pt);
        assert_eq!(of(&[("LC_ALL", "C"), ("LANG", "pt_PT")]), Lang::En);
        assert_eq!(of(&[("LC_ALL", ""), ("LANG", "pt_BR")]), Lang::Pt);
        assert_eq!(of(&[]), Lang::En);
    }
}
