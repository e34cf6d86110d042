//! The server from outside: raw requests, slow clients, jobs, cancelling, saving.

// What was measured, or why a test was skipped, is for whoever reads the test's output.
#![allow(clippy::print_stdout, clippy::print_stderr)]

mod common;

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use common::{ENDLESS, Running, read_answer};
use serde_json::{Value, json};

/// One refused or answered request: what is sent (`HOST` and `PORT` are filled in), and the status.
const TABLE: [(&str, u16); 44] = [
    // The page.
    ("GET / HTTP/1.1\r\nHost: HOST\r\n\r\n", 200),
    ("HEAD / HTTP/1.1\r\nHost: HOST\r\n\r\n", 200),
    ("GET /app.js HTTP/1.1\r\nHost: HOST\r\n\r\n", 200),
    ("GET /style.css HTTP/1.1\r\nHost: localhost:PORT\r\n\r\n", 200),
    ("GET / HTTP/1.1\r\nHost: [::1]:PORT\r\n\r\n", 200),
    ("POST / HTTP/1.1\r\nHost: HOST\r\nContent-Length: 0\r\n\r\n", 405),
    ("GET /nothing HTTP/1.1\r\nHost: HOST\r\n\r\n", 404),
    // Names that are not ours.
    ("GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421),
    ("GET / HTTP/1.1\r\nHost: evil.example:PORT\r\n\r\n", 421),
    ("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", 421),
    ("GET / HTTP/1.1\r\nHost: localhost.evil.example:PORT\r\n\r\n", 421),
    ("GET / HTTP/1.1\r\nHost: 127.0.0.1.evil.example:PORT\r\n\r\n", 421),
    ("GET / HTTP/1.1\r\nHost: 127.0.0.1:1\r\n\r\n", 421),
    ("GET / HTTP/1.1\r\n\r\n", 400),
    ("GET / HTTP/1.1\r\nHost: HOST\r\nHost: evil.example\r\n\r\n", 400),
    ("GET http://evil.example/ HTTP/1.1\r\nHost: HOST\r\n\r\n", 421),
    ("GET /api/status HTTP/1.1\r\nHost: evil.example:PORT\r\n\r\n", 421),
    // Other sites.
    ("GET /api/status HTTP/1.1\r\nHost: HOST\r\nSec-Fetch-Site: cross-site\r\n\r\n", 403),
    ("GET /api/status HTTP/1.1\r\nHost: HOST\r\nSec-Fetch-Site: same-site\r\n\r\n", 403),
    ("GET /api/status HTTP/1.1\r\nHost: HOST\r\nSec-Fetch-Site: same-origin\r\n\r\n", 200),
    (
        "GET / HTTP/1.1\r\nHost: HOST\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n\r\n",
        200,
    ),
    (
        "GET /api/export HTTP/1.1\r\nHost: HOST\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\n\r\n",
        403,
    ),
    (
        "GET /app.js HTTP/1.1\r\nHost: HOST\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: no-cors\r\n\r\n",
        403,
    ),
    ("GET /api/status HTTP/1.1\r\nHost: HOST\r\nOrigin: http://evil.example\r\n\r\n", 403),
    ("GET /api/status HTTP/1.1\r\nHost: HOST\r\nOrigin: null\r\n\r\n", 403),
    ("GET /api/status HTTP/1.1\r\nHost: HOST\r\nOrigin: http://HOST\r\n\r\n", 200),
    (
        "OPTIONS /api/jobs HTTP/1.1\r\nHost: HOST\r\nOrigin: http://evil.example\r\nAccess-Control-Request-Method: POST\r\n\r\n",
        403,
    ),
    ("OPTIONS /api/jobs HTTP/1.1\r\nHost: HOST\r\n\r\n", 405),
    // Bodies.
    ("POST /api/jobs HTTP/1.1\r\nHost: HOST\r\nContent-Length: 2\r\n\r\n{}", 415),
    (
        "POST /api/jobs HTTP/1.1\r\nHost: HOST\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}",
        415,
    ),
    (
        "POST /api/jobs HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 2\r\n\r\n{}",
        415,
    ),
    (
        "POST /api/jobs HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}",
        400,
    ),
    (
        "POST /api/jobs HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\nContent-Length: 1\r\n\r\n{",
        400,
    ),
    (
        "POST /api/jobs HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\nContent-Length: 9999999\r\n\r\n",
        413,
    ),
    (
        "POST /api/jobs HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
        400,
    ),
    (
        "POST /api/why HTTP/1.1\r\nHost: HOST\r\nContent-Type: application/json\r\nContent-Length: 34\r\n\r\n{\"level\":{\"rows\":[\"###\",\"#@ \"]}}  ",
        400,
    ),
    // Methods and paths.
    ("DELETE /api/status HTTP/1.1\r\nHost: HOST\r\n\r\n", 405),
    ("GET /api/jobs HTTP/1.1\r\nHost: HOST\r\n\r\n", 405),
    ("GET /api/jobs/0123 HTTP/1.1\r\nHost: HOST\r\n\r\n", 404),
    ("DELETE /api/jobs/0123 HTTP/1.1\r\nHost: HOST\r\n\r\n", 404),
    ("GET /../../etc/passwd HTTP/1.1\r\nHost: HOST\r\n\r\n", 404),
    ("GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: HOST\r\n\r\n", 404),
    ("GET /api/collections/..%2f..%2fetc%2fpasswd HTTP/1.1\r\nHost: HOST\r\n\r\n", 404),
    ("rubbish\r\n\r\n", 400),
];

#[test]
fn raw_requests_get_exactly_their_status() {
    let server = Running::start(None);
    for (text, status) in TABLE {
        let (host, port) = (server.address.to_string(), server.address.port().to_string());
        let sent = text.replace("HOST", &host).replace("PORT", &port);
        let answer = server.raw(sent.as_bytes());
        assert_eq!(answer.status, status, "{sent:?} {}", String::from_utf8_lossy(&answer.body));
        if sent.starts_with("rubbish") {
            continue;
        }
        let policy = answer.header("content-security-policy").unwrap_or_default();
        assert!(
            policy.contains("default-src 'none'") && policy.contains("script-src 'self'"),
            "{sent:?}"
        );
        for (name, value) in [
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cross-origin-resource-policy", "same-origin"),
        ] {
            assert_eq!(answer.header(name), Some(value), "{sent:?}");
        }
        assert_eq!(answer.header("access-control-allow-origin"), None);
        assert_eq!(answer.header("set-cookie"), None);
        if status >= 400 && !sent.starts_with("HEAD") {
            assert_eq!(answer.header("content-type"), Some("application/problem+json"), "{sent:?}");
            assert_eq!(answer.json()["status"], status, "{sent:?}");
        }
    }
}

#[test]
fn large_heads_and_many_headers_are_refused() {
    let server = Running::start(None);
    let long = format!(
        "GET / HTTP/1.1\r\nHost: {}\r\nX: {}\r\n\r\n",
        server.address,
        "x".repeat(64 << 10)
    );
    let many =
        format!("GET / HTTP/1.1\r\nHost: {}\r\n{}\r\n", server.address, "X: y\r\n".repeat(300));
    for head in [long, many] {
        let mut stream = server.connect();
        let _ = stream.write_all(head.as_bytes());
        if let Some(answer) = read_answer(&mut stream) {
            assert!(matches!(answer.status, 400 | 431), "{}", answer.status);
        }
    }
    assert_eq!(server.get("/").status, 200);
}

#[test]
fn a_token_is_asked_for_and_then_any_name_will_do() {
    let server = Running::start(Some("0123456789abcdef"));
    let ask = |authorization: &str| {
        let text = format!("GET /api/status HTTP/1.1\r\nHost: any.example\r\n{authorization}\r\n");
        server.raw(text.as_bytes()).status
    };
    assert_eq!(ask(""), 401);
    assert_eq!(ask("Authorization: Bearer 0123456789abcdee\r\n"), 401);
    assert_eq!(ask("Authorization: Bearer 0123456789abcde\r\n"), 401);
    assert_eq!(ask("Authorization: Bearer 0123456789abcdef\r\n"), 200);
    assert_eq!(server.get("/").status, 200);
}

#[test]
fn beyond_loopback_there_is_no_server_without_a_token() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    struct Nothing;
    impl web::Shelf for Nothing {
        fn list(&self) -> Vec<web::Shelved> {
            Vec::new()
        }
        fn read(&self, _: &str) -> Option<Vec<u8>> {
            None
        }
        fn add(&self, _: &str, _: &[u8]) -> Result<String, String> {
            Err(String::new())
        }
        fn remove(&self, _: &str) -> Result<String, String> {
            Err(String::new())
        }
        fn restore(&self, _: &str) -> Result<String, String> {
            Err(String::new())
        }
    }
    let options = web::Options {
        listen: "0.0.0.0:0".parse().unwrap(),
        token: None,
        worker: web::WorkerCommand { program: "nothing".into(), args: Vec::new() },
        workers: 1,
        store: None,
        shelf: std::sync::Arc::new(Nothing),
    };
    assert!(runtime.block_on(web::Server::bind(options)).is_err());
}

