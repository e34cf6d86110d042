//! Lines people can copy, for each command: shown below its help and in its manual page.

use clap::Command;

/// A command, then lines and what they do.
const EXAMPLES: [(&str, &[(&str, &str)]); 18] = [
    (
        "solve",
        &[
            ("banto solve microban.xsb", "Solve every level of a file"),
            ("banto solve microban.xsb:12 --goal pushes --engine optimal", "Fewest pushes, proved"),
            (
                "banto solve sets/ --level 1,3,5 --time 5min --memory 2GB",
                "Some levels, with limits",
            ),
            ("cat level.xsb | banto solve --jsonl", "A record for another program"),
            ("banto solve mine.xsb --goal pushes --gap 2%", "Short, and how far from the shortest"),
            ("banto solve mine.xsb -o solved.sok", "Keep the solutions, in the level file"),
        ],
    ),
    (
        "check",
        &[
            ("banto check solved.sok", "Replay the solutions inside a file"),
            ("banto check sets/", "Replay those of a whole folder"),
            ("banto check levels.xsb --solutions levels.sol", "Replay those of another file"),
            ("banto check levels.xsb:3 --proof three.proof", "Check why nothing is shorter"),
        ],
    ),
    (
        "improve",
        &[
            ("banto improve solved.sok -o shorter.sok", "Shorten the solutions inside a file"),
            (
                "banto improve levels.xsb --solutions levels.tsv --objective moves --time 1min",
                "Those of another file, in moves",
            ),
        ],
    ),
    (
        "info",
        &[
            ("banto info level.xsb", "Facts and a drawing"),
            ("banto info sets/ --jsonl", "A row for every level"),
            (
                "banto info level.xsb --known solved.jsonl --known level.proof",
                "The best that is known, what is proved, and by what",
            ),
        ],
    ),
    (
        "convert",
        &[
            ("banto convert levels.slc --to xsb -o levels.xsb", "From one format to another"),
            ("banto convert sets.zip --to json", "A whole archive as one document"),
            ("banto convert --to help", "The formats"),
        ],
    ),
    (
        "levels",
        &[
            ("banto levels add downloads/", "Keep collections in the library"),
            ("banto levels list --jsonl", "What is there, for another program"),
            ("banto levels show microban:7", "Draw a level"),
        ],
    ),
    (
        "generate",
        &[
            ("banto generate sokoban --seed 7 --boxes 4", "A Sokoban level"),
            ("banto generate unblock --category expert --count 3", "Three Unblock boards"),
        ],
    ),
    (
        "label",
        &[
            ("banto label boxoban/ --goal pushes -o labels.jsonl", "Label a set, or resume it"),
            ("banto label boxoban/hard --goal both -j 1 | head", "Look at the first labels"),
            ("banto label --check labels.jsonl boxoban/", "Replay every solution"),
        ],
    ),
    (
        "hint",
        &[
            ("banto hint level.xsb", "The next step"),
            ("banto hint level.xsb:3 --moves rrU", "The next step from where you are"),
        ],
    ),
    ("why", &[("banto why level.xsb --moves rrU", "Why this position is lost")]),
    (
        "bench",
        &[
            ("banto bench xsokoban.xsb --time 10s", "Every level, in runs/xsokoban"),
            (
                "banto bench sets/ -c auto,\"astar -freeze\" -o mine -j 4",
                "Two configurations, four at a time",
            ),
            ("banto bench resume mine", "Go on after anything"),
            ("banto bench report mine -o mine.html", "A page with plots"),
            ("banto bench --signature", "The number that changes when the search does"),
        ],
    ),
    (
        "lab",
        &[
            ("banto lab list", "The experiments"),
            ("banto lab report feup-searches", "What was published, and what we found"),
            ("banto lab run gargioni-boxes", "Run one of them here"),
            ("banto lab report gargioni-boxes --format html > boxes.html", "A page with plots"),
        ],
    ),
    (
        "play",
        &[
            ("banto play", "Choose a collection and play"),
            ("banto play microban.xsb:12", "Play one level"),
            ("banto play --plain --lang pt starter-unblock", "The text console, in Portuguese"),
        ],
    ),
    (
        "serve",
        &[
            ("banto serve --open", "The page, in your browser"),
            (
                "banto serve --game-server --game-levels microban.xsb --fps 20",
                "A game server for agents, which the page shows live",
            ),
        ],
    ),
    (
        "agent",
        &[
            ("banto agent ws://127.0.0.1:8000 --levels sokoban/levels", "Play the course's server"),
            ("banto agent ws://127.0.0.1:8000 starter-sokoban", "Play `banto serve --game-server`"),
        ],
    ),
    ("mcp", &[("banto mcp", "What a client of the Model Context Protocol starts")]),
    (
        "completions",
        &[(
            "banto completions bash > ~/.local/share/bash-completion/completions/banto",
            "For the bash shell",
        )],
    ),
    (
        "man",
        &[
            ("banto man solve | man -l -", "Read a page"),
            ("banto man --output ~/.local/share/man/man1", "Install all pages"),
        ],
    ),
];

/// The examples of a command.
pub(crate) fn of(command: &str) -> &'static [(&'static str, &'static str)] {
    EXAMPLES.iter().find(|(name, _)| *name == command).map_or(&[], |(_, examples)| examples)
}

/// A command with its examples below its help.
pub(crate) fn below_help(command: Command) -> Command {
    let examples = of(command.get_name());
    if examples.is_empty() {
        return command;
    }
    let lines = examples.iter().map(|(line, what)| format!("  {line}\n      {what}\n"));
    command.after_help(format!("Examples:\n{}", lines.collect::<String>().trim_end()))
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};

    use super::*;
    use crate::args::{Cli, with_switches};

    /// The words of a line as a shell reads them: blanks between quotes do not divide.
    fn words(line: &str) -> Vec<String> {
        let mut quoted = false;
        let divides = |letter: char| {
            quoted ^= letter == '"';
            letter == ' ' && !quoted
        };
        let words = line.split(divides).filter(|word| !word.is_empty());
        words.map(|word| word.replace('"', "")).collect()
    }

    #[test]
    fn every_command_has_examples_and_every_example_is_a_command() {
        for command in Cli::command().get_subcommands().filter(|it| !it.is_hide_set()) {
            assert!(!of(command.get_name()).is_empty(), "{}", command.get_name());
        }
        for (name, examples) in EXAMPLES {
            for (line, _) in examples {
                // What stands before or behind it is the shell's.
                let line = line.rsplit_once("cat level.xsb | ").map_or(*line, |(_, line)| line);
                let line = line.split(['|', '>']).next().unwrap_or_default();
                let words = words(line).into_iter().map(Into::into);
                let parsed = Cli::try_parse_from(with_switches(words));
                let parsed = parsed.unwrap_or_else(|error| panic!("{line}: {error}"));
                let found = format!("{:?}", parsed.command).to_lowercase();
                assert!(found.starts_with(name), "{line}");
            }
        }
    }

    #[test]
    fn examples_of_the_laboratory_name_its_experiments() {
        let known: Vec<String> = lab::experiments().into_iter().map(|it| it.name).collect();
        let named = |line: &str| line.split_whitespace().nth(3).map(str::to_owned);
        let names: Vec<String> = of("lab").iter().filter_map(|(line, _)| named(line)).collect();
        assert!(names.len() > 1 && names.iter().all(|name| known.contains(name)), "{names:?}");
    }
}
