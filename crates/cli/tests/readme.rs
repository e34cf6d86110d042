//! The README says what the program says: its example commands are run, and what it prints below them is compared, figure
//! by figure. Only times may differ.

mod common;

use std::path::Path;

use common::{banto, code, stderr, stdout};
use serde_json::Value;

/// The texts that show commands with their output: the README and every page of the book.
fn documents() -> Vec<String> {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let files = std::fs::read_dir(docs).unwrap().map(|it| it.unwrap().file_name());
    let pages = files.map(|it| it.into_string().unwrap()).filter(|it| it.ends_with(".md"));
    let mut names: Vec<String> = pages.map(|it| format!("docs/{it}")).collect();
    names.sort();
    names.push("README.md".to_owned());
    names
}

fn document(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The commands of a document that begin with `$ banto`, each with the lines below it.
fn examples(text: &str) -> Vec<(String, String)> {
    let mut examples: Vec<(String, String)> = Vec::new();
    // Blocks of code are every second part.
    for block in text.split("```").skip(1).step_by(2) {
        let mut open = false;
        for line in block.lines().skip(1) {
            if let Some(command) = line.strip_prefix("$ ") {
                open = command.starts_with("banto ");
                if open {
                    examples.push((command.to_owned(), String::new()));
                }
            } else if let Some((_, output)) = examples.last_mut().filter(|_| open) {
                *output += &format!("{line}\n");
            }
        }
    }
    examples
}

/// A text without times: `0.310 s` becomes `_ s`.
fn timeless(text: &str) -> String {
    let is_time = |word: &str| word.contains('.') && word.parse::<f64>().is_ok();
    let line = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let unit = |at: usize| words.get(at + 1).is_some_and(|next| next.starts_with('s'));
        let shown = words.iter().enumerate();
        let shown = shown.map(|(at, word)| if is_time(word) && unit(at) { "_" } else { word });
        shown.collect::<Vec<_>>().join(" ")
    };
    let lines: Vec<String> = text.trim_end().lines().map(|it| line(it.trim_end())).collect();
    lines.join("\n")
}

#[test]
fn the_examples_print_what_the_documents_say() {
    let mut run = 0;
    for name in documents() {
        for (command, expected) in examples(&document(&name)) {
            let args: Vec<&str> = command.split_whitespace().skip(1).collect();
            let output = banto(&args, "");
            assert_eq!(code(&output), 0, "{name}: {command}: {}", stderr(&output));
            let (found, expected) = (timeless(&stdout(&output)), timeless(&expected));
            assert!(found == expected, "{name}: `{command}` prints now:\n{found}\n");
            run += 1;
        }
    }
    assert!(run >= 12, "{run} examples");
}

/// The chapters of the book that begin with an example.
#[test]
fn every_chapter_begins_with_an_example_that_runs() {
    let chapters = ["introduction", "play", "solve", "design", "teach", "research", "programs"];
    for name in chapters.into_iter().chain(["how", "strength", "formats", "rate"]) {
        let text = document(&format!("docs/{name}.md"));
        let first = text.split("```").nth(1).unwrap_or_default();
        assert!(first.starts_with("\n$ banto "), "docs/{name}.md");
    }
}

#[test]
fn the_readme_counts_the_starter_levels() {
    let readme = document("README.md");
    let listed = ["starter-sokoban", "starter-unblock"].map(|name| {
        let output = banto(&["info", name, "--jsonl"], "");
        stdout(&output).lines().count()
    });
    let levels: usize = listed.iter().sum();
    assert!(readme.contains(&format!("solve the {levels} embedded starter levels")), "{levels}");
}

/// The decision about pushes rounds its figures to thousands.
#[test]
fn the_decision_about_pushes_has_the_nodes_of_today() {
    let text = document("docs/adr/0006-pushes.md");
    for (goal, words) in [("pushes", "proved in about"), ("moves", "takes about")] {
        let args = ["solve", "gargioni:1", "--engine", "optimal", "--goal", goal, "--jsonl"];
        let record: Value = serde_json::from_str(&stdout(&banto(&args, ""))).unwrap();
        let thousands = (record["expanded"].as_u64().unwrap() + 500) / 1000;
        assert!(text.contains(&format!("{words} {thousands},000")), "{goal}: {thousands},000");
    }
}

#[test]
fn only_times_are_left_out() {
    let line = "a:1: solved, 29 pushes (optimal, 0.310 s, 36756 nodes)";
    assert_eq!(timeless(line), "a:1: solved, 29 pushes (optimal, _ s, 36756 nodes)");
    let text = "x\n```\n$ banto a b\none\n\n$ ls\nno\n$ banto c\ntwo\n```\n";
    let found = examples(text);
    assert_eq!(found, [("banto a b".into(), "one\n\n".into()), ("banto c".into(), "two\n".into())]);
}