/// Silent, dribbling and half-open clients are closed; the limit is 4 s, the test allows for a busy
/// machine. The page answers meanwhile.
#[test]
fn slow_clients_are_closed_and_do_not_keep_others_out() {
    let server = Running::start(None);
    let half = format!(
        "POST /api/jobs HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{{",
        server.address
    );
    let starts = ["", "GET / HT", "GET / HTTP/1.1\r\nHost: ", &half];
    let mut slow: Vec<_> = starts
        .iter()
        .map(|start| {
            let mut stream = server.connect();
            stream.write_all(start.as_bytes()).unwrap();
            stream
        })
        .collect();
    let begin = Instant::now();
    let idle: Vec<_> = (0..1000).map(|_| server.connect()).collect();
    let opened = begin.elapsed();
    assert_eq!(server.get("/").status, 200, "the oldest silent connections made room");
    let answer = read_answer(&mut slow[3]);
    if let Some(answer) = answer {
        assert_eq!(answer.status, 408);
    }
    for mut stream in slow.into_iter().chain(idle) {
        let mut rest = Vec::new();
        stream.read_to_end(&mut rest).ok();
    }
    let closed = begin.elapsed();
    println!(
        "T28: 1,000 idle connections opened within {opened:.1?}; all closed {:.1?} after the last came",
        closed - opened
    );
    assert!(closed < Duration::from_secs(20), "{closed:?}");
}

