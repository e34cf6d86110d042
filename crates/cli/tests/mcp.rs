//! `banto mcp` as its clients see it: a process with pipes; nightly also by the official Python SDK.

mod common;

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

#[test]
fn a_client_plays_a_game_and_leaves() {
    let mut server = Command::new(env!("CARGO_BIN_EXE_banto"))
        .arg("mcp")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut to = server.stdin.take().unwrap();
    let mut from = BufReader::new(server.stdout.take().unwrap());
    let mut ask = |id: u64, method: &str, params: Value| -> Value {
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        writeln!(to, "{message}").unwrap();
        let mut line = String::new();
        from.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap()
    };
    let hello = ask(1, "initialize", json!({ "protocolVersion": "2025-06-18" }));
    assert_eq!(hello["result"]["serverInfo"]["name"], "banto");
    // A search in a worker process of the same program.
    let level = "#######\n#@ $ .#\n#######\n";
    let solve = json!({ "name": "solve", "arguments": { "level": level } });
    let solved = ask(2, "tools/call", solve)["result"]["structuredContent"].clone();
    assert_eq!((&solved["status"], &solved["solution"]), (&json!("solved"), &json!("rRR")));
    drop(to);
    assert!(server.wait().unwrap().success());
}

#[test]
fn a_call_is_answered_though_the_input_has_ended() {
    let level = "#######\n#@ $ .#\n#######\n";
    let params = json!({ "name": "solve", "arguments": { "level": level } });
    let call = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params });
    let output = common::banto(&["mcp"], &format!("{call}\n"));
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(answer["result"]["structuredContent"]["solution"], "rRR");
}

/// Every tool, bad arguments and a cancelled solve, asked by a client of the official Python SDK.
#[test]
#[ignore = "needs Python with the package mcp; nightly fetches it"]
fn the_official_python_client_is_content() {
    let Some(python) = needs::python("mcp") else { return };
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/mcp/client.py");
    let told = Command::new(python).args([script, env!("CARGO_BIN_EXE_banto")]).output().unwrap();
    let said = String::from_utf8_lossy(&told.stdout);
    assert!(told.status.success(), "{said}\n{}", String::from_utf8_lossy(&told.stderr));
    // That every tool was asked, the script itself asserts.
    assert!(said.contains("tools, all asked, cancelled in"), "{said}");
}
