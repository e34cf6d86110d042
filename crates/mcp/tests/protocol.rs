//! The protocol from a client's side, through pipes: handshake, every tool for both games, bad
//! arguments, broken messages, a call that is cancelled.

use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Write};
use std::thread::JoinHandle;
use std::time::Duration;

use serde_json::{Value, json};

const SOKOBAN: &str = "#######\n#@ $ .#\n#     #\n#######\n";
const UNBLOCK: &str = "..B...\n..B...\nAAB...\n......\n......\n......\n";

/// A client of a server that runs in a thread.
struct Client {
    to: Option<PipeWriter>,
    from: BufReader<PipeReader>,
    next: u64,
    server: Option<JoinHandle<()>>,
}

impl Client {
    fn start() -> Client {
        let (input, to) = std::io::pipe().unwrap();
        let (from, output) = std::io::pipe().unwrap();
        let options = mcp::Options {
            time: Duration::from_secs(60),
            memory: 1 << 30,
            // No such program: searches run in the process.
            worker: runner::WorkerCommand::of("no such program".into()),
        };
        let serve = move || mcp::serve(BufReader::new(input), output, options).unwrap();
        let server = Some(std::thread::spawn(serve));
        Client { to: Some(to), from: BufReader::new(from), next: 1, server }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.to.as_mut().unwrap(), "{line}").unwrap();
    }

    fn receive(&mut self) -> Value {
        let mut line = String::new();
        self.from.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"))
    }

    fn begin(&mut self, method: &str, params: Value) -> u64 {
        let id = self.next;
        self.next += 1;
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.send(&message.to_string());
        id
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        let id = self.begin(method, params);
        let answer = self.receive();
        assert_eq!((&answer["jsonrpc"], &answer["id"]), (&json!("2.0"), &json!(id)));
        answer
    }

    fn call(&mut self, tool: &str, arguments: Value) -> Value {
        let params = json!({ "name": tool, "arguments": arguments });
        self.ask("tools/call", params)["result"].clone()
    }

    /// What a tool found.
    fn found(&mut self, tool: &str, arguments: Value) -> Value {
        let result = self.call(tool, arguments);
        assert_eq!(result["isError"], false, "{result}");
        let text = result["content"][0]["text"].as_str().unwrap();
        let found = result["structuredContent"].clone();
        assert_eq!(serde_json::from_str::<Value>(text).unwrap(), found, "text and data agree");
        assert_eq!(number_as_text(&found), None, "{tool}: {found}");
        found
    }

    /// Why a tool refused.
    fn refused(&mut self, tool: &str, arguments: Value) -> String {
        let result = self.call(tool, arguments);
        assert_eq!(result["isError"], true, "{result}");
        result["content"][0]["text"].as_str().unwrap().to_owned()
    }
}

/// A number that was written as text, wherever it is.
fn number_as_text(found: &Value) -> Option<&str> {
    match found {
        Value::String(text) => text.parse::<f64>().is_ok().then_some(text),
        Value::Array(all) => all.iter().find_map(number_as_text),
        Value::Object(all) => all.values().find_map(number_as_text),
        _ => None,
    }
}

impl Drop for Client {
    /// The server ends with its input.
    fn drop(&mut self) {
        self.to.take();
        if let Some(server) = self.server.take()
            && !std::thread::panicking()
        {
            server.join().unwrap();
        }
    }
}

#[test]
fn a_client_is_welcomed_in_its_version_or_in_ours() {
    let mut client = Client::start();
    let hello = |version: &str| json!({ "protocolVersion": version, "capabilities": {} });
    let old = client.ask("initialize", hello("2024-11-05"))["result"].clone();
    assert_eq!(old["protocolVersion"], "2024-11-05");
    assert_eq!(old["serverInfo"]["name"], "banto");
    let odd = client.ask("initialize", hello("1999-01-01"))["result"].clone();
    assert_eq!(odd["protocolVersion"], "2025-11-25");
    client.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
    assert_eq!(client.ask("ping", json!({}))["result"], json!({}));
    let tools = client.ask("tools/list", json!({}))["result"]["tools"].clone();
    let names: Vec<&str> =
        tools.as_array().unwrap().iter().map(|it| it["name"].as_str().unwrap()).collect();
    let all = [
        "show",
        "legal_moves",
        "play",
        "check",
        "why",
        "rate",
        "advice",
        "hint",
        "solve",
        "distance",
        "generate",
    ];
    assert_eq!(names, all);
}