#[test]
fn collections_and_levels_come_with_their_faults() {
    let server = Running::start(None);
    let list = server.get("/api/collections").json();
    let rows = list["collections"].as_array().unwrap();
    let small = rows.iter().find(|row| row["name"] == "small").unwrap();
    assert_eq!((&small["count"], &small["game"]), (&json!(2), &json!("sokoban")));
    let small = server.get("/api/collections/small").json();
    assert_eq!(small["levels"][0]["title"], "first");
    assert_eq!(small["levels"][0]["rows"][1], "#@$.#");
    assert_eq!(small["levels"][1]["faults"][0]["message"], "1 box but 0 goals");
    let jam = server.get("/api/collections/jam").json();
    assert_eq!((&jam["game"], &jam["levels"][0]["board"]["width"]), (&json!("unblock"), &json!(6)));
    assert_eq!(server.get("/api/collections/none").status, 404);
    let bad = server.send(
        "POST",
        "/api/judge",
        &json!({ "level": { "rows": ["####", "#$.#", "####"] } }),
    );
    let faults = json!([{ "message": "there is no player", "line": 1, "column": 1 }]);
    assert_eq!((bad.status, &bad.json()["faults"]), (200, &faults));
    let bad =
        server.send("POST", "/api/why", &json!({ "level": { "rows": ["####", "#$.#", "####"] } }));
    assert_eq!(
        (bad.status, &bad.json()["detail"]),
        (400, &json!("line 1, column 1: there is no player"))
    );
}

