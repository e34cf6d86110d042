//! A worker that dies, asks for too much memory or hangs: every command says the same about it.
//!
//! `BANTO_INJECT` reaches the worker process through the environment, so no command knows that it is tested.
//! The server has a test of its own (`crates/web/tests/server/faults.rs`).

mod common;

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use common::{code, command, scratch, stderr, stdout};
use serde_json::{Value, json};

/// Every fault with the status it must come to.
const FAULTS: [(&str, &str); 4] =
    [("abort", "crashed"), ("overflow", "crashed"), ("allocate", "memory"), ("hang", "time")];

const TWO: &str = "######\n#@$ .#\n######\n\n#######\n#@ $ .#\n#######\n";

/// Long enough for a worker to begin, short enough to wait for one that hangs.
const TIME: [&str; 2] = ["--time", "400ms"];

fn levels(folder: &Path) -> PathBuf {
    let file = folder.join("two.xsb");
    std::fs::write(&file, TWO).unwrap();
    file
}

/// A command whose workers make a fault.
fn faulty(home: &Path, fault: &str) -> Command {
    let mut run = command(home);
    run.env("BANTO_INJECT", fault).current_dir(home);
    run
}

fn lines(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect()
}

/// The status of every line that has one.
fn statuses<'a>(lines: &'a [Value], field: &str) -> Vec<&'a str> {
    lines.iter().filter_map(|line| line.pointer(field)?.as_str()).collect()
}

#[test]
fn solve_says_what_ended_a_worker() {
    for (fault, status) in FAULTS.into_iter().chain([("panic", "crashed")]) {
        let home = scratch("solve");
        let mut run = faulty(&home, fault);
        let output =
            run.arg("solve").arg(levels(&home)).arg("--jsonl").args(TIME).output().unwrap();
        let records = lines(&stdout(&output));
        assert_eq!(statuses(&records, "/status"), [status; 2], "{fault}: {}", stderr(&output));
    }
}

#[test]
fn bench_says_what_ended_a_worker() {
    for (fault, status) in FAULTS {
        let home = scratch("bench");
        let mut run = faulty(&home, fault);
        run.arg("bench").arg(levels(&home)).args(["--jsonl", "--output", "run", "-j", "2"]);
        let output = run.args(TIME).output().unwrap();
        let rows = lines(&stdout(&output));
        assert_eq!(statuses(&rows, "/status"), [status; 2], "{fault}: {}", stderr(&output));
        let twice = rows.iter().all(|row| row["attempts"] == 2);
        assert_eq!(twice, status == "crashed", "a run that crashes is made again: {rows:?}");
    }
}

#[test]
fn lab_says_what_ended_a_worker() {
    const EXPERIMENT: &str = r#"{"name": "x", "title": "x", "suites": [{"file": "starter-unblock"}],
        "configurations": [{"label": "bfs", "line": "bfs"}],
        "columns": [{"name": "nodes", "fields": ["expanded"]}]}"#;
    for (fault, status) in FAULTS {
        let home = scratch("lab");
        std::fs::write(home.join("x.json"), EXPERIMENT).unwrap();
        for jobs in ["1", "2"] {
            let mut run = faulty(&home, fault);
            run.args([
                "-q", "lab", "run", "x.json", "--level", "1-2", "-j", jobs, "--output", jobs,
            ]);
            let output = run.args(TIME).output().unwrap();
            assert_eq!(code(&output), 0, "{fault}: {}", stderr(&output));
            let records =
                lines(&std::fs::read_to_string(home.join(jobs).join("records.jsonl")).unwrap());
            assert_eq!(statuses(&records, "/record/status"), [status; 2], "{fault} -j{jobs}");
        }
    }
}

#[test]
fn label_says_what_ended_a_worker_and_goes_on() {
    for (fault, status) in FAULTS {
        let home = scratch("label");
        let mut run = faulty(&home, fault);
        let output = run.arg("label").arg(levels(&home)).args(TIME).output().unwrap();
        let rows = lines(&stdout(&output));
        for field in ["/pushes_status", "/moves_status"] {
            assert_eq!(statuses(&rows, field), [status; 2], "{fault}: {}", stderr(&output));
        }
        assert_eq!(rows[0]["error"].is_string(), status == "crashed", "{}", rows[0]);
    }
}

#[test]
fn mcp_says_what_ended_a_worker() {
    for (fault, status) in FAULTS {
        let home = scratch("mcp");
        let mut run = faulty(&home, fault);
        let mut server =
            run.arg("mcp").args(TIME).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut to = server.stdin.take().unwrap();
        let mut from = BufReader::new(server.stdout.take().unwrap());
        let mut ask = |id: u64, method: &str, params: Value| -> Value {
            let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
            writeln!(to, "{message}").unwrap();
            let mut line = String::new();
            from.read_line(&mut line).unwrap();
            serde_json::from_str(&line).unwrap()
        };
        ask(1, "initialize", json!({ "protocolVersion": "2025-06-18" }));
        let level = "#######\n#@ $ .#\n#######\n";
        let solve = json!({ "name": "solve", "arguments": { "level": level } });
        let answer = ask(2, "tools/call", solve);
        assert_eq!(answer["result"]["structuredContent"]["status"], status, "{fault}: {answer}");
        drop(to);
        server.wait().unwrap();
    }
}

#[test]
fn play_says_what_ended_a_worker() {
    for (fault, status) in FAULTS {
        let home = scratch("play");
        let mut run = faulty(&home, fault);
        run.args(["play", "--plain", "--lang", "en"]).args(TIME).arg(levels(&home));
        let mut game = run
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        game.stdin.take().unwrap().write_all(b"open 1\nsolve\nquit\n").unwrap();
        let output = game.wait_with_output().unwrap();
        let said = match status {
            "memory" => "the memory is used up",
            "time" => "the time is up",
            word => word,
        };
        let result = stdout(&output);
        let result = result.lines().find(|line| line.contains("  result   "));
        assert!(result.is_some_and(|line| line.contains(said)), "{fault}: {}", stdout(&output));
    }
}

#[test]
fn the_agent_says_what_ended_a_worker() {
    for (fault, status) in FAULTS {
        let home = scratch("agent");
        let levels = home.join("levels");
        std::fs::create_dir_all(&levels).unwrap();
        std::fs::write(levels.join("1.xsb"), "#######\n#@ $ .#\n#######\n").unwrap();
        let mut server = command(&home);
        server.args(["serve", "--port", "0", "--game-server", "--game-port", "0", "--fps", "100"]);
        server.arg("--game-levels").arg(&levels).stderr(Stdio::piped());
        let mut server = server.spawn().unwrap();
        let mut lines = BufReader::new(server.stderr.take().unwrap()).lines();
        let game = lines.find_map(|line| {
            let line = line.unwrap();
            line.split_whitespace().find(|it| it.starts_with("ws://")).map(str::to_owned)
        });
        std::thread::spawn(move || lines.for_each(drop));
        let mut run = faulty(&home, fault);
        run.arg("agent").arg(game.unwrap().trim_end_matches(';')).args(["--time", "400ms"]);
        let mut agent = run.arg("--levels").arg(&levels).stderr(Stdio::piped()).spawn().unwrap();
        let mut said = BufReader::new(agent.stderr.take().unwrap()).lines();
        let word = format!("no solution found ({status})");
        let found = said.any(|line| line.unwrap().contains(&word));
        for process in [&mut agent, &mut server] {
            let _ = process.kill();
            let _ = process.wait();
        }
        assert!(found, "{fault}");
    }
}
