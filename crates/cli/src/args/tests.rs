//! One word for one thing, in every command.

use clap::{Arg, Command as Clap, CommandFactory, Parser};

use super::*;

#[test]
fn the_command_line_is_consistent() {
    Cli::command().debug_assert();
}

#[test]
fn technique_switches_are_written_out() {
    let name = puzzle::engines::TECHNIQUES[0].name;
    let args = ["banto", "solve", &format!("-{name}"), "-q", "+nobody"].map(OsString::from);
    let found: Vec<_> = with_switches(args).collect();
    assert_eq!(found[2], OsString::from(format!("--technique=-{name}")));
    assert_eq!(found[3..], ["-q", "+nobody"].map(OsString::from));
    let args = ["-T", &format!("-{name}")].map(OsString::from);
    assert_eq!(with_switches(args.clone()).collect::<Vec<_>>(), args);
}

/// Every option that the help of a command shows, with the names of the commands that lead to it.
fn options(command: &Clap, path: &str, found: &mut Vec<(String, Arg)>) {
    for arg in command.get_arguments().filter(|arg| !arg.is_hide_set() && !arg.is_positional()) {
        found.push((path.to_owned(), arg.clone()));
    }
    for below in command.get_subcommands().filter(|below| !below.is_hide_set()) {
        options(below, &format!("{path} {}", below.get_name()), found);
    }
}

fn all_options() -> Vec<(String, Arg)> {
    let mut found = Vec::new();
    options(&Cli::command(), "banto", &mut found);
    found
}

#[test]
fn every_option_is_in_a_group_and_always_in_the_same() {
    // What a word belongs to, wherever it is used.
    let groups = [
        ("Levels", &["level", "levels", "every", "first", "grade", "moves"][..]),
        ("Search", &["engine", "goal", "gap", "technique", "seeds", "improve", "config"]),
        ("Limits", &["time", "cpu", "memory", "nodes", "threads", "jobs", "tries"]),
        ("Solutions", &["solutions", "known"]),
        ("Output", &["output", "jsonl", "format", "to", "notation", "quiet", "color", "force"]),
        ("Mode", &["check", "signature"]),
    ];
    for (path, arg) in all_options() {
        let name = arg.get_long().unwrap_or_default().to_owned();
        let heading = arg.get_help_heading().unwrap_or_else(|| panic!("{path} --{name}: no group"));
        if let Some((group, _)) = groups.iter().find(|(_, names)| names.contains(&name.as_str())) {
            assert_eq!(heading, *group, "{path} --{name}");
        }
    }
}

#[test]
fn one_thing_has_one_word_and_one_letter() {
    let old = ["objective", "out", "think", "category", "workers", "colour"];
    let letters = [("output", 'o'), ("jobs", 'j')];
    for (path, arg) in all_options() {
        let name = arg.get_long().unwrap_or_default();
        assert!(!old.contains(&name), "{path} --{name}");
        let letter = letters.iter().find(|(word, _)| *word == name);
        assert!(letter.is_none_or(|(_, it)| arg.get_short() == Some(*it)), "{path} --{name}");
        let taken = letters.iter().find(|(_, it)| arg.get_short() == Some(*it));
        assert!(taken.is_none_or(|(word, _)| *word == name), "{path} --{name}");
    }
    let has = |path: &str, name: &str| {
        all_options().iter().any(|(at, arg)| at == path && arg.get_long() == Some(name))
    };
    for path in ["banto solve", "banto bench", "banto lab run", "banto label"] {
        assert!(has(path, "cpu") && has(path, "level") && has(path, "time"), "{path}");
    }
    for path in ["banto bench", "banto label"] {
        assert!(has(path, "every") && has(path, "first"), "{path}");
    }
}

#[test]
fn old_words_mean_what_they_meant() {
    for (old, new) in [
        ("improve a --objective moves", "improve a --goal moves"),
        ("improve a --objective=pushes-moves", "improve a --goal pushes-moves"),
        ("bench a --out b", "bench a -o b"),
        ("bench merge --out b a", "bench merge --output b a"),
        ("lab run x --out b", "lab run x -o b"),
        ("lab report x --out b", "lab report x --output b"),
        ("agent ws://x --think 2s", "agent ws://x --time 2s"),
        ("generate unblock --category expert", "generate unblock --grade expert"),
        ("serve --workers 3", "serve -j 3"),
        ("play --colour none", "play --color never"),
        ("play --colour 256", "play --color 256"),
    ] {
        let read = |line: &str| {
            let words = std::iter::once("banto").chain(line.split(' '));
            let cli = Cli::try_parse_from(words).unwrap_or_else(|error| panic!("{line}: {error}"));
            format!("{:?} {:?}", cli.command, cli.color)
        };
        assert_eq!(read(old), read(new), "{old}");
    }
}