#[test]
fn a_job_is_taken_followed_and_done() {
    let server = Running::start(None);
    let question = json!({ "level": { "rows": ["######", "#@ $.#", "######"] } });
    let taken = server.send("POST", "/api/jobs", &question);
    assert_eq!(taken.status, 202);
    let place = taken.header("location").unwrap().to_owned();
    let events = server.get(&format!("{place}/events"));
    assert_eq!(events.header("content-type"), Some("text/event-stream"));
    let text = String::from_utf8_lossy(&events.body).into_owned();
    assert!(text.contains("event: done"), "{text}");
    let record = server.get(&place).json()["record"].clone();
    assert_eq!(
        (&record["status"], &record["solution"], &record["pushes"]),
        (&json!("solved"), &json!("rR"), &json!(1))
    );
    let at_once = server.send("POST", "/api/solve", &question).json();
    assert_eq!(at_once["solution"], "rR");
}

#[test]
fn questions_no_engine_can_serve_are_refused() {
    let server = Running::start(None);
    let ask = |more: Value| {
        let mut question = json!({ "level": { "rows": ["#####", "#@$.#", "#####"] } });
        question.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        server.send("POST", "/api/jobs", &question).status
    };
    assert_eq!(ask(json!({ "engine": "magic" })), 400);
    assert_eq!(ask(json!({ "goal": "beauty" })), 400);
    assert_eq!(ask(json!({ "goal": "steps" })), 400);
    assert_eq!(ask(json!({ "techniques": ["+magic"] })), 400);
    assert_eq!(ask(json!({ "engine": "unblock" })), 400);
    assert_eq!(ask(json!({ "engine": "astar", "heuristic": "magic" })), 400);
    assert_eq!(ask(json!({ "engine": "astar", "space": "moves" })), 202);
}

fn endless() -> Value {
    json!({ "level": { "rows": ENDLESS }, "engine": "optimal", "goal": "pushes", "time_ms": 60000 })
}

#[test]
fn delete_stops_a_running_search() {
    let server = Running::start(None);
    let taken = server.send("POST", "/api/jobs", &endless()).json();
    let place = format!("/api/jobs/{}", taken["id"].as_str().unwrap());
    server.until_running();
    std::thread::sleep(Duration::from_millis(200));
    assert_eq!(server.send("DELETE", &place, &Value::Null).status, 204);
    server.until_idle();
    assert_eq!(server.get(&place).json()["record"]["status"], "interrupted");
}

#[test]
fn going_away_stops_the_search() {
    disconnect(&Running::start(None), 5);
}

/// T27 of the test programme: a hundred clients that go away, one after the other.
#[test]
#[ignore = "a minute; run by `cargo xtask nightly`"]
fn going_away_stops_the_search_a_hundred_times() {
    let mut waits = disconnect(&Running::start(None), 100);
    waits.sort();
    println!("T27: idle after a disconnect: {}", spread(&waits));
}

fn disconnect(server: &Running, times: usize) -> Vec<Duration> {
    let waits = (0..times).map(|_| {
        let mut stream = server.connect();
        stream.write_all(server.request("POST", "/api/solve", &endless()).as_bytes()).unwrap();
        server.until_running();
        drop(stream);
        server.until_idle()
    });
    waits.collect()
}