#[test]
fn every_tool_answers_about_sokoban() {
    let mut client = Client::start();
    let shown = client.found("show", json!({ "level": SOKOBAN, "moves": "rR" }));
    assert_eq!(shown["board"][1], "#  @$.#");
    assert_eq!((&shown["game"], &shown["solved"]), (&json!("sokoban"), &json!(false)));
    assert_eq!(shown["facts"], json!({ "width": 7, "height": 4, "squares": 10, "boxes": 1 }));
    let legal = client.found("legal_moves", json!({ "level": SOKOBAN, "moves": "r" }));
    assert_eq!(legal["moves"], json!(["d", "l", "R"]));
    assert_eq!(legal["pushes"][0]["box"], json!({ "row": 1, "column": 3 }));
    let played = client.found("play", json!({ "level": SOKOBAN, "moves": "r", "play": "RR" }));
    assert_eq!((&played["solved"], &played["moves"]), (&json!(true), &json!("rRR")));
    let valid = client.found("check", json!({ "level": SOKOBAN, "solution": "rRR" }));
    assert_eq!(valid, json!({ "valid": true, "length": { "moves": 3, "pushes": 2 } }));
    let wrong = client.found("check", json!({ "level": SOKOBAN, "solution": "rRRR" }));
    assert_eq!(wrong["valid"], false);
    let lost = client.found("why", json!({ "level": SOKOBAN, "moves": "rR" }));
    assert_eq!((&lost["lost"], &lost["solved"]), (&Value::Null, &false.into()), "{lost}");
    let corner = client.found("why", json!({ "level": "#####\n#@  #\n# $.#\n#$. #\n#####\n" }));
    assert_eq!(corner["lost"], true, "{corner}");
    let hint = client.found("hint", json!({ "level": SOKOBAN }));
    assert_eq!((&hint["next"][0], &hint["to_go"]["pushes"]), (&json!("rRR"), &json!(2)));
    let solved = client.found("solve", json!({ "level": SOKOBAN, "moves": "rR" }));
    assert_eq!((&solved["status"], &solved["solution"]), (&json!("solved"), &json!("R")));
    let far = client.found("distance", json!({ "level": SOKOBAN, "goal": "moves" }));
    assert_eq!((&far["distance"], &far["proved"]), (&json!(3), &json!(true)));
    let idle = "##########\n#@ $  . *#\n##########\n";
    let advice = client.found("advice", json!({ "level": idle }));
    assert_eq!(advice["superfluous_boxes"][0], json!({ "row": 1, "column": 8 }), "{advice}");
    assert_eq!(
        (&advice["shortest_solutions"], &advice["different_solutions"]),
        (&json!(1.0), &json!(1))
    );
    let made = client.found("generate", json!({ "game": "sokoban", "seed": 3, "boxes": 2 }));
    let level = made["level"].as_str().unwrap();
    let solved = client.found("solve", json!({ "level": level }));
    assert_eq!(solved["status"], "solved", "{level}");
}

#[test]
fn every_tool_answers_about_unblock() {
    let mut client = Client::start();
    let shown = client.found("show", json!({ "level": UNBLOCK, "moves": "B+3" }));
    assert_eq!((&shown["game"], &shown["board"][5]), (&json!("unblock"), &json!("..B...")));
    let legal = client.found("legal_moves", json!({ "level": UNBLOCK }));
    assert_eq!(legal["moves"], json!(["B+1", "B+2", "B+3"]));
    let played = client.found("play", json!({ "level": UNBLOCK, "moves": "B+3", "play": "A+1" }));
    assert_eq!(played["moves"], "B+3 A+1");
    let far = client.found("distance", json!({ "level": UNBLOCK, "goal": "moves" }));
    assert_eq!(far["proved"], true, "{far}");
    let solved = client.found("solve", json!({ "level": UNBLOCK }));
    assert_eq!(solved["length"]["moves"], far["distance"]);
    let valid = client.found("check", json!({ "level": UNBLOCK, "solution": solved["solution"] }));
    assert_eq!(valid["valid"], true);
    let hint = client.found("hint", json!({ "level": UNBLOCK }));
    assert_eq!(hint["next"][0], "B+3");
    let lost = client.found("why", json!({ "level": UNBLOCK }));
    assert_eq!(lost["lost"], false);
    let advice = client.found("advice", json!({ "level": UNBLOCK }));
    assert_eq!(advice["moves"], far["distance"], "{advice}");
    let wish = json!({ "game": "unblock", "seed": 5, "people_moves": 12 });
    let made = client.found("generate", wish);
    let graded = client.found("rate", json!({ "level": made["level"] }));
    let moves = graded["moves"].as_f64().unwrap();
    assert!(made["missed"] != json!([]) || (9.6..=14.4).contains(&moves), "{made} {graded}");
    let made = client.found("generate", json!({ "game": "unblock", "seed": 5, "grade": "easy" }));
    let solved = client.found("solve", json!({ "level": made["level"] }));
    assert_eq!(solved["status"], "solved");
}

