//! Completions: what can follow on a command line that somebody is typing.
//!
//! The scripts for bash, zsh and fish ask the program (`banto complete -- WORDS`), because collections
//! are the user's own and change; other shells get a script with commands and options alone.

mod values;

use clap::{Arg, Command, CommandFactory};
use clap_complete::Shell;

use crate::args::Cli;
use crate::library::Library;
use values::{Given, values};

/// What the shell adds to the names.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Paths {
    /// Nothing.
    #[default]
    None,
    /// Files and folders.
    Files,
    /// Folders.
    Folders,
}

/// What can follow: names with a few words about each, and paths.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Offer {
    names: Vec<(String, String)>,
    paths: Paths,
}

impl Offer {
    /// Names that begin like the word, without those that a terminal cannot show.
    fn begun(mut self, word: &str) -> Offer {
        self.names.retain(|(name, _)| name.starts_with(word) && !name.contains(char::is_control));
        self
    }

    /// The names with something before each.
    fn after(mut self, before: &str) -> Offer {
        self.names.iter_mut().for_each(|(name, _)| name.insert_str(0, before));
        self
    }

    /// What the scripts read: a word for the paths, then a line for each name.
    pub(crate) fn text(&self) -> String {
        let kind = match self.paths {
            Paths::None => "names",
            Paths::Files => "files",
            Paths::Folders => "folders",
        };
        let line = |(name, about): &(String, String)| {
            let about = about.lines().next().unwrap_or_default();
            format!("{name}\t{about}\n")
        };
        format!("{kind}\n{}", self.names.iter().map(line).collect::<String>())
    }
}

/// What can follow on a command line: its words, of which the last is the one being typed.
pub(crate) fn offers(words: &[String], library: &Library) -> Offer {
    let Some((word, before)) = words.split_last() else { return Offer::default() };
    let mut program = Cli::command();
    program.build();
    let Some(place) = Place::after(&program, before.get(1..).unwrap_or_default()) else {
        return Offer::default();
    };
    let given = |before| Given { path: &place.path, before, library };
    if let Some(arg) = place.waiting {
        return values(arg, word, &given(&[]));
    }
    if let Some((name, value)) = word.strip_prefix("--").and_then(|it| it.split_once('='))
        && !place.plain
    {
        let arg = long(place.command, name);
        let before = format!("--{name}=");
        return arg.map_or_else(Offer::default, |it| values(it, value, &given(&[])).after(&before));
    }
    let switches = place.command.get_arguments().find(|arg| arg.get_id() == "techniques");
    if word.starts_with('-') && !place.plain {
        let mut offer = options(place.command);
        if let Some(arg) = switches.filter(|_| word.len() > 1 && !word.starts_with("--")) {
            offer.names.extend(values(arg, word, &given(&[])).names);
        }
        return offer.begun(word);
    }
    if let Some(arg) = switches.filter(|_| word.starts_with('+')) {
        return values(arg, word, &given(&[]));
    }
    let mut offer = Offer::default();
    if place.given.is_empty() {
        offer = commands(place.command);
    }
    if let Some(arg) = place.positional() {
        let values = values(arg, word, &given(&place.given));
        offer.names.extend(values.names);
        offer.paths = values.paths;
    }
    offer.begun(word)
}

/// Where on the command line the next word stands.
struct Place<'a> {
    command: &'a Command,
    /// The words of the command, such as `bench run`.
    path: String,
    /// The words so far that are not options.
    given: Vec<String>,
    /// The option that waits for its value.
    waiting: Option<&'a Arg>,
    /// Whether `--` has ended the options.
    plain: bool,
}

impl<'a> Place<'a> {
    /// The place after these words; `None` behind a hidden command.
    fn after(program: &'a Command, words: &[String]) -> Option<Place<'a>> {
        let (path, given) = (String::new(), Vec::new());
        let mut place = Place { command: program, path, given, waiting: None, plain: false };
        for word in words {
            place.take(word)?;
        }
        Some(place)
    }

    fn take(&mut self, word: &str) -> Option<()> {
        if self.waiting.take().is_some() {
            return Some(());
        }
        if self.plain || !word.starts_with('-') || word == "-" {
            let below = self.command.find_subcommand(word).filter(|_| self.given.is_empty());
            match below.filter(|_| !self.plain) {
                Some(below) if below.is_hide_set() => return None,
                Some(below) => {
                    self.command = below;
                    self.path = format!("{} {word}", self.path).trim_start().to_owned();
                }
                // A bare switch of a technique is an option.
                None if word.starts_with('+') => {}
                None => self.given.push(word.to_owned()),
            }
        } else if word == "--" {
            self.plain = true;
        } else if let Some(name) = word.strip_prefix("--") {
            let arg = if name.contains('=') { None } else { long(self.command, name) };
            self.waiting = arg.filter(|arg| takes_value(arg));
        } else if !puzzle::engines::is_technique(&word[1..]) {
            self.waiting = short(self.command, &word[1..]);
        }
        Some(())
    }

    /// The argument that a word without dashes would be.
    fn positional(&self) -> Option<&'a Arg> {
        let mut all: Vec<&Arg> = self.command.get_positionals().collect();
        all.sort_by_key(|arg| arg.get_index());
        let last = all.last().filter(|arg| is_list(arg));
        all.get(self.given.len()).or(last).copied()
    }
}

fn is_list(arg: &Arg) -> bool {
    matches!(arg.get_action(), clap::ArgAction::Append)
}

fn takes_value(arg: &Arg) -> bool {
    arg.get_action().takes_values()
}