#[test]
fn the_queue_is_bounded_for_each_client_and_for_all() {
    let server = Running::start(None);
    let submit = |tab: usize| {
        let body = endless().to_string();
        let text = format!(
            "POST /api/jobs HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nBanto-Tab: t{tab}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            server.address,
            body.len()
        );
        server.raw(text.as_bytes())
    };
    let mut taken: Vec<Value> = Vec::new();
    // One client: one job runs, four wait, the sixth is too many.
    for _ in 0..5 {
        let answer = submit(0);
        assert_eq!(answer.status, 202);
        taken.push(answer.json());
    }
    let sixth = submit(0);
    assert_eq!((sixth.status, sixth.header("retry-after").is_some()), (429, true));
    // Many clients: one more runs, 28 more wait, then the queue is full.
    let mut refused = None;
    for tab in 1..60 {
        let answer = submit(tab);
        if answer.status != 202 {
            refused = Some((tab, answer.status, answer.header("retry-after").is_some()));
            break;
        }
        taken.push(answer.json());
    }
    assert_eq!(refused, Some((30, 503, true)));
    let load = server.get("/api/status").json()["load"].clone();
    assert_eq!(load, json!({ "workers": 2, "running": 2, "queued": 32 }));
    for job in taken.iter().rev() {
        server.send("DELETE", &format!("/api/jobs/{}", job["id"].as_str().unwrap()), &Value::Null);
    }
    server.until_idle();
}

/// T26 of the test programme: 200 clients, 10,000 requests; nobody waits for a refusal.
#[test]
#[ignore = "a minute; run by `cargo xtask nightly`"]
fn load_of_two_hundred_clients() {
    let server = Running::start(None);
    let before = memory();
    let (answers, mut pages, most) = std::thread::scope(|scope| {
        let clients = scope.spawn(|| clients(&server, 200, 50));
        let (mut pages, mut most) = (Vec::new(), 0);
        while !clients.is_finished() {
            let start = Instant::now();
            assert_eq!(server.get("/").status, 200);
            pages.push(start.elapsed());
            let load = server.get("/api/status").json()["load"].clone();
            let (running, queued) = (load["running"].as_u64(), load["queued"].as_u64());
            assert!(running <= Some(2) && queued <= Some(32), "{load}");
            most = most.max(queued.unwrap());
            std::thread::sleep(Duration::from_millis(5));
        }
        let answers = clients.join().unwrap();
        (answers, pages, most)
    });
    let of = |status: u16| -> Vec<Duration> {
        let mut times: Vec<Duration> =
            answers.iter().filter(|it| it.0 == status).map(|it| it.1).collect();
        times.sort();
        times
    };
    pages.sort();
    let refused = of(503);
    println!(
        "T26: {} answers: {} solved, {} of 429, {} of 503; most waiting {}; refusals {}; page {}; memory +{} KiB",
        answers.len(),
        of(200).len(),
        of(429).len(),
        refused.len(),
        most,
        spread(&refused),
        spread(&pages),
        memory().saturating_sub(before)
    );
    assert!(answers.iter().all(|(status, _)| [200, 429, 503].contains(status)));
}

/// Clients that ask again and again: the status and the time of each answer. All are on one thread,
/// so that they leave the server its share of the machine.
fn clients(server: &Running, count: usize, times: usize) -> Vec<(u16, Duration)> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let tasks: Vec<_> = (0..count)
            .map(|tab| tokio::spawn(client(server.address, solve_text(server, tab), times)))
            .collect();
        let mut answers = Vec::new();
        for task in tasks {
            answers.extend(task.await.unwrap());
        }
        answers
    })
}

async fn client(address: std::net::SocketAddr, text: String, times: usize) -> Vec<(u16, Duration)> {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let mut answers = Vec::new();
    for _ in 0..times {
        let start = Instant::now();
        let mut stream = tokio::net::TcpStream::connect(address).await.unwrap();
        stream.write_all(text.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.unwrap();
        let status = String::from_utf8_lossy(&answer).split(' ').nth(1).unwrap().parse().unwrap();
        answers.push((status, start.elapsed()));
    }
    answers
}

/// A question that takes 40 ms, of a client.
fn solve_text(server: &Running, tab: usize) -> String {
    let question = json!({ "level": { "rows": ENDLESS }, "engine": "optimal", "time_ms": 40 });
    let body = question.to_string();
    format!(
        "POST /api/solve HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nBanto-Tab: t{tab}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        server.address,
        body.len()
    )
}

/// Resident memory of this process, the server in it, in KiB.
fn memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or("0 kB");
    line.trim().trim_end_matches(" kB").parse().unwrap_or(0)
}