#[test]
fn bad_arguments_are_told_in_a_sentence() {
    let mut client = Client::start();
    for (tool, arguments, part) in [
        ("show", json!({}), "\"level\" is missing"),
        ("show", json!({ "level": 7 }), "must be a text"),
        ("show", json!({ "level": SOKOBAN, "move": "r" }), "did you mean \"moves\""),
        ("show", json!({ "level": "nonsense" }), "cannot be read"),
        ("show", json!({ "level": "####\n#@.#\n####\n" }), "line"),
        ("show", json!({ "level": SOKOBAN, "index": 2 }), "the text has 1"),
        ("show", json!({ "level": SOKOBAN, "moves": "rRRR" }), "move 4"),
        ("play", json!({ "level": SOKOBAN, "play": "u" }), "a wall is in the way"),
        ("play", json!({ "level": UNBLOCK, "play": "A+9" }), "no room"),
        ("solve", json!({ "level": SOKOBAN, "engine": "atsar" }), "did you mean \"astar\""),
        ("solve", json!({ "level": SOKOBAN, "engine": "magic" }), "there are auto, "),
        ("solve", json!({ "level": SOKOBAN, "engine": "magic" }), ", rolling-stone, "),
        ("solve", json!({ "level": SOKOBAN, "goal": "steps" }), "pushes or moves"),
        ("show", json!({ "level": SOKOBAN, "index": "two" }), "from 1 to 1000000, not \"two\""),
        ("solve", json!({ "level": SOKOBAN, "time_ms": 0 }), "from 1 to"),
        ("distance", json!({ "level": UNBLOCK, "goal": "pushes" }), "moves or steps"),
        ("generate", json!({ "game": "chess" }), "one of sokoban, unblock"),
        ("generate", json!({ "game": "sokoban", "grade": "harf" }), "did you mean \"hard\""),
        ("generate", json!({ "game": "unblock", "boxes": 3 }), "is for Sokoban"),
        ("generate", json!({ "game": "unblock", "solved_by": 40 }), "is for Sokoban"),
        ("generate", json!({ "game": "sokoban", "people_moves": 40 }), "is for Unblock"),
    ] {
        let reason = client.refused(tool, arguments.clone());
        assert!(reason.contains(part), "{tool} {arguments}: {reason}");
        assert!(!reason.contains("--") && !reason.contains('`'), "a model has no shell: {reason}");
    }
    let unknown = client.ask("tools/call", json!({ "name": "sovle", "arguments": {} }));
    assert_eq!(unknown["error"]["code"], -32602);
    assert!(unknown["error"]["message"].as_str().unwrap().contains("did you mean \"solve\""));
}

/// Models write numbers as text now and then; what they mean is clear.
#[test]
fn numbers_may_be_given_as_text() {
    let mut client = Client::start();
    let two = format!("{SOKOBAN}\n#####\n#@$.#\n#####\n");
    let shown = client.found("show", json!({ "level": two, "index": "2" }));
    assert_eq!(shown["facts"]["width"], 5);
    let made =
        |seed: Value| json!({ "game": "sokoban", "seed": seed, "boxes": "2", "time_ms": "9000" });
    let text = client.found("generate", made(json!("3")));
    assert_eq!(text, client.found("generate", made(json!(3))));
    assert_eq!(text["seed"], 3);
}

