//! Completion scripts: what a user may type, without what is hidden, and with the names that have a
//! table.

use clap::builder::PossibleValuesParser;
use clap::{Arg, Command, CommandFactory};
use clap_complete::Shell;

use crate::args::Cli;
use crate::embedded;

/// The script for a shell.
pub(crate) fn script(shell: Shell) -> Vec<u8> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut visible(&Cli::command()), "banto", &mut script);
    script
}

/// A command as its users see it.
fn visible(command: &Command) -> Command {
    let args = command.get_arguments().filter(|arg| !arg.is_hide_set()).cloned();
    let below = command.get_subcommands().filter(|below| !below.is_hide_set()).map(visible);
    let mut seen = Command::new(command.get_name().to_owned())
        .args(args.map(|arg| named(command.get_name(), arg)))
        .subcommands(below);
    if let Some(about) = command.get_about() {
        seen = seen.about(about.clone());
    }
    seen.version(env!("CARGO_PKG_VERSION"))
}

/// An argument that is a name from a table offers that table.
fn named(command: &str, arg: Arg) -> Arg {
    let names: Vec<String> = match (command, arg.get_id().as_str()) {
        (_, "engine") => of(puzzle::engines::all().iter().map(|row| row.name)),
        (_, "heuristic") => of(puzzle::engines::heuristics().iter().map(|row| row.name)),
        (_, "space") => of(puzzle::engines::spaces().iter().map(|row| row.name)),
        (_, "to") => of(puzzle::write::formats().iter().map(|row| row.name)),
        (_, "techniques") => {
            let names = puzzle::engines::TECHNIQUES.iter().map(|row| row.name);
            names.flat_map(|name| [format!("+{name}"), format!("-{name}")]).collect()
        }
        ("run" | "report" | "show", "name") => {
            lab::experiments().into_iter().map(|it| it.name).collect()
        }
        ("export", "name") => of(embedded::list().map(|(name, _)| name)),
        ("man", "command") => of(crate::manual::commands().iter().map(String::as_str)),
        _ => return arg,
    };
    arg.value_parser(PossibleValuesParser::new(names))
}

fn of<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut names: Vec<String> = names.map(str::to_owned).collect();
    names.sort();
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_offer_names_and_nothing_hidden() {
        for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
            let text = String::from_utf8(script(shell)).unwrap();
            for name in ["idastar", "pi-corral", "manhattan", "boxoban", "gargioni"] {
                assert!(text.contains(name), "{shell}: {name}");
            }
            let words = || text.split(|c: char| !c.is_alphanumeric());
            for hidden in ["worker", "inject"] {
                assert!(words().all(|word| word != hidden), "{shell}: {hidden}");
            }
        }
    }
}