/// Median, 99th percentile and longest of sorted times.
fn spread(times: &[Duration]) -> String {
    let at = |part: usize| times.get((times.len() * part / 100).min(times.len().saturating_sub(1)));
    match (at(50), at(99), times.last()) {
        (Some(median), Some(late), Some(last)) => {
            format!("p50 {median:.1?}, p99 {late:.1?}, longest {last:.1?}")
        }
        _ => "none".to_owned(),
    }
}

#[test]
fn hints_and_reasons() {
    let server = Running::start(None);
    let ask = |path: &str, level: Value| server.send("POST", path, &json!({ "level": level }));
    let jam = server.get("/api/collections/jam").json()["levels"][0]["board"].clone();
    let hint = ask("/api/hint", json!({ "board": jam })).json();
    assert_eq!((&hint["moves"], &hint["steps"]), (&json!(2), &json!(7)));
    assert_eq!(hint["next"], json!(["B+3"]));
    let jams = server.get("/api/collections/jam").json();
    let hard = ask("/api/hint", json!({ "board": jams["levels"][2]["board"] })).json();
    assert_eq!((&hard["moves"], &hard["steps"]), (&json!(60), &json!(103)));
    let hint = ask("/api/hint", json!({ "rows": ["######", "#@ $.#", "######"] })).json();
    assert_eq!(hint["solution"], "rR");
    let lost = ask("/api/why", json!({ "rows": ["######", "#@  $#", "#  . #", "######"] })).json();
    assert_eq!(
        (&lost["lost"], &lost["boxes"]),
        (&json!(true), &json!([{ "row": 1, "column": 4 }]))
    );
    let fine = ask("/api/why", json!({ "rows": ["######", "#@ $.#", "######"] })).json();
    assert_eq!(fine["lost"], false);
    let squares =
        ask("/api/squares", json!({ "rows": ["######", "#@ $.#", "#    #", "######"] })).json();
    let reason = |row: u64, column: u64| {
        let dead = squares["dead"].as_array().unwrap();
        dead.iter()
            .find(|it| it["row"] == row && it["column"] == column)
            .map(|it| it["reason"].clone())
    };
    assert_eq!(reason(2, 1), Some(json!("corner")));
    assert_eq!(reason(2, 2), Some(json!("wall")));
    assert_eq!(reason(1, 4), None);
    assert_eq!(ask("/api/why", json!({ "board": jam })).status, 400);
}

#[test]
fn a_hint_does_not_take_back_the_last_move_when_there_is_another() {
    let server = Running::start(None);
    // Two pieces must leave the row, in either order.
    let text = "..BC..\n..BC..\nAABC..\n......\n......\n......\n";
    let next = |avoid: Value| {
        let body = json!({ "level": { "text": text }, "avoid": avoid });
        server.send("POST", "/api/hint", &body).json()["next"].as_array().unwrap().clone()
    };
    let both = next(Value::Null);
    assert_eq!(both.len(), 2);
    for (avoid, first) in [("B", "C+3"), ("C", "B+3")] {
        assert_eq!(next(json!(avoid))[0], first);
    }
}

