//! Lines people can copy, for each command and those below it: shown below its help and in its manual
//! page.

use clap::Command;

/// A line and what it does.
type Example = (&'static str, &'static str);

/// A command, then lines and what they do.
const EXAMPLES: &[(&str, &[Example])] = &[
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
                "banto improve levels.xsb --solutions levels.tsv --goal moves --time 1min",
                "Those of another file, in moves",
            ),
        ],
    ),
    (
        "info",
        &[
            ("banto info level.xsb:3", "One level in full, with a drawing"),
            ("banto info sets/", "A table with a line for every level"),
            (
                "banto info sets/ --where \"boxes<=5\" --sort -bound",
                "The small ones, the longest first",
            ),
            ("banto info sets/ --csv > levels.csv", "Everything, for a spreadsheet"),
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
            ("banto generate unblock --grade expert --count 3", "Three Unblock boards"),
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
    (
        "rate",
        &[
            ("banto rate level.xsb", "How many solve it, and why not more"),
            ("banto rate level.xsb --advice", "What is superfluous, for a designer"),
            ("banto rate levels.xsb --jsonl", "Grades of a whole collection for a program"),
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
        "levels list",
        &[
            ("banto levels list", "The collections, with their games and sizes"),
            ("banto levels list --jsonl", "The same for another program"),
        ],
    ),
    (
        "levels duplicates",
        &[
            ("banto levels duplicates", "Equal levels among everything that is embedded or kept"),
            (
                "banto levels duplicates mine.xsb microban.xsb --jsonl",
                "In some files, for a program",
            ),
        ],
    ),
    (
        "levels add",
        &[
            ("banto levels add microban.xsb", "Keep a file, called microban from now on"),
            ("banto levels add downloads/ sets.zip", "Whole folders and archives"),
        ],
    ),
    (
        "levels remove",
        &[("banto levels remove microban", "Take a collection out; it is kept aside")],
    ),
    (
        "levels restore",
        &[
            ("banto levels restore", "What can be brought back"),
            ("banto levels restore microban", "Bring the last removed microban back"),
        ],
    ),
    (
        "levels show",
        &[
            ("banto levels show microban:7", "Draw a level"),
            ("banto levels show microban --level 1-3", "Draw some"),
        ],
    ),
    (
        "levels export",
        &[
            ("banto levels export microban -o copy.xsb", "The file as it came"),
            ("banto levels export microban --with-solutions", "With your best solutions"),
        ],
    ),
    (
        "generate sokoban",
        &[
            ("banto generate sokoban --seed 7 --boxes 4", "A level with four boxes"),
            ("banto generate sokoban --count 10 -o new.xsb", "Ten of them in a file"),
        ],
    ),
    (
        "generate unblock",
        &[("banto generate unblock --seed 7 --count 3", "Three boards, the same every time")],
    ),
    (
        "bench run",
        &[
            ("banto bench run xsokoban.xsb --time 10s", "Every level, in runs/xsokoban"),
            ("banto bench run sets/ -c auto,pull -o mine -j 4", "Two engines, four runs at a time"),
        ],
    ),
    ("bench resume", &[("banto bench resume mine", "Go on where it stopped")]),
    (
        "bench report",
        &[
            ("banto bench report mine", "A table for the terminal"),
            ("banto bench report mine -o mine.html", "A page with plots"),
            ("banto bench report before after --format md", "Two runs in one report"),
        ],
    ),
    (
        "bench compare",
        &[
            ("banto bench compare before after", "What was gained and lost between two runs"),
            ("banto bench compare mine", "The configurations of one run"),
        ],
    ),
    ("bench merge", &[("banto bench merge -o whole part-1 part-2", "Join the shards of a run")]),
    ("lab list", &[("banto lab list", "The experiments and how they came out")]),
    ("lab show", &[("banto lab show gargioni-boxes", "Levels, configurations and limits of one")]),
    (
        "lab run",
        &[
            ("banto lab run gargioni-boxes", "Run what is missing"),
            ("banto lab run gargioni-boxes --level 1-5 -j 2", "Some levels, two at a time"),
        ],
    ),
    (
        "lab report",
        &[
            ("banto lab report feup-searches", "What was published, and what we found"),
            ("banto lab report gargioni-boxes --format csv", "The figures for a spreadsheet"),
        ],
    ),
    (
        "lab tree",
        &[("banto lab tree kid-1:1 astar \"astar +dead-squares\" > trees.svg", "Two trees")],
    ),
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
            ("banto man bench run | man -l -", "Read that of a command below another"),
            ("banto man --output ~/.local/share/man/man1", "Install all pages"),
        ],
    ),
];

/// The examples of a command, such as `solve` or `bench run`.
pub(crate) fn of(command: &str) -> &'static [Example] {
    EXAMPLES.iter().find(|(name, _)| *name == command).map_or(&[], |(_, examples)| examples)
}

/// A command and those below it, with examples below the help of each.
pub(crate) fn below_help(command: Command) -> Command {
    let name = command.get_name().to_owned();
    with_examples(command, &name)
}

fn with_examples(command: Command, name: &str) -> Command {
    let command = command.mut_subcommands(|below| {
        let name = format!("{name} {}", below.get_name());
        with_examples(below, &name)
    });
    let examples = of(name);
    if examples.is_empty() {
        return command;
    }
    let lines = examples.iter().map(|(line, what)| format!("  {line}\n      {what}\n"));
    let examples = format!("Examples:\n{}", lines.collect::<String>().trim_end());
    let below = match command.get_after_help() {
        Some(text) => format!("{text}\n\n{examples}"),
        None => examples,
    };
    command.after_help(below)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

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

    /// The words of the commands that a line calls.
    fn called(line: &str) -> String {
        // What stands before or behind it is the shell's; signs in quotes are the line's own.
        let line = line.rsplit_once("cat level.xsb | ").map_or(line, |(_, line)| line);
        let mut quoted = false;
        let shell = |letter: char| {
            quoted ^= letter == '"';
            !quoted && matches!(letter, '|' | '>')
        };
        let line = line.split(shell).next().unwrap_or_default();
        let words = with_switches(words(line).into_iter().map(Into::into));
        let parsed = Cli::command().try_get_matches_from(words);
        let parsed = parsed.unwrap_or_else(|error| panic!("{line}: {error}"));
        let (mut names, mut matches) = (Vec::new(), &parsed);
        while let Some((name, below)) = matches.subcommand() {
            names.push(name.to_owned());
            matches = below;
        }
        names.join(" ")
    }

    #[test]
    fn every_command_has_examples_and_every_example_is_a_command() {
        for name in crate::manual::commands() {
            assert!(!of(&name).is_empty(), "{name}");
        }
        for (name, examples) in EXAMPLES {
            for (line, _) in *examples {
                assert!(called(line).starts_with(name), "{line}");
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