/// An option by its long name, also by an old one.
fn long<'a>(command: &'a Command, name: &str) -> Option<&'a Arg> {
    let called = |arg: &&Arg| {
        let old = arg.get_all_aliases().unwrap_or_default();
        arg.get_long() == Some(name) || old.contains(&name)
    };
    command.get_arguments().find(called)
}

/// The option at the end of a group of letters that waits for a value.
fn short<'a>(command: &'a Command, letters: &str) -> Option<&'a Arg> {
    let arg = |letter| command.get_arguments().find(|arg| arg.get_short() == Some(letter));
    for (at, letter) in letters.char_indices() {
        let arg = arg(letter)?;
        if takes_value(arg) {
            return (at + letter.len_utf8() == letters.len()).then_some(arg);
        }
    }
    None
}

/// The options of a command, in full.
fn options(command: &Command) -> Offer {
    let seen = command.get_arguments().filter(|arg| !arg.is_hide_set());
    let name = |arg: &Arg| {
        let about = arg.get_help().map(ToString::to_string).unwrap_or_default();
        arg.get_long().map(|long| (format!("--{long}"), about))
    };
    Offer { names: seen.filter_map(name).collect(), paths: Paths::None }
}

/// The commands below a command.
fn commands(command: &Command) -> Offer {
    let seen = command.get_subcommands().filter(|below| !below.is_hide_set());
    let name = |below: &Command| {
        let about = below.get_about().map(ToString::to_string).unwrap_or_default();
        (below.get_name().to_owned(), about)
    };
    Offer { names: seen.map(name).collect(), paths: Paths::None }
}

/// The script for a shell.
pub(crate) fn script(shell: Shell) -> Vec<u8> {
    match shell {
        Shell::Bash => include_bytes!("banto.bash").to_vec(),
        Shell::Zsh => include_bytes!("banto.zsh").to_vec(),
        Shell::Fish => include_bytes!("banto.fish").to_vec(),
        other => {
            let mut script = Vec::new();
            clap_complete::generate(other, &mut visible(&Cli::command()), "banto", &mut script);
            script
        }
    }
}

/// A command as its users see it.
fn visible(command: &Command) -> Command {
    let args = command.get_arguments().filter(|arg| !arg.is_hide_set()).cloned();
    let below = command.get_subcommands().filter(|below| !below.is_hide_set()).map(visible);
    let mut seen = Command::new(command.get_name().to_owned()).args(args).subcommands(below);
    if let Some(about) = command.get_about() {
        seen = seen.about(about.clone());
    }
    seen.version(env!("CARGO_PKG_VERSION"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn offered(line: &str) -> Offer {
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        offers(&words, &Library::new(None))
    }

    fn names(line: &str) -> Vec<String> {
        offered(line).names.into_iter().map(|(name, _)| name).collect()
    }

    #[test]
    fn every_kind_of_name_is_offered() {
        for (line, name) in [
            ("banto so", "solve"),
            ("banto solve --engine idas", "idastar"),
            ("banto solve --engine=idas", "--engine=idastar"),
            ("banto -q solve --time 5s --eng", "--engine"),
            ("banto solve -T +free", "+freeze"),
            ("banto solve x.xsb +free", "+freeze"),
            ("banto solve -freeze -poster", "-poster-corral"),
            ("banto solve --heuristic manhattan-m", "manhattan-matching"),
            ("banto solve --goal st", "steps"),
            ("banto solve x.xsb starter-s", "starter-sokoban"),
            ("banto solve -qT -freeze starter-s", "starter-sokoban"),
            ("banto bench starter-s", "starter-sokoban"),
            ("banto bench run -c auto,idas", "auto,idastar"),
            ("banto bench rep", "report"),
            ("banto lab run gargioni-b", "gargioni-boxes"),
            ("banto convert --to boxo", "boxoban"),
            ("banto info --sort boxes,-pu", "boxes,-pushes"),
            ("banto man bench ru", "run"),
            ("banto completions fi", "fish"),
            ("banto levels export kid", "kid-1"),
            ("banto improve --objective push", "pushes"),
        ] {
            let found = names(line);
            assert!(found.iter().any(|it| it == name), "{line}: {found:?}");
        }
    }

    #[test]
    fn nothing_hidden_and_nothing_out_of_place_is_offered() {
        for line in
            ["banto wor", "banto comp", "banto solve --inj", "banto worker --in", "banto bench ch"]
        {
            let found = names(line);
            assert!(found.iter().all(|it| it == "completions"), "{line}: {found:?}");
        }
        // A value is not an option, and a file is not a command.
        assert!(names("banto solve --time --eng").is_empty());
        assert!(!names("banto bench x.xsb re").contains(&"report".to_owned()));
        assert!(names("banto solve -- --eng").is_empty());
    }

    #[test]
    fn paths_are_left_to_the_shell() {
        for (line, paths) in [
            ("banto solve ", Paths::Files),
            ("banto solve -o ", Paths::Files),
            ("banto solve --output=", Paths::Files),
            ("banto bench report ", Paths::Folders),
            ("banto levels add ", Paths::Files),
            ("banto levels remove ", Paths::None),
            ("banto solve --time ", Paths::None),
            ("banto ", Paths::None),
        ] {
            assert_eq!(offered(line).paths, paths, "{line}");
        }
    }

    #[test]
    fn scripts_of_other_shells_have_commands_and_nothing_hidden() {
        for shell in [Shell::PowerShell, Shell::Elvish] {
            let text = String::from_utf8(script(shell)).unwrap();
            let words = || text.split(|c: char| !c.is_alphanumeric());
            assert!(words().any(|word| word == "solve"), "{shell}");
            for hidden in ["worker", "inject"] {
                assert!(words().all(|word| word != hidden), "{shell}: {hidden}");
            }
        }
    }
}