#[test]
fn the_day_and_the_seed_decide_the_board() {
    let server = Running::start(None);
    let day = server.get("/api/daily/2026-11-16").json();
    assert_eq!(day, server.get("/api/daily/2026-11-16").json());
    assert_eq!(day["category"], "easy");
    assert_ne!(day["text"], server.get("/api/daily/2026-11-23").json()["text"]);
    for bad in ["2026-13-01", "2026-1", "x", "2026-11-16-1", "0-1-1"] {
        assert_eq!(server.get(&format!("/api/daily/{bad}")).status, 400, "{bad}");
    }
    assert_eq!(
        server.get("/api/random/easy?seed=4").json(),
        server.get("/api/random/easy?seed=4").json()
    );
    assert_eq!(server.get("/api/random/hopeless").status, 404);
}

#[test]
fn progress_is_kept_and_only_real_solutions_count() {
    let server = Running::start(None);
    let rows = json!(["#####", "#@$.#", "#####"]);
    let key =
        server.send("POST", "/api/judge", &json!({ "level": { "rows": rows } })).json()["key"]
            .clone();
    let key = key.as_str().unwrap();
    let state = json!({ "moves": "R", "cursor": 1 });
    assert_eq!(server.send("PUT", &format!("/api/progress/{key}"), &state).status, 200);
    assert_eq!(server.get(&format!("/api/progress/{key}")).json()["game"], state);
    assert_eq!(server.send("PUT", "/api/progress/other", &state).status, 400);
    let claim = |moves: &str| {
        server.send("POST", "/api/solutions", &json!({ "level": { "rows": rows }, "moves": moves }))
    };
    assert_eq!(claim("L").status, 400);
    assert_eq!(claim("R").status, 200);
    let all = server.get("/api/progress").json();
    assert_eq!(all["best"].as_array().unwrap().len(), 2);
    assert_eq!(server.send("PUT", "/api/settings", &json!({ "theme": "dark" })).status, 200);
    let export = server.get("/api/export").json();
    assert_eq!(export["settings"]["theme"], "dark");
    let other = Running::start(None);
    assert_eq!(other.send("POST", "/api/import", &export).status, 200);
    assert_eq!(other.get("/api/progress").json()["begun"], json!([key]));
    assert_eq!(
        other
            .send(
                "POST",
                "/api/import",
                &json!({ "format": "x", "solutions": [], "games": [], "settings": {} })
            )
            .status,
        400
    );
}

#[test]
fn experiments_show_what_is_recorded_and_run_on_levels_that_are_here() {
    let server = Running::start(None);
    let list = server.get("/api/experiments").json();
    let names: Vec<&str> = list["experiments"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["name"].as_str().unwrap())
        .collect();
    assert!(names.contains(&"seed-001-boxes") && names.contains(&"seed-004-searches"));
    let report = server.get("/api/experiments/seed-004-searches").json()["report"].clone();
    let cell = &report["tables"][1]["rows"][0]["cells"][0];
    assert_eq!(cell["ratio"], 1.0, "{cell}");
    assert!(!report["tables"][1]["rows"].as_array().unwrap().is_empty());
    assert_eq!(server.get("/api/experiments/none").status, 404);
    let text = server.get("/api/experiments/seed-004-searches/md").json()["text"].clone();
    assert!(text.as_str().unwrap().starts_with("# "), "{text}");
    assert_eq!(server.get("/api/experiments/seed-004-searches/doc").status, 404);

    let start = |body: Value| server.send("POST", "/api/runs", &body);
    // Levels that are not here, levels of the other game, no such levels.
    assert_eq!(start(json!({ "experiment": "seed-000-sokokids" })).status, 400);
    let other = json!({ "experiment": "seed-001-boxes", "collection": "jam" });
    assert_eq!(start(other).status, 400);
    let none = json!({ "experiment": "seed-001-boxes", "from": 99 });
    assert_eq!(start(none).status, 400);
    let taken = start(json!({ "experiment": "seed-001-boxes", "to": 2 }));
    assert_eq!((taken.status, &taken.json()["total"]), (202, &json!(6)));
    let place = taken.header("location").unwrap().to_owned();
    let events = server.get(&format!("{place}/events"));
    assert!(String::from_utf8_lossy(&events.body).contains("event: done"));
    let run = server.get(&place).json();
    assert_eq!((&run["done"], &run["stopped"]), (&json!(6), &json!(false)));
    assert_eq!(run["report"]["tables"][0]["rows"][0]["name"], "1 1 box");
    // The counters are those of the record that comes with the program.
    let recorded = server.get("/api/experiments/seed-001-boxes").json()["report"].clone();
    let row = |report: &Value| report["tables"][0]["rows"][1]["cells"].clone();
    assert_eq!(row(&run["report"]), row(&recorded));
    let lines = server.get(&format!("{place}/report/jsonl")).json()["text"].clone();
    assert_eq!(lines.as_str().unwrap().lines().count(), 6);
}