#[test]
fn broken_messages_are_answered_and_do_no_harm() {
    let mut client = Client::start();
    for (line, code) in [
        ("{", -32700),
        ("[]", -32600),
        ("{}", -32600),
        (r#"{"jsonrpc":"2.0","id":{},"method":"ping"}"#, -32600),
        (r#"{"jsonrpc":"2.0","id":1,"method":"server/discover"}"#, -32601),
    ] {
        client.send(line);
        assert_eq!(client.receive()["error"]["code"], code, "{line}");
    }
    client.send("");
    client.send(r#"{"jsonrpc":"2.0","method":"notifications/nobody"}"#);
    client.send(r#"{"jsonrpc":"2.0","id":9,"result":{}}"#);
    client.send(&"x".repeat(5 << 20));
    assert_eq!(client.receive()["error"]["message"], "the message is too long");
    assert_eq!(client.ask("ping", json!({}))["result"], json!({}));
}

/// A room far too large for a search without a bound.
fn hard() -> String {
    let inside = "# $  .  $ . #\n#           #\n";
    format!("{0}\n#@          #\n{1}{0}\n", "#".repeat(13), inside.repeat(5))
}

#[test]
fn a_call_can_be_cancelled_and_others_go_on() {
    let mut client = Client::start();
    let arguments = json!({ "level": hard(), "engine": "bfs", "time_ms": 60_000 });
    let params = json!({
        "name": "solve", "arguments": arguments, "_meta": { "progressToken": "p" },
    });
    let id = client.begin("tools/call", params.clone());
    // While it runs, others are answered; progress may come between.
    let ping = client.begin("ping", json!({}));
    let answer = loop {
        let message = client.receive();
        if message["method"] != "notifications/progress" {
            break message;
        }
    };
    assert_eq!(answer["id"], ping);
    let cancelled = json!({
        "jsonrpc": "2.0", "method": "notifications/cancelled", "params": { "requestId": id },
    });
    client.send(&cancelled.to_string());
    // The id is free again as soon as the search has stopped; until then it is refused.
    for _ in 0..600 {
        let again = json!({
            "jsonrpc": "2.0", "id": id, "method": "tools/call",
            "params": { "name": "show", "arguments": { "level": SOKOBAN } },
        });
        client.send(&again.to_string());
        let answer = loop {
            let message = client.receive();
            if message["method"] != "notifications/progress" {
                break message;
            }
        };
        if answer["result"]["isError"] == false {
            assert_eq!(answer["result"]["structuredContent"]["game"], "sokoban");
            return;
        }
        std::thread::sleep(Duration::from_millis(100));
    }
    panic!("the search went on for a minute after it was cancelled");
}

/// `echo … | banto mcp`: what was asked before the end of the input is answered.
#[test]
fn calls_under_way_at_the_end_of_the_input_are_answered() {
    let mut client = Client::start();
    let level = format!("{0}\n#@ $      . $  .#\n#               #\n{0}\n", "#".repeat(17));
    let arguments = json!({ "level": level, "engine": "bfs" });
    let ids: Vec<u64> = (0..5)
        .map(|_| client.begin("tools/call", json!({ "name": "solve", "arguments": arguments })))
        .collect();
    client.to.take();
    let mut answered: Vec<u64> = ids
        .iter()
        .map(|_| {
            let answer = client.receive();
            assert_eq!(answer["result"]["structuredContent"]["status"], "solved", "{answer}");
            answer["id"].as_u64().unwrap()
        })
        .collect();
    answered.sort_unstable();
    assert_eq!(answered, ids);
}

/// A client that has closed both pipes is not searched for.
#[test]
fn nothing_is_searched_for_a_client_that_is_gone() {
    let mut client = Client::start();
    let arguments = json!({ "level": hard(), "engine": "iddfs", "time_ms": 60_000 });
    let params = json!({
        "name": "solve", "arguments": arguments, "_meta": { "progressToken": "p" },
    });
    client.begin("tools/call", params);
    let first = client.receive();
    assert_eq!(first["method"], "notifications/progress", "{first}");
    let (reader, _) = std::io::pipe().unwrap();
    client.from = BufReader::new(reader);
    client.to.take();
    let (ended, end) = std::sync::mpsc::channel();
    let server = client.server.take().unwrap();
    std::thread::spawn(move || ended.send(server.join().is_ok()));
    assert_eq!(end.recv_timeout(Duration::from_secs(50)), Ok(true), "it goes on to its limit");
}
