//! The README says what the program says: its example commands are run, and what it prints below them is compared, figure
//! by figure. Only times may differ.

mod common;

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use common::{banto, code, command, scratch, stderr, stdout};
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

/// What a document runs beside `banto`: what asks its server, and what shows a file that it wrote.
const TOOLS: [&str; 2] = ["curl", "tail"];

/// The commands of a document that can be run, each with the lines below it.
fn examples(text: &str) -> Vec<(String, String)> {
    let mut examples: Vec<(String, String)> = Vec::new();
    // Blocks of code are every second part.
    for block in text.split("```").skip(1).step_by(2) {
        let mut open = false;
        for line in block.lines().skip(1) {
            if let Some(command) = line.strip_prefix("$ ") {
                let program = command.split(' ').next().unwrap_or_default();
                open = program == "banto" || TOOLS.contains(&program);
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

/// Writes the files that a document shows: blocks of code below a line `<!-- file: NAME -->`.
fn write_files(text: &str, folder: &Path) {
    for part in text.split("<!-- file: ").skip(1) {
        let (name, rest) = part.split_once(" -->").unwrap();
        let body = rest.split("```").nth(1).and_then(|it| it.split_once('\n'));
        std::fs::write(folder.join(name), body.unwrap().1).unwrap();
    }
}

/// The examples of one document, run one after the other in a folder of their own.
struct Session {
    folder: PathBuf,
    server: Option<Server>,
}

/// A server that an example has started in the background.
struct Server {
    child: Child,
    /// The addresses in the documents, with those of this server.
    places: Vec<(&'static str, String)>,
}

impl Session {
    fn new() -> Session {
        Session { folder: scratch("examples"), server: None }
    }

    /// What a command prints; `None` for one that runs on in the background or is spoken with, and if this machine
    /// cannot run it.
    fn run(&mut self, line: &str) -> Option<Output> {
        // Below it is a conversation, which has a test of its own.
        if line == "banto mcp" {
            return None;
        }
        if let Some(line) = line.strip_suffix(" &") {
            self.serve(line);
            return None;
        }
        let places = self.server.iter().flat_map(|it| &it.places);
        let line = places.fold(line.to_owned(), |line, (from, to)| line.replace(from, to));
        let mut command = match line.strip_prefix("banto ") {
            Some(words) => {
                let mut command = command(&self.folder);
                command.args(words.split_whitespace());
                command
            }
            None if cfg!(windows) || TOOLS.iter().any(|it| needs::program(it).is_none()) => {
                needs::skip("there is no shell with curl");
                return None;
            }
            None => {
                let mut command = Command::new("sh");
                command.args(["-c", &line]);
                command
            }
        };
        Some(command.current_dir(&self.folder).output().unwrap())
    }

    /// Starts a server on free ports.
    fn serve(&mut self, line: &str) {
        let mut command = command(&self.folder);
        let game = line.contains("--game-server");
        command.args(line.split_whitespace().skip(1)).args(["--port", "0"]);
        if game {
            command.args(["--game-port", "0"]);
        }
        let mut child = command.stderr(Stdio::piped()).current_dir(&self.folder).spawn().unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let mut address = |before: &str, after: &[char]| {
            let line = lines.next().unwrap().unwrap();
            let (_, rest) = line.split_once(before).unwrap_or_else(|| panic!("{line}"));
            rest.split(after).next().unwrap().to_owned()
        };
        let mut places = vec![("127.0.0.1:7878", address("http://", &['/']))];
        if game {
            places.push(("127.0.0.1:8000", address("ws://", &['/'])));
        }
        // Whatever else it says must not fill the pipe.
        std::thread::spawn(move || lines.for_each(drop));
        self.server = Some(Server { child, places });
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        if let Some(server) = &mut self.server {
            let _ = server.child.kill();
            let _ = server.child.wait();
        }
    }
}

/// A text without times: `0.310 s` becomes `_ s`, and so do the seconds in tables with a column of CPU time.
fn timeless(text: &str) -> String {
    let is_time = |word: &str| word.contains('.') && word.parse::<f64>().is_ok();
    let tabled = text.contains("CPU s");
    let in_table = |word: &str| tabled && word.split('.').nth(1).is_some_and(|it| it.len() == 4);
    let line = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        let unit = |at: usize| words.get(at + 1).is_some_and(|next| next.starts_with('s'));
        let shown = words.iter().enumerate();
        let timed = |at, word: &str| is_time(word) && (unit(at) || in_table(word));
        let shown = shown.map(|(at, word)| if timed(at, word) { "_" } else { word });
        shown.collect::<Vec<_>>().join(" ")
    };
    let lines: Vec<String> = text.trim_end().lines().map(|it| line(it.trim_end())).collect();
    lines.join("\n")
}

#[test]
fn the_examples_print_what_the_documents_say() {
    let mut run = 0;
    for name in documents() {
        let (mut session, text) = (Session::new(), document(&name));
        write_files(&text, &session.folder);
        for (command, expected) in examples(&text) {
            let Some(output) = session.run(&command) else { continue };
            assert_eq!(code(&output), 0, "{name}: {command}: {}", stderr(&output));
            let (found, expected) = (timeless(&stdout(&output)), timeless(&expected));
            assert!(found == expected, "{name}: `{command}` prints now:\n{found}\n");
            run += 1;
        }
    }
    assert!(run >= 20, "{run} examples");
}

/// The block at the top of the page shows what a client sends, a line, and what comes back.
#[test]
fn the_conversation_of_the_page_about_models_is_held() {
    let text = document("docs/mcp.md");
    let block = text.split("```").nth(1).unwrap_or_default();
    let (command, talk) = block.split_once("$ banto ").unwrap().1.split_once('\n').unwrap();
    let mut child = command_of(command).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap()).lines();
    let lines: Vec<&str> = talk.lines().collect();
    assert!(!lines.is_empty() && lines.len().is_multiple_of(2), "{talk}");
    for pair in lines.chunks(2) {
        writeln!(input, "{}", pair[0]).unwrap();
        assert_eq!(output.next().unwrap().unwrap(), pair[1]);
    }
    drop(input);
    assert!(child.wait().unwrap().success());
}

/// A command that can be spoken with.
fn command_of(words: &str) -> Command {
    let mut command = command(&scratch("talk"));
    command.args(words.split_whitespace()).stdin(Stdio::piped()).stdout(Stdio::piped());
    command
}

/// Every page of the book begins with an example. Not tested here are the one of the plug-in, which `cargo xtask plugin`
/// runs under Wine, and the conversation above; the five documents are tables of commands.
#[test]
fn every_chapter_begins_with_an_example_that_runs() {
    let other = ["SUMMARY", "plugin", "mcp", "sources", "sources.pt"];
    let other: Vec<String> = other.iter().map(|it| format!("docs/{it}.md")).collect();
    let is_page = |name: &&String| name.starts_with("docs/") && !other.contains(name);
    for name in documents().iter().filter(is_page) {
        let text = document(name);
        let (before, block) = text.split_once("```").unwrap_or_default();
        assert!(block.starts_with("\n$ banto "), "{name}");
        assert!(before.lines().count() <= 8, "{name}: the example is not at the top");
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