#[test]
fn a_run_is_stopped_and_another_is_refused_meanwhile() {
    let server = Running::start(None);
    let long =
        json!({ "experiment": "textbook-sokoban", "collection": "two", "from": 6, "seconds": 60 });
    let taken = server.send("POST", "/api/runs", &long);
    assert_eq!(taken.status, 202);
    server.until_running();
    assert_eq!(server.send("POST", "/api/runs", &long).status, 429);
    let place = taken.header("location").unwrap().to_owned();
    assert_eq!(server.send("DELETE", &place, &Value::Null).status, 204);
    server.until_idle();
    let run = server.get(&place).json();
    assert_eq!((&run["phase"], &run["stopped"]), (&json!("done"), &json!(true)));
}

#[test]
fn only_own_collections_are_removed_and_they_come_back() {
    let server = Running::start(None);
    let text = "; mine\n#####\n#@$.#\n#####\n";
    let kept = server.send("POST", "/api/collections", &json!({ "name": "mine", "text": text }));
    assert_eq!(kept.status, 200);
    let delete =
        |name: &str| server.send("DELETE", &format!("/api/collections/{name}"), &Value::Null);
    assert_eq!((delete("two").status, delete("nothing").status), (403, 404));
    assert_eq!(server.get("/api/collections/mine/text").json()["text"], text);
    let removed = delete("mine").json()["removed"].clone();
    assert_eq!(server.get("/api/collections/mine").status, 404);
    let restore =
        |removed: &Value| server.send("POST", "/api/restore", &json!({ "removed": removed }));
    assert_eq!(restore(&json!("../mine")).status, 404);
    assert_eq!(restore(&removed).json()["name"], "mine");
    assert_eq!(server.get("/api/collections/mine").json()["levels"][0]["title"], "mine");
}

#[test]
fn a_plan_says_what_is_really_on() {
    let server = Running::start(None);
    let plan = |more: Value| {
        let mut body = json!({ "game": "sokoban" });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        server.send("POST", "/api/plan", &body)
    };
    let has = |answer: &common::Answer, name: &str| {
        answer.json()["techniques"].as_array().unwrap().contains(&json!(name))
    };
    let pushes = plan(json!({ "engine": "astar" }));
    let moves = plan(json!({ "engine": "astar", "space": "moves" }));
    assert!(has(&pushes, "player-zone") && !has(&moves, "player-zone"));
    let more = plan(json!({ "engine": "astar", "techniques": ["+recursive"] }));
    assert!(more.json()["config"].as_str().unwrap().contains("+recursive"));
    assert_eq!(plan(json!({ "engine": "bfs", "heuristic": "matching" })).status, 400);
    assert_eq!(plan(json!({ "game": "chess" })).status, 400);
}

/// Every route is written down, and everything written down is a route.
#[test]
fn the_document_describes_the_routes() {
    let server = Running::start(None);
    let document = server.get("/api/openapi.json").json();
    let source = include_str!("../src/api/mod.rs");
    let routes: std::collections::BTreeSet<&str> =
        source.split(".route(\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let described: std::collections::BTreeSet<&str> =
        document["paths"].as_object().unwrap().keys().map(String::as_str).collect();
    assert_eq!(routes, described);
}
